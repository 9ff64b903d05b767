"""The web inbox in Chromium."""

from __future__ import annotations

from email import message_from_bytes, policy

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from pbem.postoffice import PostOffice
from pbem.postoffice.web import WebInbox
from tests.postoffice.mails import mail, page

pytestmark = pytest.mark.xdist_group("browser")
REPORT = """<html><body onload="top.hacked = 1"><h1 id="report">Your turn</h1><img id="inline" src="cid:pixel@here">
<img id="afar" src="http://127.0.0.1:9/spy.png"><script>document.body.innerHTML = "hacked"; top.hacked = 1</script>
<a href="mailto:ben+m1.token@post.test?subject=Re%3A%20Ra&amp;body=draw%0D%0A">1 draw</a></body></html>"""
EXPECT = 30_000


def test_a_letter_is_read_and_its_script_does_not_run(office: PostOffice, web: WebInbox, tab: Page) -> None:
    office.deliver("anna", page(REPORT, Subject="Ra: your turn").as_bytes())
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(web.url)
    tab.get_by_role("link", name="anna").click()
    tab.get_by_role("link", name="Ra: your turn").click()
    frame = tab.frame_locator("iframe")
    expect(frame.locator("#report")).to_have_text("Your turn", timeout=EXPECT)
    expect(frame.locator("#inline")).to_have_js_property("naturalWidth", 1, timeout=EXPECT)
    assert tab.evaluate("window.hacked") is None
    assert all(url.startswith((web.url, "data:")) for url in asked)


def test_even_an_uncleaned_script_does_not_run(office: PostOffice, web: WebInbox, tab: Page) -> None:
    uid = office.deliver("anna", page("<p>x</p>").as_bytes())
    hostile = "<body><p id=here>x</p><script>document.title = 'hacked'; top.hacked = 1</script></body>"

    def uncleaned(route: Route) -> None:
        route.fulfill(response=route.fetch(), body=hostile)

    tab.route("**/html*", uncleaned)
    tab.goto(f"{web.url}anna/{uid}")
    expect(tab.frame_locator("iframe").locator("#here")).to_have_text("x", timeout=EXPECT)
    assert tab.evaluate("window.hacked") is None
    tab.goto(f"{web.url}anna/{uid}/html")
    assert tab.title() == ""


def test_a_click_on_a_move_opens_the_reply_that_arrives(office: PostOffice, web: WebInbox, tab: Page) -> None:
    uid = office.deliver("anna", page(REPORT).as_bytes())
    tab.goto(f"{web.url}anna/{uid}")
    tab.frame_locator("iframe").get_by_role("link", name="1 draw").click()
    expect(tab.get_by_label("To")).to_have_value("ben+m1.token@post.test", timeout=EXPECT)
    expect(tab.get_by_label("Subject")).to_have_value("Re: Ra")
    tab.get_by_role("button", name="Send").click()
    expect(tab.get_by_role("status")).to_have_text("Sent to ben+m1.token@post.test.", timeout=EXPECT)
    (letter,) = office.letters("ben")
    sent = message_from_bytes(letter.raw, policy=policy.default)
    assert sent.get_content() == "draw\r\n"
    assert sent["Delivered-To"] == "ben+m1.token@post.test"
    assert "dmarc=pass" in sent["Authentication-Results"]


def test_a_reply_is_typed_above_the_quotation(office: PostOffice, web: WebInbox, tab: Page) -> None:
    uid = office.deliver("anna", mail().as_bytes())
    tab.goto(f"{web.url}anna/{uid}")
    tab.get_by_role("link", name="Reply").click()
    expect(tab.get_by_label("Text")).to_be_focused(timeout=EXPECT)
    tab.keyboard.type("bid 9")
    tab.get_by_role("button", name="Send").click()
    expect(tab.get_by_role("status")).to_be_visible(timeout=EXPECT)
    sent = message_from_bytes(office.letters("ben")[0].raw, policy=policy.default).get_content()
    assert sent.startswith("bid 9\r\n")
    assert sent.endswith("wrote:\r\n> Good day\r\n")


def test_new_mail_appears_by_itself(office: PostOffice, web: WebInbox, tab: Page) -> None:
    tab.goto(f"{web.url}anna")
    expect(tab.get_by_text("No letters here")).to_be_visible(timeout=EXPECT)
    office.deliver("anna", mail(Subject="Just in").as_bytes())
    expect(tab.get_by_role("link", name="Just in")).to_be_visible(timeout=EXPECT)
    expect(tab).to_have_title("(1) anna – Inbox", timeout=EXPECT)


def test_a_letter_in_hand_stays_while_mail_comes(office: PostOffice, web: WebInbox, tab: Page) -> None:
    tab.goto(f"{web.url}anna/compose")
    tab.get_by_label("Text").fill("half a sentence")
    office.deliver("ben", mail().as_bytes())
    expect(tab.locator(".count")).to_have_text("1 unread", timeout=EXPECT)
    expect(tab.get_by_label("Text")).to_have_value("half a sentence")


@pytest.mark.parametrize("lang", ["en", "de"])
def test_nothing_is_wider_than_a_phone(office: PostOffice, web: WebInbox, browser: Browser, lang: str) -> None:
    long = "Donaudampfschifffahrtsgesellschaftskapitänspatent" * 3
    uid = office.deliver("anna", page(f"<p>{long}</p>", Subject=long, From=f"{long}@post.test").as_bytes())
    office.deliver("anna", mail().as_bytes(), folder=long)
    with browser.new_context(viewport={"width": 360, "height": 740}, locale=lang) as context:
        phone = context.new_page()
        for path in (
            "",
            "anna",
            f"anna/{uid}",
            f"anna/{uid}?view=text",
            f"anna/{uid}?view=source",
            f"anna/compose?reply={uid}",
            "nobody",
        ):
            phone.goto(web.url + path)
            assert phone.evaluate("document.documentElement.scrollWidth") == 360, path
