"""How we log in: where the secret comes from, and where it must never go."""

from __future__ import annotations

import shlex
import sys

import pytest
from msgspec import structs
from rich.pretty import pretty_repr

from pbem.mail.account import Account, without
from pbem.mail.errors import LoginRefused

HERE = Account(host="localhost", port=143, security="plain", user="anna", timeout=20)


def python(code: str) -> str:
    """A command that runs a line of Python."""
    return shlex.join([sys.executable, "-c", code])


def test_the_secret_is_the_password() -> None:
    assert structs.replace(HERE, password="s3cret").secret() == "s3cret"


@pytest.mark.parametrize("setting", ["password_command", "token_command"])
def test_the_secret_is_the_first_line_that_a_command_prints(setting: str) -> None:
    command = python("print('s3cret word'); print('a note')")
    assert structs.replace(HERE, **{setting: command}).secret() == "s3cret word"


def test_no_shell_reads_the_command() -> None:
    assert structs.replace(HERE, password_command="echo $HOME;").secret() == "$HOME;"


def test_a_command_that_fails_tells_why_but_not_the_secret() -> None:
    code = "import sys; print('s3cret'); print('locked, not s3cret', file=sys.stderr); sys.exit(3)"
    with pytest.raises(LoginRefused, match=r"ended with 3: locked, not \*\*\*$"):
        structs.replace(HERE, password_command=python(code)).secret()


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("no-such-command s3cret", "cannot be run: No such file"),
        ("'unbalanced s3cret", "cannot be read: No closing quotation"),
        ("   ", "is blank"),
        (python("pass"), "must print the secret"),
        (python("print('s3\\tcret')"), "must print the secret"),
    ],
)
def test_a_command_that_cannot_work_is_refused_without_its_arguments(command: str, reason: str) -> None:
    with pytest.raises(LoginRefused, match=reason) as caught:
        structs.replace(HERE, password_command=command).secret()
    assert "s3cret" not in str(caught.value)


def test_a_command_that_waits_for_ever_is_ended() -> None:
    account = structs.replace(HERE, timeout=0.1, password_command=python("import threading; threading.Event().wait()"))
    with pytest.raises(LoginRefused, match="did not end within"):
        account.secret()


def test_no_form_of_an_account_shows_a_secret() -> None:
    for setting in ("password", "password_command", "token_command"):
        account = structs.replace(HERE, **{setting: "s3cret"})
        assert "anna@localhost:143" in repr(account)
        assert "s3cret" not in f"{account} {account!r} {pretty_repr(account)}"


@pytest.mark.parametrize("host", ["mail.example.org", "192.0.2.1", "::2"])
def test_plain_is_for_this_machine_only(host: str) -> None:
    with pytest.raises(LoginRefused, match="plain is for this machine only"):
        Account(host=host, port=143, security="plain")
    assert Account(host=host, port=143, security="starttls").host == host


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.9.9.9", "::1"])
def test_plain_is_allowed_on_this_machine(host: str) -> None:
    assert Account(host=host, port=143, security="plain").host == host


def test_two_secrets_or_one_without_a_user_are_refused() -> None:
    with pytest.raises(LoginRefused, match="password and token_command are set: keep one"):
        structs.replace(HERE, password="a", token_command="b")
    with pytest.raises(LoginRefused, match="no user: set the user"):
        structs.replace(HERE, user="", password="a")


def test_a_ca_file_that_is_none_is_refused() -> None:
    with pytest.raises(LoginRefused, match="'no-such-file' cannot be used: No such file"):
        structs.replace(HERE, ca_file="no-such-file").trust()
    with pytest.raises(LoginRefused, match="cannot be used"):
        structs.replace(HERE, ca_file=__file__).trust()


def test_what_others_say_is_passed_on_in_short() -> None:
    assert without("pw", "a\n pw  b") == "a *** b"
    assert len(without("", "x" * 10_000)) < 400
