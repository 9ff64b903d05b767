"""The post office as mail programs meet it: SMTP by aiosmtplib, IMAP by imap-tools."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from email import message_from_bytes

import aiosmtplib
import pytest
from imap_tools import MailboxLoginError

from pbem.postoffice import PostOffice, UnknownBox
from tests.postoffice.mails import mail, reader, send

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


def verdict(raw: bytes) -> list[str]:
    """What the post office says of the author."""
    return message_from_bytes(raw).get_all("Authentication-Results", [])


def test_a_letter_arrives_with_the_headers_of_its_way(office: PostOffice) -> None:
    sent = mail().as_bytes()
    assert send(office, sent, "anna@post.test") == "2.0.0 delivered"
    (letter,) = office.letters("anna")
    assert letter.raw.endswith(sent)
    assert letter.unread
    head = message_from_bytes(letter.raw)
    assert head["Return-Path"] == "<ben@post.test>"
    assert head["Delivered-To"] == "anna@post.test"
    assert " by post.test; " in head["Received"]


def test_a_bounce_has_an_empty_return_path(office: PostOffice) -> None:
    send(office, mail().as_bytes(), "anna@post.test", sender="")
    assert message_from_bytes(office.letters("anna")[0].raw)["Return-Path"] == "<>"


def test_the_detail_behind_a_plus_stays_in_delivered_to(office: PostOffice) -> None:
    send(office, mail().as_bytes(), "Anna+m1.Token@POST.test", "anna@post.test")
    first, second = office.letters("anna")
    assert message_from_bytes(first.raw)["Delivered-To"] == "Anna+m1.Token@POST.test"
    assert message_from_bytes(second.raw)["Delivered-To"] == "anna@post.test"


@pytest.mark.parametrize("nobody", ["nobody@post.test", "anna@elsewhere.test", "an+na@post.test"])
def test_letters_for_nobody_are_refused(office: PostOffice, nobody: str) -> None:
    with pytest.raises(aiosmtplib.SMTPRecipientsRefused) as caught:
        send(office, mail().as_bytes(), nobody)
    assert caught.value.recipients[0].code == 550


def test_a_letter_beyond_the_limit_is_refused(office: PostOffice) -> None:
    letter = mail()
    letter.set_content(b"x" * 27_000_000, "application", "octet-stream")
    with pytest.raises(aiosmtplib.SMTPResponseException) as caught:
        send(office, letter.as_bytes(), "anna@post.test")
    assert caught.value.code == 552
    assert office.letters("anna") == []


def test_a_letter_nested_beyond_reason_is_refused(office: PostOffice) -> None:
    parts = (b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(3000))
    with pytest.raises(aiosmtplib.SMTPDataError, match="nested"):
        send(office, b"".join(parts), "anna@post.test")
    assert office.letters("anna") == []


@pytest.mark.parametrize("login", ["ben:secret", "ben@post.test:secret"])
def test_who_logs_in_passes_as_author(office: PostOffice, login: str) -> None:
    send(office, mail().as_bytes(), "anna@post.test", login=login)
    (found,) = verdict(office.letters("anna")[0].raw)
    assert found == "post.test; dmarc=pass header.from=ben@post.test; spf=pass smtp.mailfrom=ben@post.test"


@pytest.mark.parametrize("author", ["anna@post.test", "Ben <ben@post.test>, anna@post.test", "ben@elsewhere.test", ""])
def test_who_names_another_author_does_not_pass(office: PostOffice, author: str) -> None:
    send(office, mail(From=author).as_bytes(), "anna@post.test", login="ben:secret")
    assert verdict(office.letters("anna")[0].raw) == ["post.test; dmarc=none; spf=none"]


def test_two_authors_in_two_headers_do_not_pass(office: PostOffice) -> None:
    send(office, b"From: ben@post.test\r\n" + mail().as_bytes(), "anna@post.test", login="ben:secret")
    assert verdict(office.letters("anna")[0].raw) == ["post.test; dmarc=none; spf=none"]


def test_who_does_not_log_in_does_not_pass(office: PostOffice) -> None:
    send(office, mail().as_bytes(), "anna@post.test")
    assert verdict(office.letters("anna")[0].raw) == ["post.test; dmarc=none; spf=none"]


def test_a_wrong_password_is_refused(office: PostOffice) -> None:
    with pytest.raises(aiosmtplib.SMTPAuthenticationError):
        send(office, mail().as_bytes(), "anna@post.test", login="ben:wrong")
    with pytest.raises(MailboxLoginError):
        reader(office, "ben", "wrong")


@pytest.mark.parametrize(
    "forged",
    [
        b"Authentication-Results: post.test; dmarc=pass\r\n",
        b"AUTHENTICATION-results:POST.TEST;dmarc=pass\r\n",
        b"Authentication-Results:\r\n (me) post.test 1;\r\n dmarc=pass\r\n",
        b'Authentication-Results: "post.test"; dmarc=pass\r\n',
        b"Authentication-Results : post.test; dmarc=pass\r\n",
        b"X-Other: a\rAuthentication-Results: post.test; dmarc=pass\r\n",
        b" post.test; dmarc=pass\r\nAuthentication-Results: post.test; dmarc=pass\r\n",
    ],
)
def test_a_forged_verdict_is_removed(office: PostOffice, forged: bytes) -> None:
    send(office, forged + mail().as_bytes(), "anna@post.test")
    raw = office.letters("anna")[0].raw
    assert verdict(raw) == ["post.test; dmarc=none; spf=none"]
    assert message_from_bytes(raw)["Subject"] == "Hello"


def test_the_verdicts_of_others_stay(office: PostOffice) -> None:
    others = mail(Authentication_Results="post.test.elsewhere.test; dmarc=fail").as_bytes()
    send(office, others, "anna@post.test")
    assert verdict(office.letters("anna")[0].raw)[1:] == ["post.test.elsewhere.test; dmarc=fail"]


def test_idle_wakes_the_reader(office: PostOffice) -> None:
    with reader(office, "anna") as box:
        box.idle.start()  # type: ignore[no-untyped-call]  # imap-tools has types for its results only
        send(office, mail().as_bytes(), "anna@post.test")
        told = box.idle.poll(timeout=30)
        box.idle.stop()  # type: ignore[no-untyped-call]  # likewise
        assert b"* 1 EXISTS" in told
        assert [letter.subject for letter in box.fetch()] == ["Hello"]
    assert not office.letters("anna")[0].unread


def test_letters_are_moved(office: PostOffice) -> None:
    office.deliver("anna", mail().as_bytes())
    with reader(office, "anna") as box:
        assert {"MOVE", "UIDPLUS", "IDLE"} <= set(box.client.capabilities)
        box.folder.create("Played")
        box.move(box.uids(), "Played")
    assert office.folders("anna") == ["INBOX", "Played"]
    assert office.letters("anna") == []
    assert [letter.raw for letter in office.letters("anna", "Played")] == [mail().as_bytes()]


def test_weeks_pass_in_the_internal_date(office: PostOffice) -> None:
    for weeks in range(3):
        office.deliver("anna", mail().as_bytes(), NOON + timedelta(weeks=weeks))
    with reader(office, "anna") as box:
        dates = [letter.date_str for letter in box.fetch()]
        box.client.select("INBOX")
        _, rows = box.client.uid("FETCH", "1:*", "(INTERNALDATE)")
    assert len(dates) == 3
    assert [letter.internaldate for letter in office.letters("anna")] == [NOON + timedelta(weeks=n) for n in range(3)]
    assert b'"15-Jan-2030 12:00:00 +0000"' in rows[-1]


def test_time_is_what_the_caller_says() -> None:
    with PostOffice("else.test", now=lambda: NOON) as office:
        office.add("anna", "secret")
        send(office, mail().as_bytes(), "anna@else.test")
        (letter,) = office.letters("anna")
    assert letter.internaldate == NOON
    assert message_from_bytes(letter.raw)["Received"].endswith("; Tue, 01 Jan 2030 12:00:00 +0000")


@pytest.mark.parametrize("raw", [b"", b"\r\n", b"no header", b"\n\n", b"Subject: x\n\nLF\n", b"\xff\x00: \x80\r\n\r\n"])
def test_bytes_are_delivered_as_they_are(office: PostOffice, raw: bytes) -> None:
    uid = office.deliver("anna+x@post.test", raw, folder="Odd")
    assert [(letter.uid, letter.raw) for letter in office.letters("anna", "Odd")] == [(uid, raw)]


def test_what_is_not_there_is_named(office: PostOffice) -> None:
    with pytest.raises(UnknownBox, match=r"'nobody'.*anna, ben"):
        office.deliver("nobody", b"")
    with pytest.raises(UnknownBox, match="nobody"):
        office.letters("nobody")
    with pytest.raises(UnknownBox, match="Elsewhere"):
        office.letters("anna", "Elsewhere")
    with pytest.raises(ValueError, match=r"'a\+b'"):
        office.add("a+b", "secret")


def test_users_come_later_and_change_their_password(office: PostOffice) -> None:
    office.add("clara", "first")
    office.deliver("clara", b"kept")
    office.add("clara", "second")
    with reader(office, "clara", "second") as box:
        assert box.uids()
    assert office.users() == ["anna", "ben", "clara"]


def test_connections_are_cut_and_new_ones_are_welcome(office: PostOffice) -> None:
    box = reader(office, "anna")
    office.hang_up()
    with pytest.raises((box.client.abort, OSError)):
        box.client.noop()
    box.client.shutdown()
    with reader(office, "anna") as again:
        assert again.uids() == []


def test_a_closed_post_office_says_so() -> None:
    with pytest.raises(RuntimeError, match="start"):
        PostOffice().letters("anna")


def test_a_taken_port_is_an_error(office: PostOffice) -> None:
    with pytest.raises(OSError, match=str(office.imap_port)):
        PostOffice(imap_port=office.imap_port).start()


def process(*arguments: str) -> subprocess.Popen[str]:
    """A post office in a process of its own."""
    command = [sys.executable, "-m", "pbem.postoffice", *arguments]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize("end", ["signal", "input"])
def test_a_process_of_its_own_tells_its_ports_and_ends(end: str) -> None:
    with process("--user", "anna=secret", "--user", "ben=other", "--domain", "own.test", "--web-port", "0") as running:
        assert running.stdout is not None
        ports = json.loads(running.stdout.readline())
        assert sorted(ports) == ["domain", "imap", "smtp", "web"]
        office = PostOffice("own.test", imap_port=ports["imap"], smtp_port=ports["smtp"])
        send(office, mail().as_bytes(), "anna@own.test", login="ben:other")
        with reader(office, "anna") as box:
            assert len(box.uids()) == 1
        if end == "signal":
            running.send_signal(signal.SIGTERM)
            assert running.wait(30) == 0
        else:
            running.communicate(timeout=30)
            assert running.returncode == 0


def test_a_wrong_command_line_says_what_to_write() -> None:
    command = [sys.executable, "-m", "pbem.postoffice", "--user", "anna"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "NAME=PASSWORD" in done.stderr
