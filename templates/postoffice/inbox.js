"use strict";

// New mail appears by itself: the page asks for itself again and takes over what changed. A page that shows a letter
// or a form asks for its folder instead, which costs less.
const PAUSE = 1500;
const FROM = document.body.dataset.from;

function renew(fresh) {
  for (const place of document.querySelectorAll("[data-live]")) {
    const other = fresh.getElementById(place.id);
    if (!other || other.innerHTML === place.innerHTML) continue;
    const focused = place.contains(document.activeElement) && document.activeElement.getAttribute("href");
    place.replaceChildren(...other.childNodes);
    if (focused) place.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus();
  }
  if (!FROM) document.title = fresh.title;
}

async function look() {
  try {
    if (!document.hidden) {
      const answer = await fetch(FROM || location.href);
      if (answer.ok) renew(new DOMParser().parseFromString(await answer.text(), "text/html"));
    }
    document.body.classList.remove("away");
  } catch {
    document.body.classList.add("away");
  }
  setTimeout(look, PAUSE);
}

setTimeout(look, PAUSE);

// The answer is written above the quotation.
const body = document.getElementById("body");
if (body && body.autofocus) body.setSelectionRange(0, 0);
