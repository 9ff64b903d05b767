"""Typed settings: a TOML file and the environment. Nothing is read at import; `bootstrap` reads them once.

The environment wins over the file: PBEM_DATABASE, PBEM_IMAP__HOST and so on. A secret may also stand in a file of the
folder that systemd names in CREDENTIALS_DIRECTORY: `imap_password`, `smtp_password`.

The line below a setting is what `pbem init` writes beside it and what docs/settings.md says.
"""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, ValidationError, model_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from pbem.engine.errors import PbemError

UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


class BadSettings(PbemError):
    """The settings file, or the environment, must be mended by the operator."""


def duration(text: object) -> object:
    """`2d`, `12h`, `90m`, `1d12h` as a span of time; anything else is left for pydantic to refuse."""
    if not isinstance(text, str) or not re.fullmatch(r"(\d+[smhdw])+", text):
        return text
    parts = re.findall(r"(\d+)([smhdw])", text)
    return sum((timedelta(**{UNITS[unit]: int(count)}) for count, unit in parts), timedelta())


Span = Annotated[timedelta, BeforeValidator(duration)]


class Part(BaseModel):
    """A table of the settings file; an unknown name in it is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Server(Part):
    """How to reach a mail server and log in: by password, by the output of a command, or by an OAuth2 token."""

    host: str = "localhost"
    """Name of the server; its certificate must be for this name."""
    port: int = Field(ge=1, le=65535)
    """Port of the server, as `security` needs it."""
    security: Literal["tls", "starttls", "plain"] = "tls"
    """`tls`, `starttls`, or `plain`, which is for this machine only."""
    user: str = ""
    """Login name."""
    password: SecretStr = SecretStr("")
    """Password; better the environment, a credential of systemd, or `password_command`."""
    password_command: str = ""
    """Command that prints the password on its first line, instead of `password`."""
    token_command: str = ""
    """Command that prints an OAuth2 access token, for XOAUTH2, instead of a password."""
    ca_file: str = ""
    """Certificates (PEM) to trust besides those of the system."""
    timeout: Span = timedelta(seconds=30)
    """How long the server may be silent before the line counts as dead."""

    @model_validator(mode="after")
    def one_way_in(self) -> Server:
        """Two ways to log in would leave open which one counts."""
        ways = [self.password.get_secret_value(), self.password_command, self.token_command]
        if sum(map(bool, ways)) > 1:
            raise ValueError("give one of password, password_command and token_command, not several")
        return self


class Imap(Server):
    """Where letters come in."""

    port: int = Field(default=993, ge=1, le=65535)
    """Port of the server: 993 for `tls`, 143 for `starttls`."""
    inbox: str = "INBOX"
    """Folder where letters come in."""
    played: str = "pbem/Played"
    """Folder for letters that were played or answered; made if it is missing."""
    refused: str = "pbem/Refused"
    """Folder for letters that were refused, ignored or came twice."""
    shunted: str = "pbem/Shunted"
    """Folder for letters that broke something; see `pbem letter list --state shunted`."""
    poll: Span = timedelta(minutes=1)
    """Pause between two looks at a server that has no IDLE."""
    idle: Span = timedelta(minutes=5)
    """Longest wait for news before the inbox is looked at anyway."""


class Smtp(Server):
    """Where letters go out."""

    port: int = Field(default=465, ge=1, le=65535)
    """Port of the server: 465 for `tls`, 587 for `starttls`."""
    per_recipient: int = Field(default=60, ge=1)
    """Mails to one address in an hour; more of them wait."""
    per_day: int = Field(default=200, ge=1)
    """Mails to one address in a day; more of them wait."""
    give_up: Span = timedelta(days=3)
    """How long a mail is tried again before it has failed."""


class Clock(Part):
    """How long a decision may take, for matches that do not say otherwise."""

    turn: Span = timedelta(days=3)
    """Time for a decision, from the moment its mail was accepted."""
    reminders: tuple[Span, ...] = (timedelta(hours=48), timedelta(hours=12))
    """How long before the end of that time the player is reminded."""
    outage: Span = timedelta(hours=1)
    """How long nobody may look at the inbox before that time is given back to all clocks; `0s`: never given back."""
    unreachable: Span = timedelta(days=7)
    """How long mail to a player may come back before a bot plays for them."""
    absence: str = Field(default="28/year", pattern=r"^(none|\d{1,3}/(year|match))$")
    """Days for which a player may be away in a match, as `28/year`, `10/match` or `none`."""
    silence: int = Field(default=3, ge=0, le=9)
    """After how many time-outs in a row a bot plays for a player, who may come back; `0`: never."""
    votes: Span = timedelta(days=3)
    """How long the players of a match may vote on something."""
    tick: Span = timedelta(seconds=5)
    """How often the service looks for what is due."""


class Lobby(Part):
    """Matches that look for players."""

    waits: Span = timedelta(days=14)
    """How long a match looks for players before it is given up; two days before that they are told."""
    ready: Span = timedelta(days=2)
    """How long everybody has to say `ready` once all seats are taken; 0d: matches begin at once."""
    openings: int = Field(default=3, ge=1)
    """Matches of one player that look for players at the same time; twice as many may be opened in a day."""
    applications: int = Field(default=5, ge=1)
    """Matches in which one player has a seat, or waits for one, before they begin."""
    invitations: int = Field(default=10, ge=0)
    """Invitations that one player may send in an hour; half as many in a day to addresses."""


class Limits(Part):
    """What a letter, and a sender, may be."""

    size: int = Field(default=10_000_000, ge=10_000)
    """Bytes of a letter; of a larger one only the beginning is fetched, and it is refused."""
    parts: int = Field(default=200, ge=10)
    """MIME parts of a letter."""
    depth: int = Field(default=20, ge=3)
    """How deep parts of a letter may lie within parts."""
    lines: int = Field(default=2000, ge=50)
    """Lines of text of a letter."""
    per_sender: int = Field(default=60, ge=1)
    """Letters of one sender in an hour; more are refused, and you are told."""
    keep_letters: Span = timedelta(days=365)
    """How long letters are kept whole; afterwards only their hash."""


class Watch(Part):
    """What the operator can look at, and when they are told."""

    metrics_port: int = Field(default=0, ge=0, le=65535)
    """Port on 127.0.0.1 for Prometheus; 0: none."""
    silence: Span = timedelta(hours=1)
    """How long mail may not come through before you are told."""


class Settings(BaseSettings):
    """All of them."""

    model_config = SettingsConfigDict(
        env_prefix="PBEM_",
        env_nested_delimiter="__",
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
        use_attribute_docstrings=True,
    )

    database: str = "sqlite:///pbem.db"
    """The database; a file without a leading slash lies beside the settings file."""
    address: str = "pbem@localhost"
    """Where people write to; sender of all mail."""
    operator: str = ""
    """Your own address: who is told of letters put aside and of mail that does not come through."""
    plus_addressing: bool = True
    """Whether mail to pbem+anything@… arrives in the inbox; `pbem doctor` tries it."""
    authserv_id: str = ""
    """Name that your own mail server writes first in Authentication-Results; only its word counts."""
    data_overrides: dict[str, str] = {}
    """For each game a file with an owner's corrections to the printed numbers, beside the settings file."""
    imap: Imap = Imap()
    """Where letters come in."""
    smtp: Smtp = Smtp()
    """Where letters go out."""
    clock: Clock = Clock()
    """How long a decision may take, for matches that do not say otherwise."""
    lobby: Lobby = Lobby()
    """Matches that look for players."""
    limits: Limits = Limits()
    """What a letter, and a sender, may be."""
    watch: Watch = Watch()
    """What the operator can look at, and when they are told."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003  the signature is pydantic's
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003  likewise
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003  likewise
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment first, then what was read from the file."""
        return env_settings, init_settings


