"""Addresses in the one form in which they are compared."""

from __future__ import annotations

import pytest

from pbem.mail.address import Mailbox, canonical, detail_of, domain_of, mailboxes, plus


@pytest.mark.parametrize(
    ("written", "known"),
    [
        ("Anna@Example.ORG", "anna@example.org"),
        (" <anna@example.org> ", "anna@example.org"),
        ('"anna"@example.org', "anna@example.org"),
        (r'"an\na"@example.org', "anna@example.org"),
        ("anna(my (other) name)@example.org.", "anna@example.org"),
        ("anna+games@example.org", "anna+games@example.org"),
        ("anna@bücher.example", "anna@xn--bcher-kva.example"),
        ("anna@BÜCHER.example", "anna@xn--bcher-kva.example"),
        ("anna@straße.example", "anna@xn--strae-oqa.example"),
        ("änna@localhost", "änna@localhost"),
        ("a\u0308nna@localhost", "änna@localhost"),
    ],
)
def test_one_form(written: str, known: str) -> None:
    assert canonical(written) == known
    assert canonical(known) == known


@pytest.mark.parametrize(
    "written",
    [
        "",
        "anna",
        "@example.org",
        "anna@",
        "anna@example..org",
        "anna@-example.org",
        "anna@[127.0.0.1]",
        "an na@example.org",
        '"an na"@example.org',
        '"anna@example.org',
        "anna@bert@example.org",
        "anna\x00@example.org",
        "anna@exa\x00mple.org",
        "anna\n@example.org",
        "a" * 65 + "@example.org",
        "anna@" + "a" * 64 + ".org",
        "anna@" + "ü" * 1000 + ".org",
        "anna@" + "abcdefghi." * 30 + "org",
    ],
)
def test_no_address(written: str) -> None:
    assert canonical(written) is None


def test_different_people_stay_different() -> None:
    assert canonical("strasse@example.org") != canonical("straße@example.org")
    assert canonical("anna@strasse.example") != canonical("anna@straße.example")


def test_the_plus_part_comes_and_goes() -> None:
    assert plus("pbem@example.net", "token") == "pbem+token@example.net"
    assert detail_of("PBEM+Token@Example.net", "pbem@example.net") == "token"
    assert domain_of("pbem@example.net") == "example.net"


@pytest.mark.parametrize(
    ("address", "base"),
    [
        ("pbem@example.net", "pbem@example.net"),
        ("pbem+@example.net", "pbem@example.net"),
        ("other+token@example.net", "pbem@example.net"),
        ("pbem+token@example.com", "pbem@example.net"),
        ("nonsense", "pbem@example.net"),
        ("pbem+token@example.net", "nonsense"),
    ],
)
def test_no_plus_part_of_ours(address: str, base: str) -> None:
    assert detail_of(address, base) is None


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ('"Berg, Anna" <anna@example.org>', [Mailbox("Berg, Anna", "anna@example.org")]),
        (r'"A \"B\" C" <a@b.c>', [Mailbox('A "B" C', "a@b.c")]),
        ("a@b.c (Anna, or (b@b.c)), d@e.f", [Mailbox("", "a@b.c"), Mailbox("", "d@e.f")]),
        ("undisclosed-recipients:;", []),
        ("All: a@b.c, D <d@e.f>; g@h.i", [Mailbox("", "a@b.c"), Mailbox("D", "d@e.f"), Mailbox("", "g@h.i")]),
        ('"<x@y.z>" <a@b.c>', [Mailbox("x@y.z", "a@b.c")]),
        ("a) <a@b.c>", [Mailbox("a)", "a@b.c")]),
        (r"(a \) b) <a@b.c>", [Mailbox("", "a@b.c")]),
    ],
)
def test_the_entries_of_a_header(header: str, found: list[Mailbox]) -> None:
    assert mailboxes(header) == found
