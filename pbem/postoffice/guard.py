"""Keeps other web sites out: the inbox answers only to its own pages, opened on this machine."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pbem.postoffice.pages import language, page

HOSTS = {"127.0.0.1", "localhost"}
PAGE_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; "
    "img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SANDBOX = "allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
"""What a letter may do in its frame: be clicked. No script, no form, no origin of its own."""

LETTER_POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; form-action 'none'; "
    f"base-uri 'none'; frame-ancestors 'self'; sandbox {SANDBOX}"
)
HEADERS = {
    "content-security-policy": PAGE_POLICY,
    "x-content-type-options": "nosniff",
    # Not "no-referrer": browsers would then send "Origin: null" with our own forms.
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


class Guard:
    """Refuses foreign hosts (DNS rebinding) and posts from foreign pages; adds the headers of every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request pass, or answers it with the reason why not."""
        headers = Headers(scope=scope)
        refusal = objection(scope["method"], headers)
        lang = language("", headers.get("accept-language", ""))
        app = self.app if refusal is None else HTMLResponse(page("error", lang, code=refusal), 403)
        await app(scope, receive, lambda message: send(with_headers(message)))


def objection(method: str, headers: Headers) -> str | None:
    """The code of why a request is not for us; None: it is."""
    host = headers.get("host", "")
    if host.rpartition(":")[0] not in HOSTS and host not in HOSTS:
        return "foreign-host"
    if method in {"GET", "HEAD"}:
        return None
    if headers.get("sec-fetch-site", "same-origin") != "same-origin" or headers.get("origin") != f"http://{host}":
        return "foreign-page"
    return None


def with_headers(message: Message) -> Message:
    """The answer with the headers it does not set itself."""
    if message["type"] == "http.response.start":
        headers = MutableHeaders(scope=message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
    return message
