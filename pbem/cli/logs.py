"""Logs: one event a line on standard error, readable on a terminal, JSON for machines; never a secret or an address."""

from __future__ import annotations

import logging
import sys

import structlog
from structlog.typing import Processor

SHARED: tuple[Processor, ...] = (
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
)


def as_lines(level: int) -> None:
    """Our own events from this level on; of the libraries only warnings, in the same form."""
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.stdlib.LoggerFactory(),
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("pbem").setLevel(level)


def formatter() -> logging.Formatter:
    """The last step of a line, whoever wrote it."""
    terminal = sys.stderr.isatty()
    last: Processor = structlog.dev.ConsoleRenderer() if terminal else structlog.processors.JSONRenderer()
    return structlog.stdlib.ProcessorFormatter(
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last], foreign_pre_chain=SHARED
    )
