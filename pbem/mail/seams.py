"""The lines by which programs and people say that something else begins: an old letter, or the end of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from pbem.mail.tongues import words

FENCE = "--8<-- orders above/Befehle oben"
"""Constant, so that it is found again however a program wraps or decorates it; the token stands behind it."""
LONGEST = 400
"""How much of a line is looked at: no attribution is longer."""
WINDOW = 9
"""Over how many lines an attribution may be wrapped, some of them empty."""
BLOCK = 14
"""Over how many lines the headers of an old letter may stand."""

WROTE = rf"(?:(?<!\w)(?:{words('wrote')})(?!\w)|写道|寫道|来信|のメール|のメッセージ|書きました|작성|썼습니다)"
ENDS = re.compile(r"[:：]\W{0,6}$|^-{2,}.*-{2,}$")
ADDRESS = re.compile(r"[^\s<>()\[\]\"]+@[\w-]+\.[\w.-]+|@\w+\.\w+")
LINK = re.compile(r"<?\bhttps?:\S+", re.IGNORECASE)
MOMENT = re.compile(
    r"\d{1,4}[./-]\d{1,2}(?:[./-]\d{2,4})?\b|\b(?:19|20)\d\d\b|\b\d{1,2}[:h.]\d{2}\b|\d\s?[年月日년월일]|GMT[+-]\d"
)
"""A date or a time of day."""
WROTE_AT_END = re.compile(rf"{WROTE}.{{0,200}}[:：]?\W{{0,6}}$", re.IGNORECASE)
BARE = re.compile(
    r"^\W{0,3}\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\W.{0,200}(?:<[^<>]{0,100}@[^<>]{0,100}>"
    r"|GMT[+-]\d\d:?\d\d [^:]{1,80})\W{0,3}$"
    rf"|^\W{{0,6}}(?:on|le|el|il|em|op)\s.{{4,200}}{WROTE}\W{{0,3}}$",
    re.IGNORECASE,
)
"""Attributions without a colon."""
STARTS = re.compile(
    r"^\W{0,6}(?:On|At|In|Am|Le|El|Il|Op|Em|Den|Dne|Dňa|Dnia|W dniu|På|Kl|Pe|La|Pada|Vào|Dana|В|У|На"
    r"|Στις|בתאריך|في|在|於|于)\b",
    re.IGNORECASE,
)
"""How attributions begin."""
DATED = re.compile(
    r"^\W{0,6}(?:\d{1,4}\s?[./年년-]\s?\d{1,2}|\d{1,2}\.? \w{2,}|\w{2,12}[.,]{0,2} \d{1,2}[.,/ ]"
    r"|\w{2,12}[.,]{1,2} \w{2,12}[.]? \d{1,2})",
    re.IGNORECASE,
)
"""How they begin with a date."""
OLD = words("old")
OLD_LETTER = re.compile(
    rf"^\W{{0,8}}(?:{OLD})\W{{1,3}}.{{0,80}}$|^\W{{2,}}(?:{OLD})\b.{{0,80}}$|^\W{{3,}}(?:{OLD})\W*$"
    r"|^[-–—_*=]{4,}\s?[^\W\d_].{2,80}?\s?[-–—_*=]{4,}$|^>{2,} .{4,200} >{2,}$|^\S.{0,80}?\s-{3}\d.{4,60}?\d-{3}",
    re.IGNORECASE,
)
SENDER = words("sender")
FROM_LINE = re.compile(rf"^\W{{0,3}}(?:{SENDER})\s?\W{{0,2}}[:：]\W{{0,3}}\S", re.IGNORECASE)
HEADER_LINE = re.compile(rf"^\W{{0,3}}(?:{SENDER}|{words('heads')})\s?\W{{0,2}}[:：]", re.IGNORECASE)
HEADER_WORD = re.compile(
    r"^(?:to|an|à|para|aan|cc|kopie|copy|subject|thema|betreff|objet|asunto|oggetto)$", re.IGNORECASE
)
"""Lotus Notes writes the names of headers on lines of their own."""
PAIR = re.compile(r"^\W{0,3}[^\W\d_][^:：<>@,;!?()\"]{0,24}[:：]\W{0,3}\S", re.IGNORECASE)
"""A header in any language."""
RULE = re.compile(r"^(?:[_=\-–—*~─━][\s_=\-–—*~─━]{1,}|[ᐧ–—─━])$")
TRAILER = re.compile(rf"^\W{{0,3}}(?:{words('device')})(?!\w).{{0,120}}$", re.IGNORECASE)
CLOSING = re.compile(
    r"^[\[<](?:cid|image)[^\]>]*[\]>]$|^[^|•·]{2,60}(?: [|•·] [^|•·]{2,60}){2,}$|^\W?disclaimer\b"
    r"|^(?=.{4,80}$).*\b(?:iphones?|ipad|android|galaxy|smartphone|blackberry|huawei|xiaomi|oppo|nokia|windows phone"
    r"|outlook"
    r"|yahoo mail|k-9 mail|fairemail|proton ?mail|tuta(?:nota)?|spark|airmail|thunderbird|mailbird|mail app|fastmail)",
    re.IGNORECASE,
)
"""How the paragraph begins that follows the last word: a picture, the parts of an address, a telephone."""
WISH = re.compile(r"^\w[\w'’]*(?:\s[\w'’]+){0,5},$")
"""A last word of one's own: "May it be so,", above a name."""
REGARDS = re.compile(
    rf"^\W{{0,2}}(?:{words('regards')})(?:\W{{0,3}}$|[,!.]?\s+(?:\W\s?)?[^\W\d_][\w.]*(?:\s[\w.]+){{0,2}}\W{{0,2}}$)",
    re.IGNORECASE,
)
THANKS = re.compile(
    r"^(?:many |vielen |besten )?(?:thanks|thank you|thx|danke|dank|merci|gracias|grazie|obrigad[oa]"
    r"|bedankt|tack|tak|takk|kiitos|dzięki|děkuji|спасибо|teşekkürler)\b.{0,20},$",
    re.IGNORECASE,
)
NAME = re.compile(r"^(?:[A-ZÄÖÜÀ-ÞА-Я][\w.'’-]*)(?:\s+(?:[A-ZÄÖÜÀ-ÞА-Я][\w.'’-]*|van|von|de|der|den|la|al)){0,3}$")
SIGNED = re.compile(r"^(?:-|--\s?|[–—~]\s?|/{1,2})[A-ZÄÖÜÀ-ÞА-Я][\w.'’-]*(?:\s[A-ZÄÖÜÀ-ÞА-Я][\w.'’-]*){0,3}$")
CONTACT = re.compile(
    r"^\W{0,3}(?:(?:tel|phone|telefon|fon|mobile?|handy|cell|fax|office|direct|skype|e-?mail|web|www"
    r"|[tmpfew])\b\W{0,3}[:.+|(\d]"
    r"|https?://\S+$|www\.\S+$|[^\s@]+@[^\s@]+\.\w+$|\+?\(?\d[\d\s()/.-]{6,}$)|\S.{0,80}\b(?:GmbH"
    r"|Inc\.?|Ltd\.?|LLC|B\.V\.|S\.A\.|AG|e\.V\.)\W*$",
    re.IGNORECASE,
)
FOOTER = re.compile(
    r"\b(?:confidential\w*|privileged|intended (?:recipient|only|solely|for)|disclaimer"
    r"|vertraulich\w*|haftungsausschluss"
    r"|confidentiel\w*|confidencial\w*|riservat\w*|vertrouwelijk\w*|poufn\w*|конфиденциальн\w*"
    r"|mailing list|unsubscribe|abmelden|to respond, reply|reply to this email|virus[- ]?(?:free"
    r"|frei)|avast|groups\.google|before (?:you )?print\w*|scanned (?:by|for)"
    r"|you (?:are receiving|received) this|consider the environment|registered (?:office|in))\b",
    re.IGNORECASE,
)
FOOTED = 30
"""A line of a footer is at least this long, or tells its kind by a mark at its ends."""