def from_file(path: Path, credentials: Path | None = None) -> Settings:
    """The settings of a file, with the environment and systemd's credentials on top."""
    try:
        table: dict[str, Any] = TomlConfigSettingsSource(Settings, path).toml_data
        for server in ("imap", "smtp"):
            secret = credentials / f"{server}_password" if credentials else None
            if secret is not None and secret.is_file():
                table.setdefault(server, {})["password"] = secret.read_text("utf-8").strip()
        return relative_to(Settings(**table), path.parent)
    except ValidationError as error:
        raise BadSettings(f"{path}: " + "; ".join(map(explained, error.errors()))) from None
    except (ValueError, OSError) as error:
        raise BadSettings(f"{path} cannot be read: {error}") from None


def explained(error: Any) -> str:
    """What is wrong with one setting, without its value: it may be a secret."""
    name = ".".join(map(str, error["loc"]))
    return f"{name}: {error['msg']}" if name else str(error["msg"])


def relative_to(settings: Settings, folder: Path) -> Settings:
    """Files named in the settings lie beside the settings file, wherever the command is run."""
    changed: dict[str, object] = {}
    prefix, slashes, name = settings.database.partition(":///")
    if prefix == "sqlite" and slashes:
        changed["database"] = f"sqlite:///{folder.absolute() / name}"
    for which, server in (("imap", settings.imap), ("smtp", settings.smtp)):
        if server.ca_file:
            beside = folder.absolute() / Path(server.ca_file).expanduser()
            changed[which] = server.model_copy(update={"ca_file": str(beside)})
    changed["data_overrides"] = {game: str(folder.absolute() / name) for game, name in settings.data_overrides.items()}
    return settings.model_copy(update=changed)
