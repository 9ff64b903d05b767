"""A post office in a process of its own: `python -m pbem.postoffice --user anna=secret`.

It prints one line of JSON with its ports and ends on SIGTERM, or when its standard input closes.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
from contextlib import ExitStack

from pbem.postoffice import PostOffice


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m pbem.postoffice", description=__doc__)
    parser.add_argument("--domain", default="post.test")
    parser.add_argument("--user", action="append", default=[], type=account, metavar="NAME=PASSWORD")
    for door in ("imap", "smtp"):
        parser.add_argument(f"--{door}-port", default=0, type=int, metavar="NUMBER", help="0, the default: a free one")
    parser.add_argument("--web-port", type=int, metavar="NUMBER", help="also serve the web inbox; 0: a free port")
    return parser.parse_args()


def account(text: str) -> tuple[str, str]:
    """NAME=PASSWORD"""
    name, sign, password = text.partition("=")
    if not (name and sign and password):
        raise argparse.ArgumentTypeError(f"write NAME=PASSWORD, not {text!r}")
    return name, password


def main() -> None:
    """Serves until told to end."""
    given = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    office = PostOffice(given.domain, imap_port=given.imap_port, smtp_port=given.smtp_port)
    for name, password in given.user:
        office.add(name, password)
    with ExitStack() as open_doors:
        open_doors.enter_context(office)
        ports: dict[str, int | str] = {"domain": office.domain, "imap": office.imap_port, "smtp": office.smtp_port}
        if given.web_port is not None:
            from pbem.postoffice.web import WebInbox  # noqa: PLC0415  tests need the mail servers quickly

            ports["web"] = open_doors.enter_context(WebInbox(office, given.web_port)).port
        sys.stdout.write(json.dumps(ports) + "\n")
        sys.stdout.flush()
        for _ in sys.stdin:
            pass


if __name__ == "__main__":
    main()