Kind = Literal["fence", "attribution", "letter", "end"]


class Seam(Struct, frozen=True):
    """Lines at which something else begins: where they stop, and what they are."""

    stop: int
    kind: Kind
    """fence and letter: below it, nothing is marked; end: of what the author has to say, until marked lines come."""


def fence_line(token: str) -> str:
    """The line above which orders are typed; it names the seat and fits 72 columns."""
    return f"{FENCE} {token}"


def squeezed(text: str) -> str:
    """Letters and digits only: dashes and blanks do not survive every mail program."""
    return "".join(filter(str.isalnum, text.casefold()))


def is_fence(line: str, fence: str = FENCE) -> bool:
    """Whether this line holds the marker, whatever else a mail program made of it."""
    return squeezed(fence) in squeezed(line[:LONGEST])


def seam_at(lines: Sequence[str], at: int, fence: str = FENCE) -> Seam | None:
    """What begins at this line. Lines come without their marks of quotation."""
    line = lines[at][:LONGEST].strip()
    if is_fence(line, fence):
        return Seam(at + 1, "fence")
    if wraps_fence(lines, at, fence):
        return Seam(at + 2, "fence")
    if stop := header_stop(lines, at):
        return Seam(stop, "letter")
    if stop := attribution_stop(lines, at):
        return Seam(stop, "attribution")
    if OLD_LETTER.match(line):
        return Seam(header_stop(lines, at + 1) or at + 1, "letter")
    return ending_at(lines, at)


