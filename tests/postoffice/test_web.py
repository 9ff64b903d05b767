"""The web inbox over plain HTTP, as a browser without script meets it."""

from __future__ import annotations

import http.client
import re
from email import message_from_bytes, policy
from html import unescape
from urllib.parse import urlencode

import pytest

from pbem.postoffice import PostOffice
from pbem.postoffice.web import WebInbox
from tests.postoffice.mails import mail, page


class Answer:
    """What the server said."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = response.headers
        self.text = response.read().decode()


def ask(web: WebInbox, path: str, form: dict[str, str] | None = None, **headers: str) -> Answer:
    """A request; with a form it is a POST of our own page, unless the headers say otherwise."""
    line = http.client.HTTPConnection("127.0.0.1", web.port, timeout=30)
    given = {"Accept-Language": "en"}
    if form is not None:
        given |= {"Origin": web.url.rstrip("/"), "Content-Type": "application/x-www-form-urlencoded"}
    given |= {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        line.request("GET" if form is None else "POST", path, None if form is None else urlencode(form), given)
        return Answer(line.getresponse())
    finally:
        line.close()


def test_mailboxes_with_unread_letters(office: PostOffice, web: WebInbox) -> None:
    for _ in range(3):
        office.deliver("ben", mail().as_bytes())
    text = ask(web, "/").text
    assert 'href="/anna"' in text
    assert re.findall(r'class="count">(\d+)', text) == ["3"]
    assert "Choose a mailbox" in text


def test_opening_a_letter_makes_it_read(office: PostOffice, web: WebInbox) -> None:
    uid = office.deliver("anna", mail(Subject="Grüße <b>").as_bytes())
    assert "Grüße &lt;b&gt;" in ask(web, "/anna").text
    assert "Good day" in ask(web, f"/anna/{uid}").text
    assert not office.letters("anna")[0].unread


def test_long_folders_have_pages(office: PostOffice, web: WebInbox) -> None:
    for number in range(51):
        office.deliver("anna", mail(Subject=f"Letter {number}.").as_bytes())
    first, second = ask(web, "/anna"), ask(web, "/anna?skip=50")
    assert "Letter 50." in first.text
    assert "Letter 0." not in first.text
    assert "skip=50" in first.text
    assert "Letter 0." in second.text


def test_text_and_source_of_a_letter(office: PostOffice, web: WebInbox) -> None:
    uid = office.deliver("anna", page("<p>Only here</p>", Subject="S").as_bytes(), folder="Old/Ones")
    place = f"/anna/{uid}?folder=Old%2FOnes"
    assert "Good day" in ask(web, f"{place}&view=text").text
    assert "Content-Type: multipart/alternative" in ask(web, f"{place}&view=source").text
    whole = ask(web, f"/anna/{uid}/source?folder=Old%2FOnes")
    assert whole.headers.get_content_type() == "text/plain"
    assert whole.text.startswith("From: Ben")


HOSTILE = """<html><head><base href="https://evil.test/"><meta http-equiv="refresh" content="0;url=https://evil.test/">
<link rel=stylesheet href="https://evil.test/x.css"></head><body onload="alert(1)"><script>alert(2)</script>
<img src="https://evil.test/t.png"><img src="//evil.test/u.png"><img src="cid:pixel@here" onerror="alert(3)">
<a href="javascript:alert(4)">x</a><svg><a xlink:href="javascript:alert(5)"><text>y</text></a></svg>
<form action="https://evil.test/"><button formaction="https://evil.test/">z</button></form>
<iframe src="https://evil.test/"></iframe><template><img src=x onerror=alert(6)></template>
<a target=_top href="https://good.test/">web</a> <a href="/anna/compose">inside</a></body></html>"""


def test_the_frame_is_harmless(office: PostOffice, web: WebInbox) -> None:
    uid = office.deliver("anna", page(HOSTILE).as_bytes())
    answer = ask(web, f"/anna/{uid}/html")
    assert "evil.test" not in answer.text
    assert "alert(" not in answer.text
    assert 'src="data:image/png;base64,iVBOR' in answer.text
    assert '<a href="https://good.test/" target="_blank" rel="noopener noreferrer">web</a>' in answer.text
    assert "<a>inside</a>" in answer.text
    rules = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in rules
    assert "sandbox" in rules
    assert "allow-scripts" not in rules
    shown = ask(web, f"/anna/{uid}").text
    assert "2 pictures from the web are not shown." in shown
    assert "allow-scripts" not in shown
    assert "allow-same-origin" not in shown


def test_mailto_links_open_the_ready_form(office: PostOffice, web: WebInbox) -> None:
    link = "mailto:gm+m1.ab%40x@post.test?subject=Re%3A%20Ra&amp;body=draw%0D%0Abid%209+1&amp;bcc=spy@evil.test"
    uid = office.deliver("anna", page(f'<a href="{link}">draw</a>').as_bytes())
    frame = ask(web, f"/anna/{uid}/html").text
    (address,) = re.findall(r'href="(/anna/compose\?[^"]+)" target="_top"', frame)
    form = ask(web, address.replace("&amp;", "&")).text
    assert 'value="gm+m1.ab@x@post.test"' in form
    assert 'value="Re: Ra"' in form
    assert "draw\nbid 9+1</textarea>" in form
    assert "spy" not in form


def test_a_reply_quotes_and_threads(office: PostOffice, web: WebInbox) -> None:
    old = mail(Message_ID="<2@x>", References="<1@x>", Reply_To="ben+t@post.test", Subject="Turn")
    uid = office.deliver("anna", old.as_bytes())
    form = unescape(ask(web, f"/anna/compose?reply={uid}").text)
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form)) | {"body": "draw\r\n\r\nold words"}
    assert fields["to"] == "ben+t@post.test"
    assert "Ben wrote:\n> Good day" in form
    assert ask(web, "/anna/send", fields).status == 303
    (letter,) = office.letters("ben")
    sent = message_from_bytes(letter.raw, policy=policy.default)
    assert sent["Delivered-To"] == "ben+t@post.test"
    assert sent["Subject"] == "Re: Turn"
    assert sent["In-Reply-To"] == "<2@x>"
    assert sent["References"] == "<1@x> <2@x>"
    assert "dmarc=pass header.from=anna@post.test" in sent["Authentication-Results"]
    assert sent.get_content().splitlines() == ["draw", "", "old words"]
    assert office.folders("anna") == ["INBOX", "Sent"]
    assert "Re: Turn" in ask(web, "/anna?folder=Sent").text


def test_two_letters_have_two_message_ids(office: PostOffice, web: WebInbox) -> None:
    for _ in range(2):
        ask(web, "/anna/send", {"to": "ben@post.test", "body": "again"})
    assert len({message_from_bytes(letter.raw)["Message-ID"] for letter in office.letters("ben")}) == 2


def test_what_the_post_office_refuses_stays_in_the_form(office: PostOffice, web: WebInbox) -> None:
    answer = ask(web, "/anna/send", {"to": "nobody@post.test", "body": "my words"})
    assert "nobody@post.test: 550 5.1.1 no such mailbox here" in answer.text
    assert "my words" in answer.text
    both = ask(web, "/anna/send", {"to": "nobody@post.test, ben@post.test", "body": "my words"})
    assert both.headers["Location"] == "/anna?sent=ben%40post.test&refused=nobody%40post.test"
    assert len(office.letters("ben")) == 1


@pytest.mark.parametrize("to", ["", "ben", "ben@post.test, anna", "a b@post.test"])
def test_a_letter_without_a_whole_address_is_not_sent(office: PostOffice, web: WebInbox, to: str) -> None:
    assert "Name at least one whole address" in ask(web, "/anna/send", {"to": to, "body": "x"}).text
    assert office.letters("ben") == []


def test_line_breaks_cannot_add_headers(office: PostOffice, web: WebInbox) -> None:
    ask(web, "/anna/send", {"to": "ben@post.test", "subject": "a\r\nX-Evil: 1", "body": "x"})
    sent = message_from_bytes(office.letters("ben")[0].raw)
    assert sent["X-Evil"] is None
    assert sent["Subject"] == "a X-Evil: 1"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.test"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_other_pages_cannot_send(office: PostOffice, web: WebInbox, headers: dict[str, str]) -> None:
    answer = ask(web, "/anna/send", {"to": "ben@post.test", "body": "x"}, **headers)
    assert answer.status == 403
    assert "Reload the page" in answer.text
    assert office.letters("ben") == []


@pytest.mark.parametrize("host", ["evil.test", "evil.test:8025", "127.0.0.1.evil.test", ""])
def test_other_hosts_are_refused(web: WebInbox, host: str) -> None:
    answer = ask(web, "/anna", Host=host)
    assert answer.status == 403
    assert "127.0.0.1 or localhost" in answer.text


def test_localhost_is_a_name_of_ours(web: WebInbox) -> None:
    assert ask(web, "/anna", Host=f"localhost:{web.port}").status == 200


@pytest.mark.parametrize(
    "path", ["/nobody", "/anna/1", "/anna?folder=No", "/anna/x/y", "/anna/1/html", "/nobody/compose"]
)
def test_what_is_not_there(web: WebInbox, path: str) -> None:
    answer = ask(web, path)
    assert answer.status == 404
    assert "There is no such mailbox, folder or letter" in answer.text


def test_a_form_without_end_is_refused(web: WebInbox) -> None:
    answer = ask(web, "/anna/send", {"to": "ben@post.test", "body": "x" * 4_000_000})
    assert answer.status == 413
    assert "four million" in answer.text


def test_the_language_is_asked_for_or_chosen(web: WebInbox) -> None:
    assert "Postfächer" in ask(web, "/anna", Accept_Language="fr, de-AT;q=0.8").text
    chosen = ask(web, "/anna?lang=de")
    assert "Keine Briefe" in chosen.text
    assert "Keine Briefe" in ask(web, "/anna", Cookie=chosen.headers["Set-Cookie"].partition(";")[0]).text
    assert "No letters here" in ask(web, "/anna", Accept_Language="fr").text


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\xff\xfe\x00",
        b"Subject: =?nonsense?q?x?=\r\nFrom: <<>>,@\r\nContent-Type: text/plain; charset=nonsense\r\n\r\n\xff",
        b"Content-Type: multipart/mixed\r\n\r\nno boundary",
        b"Subject: =?utf-8?b?####?=\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!",
        b"".join(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(100)),
    ],
    ids=["empty", "binary", "charsets", "no boundary", "base64", "nested"],
)
def test_odd_letters_are_shown(office: PostOffice, web: WebInbox, raw: bytes) -> None:
    uid = office.deliver("anna", raw)
    for path in (
        "/anna",
        f"/anna/{uid}",
        f"/anna/{uid}?view=source",
        f"/anna/{uid}/html",
        f"/anna/compose?reply={uid}",
    ):
        assert ask(web, path).status == 200, path


def test_a_taken_port_gives_the_next(office: PostOffice, web: WebInbox) -> None:
    with WebInbox(office, web.port) as second:
        assert second.port > web.port
        assert ask(second, "/").status == 200
