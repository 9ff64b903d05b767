"""Settings: from the file, the environment and systemd's credentials; errors name the setting and never its value."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from pbem.settings import BadSettings, Settings, from_file


def read(folder: Path, text: str, credentials: Path | None = None) -> Settings:
    """The settings of a file with this text."""
    (folder / "pbem.toml").write_text(text)
    return from_file(folder / "pbem.toml", credentials)


def test_the_environment_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_IMAP__HOST", "there.example.org")
    settings = read(tmp_path, '[imap]\nhost = "here.example.org"\nuser = "pbem"\n')
    assert (settings.imap.host, settings.imap.user) == ("there.example.org", "pbem")


def test_credentials_of_systemd_are_passwords(tmp_path: Path) -> None:
    (tmp_path / "imap_password").write_text("secret\n")
    settings = read(tmp_path, "", tmp_path)
    assert settings.imap.password.get_secret_value() == "secret"
    assert settings.smtp.password.get_secret_value() == ""
    assert "secret" not in repr(settings)


def test_files_lie_beside_the_settings_file(tmp_path: Path) -> None:
    settings = read(
        tmp_path, 'database = "sqlite:///my.db"\n[imap]\nca_file = "own.pem"\n[smtp]\nca_file = "/etc/x.pem"\n'
    )
    assert settings.database == f"sqlite:///{tmp_path / 'my.db'}"
    assert (settings.imap.ca_file, settings.smtp.ca_file) == (str(tmp_path / "own.pem"), "/etc/x.pem")
    assert read(tmp_path, 'database = "sqlite:////srv/my.db"\n').database == "sqlite:////srv/my.db"


def test_spans_of_time_are_read(tmp_path: Path) -> None:
    settings = read(tmp_path, '[clock]\nturn = "1d12h"\nreminders = ["90m", "2w"]\n')
    assert settings.clock.turn == timedelta(days=1, hours=12)
    assert settings.clock.reminders == (timedelta(minutes=90), timedelta(weeks=2))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[imap]\nhots = 1\n", "imap.hots: Extra inputs"),
        ('[imap]\nport = "secret"\n', "imap.port: "),
        ('[smtp]\nuser = "u"\npassword = "secret"\npassword_command = "pass"\n', "not several"),
        ('[clock]\nturn = "soon"\n', "clock.turn: "),
        ("[imap\n", "cannot be read"),
    ],
)
def test_what_is_wrong_is_named_without_its_value(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(BadSettings, match=reason) as caught:
        read(tmp_path, text)
    assert "secret" not in str(caught.value)