def wraps_fence(lines: Sequence[str], at: int, fence: str) -> bool:
    """Whether the fence begins here and ends in the next line."""
    if at + 1 == len(lines) or is_fence(lines[at + 1], fence) or not lines[at].strip():
        return False
    head = squeezed(lines[at][:LONGEST])
    return squeezed(fence).startswith(head) and bool(head) and is_fence(lines[at] + lines[at + 1], fence)


def header_stop(lines: Sequence[str], at: int) -> int | None:
    """Where a block of old headers ends that begins here, or below empty lines; None if there is none."""
    start = next((i for i in range(at, min(at + 3, len(lines))) if lines[i].strip()), len(lines))
    if start == len(lines) or not (HEADER_LINE.match(lines[start]) or PAIR.match(lines[start][:LONGEST])):
        return notes_stop(lines, start)
    heads, stop = [], start
    for i in range(start, min(start + BLOCK, len(lines))):
        line = lines[i][:LONGEST].strip()
        if HEADER_LINE.match(line) or (PAIR.match(line) and not any(one.strip() for one in lines[stop:i])):
            heads.append(line)
            stop = i + 1
        elif not line and not any(HEADER_LINE.match(one) or PAIR.match(one) for one in lines[i + 1 : i + 3]):
            break
    return stop if heads_a_letter(heads) else None


def heads_a_letter(heads: Sequence[str]) -> bool:
    """Whether these lines are headers: by the names that we know, or by what stands in them."""
    known = [head for head in heads if HEADER_LINE.match(head)]
    author = [head for head in known if FROM_LINE.match(head)]
    if (author and len(known) >= 2) or len(known) >= 3 or any(map(ADDRESS.search, author)):
        return True
    values = " ".join(heads)
    enough = len(heads) >= (3 if ADDRESS.search(values) else 4)
    return enough and MOMENT.search(ADDRESS.sub("", values)) is not None


def notes_stop(lines: Sequence[str], at: int) -> int | None:
    """Where a block ends whose headers stand on lines of their own, below a date."""
    block = [line.strip() for line in lines[at : at + BLOCK]]
    named = [i for i, line in enumerate(block) if HEADER_WORD.match(line)]
    dated = any(MOMENT.search(line) for line in block[: named[0]]) if named else False
    if not any(MOMENT.search(line) or ADDRESS.search(line) for line in block[:1]):
        return None
    return at + named[-1] + 1 if dated and len(named) >= 2 and named[0] <= 4 else None


