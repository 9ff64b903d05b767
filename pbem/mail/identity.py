"""Who wrote this, and how sure are we? The From line alone proves nothing.

Our own mail server checks DMARC, DKIM and SPF and says so in an Authentication-Results header (RFC 8601) under its
name, the authserv-id. Anybody can write such a header into a letter; only the topmost one under that name counts.
"""

from __future__ import annotations

import re
from enum import Enum

from msgspec import Struct

from pbem.mail.address import ascii_domain, domain_of, pieces
from pbem.mail.letter import Letter

HEADER = "authentication-results"
METHOD = re.compile(r"([\w-]+)\s*(?:/\s*\d+\s*)?=\s*([\w-]+)")
QUOTED = r'"(?:[^"\\]|\\.)*"'
PROPERTY = re.compile(rf'([\w-]+(?:\s*\.\s*[\w-]+)?)\s*=\s*((?:{QUOTED}|[^\s";])+)|{QUOTED}')
"""Takes quoted strings as a whole: what a sender wrote into one must not look like a finding of the server."""


class Verdict(Struct, frozen=True):
    """What our server found, in the words of RFC 8601, and whether a valid signature is of the author's domain."""

    dmarc: str = "none"
    dkim: str = "none"
    spf: str = "none"
    aligned: bool = False
    server: str = ""
    """Who says so; empty: nobody whom we trust."""

    def passed(self) -> bool:
        """The author's domain vouches for the letter."""
        return self.dmarc != "fail" and (self.dmarc == "pass" or self.aligned)


class Trust(Enum):
    """What a letter may do."""

    SURE = "sure"
    """It is played."""
    ASK = "ask"
    """Its author is asked to confirm."""
    STRANGER = "stranger"
    """It may get one polite answer."""
    NOBODY = "nobody"
    """It gets none: whoever would get it may not have written."""


class Claim(Struct, frozen=True):
    """What speaks for a letter: how many authors it names, whether the one is registered, and what it brings along."""

    registered: bool
    token: bool
    verdict: Verdict
    authors: int = 1


class Finding(Struct, frozen=True):
    """The result of one method, and what it looked at."""

    method: str
    result: str
    facts: dict[str, str]


def judge(claim: Claim) -> Trust:
    """The ladder. A failed DMARC is asked back even with a token: whoever was forwarded a report has one."""
    if claim.authors != 1:
        return Trust.NOBODY
    if not claim.registered:
        return Trust.STRANGER if claim.verdict.passed() else Trust.NOBODY
    if claim.verdict.dmarc != "fail" and claim.token:
        return Trust.SURE
    return Trust.SURE if claim.verdict.passed() else Trust.ASK


def verdict(letter: Letter, authserv_id: str, from_domain: str) -> Verdict:
    """What our server says of a letter from this domain; without the name of our server, nothing."""
    for value in letter.all(HEADER):
        server, findings = results(value)
        if authserv_id and server == authserv_id.strip().lower():
            return summed(server, findings, from_domain)
    return Verdict()


def summed(server: str, findings: list[Finding], from_domain: str) -> Verdict:
    """All findings in one: a single DMARC failure counts, a single good signature does too."""
    signed = [finding for finding in findings if finding.method == "dkim" and finding.result == "pass"]
    return Verdict(
        dmarc=result(findings, "dmarc", "fail"),
        dkim=result(findings, "dkim", "pass"),
        spf=result(findings, "spf", "fail"),
        aligned=any(aligned(signer(finding), from_domain) for finding in signed),
        server=server,
    )


def result(findings: list[Finding], method: str, strongest: str) -> str:
    """The result of a method; if it ran more than once, the strongest, or else the first."""
    found = [finding.result for finding in findings if finding.method == method]
    return strongest if strongest in found else next(iter(found), "none")


def results(value: str) -> tuple[str, list[Finding]]:
    """An Authentication-Results header: who says it, and what."""
    first, *others = pieces(value, ";")
    name = re.match(r'"?([^\s"]+)"?(?:\s+\d+)?\s*$', first)
    return name[1].lower() if name else "", [finding for piece in others for finding in read(piece)]


def read(piece: str) -> list[Finding]:
    """One result with its properties; what is none is left out."""
    method = METHOD.match(piece)
    if not method:
        return []
    facts: dict[str, str] = {}
    for name, word in PROPERTY.findall(piece, method.end()):
        facts.setdefault("".join(name.lower().split()), plain(word))
    return [Finding(method[1].lower(), method[2].lower(), facts)]


def plain(word: str) -> str:
    """A value without its quotes."""
    return re.sub(r"\\(.)", r"\1", word[1:-1]) if word.startswith('"') else word


def signer(finding: Finding) -> str:
    """The domain that signed."""
    return finding.facts.get("header.d") or domain_of(finding.facts.get("header.i", ""))


def aligned(signed: str, written: str) -> bool:
    """Whether the signing domain is that of the author or one above it, but not a bare suffix such as `org`."""
    above, author = ascii_domain(signed), ascii_domain(written)
    if above is None or author is None or "." not in above:
        return False
    return author == above or author.endswith(f".{above}")
