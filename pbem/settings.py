"""Typed settings: a TOML file and the environment. Nothing is read at import; `bootstrap` reads them once.

The environment wins over the file: PBEM_DATABASE, PBEM_IMAP__HOST and so on. A secret may also stand in a file of the
folder that systemd names in CREDENTIALS_DIRECTORY: `imap_password`, `smtp_password`.
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

    model_config = ConfigDict(extra="forbid", frozen=True)


class Server(Part):
    """How to reach a mail server and log in: by password, by the output of a command, or by an OAuth2 token."""

    host: str = "localhost"
    port: int = Field(ge=1, le=65535)
    security: Literal["tls", "starttls", "plain"] = "tls"
    user: str = ""
    password: SecretStr = SecretStr("")
    password_command: str = ""
    token_command: str = ""
    ca_file: str = ""
    timeout: Span = timedelta(seconds=30)

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
    inbox: str = "INBOX"
    played: str = "pbem/Played"
    refused: str = "pbem/Refused"
    shunted: str = "pbem/Shunted"
    poll: Span = timedelta(minutes=1)
    idle: Span = timedelta(minutes=5)


class Smtp(Server):
    """Where letters go out."""

    port: int = Field(default=465, ge=1, le=65535)
    per_recipient: int = Field(default=60, ge=1)
    give_up: Span = timedelta(days=3)


class Clock(Part):
    """How long a decision may take, for matches that do not say otherwise."""

    turn: Span = timedelta(days=3)
    reminders: tuple[Span, ...] = (timedelta(hours=48), timedelta(hours=12))
    tick: Span = timedelta(seconds=5)


class Limits(Part):
    """What a letter, and a sender, may be."""

    size: int = Field(default=10_000_000, ge=10_000)
    parts: int = Field(default=200, ge=10)
    depth: int = Field(default=20, ge=3)
    lines: int = Field(default=2000, ge=50)
    per_sender: int = Field(default=60, ge=1)
    keep_letters: Span = timedelta(days=365)


class Watch(Part):
    """What the operator can look at, and when they are told."""

    metrics_port: int = Field(default=0, ge=0, le=65535)
    silence: Span = timedelta(hours=1)


class Settings(BaseSettings):
    """All of them."""

    model_config = SettingsConfigDict(
        env_prefix="PBEM_", env_nested_delimiter="__", extra="forbid", frozen=True, hide_input_in_errors=True
    )

    database: str = "sqlite:///pbem.db"
    address: str = "pbem@localhost"
    operator: str = ""
    plus_addressing: bool = True
    authserv_id: str = ""
    data_overrides: dict[str, str] = {}
    imap: Imap = Imap()
    smtp: Smtp = Smtp()
    clock: Clock = Clock()
    limits: Limits = Limits()
    watch: Watch = Watch()

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
    prefix, slashes, name = settings.database.partition(":///")
    if prefix != "sqlite" or not slashes or name.startswith("/"):
        return settings
    return settings.model_copy(update={"database": f"sqlite:///{folder.absolute() / name}"})