def attribution_stop(lines: Sequence[str], at: int) -> int | None:
    """Where an attribution ends that begins here: one line, or several if the first looks like the start of one."""
    first = lines[at][:LONGEST].strip()
    if attributes(first):
        return at + 1
    if not begins_attribution(first):
        return None
    joined, weak = first, not MOMENT.search(first) and "@" not in first
    for i in range(at + 1, min(at + WINDOW, len(lines))):
        line = lines[i][:LONGEST].strip()
        if not line and not lines[i - 1].strip():
            return None
        if HEADER_LINE.match(line) or (weak and MOMENT.search(line) and (STARTS.match(line) or DATED.match(line))):
            return None  # something else begins there
        joined = f"{joined} {line}"[:LONGEST]
        if attributes(joined):
            return i + 1
    return None


def begins_attribution(first: str) -> bool:
    """Whether more lines may make an attribution of this one: it has an address or a date, or is long."""
    if ADDRESS.search(first):
        return True
    if MOMENT.search(first):
        return bool(STARTS.match(first) or DATED.match(first))
    return len(first) > 20 and STARTS.match(first) is not None


def attributes(text: str) -> bool:
    """Whether this says who wrote what follows, and when or from where; "Anna wrote:" alone may be prose."""
    dated, addressed = MOMENT.search(LINK.sub("", ADDRESS.sub("", text))), ADDRESS.search(text)
    if not dated and not addressed:
        return False
    if ENDS.search(text):
        return bool(addressed or WROTE_AT_END.search(text) or len(MOMENT.findall(text)) > 1)
    return BARE.match(text) is not None


def ending_at(lines: Sequence[str], at: int) -> Seam | None:
    """Whether the author's own words end here: a rule, a greeting, a name, what a telephone or a company adds."""
    line = lines[at][:LONGEST].strip()
    if RULE.match(line):
        stop = header_stop(lines, at + 1)
        return Seam(stop, "letter") if stop else Seam(at + 1, "end")
    alone = any(one.strip() for one in lines[:at]) and not lines[at - 1].strip()
    if len(line) < 200 and (TRAILER.match(line) or signs(lines, at) or (alone and CLOSING.match(line))):
        return Seam(at + 1, "end")
    footer = FOOTER.search(line) and (len(line) >= FOOTED or not line[0].isalnum() or "www." in line)
    return Seam(at + 1, "end") if footer or contacts(lines, at) else None


def signs(lines: Sequence[str], at: int) -> bool:
    """Whether the author takes leave here; nobody does so in the first line."""
    line = lines[at].strip()
    if not any(one.strip() for one in lines[:at]):
        return False
    following = lines[at + 1].strip() if at + 1 < len(lines) else ""
    if SIGNED.match(line):
        return not following.startswith("-")
    wishes = THANKS.match(line) or (WISH.match(line) and not lines[at - 1].strip())
    return bool(REGARDS.match(line) or (wishes and NAME.match(following)))


def takes_leave(line: str) -> bool:
    """Whether this line is a greeting at the end of a letter, which nobody takes for an order."""
    return bool(REGARDS.match(line) or THANKS.match(line))


def contacts(lines: Sequence[str], at: int) -> bool:
    """Whether a paragraph of names and numbers begins here, as people have them below their letters."""
    if at and lines[at - 1].strip() and not CONTACT.match(lines[at].strip()):
        return False
    if not any(one.strip() for one in lines[:at]):
        return False
    stop = next((i for i in range(at, len(lines)) if not lines[i].strip()), len(lines))
    found = sum(1 for line in lines[at : min(stop, at + BLOCK)] if CONTACT.match(line[:LONGEST].strip()))
    return found >= (1 if NAME.match(lines[at].strip()) else 2)
