"""Who wrote this: only our own server's word counts, and only the topmost."""

from __future__ import annotations

import pytest

from pbem.mail.identity import Claim, Trust, Verdict, aligned, judge, verdict
from pbem.mail.letter import Limits, read

OURS = "mx.example.net"
GOOD = f"{OURS}; dmarc=pass header.from=example.org; dkim=pass header.d=example.org; spf=pass"


def said(*headers: str, server: str = OURS) -> Verdict:
    lines = "".join(f"Authentication-Results: {header}\n" for header in headers)
    return verdict(read(f"{lines}From: anna@example.org\n\n".encode(), Limits()), server, "example.org")


def test_a_plain_verdict() -> None:
    assert said(GOOD) == Verdict("pass", "pass", "pass", aligned=True, server=OURS)


def test_the_whole_grammar() -> None:
    header = (
        f'(a (nested; "comment\\) )) "{OURS.upper()}" 1 (v); DKIM / 1 = Pass (ok; d=x) reason="good; really"\n'
        ' header . D = "Example.org"; dmarc=none (p=none);\n\tspf=softfail smtp.mailfrom=a@b.c; nonsense; =; '
    )
    assert said(header) == Verdict("none", "pass", "softfail", aligned=True, server=OURS)


@pytest.mark.parametrize(
    "headers",
    [
        (),
        ("",),
        (";",),
        ("two words; dmarc=pass",),
        ("mx.example.com; dmarc=pass",),
        (f"evil.{OURS}; dmarc=pass",),
        (f"({OURS}) other; dmarc=pass",),
    ],
)
def test_nobody_whom_we_trust_says_anything(headers: tuple[str, ...]) -> None:
    assert said(*headers) == Verdict()


def test_without_the_name_of_our_server_nothing_counts() -> None:
    assert said(GOOD, server="") == Verdict()
    assert said("; dmarc=pass", server="") == Verdict()


def test_a_forged_header_below_the_real_one_counts_nothing() -> None:
    assert said(f"{OURS}; dmarc=fail; dkim=none", GOOD).dmarc == "fail"
    assert said(f"{OURS}; none", GOOD) == Verdict(server=OURS)
    assert said("forger.example; dmarc=pass", f"{OURS}; dmarc=fail").dmarc == "fail"


@pytest.mark.parametrize(
    "header",
    [
        f"{OURS}; dkim=fail header.d=example.org; dkim=pass header.d=evil.example",
        f'{OURS}; dkim=pass reason="x header.d=example.org" header.d=evil.example',
        f'{OURS}; dkim=pass "header.d=example.org" header.d=evil.example',
        f'{OURS}; dkim=pass header.i="a header.d=example.org"@evil.example',
        f"{OURS}; dkim=pass (header.d=example.org) header.d=evil.example",
        f"{OURS}; dkim=pass header.d=evil.example header.d=example.org",
        f"{OURS}; dkim=pass",
        f"{OURS}; dkim=pass header.d=org",
    ],
)
def test_a_signature_of_somebody_else_is_not_aligned(header: str) -> None:
    assert said(header).dkim == "pass"
    assert not said(header).aligned


def test_one_good_signature_is_enough_and_one_failed_dmarc() -> None:
    header = f"{OURS}; dkim=fail header.d=a.example; dkim=pass header.i=@example.org; dmarc=pass; dmarc=fail"
    assert said(header) == Verdict("fail", "pass", aligned=True, server=OURS)


@pytest.mark.parametrize(
    ("signed", "written", "same"),
    [
        ("example.org", "example.org", True),
        ("Example.org.", "mail.example.org", True),
        ("bücher.example", "xn--bcher-kva.example", True),
        ("mail.example.org", "example.org", False),
        ("ample.org", "example.org", False),
        ("org", "example.org", False),
        ("localhost", "localhost", False),
        ("", "example.org", False),
        ("example.org", "", False),
    ],
)
def test_alignment(signed: str, written: str, same: object) -> None:
    assert aligned(signed, written) is same


PASS, FAIL, SIGNED = Verdict(dmarc="pass"), Verdict(dmarc="fail", aligned=True), Verdict(dkim="pass", aligned=True)


@pytest.mark.parametrize(
    ("claim", "trust"),
    [
        (Claim(registered=True, token=True, verdict=Verdict()), Trust.SURE),
        (Claim(registered=True, token=True, verdict=FAIL), Trust.ASK),
        (Claim(registered=True, token=False, verdict=PASS), Trust.SURE),
        (Claim(registered=True, token=False, verdict=SIGNED), Trust.SURE),
        (Claim(registered=True, token=False, verdict=FAIL), Trust.ASK),
        (Claim(registered=True, token=False, verdict=Verdict()), Trust.ASK),
        (Claim(registered=True, token=False, verdict=Verdict(dkim="pass", spf="pass")), Trust.ASK),
        (Claim(registered=False, token=False, verdict=PASS), Trust.STRANGER),
        (Claim(registered=False, token=True, verdict=SIGNED), Trust.STRANGER),
        (Claim(registered=False, token=True, verdict=FAIL), Trust.NOBODY),
        (Claim(registered=False, token=True, verdict=Verdict()), Trust.NOBODY),
        (Claim(registered=True, token=True, verdict=PASS, authors=0), Trust.NOBODY),
        (Claim(registered=True, token=True, verdict=PASS, authors=2), Trust.NOBODY),
    ],
)
def test_the_ladder(claim: Claim, trust: Trust) -> None:
    assert judge(claim) is trust
