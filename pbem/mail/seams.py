"""The lines by which mail programs say that an old letter, a forwarded one or a signature begins, in many languages."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

FENCE = "--8<-- orders above/Befehle oben"
"""Constant, so that it is found again however a program wraps or decorates it; the token stands behind it."""
LONGEST = 400
"""How much of a line is looked at: no attribution is longer."""
WINDOW = 6
"""Over how many lines an attribution may be wrapped."""

WROTE = (
    r"(?:\b(?:wrote|writes|schrieb|schreibt|geschrieben|a écrit|écrit|escribió|escreveu|ha scritto|scritto|schreef"
    r"|geschreven|skrev|napisał|napisała|napisał\(a\)|napisal|napsal|написала?|пишет?|писала?|пише|kirjoitti|yazdı|írta"
    r"|a scris|έγραψε)(?!\w)|写道)"
)
WRITER = re.compile(WROTE, re.IGNORECASE)
ATTRIBUTION = re.compile(
    rf"{WROTE}.{{0,200}}[:：]\W{{0,3}}$"
    r"|\d{1,2}[:.]\d{2}[^<>]{0,120}<[^<>]{0,100}@[^<>]{0,100}>\s?:$"
    rf"|^-{{2,}} .{{0,200}}{WROTE} -{{2,}}$"
    r"|^\d{4}[-/]\d{1,2}[-/]\d{1,2} .{0,200}(?:<[^<>]{0,100}@[^<>]{0,100}>|GMT[+-]\d\d:?\d\d [^:]{1,80})\s?:?$",
    re.IGNORECASE,
)
EVIDENCE = re.compile(r"\d{1,4}[./-]\d{1,2}|\b\d{4}\b|\b\d{1,2}[:h.]\d{2}\b|\S@\S|年")
OPENING = re.compile(
    r"^\W{0,3}(?:(?:On|At|Am|Le|El|Il|Op|Em|Den|Dne|Dnia|W dniu|På|Kl|Pe|Dana|В)\b"
    r"|\d{1,4}[./-]\d{1,2}|\d{1,2}\.? \w{2,}|\w{2,10}[.,]? \d{1,2}[. ]|在)",
    re.IGNORECASE,
)
OLD_LETTER = re.compile(
    r"^\W{2,}(?:original message|original appointment|reply message|ursprüngliche nachricht|originalnachricht"
    r"|original-nachricht|message d.origine|message original|mensaje original|mensagem original|messaggio originale"
    r"|oorspronkelijk bericht|ursprungligt meddelande|opprinnelig melding|oprindelig meddelelse|wiadomość oryginalna"
    r"|oryginalna wiadomość|исходное сообщение|原始邮件|forwarded message|weitergeleitete nachricht|message transféré"
    r"|mensaje reenviado|messaggio inoltrato|doorgestuurd bericht|mensagem encaminhada|vidarebefordrat meddelande"
    r"|пересылаемое сообщение)\W{2,}$"
    r"|^(?:begin forwarded message|anfang der weitergeleiteten (?:e-mail|nachricht)"
    r"|début du message (?:transféré|réexpédié)|inicio del mensaje reenviado"
    r"|inizio messaggio inoltrato|begin doorgestuurd bericht)\s?:$",
    re.IGNORECASE,
)
FROM = r"from|von|de|da|van|fra|från|od|от|发件人|lähettäjä|kimden"
OTHER = (
    r"sent|date|to|cc|subject|reply-to|gesendet|datum|an|betreff|kopie|antwort an|envoyé|à|objet|enviado|enviada"
    r"|fecha|data|para|asunto|assunto|inviato|a|oggetto|verzonden|aan|onderwerp|sendt|skickat|til|till|emne|ämne|wysłano|do|temat"
    r"|отправлено|дата|кому|тема|копия|发送时间|日期|收件人|主题|抄送|lähetetty|vastaanottaja|aihe"
    r"|importance|priority|wichtigkeit"
)
FROM_LINE = re.compile(rf"^\W{{0,3}}(?:{FROM})\s?\W{{0,2}}[:：]\W{{0,3}}\S", re.IGNORECASE)
HEADER_LINE = re.compile(rf"^\W{{0,3}}(?:{FROM}|{OTHER})\s?\W{{0,2}}[:：]", re.IGNORECASE)
TRAILER = re.compile(
    r"^\W{0,3}(?:"
    r"(?:sent|gesendet|versendet|envoyé|enviado|inviato|verzonden|verstuurd|skickat|sendt|wysłane|отправлено)\s\W?"
    r"(?:from|via|with|by|von|mit|aus|über|depuis|de|desde|do|da|dal|met|van|vanaf|från|fra|z|с)\b.{0,120}"
    r"|get \[?outlook for\b.{0,80}|von mein\w* .{0,60} gesendet\W{0,3}|diese nachricht wurde .{0,100} gesendet\W{0,3}"
    r"|(?:发自|發自|從我的|从我的).{0,60})$",
    re.IGNORECASE,
)
RULE = re.compile(r"^[_=\-–—]{5,}$")


class Seam(Struct, frozen=True):
    """Lines at which something else begins: where they stop, and what they are."""

    stop: int
    kind: str
    """fence, attribution or letter: below the last, nothing is marked."""


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
    if OLD_LETTER.match(line):
        return Seam(header_stop(lines, at + 1) or at + 1, "letter")
    if RULE.match(line):
        stop = header_stop(lines, at + 1)
        return Seam(stop, "letter") if stop else None
    if FROM_LINE.match(line):
        stop = header_stop(lines, at)
        return Seam(stop, "letter") if stop else None
    stop = attribution_stop(lines, at)
    return Seam(stop, "attribution") if stop else None


def wraps_fence(lines: Sequence[str], at: int, fence: str) -> bool:
    """Whether the fence begins here and ends in the next line."""
    if at + 1 == len(lines) or is_fence(lines[at + 1], fence) or not lines[at].strip():
        return False
    head = squeezed(lines[at][:LONGEST])
    return squeezed(fence).startswith(head) and bool(head) and is_fence(lines[at] + lines[at + 1], fence)


def header_stop(lines: Sequence[str], at: int) -> int | None:
    """Where a block of old headers ends that begins here, or below empty lines; None if there is none."""
    start = next((i for i in range(at, min(at + 3, len(lines))) if lines[i].strip()), len(lines))
    stop = next((i for i in range(start, len(lines)) if not lines[i].strip()), len(lines))
    block = [line[:LONGEST].strip() for line in lines[start : min(stop, start + 12)]]
    heads = [i for i, line in enumerate(block) if HEADER_LINE.match(line)]
    if len(heads) < 2 or heads[0] != 0 or not any(FROM_LINE.match(block[i]) for i in heads):
        return None
    return start + heads[-1] + 1


def attribution_stop(lines: Sequence[str], at: int) -> int | None:
    """Where an attribution ends that begins here: one line, or several if the first looks like the start of one."""
    first = lines[at][:LONGEST].strip()
    if attributes(first):
        return at + 1
    named = "@" in first and WRITER.search(first)
    if not named and not (OPENING.match(first) and EVIDENCE.search(first)):
        return None
    joined = first
    for i in range(at + 1, min(at + WINDOW, len(lines))):
        joined = f"{joined} {lines[i][:LONGEST].strip()}"[:LONGEST]
        if attributes(joined):
            return i + 1
    return None


def attributes(text: str) -> bool:
    """Whether this says who wrote what follows, and when or from where: "Anna wrote:" alone may be anybody's prose."""
    ends = not {":", "：", "-"}.isdisjoint(text[-4:]) or text[:4].isdigit()  # cheap, and rules out nearly everything
    return ends and bool(ATTRIBUTION.search(text) and EVIDENCE.search(text))
