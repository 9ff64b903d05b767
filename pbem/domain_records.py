"""What the name servers say about mail of a domain: its SPF and DMARC records."""

from __future__ import annotations

from collections.abc import Callable

import dns.exception
import dns.resolver

PATIENCE = 3.0
"""Seconds for one question."""

Lookup = Callable[[str], list[str] | None]
"""The texts under a name; none: there is nothing of the kind; None: nobody answered."""


def texts(name: str, resolver: dns.resolver.Resolver | None = None) -> list[str] | None:
    """Asks the name servers of this machine, or those given."""
    try:
        asked = resolver or dns.resolver.Resolver()
        answer = asked.resolve(name, "TXT", lifetime=PATIENCE, search=False)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return []
    except (dns.exception.DNSException, OSError):
        return None
    return [b"".join(row.strings).decode("ascii", "replace") for row in answer]


def spf(domain: str, lookup: Lookup) -> str | None:
    """Who may send for a domain; empty: it does not say; None: nobody answered."""
    return beginning("v=spf1", lookup(domain))


def dmarc(domain: str, lookup: Lookup) -> str | None:
    """What becomes of false mail; said by the domain itself, or by one above it."""
    labels = domain.split(".")
    above = [".".join(labels[i:]) for i in range(max(1, len(labels) - 1))]
    for name in above:
        found = beginning("v=dmarc1", lookup(f"_dmarc.{name}"))
        if found is None or found:
            return found
    return ""


def beginning(words: str, records: list[str] | None) -> str | None:
    """The first record that begins so."""
    if records is None:
        return None
    return next((one for one in records if one.lower().startswith(words)), "")
