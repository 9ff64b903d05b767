"""Who wrote this: strangers, doubts, machines, letters that came before."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from tests.house import House, text

FORGED = "Authentication-Results: {domain}; dmarc={verdict} header.from={domain}\r\n"


def arrive(home: House, letter: EmailMessage, verdict: str) -> None:
    """A letter that our mail server has judged, without a login of its sender."""
    head = FORGED.format(domain=home.post.domain, verdict=verdict).encode()
    home.post.deliver(home.settings.address, head + letter.as_bytes(), home.now)


def test_a_token_is_enough_where_the_server_says_nothing(home: House) -> None:
    arrive(home, home.letter("Anna", "draw", answers=home.last("Anna")), "none")
    home.round()
    assert home.orders() == ["0 draw"]


def test_the_word_of_our_server_is_enough_without_a_token(home: House) -> None:
    arrive(home, home.letter("Anna", "draw"), "pass")
    home.round()
    assert home.orders() == ["0 draw"]


def test_the_token_also_comes_back_in_the_quoted_fence(home: House) -> None:
    fence = text(home.last("Anna")).splitlines()[0]
    letter = home.letter("Anna", "draw", "", f"> {fence}")
    arrive(home, letter, "none")
    home.round()
    assert home.orders() == ["0 draw"]


@pytest.mark.parametrize("verdict", ["none", "fail"])
def test_without_proof_the_address_is_asked_and_nothing_is_done_until_it_confirms(home: House, verdict: str) -> None:
    answers = home.last("Anna") if verdict == "fail" else None
    arrive(home, home.letter("Anna", "draw", answers=answers), verdict)
    home.round()
    question = home.last("Anna")
    assert question["Subject"] == "Was this letter yours?"
    assert "> draw" in text(question)
    assert (home.orders(), home.states()) == ([], ["asked"])
    code = next(line.split()[1] for line in text(question).splitlines() if line.strip().startswith("confirm "))
    home.send("Bert", home.letter("Bert", f"confirm {code}"))
    home.round()
    assert home.orders() == []
    arrive(home, home.letter("Anna", f"confirm {code}"), "none")
    home.round()
    assert home.orders() == ["0 draw"]
    assert home.states()[0] == "played"
    arrive(home, home.letter("Anna", f"confirm {code}"), "none")
    home.round()
    assert home.orders() == ["0 draw"]


def test_a_token_of_somebody_else_proves_nothing(home: House) -> None:
    letter = home.letter("Bert", "draw", answers=home.last("Anna"))
    arrive(home, letter, "none")
    home.round()
    assert (home.orders(), home.states()) == ([], ["asked"])


def test_a_stranger_is_answered_once_a_day_and_only_if_the_letter_is_authentic(home: House) -> None:
    home.post.add("zoe", "secret")
    for _ in range(2):
        home.send("Zoe", home.letter("Zoe", "hello"))
        home.round()
    assert len(home.mails("Zoe")) == 1
    assert "operator@" in text(home.last("Zoe"))
    arrive(home, home.letter("Yves", "hello"), "none")
    home.wait(days=1, minutes=1)
    home.send("Zoe", home.letter("Zoe", "hello again"))
    home.round()
    assert len(home.mails("Zoe")) == 2
    assert home.states() == ["answered", "ignored", "refused", "answered"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto-Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List-Id": "<list.example.org>"},
        {"X-Autoreply": "yes"},
        {"From": "MAILER-DAEMON@example.org"},
        {"From": "pbem@post.test"},
    ],
    ids=lambda headers: next(iter(headers)),
)
def test_machines_never_get_an_answer(home: House, headers: dict[str, str]) -> None:
    letter = home.letter("Anna", "draw", answers=home.last("Anna"))
    for name, value in headers.items():
        del letter[name]
        letter[name] = value
    arrive(home, letter, "pass")
    before = sum(len(home.mails(name)) for name in ("Anna", "Bert", "Carl"))
    home.round()
    assert (home.orders(), home.states()) == ([], ["ignored"])
    assert sum(len(home.mails(name)) for name in ("Anna", "Bert", "Carl")) == before


def test_the_same_letter_three_times_is_played_once(home: House) -> None:
    letter = home.letter("Anna", "draw", answers=home.last("Anna"))
    other_way = b"Received: from elsewhere\r\n" + letter.as_bytes()
    for raw in (letter.as_bytes(), letter.as_bytes(), other_way):
        home.post.deliver(home.settings.address, raw, home.now)
    home.round()
    assert home.orders() == ["0 draw"]
    assert home.states() == ["played", "repeated", "repeated"]


def test_the_same_id_with_other_content_is_answered(home: House) -> None:
    first = home.letter("Anna", "draw", answers=home.last("Anna"))
    home.send("Anna", first)
    home.round()
    other = home.letter("Anna", "status", answers=home.last("Anna"))
    del other["Message-ID"]
    other["Message-ID"] = str(first["Message-ID"])
    home.send("Anna", other)
    home.round()
    assert home.states() == ["played", "answered"]


def test_a_letter_without_match_is_asked_which_one_it_means(home: House) -> None:
    home.begin("Anna", "Bert", "Carl", match="feedfacefeedface")
    home.round()
    home.send("Anna", home.letter("Anna", "draw"))
    home.round()
    question = home.last("Anna")
    assert question["Subject"] == "Which match did you mean?"
    assert "[Ra 00c0ff] Anna, Bert, Carl" in text(question)
    address = next(line.strip() for line in text(question).splitlines() if "+" in line)
    letter = home.letter("Anna", "draw")
    letter.replace_header("To", address)
    home.send("Anna", letter)
    home.round()
    assert len(home.orders()) + len(home.orders("feedfacefeedface")) == 1


def test_a_subject_that_names_the_match_is_enough(home: House) -> None:
    home.begin("Anna", "Bert", "Carl", match="feedfacefeedface")
    home.round()
    letter = home.letter("Anna", "draw")
    letter.replace_header("Subject", "[Ra feedfa] my move")
    home.send("Anna", letter)
    home.round()
    assert [one.match for one in home.letters()] == ["feedfacefeedface"]


def test_a_subject_alone_is_an_order(home: House) -> None:
    letter = home.letter("Anna", "")
    letter.replace_header("Subject", "draw")
    home.send("Anna", letter)
    home.round()
    assert home.orders() == ["0 draw"]


def test_a_letter_that_is_too_large_is_refused_politely(home: House) -> None:
    letter = home.letter("Anna", "draw", answers=home.last("Anna"))
    letter.add_attachment(b"x" * 11_000_000, maintype="application", subtype="octet-stream", filename="big.bin")
    home.send("Anna", letter)
    home.round()
    assert home.states() == ["refused"]
    assert home.last("Anna")["Subject"] == "Your letter could not be read"
    home.reply("Anna", "draw", To=str(home.mails("Anna")[0]["Reply-To"]))
    assert home.orders() == ["0 draw"]


def bounce_of(address: str, message_id: str) -> bytes:
    """What a mail server writes about a mail that it could not deliver."""
    return (
        "From: MAILER-DAEMON@example.org\r\nTo: pbem@post.test\r\nSubject: Undelivered\r\n"
        "Message-ID: <b@example.org>\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n--b\r\n\r\nSorry.\r\n--b\r\n'
        "Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; example.org\r\n\r\n"
        f"Final-Recipient: rfc822; {address}\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b\r\n"
        f"Content-Type: text/rfc822-headers\r\n\r\nMessage-ID: {message_id}\r\n\r\n--b--\r\n"
    ).encode()


def test_a_bounce_marks_the_address_and_tells_the_operator(home: House) -> None:
    report = bounce_of("bert@post.test", str(home.last("Bert")["Message-ID"]))
    home.post.deliver(home.settings.address, report, home.now)
    home.round()
    assert home.states() == ["ignored"]
    home.tell_operator()
    assert "bert@post.test" in text(home.last("operator"))


def test_a_forged_bounce_marks_nobody(home: House) -> None:
    forged = bounce_of("bert@post.test", "<never-sent@post.test>")
    home.post.deliver(home.settings.address, forged, home.now)
    home.round()
    home.tell_operator()
    assert home.mails("operator") == []


def test_an_empty_letter_is_told_that_it_was_empty(home: House) -> None:
    quoted = [f"> {line}" for line in text(home.last("Anna")).splitlines()]
    assert "No line of yours was found" in text(home.reply("Anna", *quoted))
    assert home.orders() == []


def test_a_code_that_does_not_count_is_refused(home: House) -> None:
    assert "The code abcdef is not known" in text(home.reply("Anna", "confirm abcdef"))


def test_a_program_that_does_not_say_that_it_is_one_is_not_answered_for_ever(home: House) -> None:
    for _ in range(12):
        home.send("Anna", home.letter("Anna", "I am away and read no mail.", "Best wishes", answers=home.last("Anna")))
        home.round()
        home.wait(hours=1)
    told = [mail for mail in home.mails("Anna") if mail["Auto-Submitted"] == "auto-replied"]
    assert 1 <= len(told) <= 6
    home.wait(days=2)
    assert "I am away" in text(home.reply("Anna", "I am away and read no mail.", "Best wishes")), (
        "a person may ask again"
    )
