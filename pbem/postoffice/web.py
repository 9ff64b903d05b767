"""The web inbox: every mailbox of the post office in a browser, on loopback only."""

from __future__ import annotations

import asyncio
import socket
from email.message import EmailMessage
from itertools import count
from types import TracebackType
from typing import Self
from urllib.parse import parse_qs, urlencode

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from pbem.engine.orders import LANGUAGES
from pbem.postoffice import pages, writing
from pbem.postoffice.boxes import INBOX, Letter, UnknownBox
from pbem.postoffice.frame import Frame, harmless
from pbem.postoffice.guard import LETTER_POLICY, SANDBOX, Guard
from pbem.postoffice.mailto import Draft
from pbem.postoffice.reading import Reading, head, read
from pbem.postoffice.server import LOOPBACK, PATIENCE, PostOffice

PORT = 8025
FURTHER_PORTS = 50
SENT = "Sent"
ROWS = 50
LARGEST_FORM = 4_000_000
VIEWS = ("html", "text", "source")


class Inbox:
    """The pages."""

    def __init__(self, office: PostOffice) -> None:
        self.office = office
        self.boxes = office.boxes
        self.numbers = count(1)

    def app(self) -> ASGIApp:
        """All pages behind the guard."""
        routes = [
            Route("/", self.home),
            Route("/-/style.css", self.style),
            Route("/-/inbox.js", self.script),
            Route("/{user}", self.folder),
            Route("/{user}/compose", self.compose),
            Route("/{user}/send", self.send, methods=["POST"]),
            Route("/{user}/{uid:int}", self.letter),
            Route("/{user}/{uid:int}/html", self.frame),
            Route("/{user}/{uid:int}/source", self.source),
        ]
        handlers = {UnknownBox: self.missing, HTTPException: self.missing}
        return Guard(Starlette(routes=routes, exception_handlers=handlers))

    async def home(self, request: Request) -> Response:
        """All mailboxes."""
        return await self.page(request, "home")

    async def style(self, _request: Request) -> Response:
        """The looks."""
        return Response(pages.asset("style.css"), media_type="text/css")

    async def script(self, _request: Request) -> Response:
        """What lets new mail appear by itself."""
        return Response(pages.asset("inbox.js"), media_type="text/javascript")

    async def folder(self, request: Request) -> Response:
        """The letters of a folder, newest first."""
        user, name, skip = request.path_params["user"], folder_of(request), number(request, "skip")
        found = await self.boxes.newest(user, name, skip, ROWS + 1)
        rows = [(letter, head(letter.raw)) for letter in found[:ROWS]]
        older = skip + ROWS if len(found) > ROWS else None
        newer = max(0, skip - ROWS) if skip else None
        told = {name: request.query_params.get(name, "") for name in ("sent", "refused")}
        return await self.page(request, "folder", rows=rows, older=older, newer=newer, **told)

    async def letter(self, request: Request) -> Response:
        """A letter, which counts as read from now on."""
        reading = await self.reading(request)
        await self.boxes.mark_seen(request.path_params["user"], folder_of(request), reading.letter.uid)
        view = request.query_params.get("view", "")
        if view not in VIEWS or (view == "html" and reading.html is None):
            view = "html" if reading.html is not None else "text"
        blocked = self.safe(request, reading).blocked if view == "html" else 0
        return await self.page(request, "letter", r=reading, view=view, blocked=blocked, sandbox=SANDBOX)

    async def frame(self, request: Request) -> Response:
        """The HTML part, for the frame."""
        html = self.safe(request, await self.reading(request)).html
        return HTMLResponse(html, headers={"content-security-policy": LETTER_POLICY})

    async def source(self, request: Request) -> Response:
        """The letter as it came."""
        raw = (await self.found(request)).raw
        return PlainTextResponse(raw.decode(errors="replace"), headers={"content-security-policy": LETTER_POLICY})

    async def compose(self, request: Request) -> Response:
        """The form: empty, filled by a link, or a reply."""
        asked = request.query_params
        draft = Draft(**{name: asked[name] for name in Draft.__struct_fields__ if name in asked})
        if "reply" in asked:
            letter = await self.boxes.letter(request.path_params["user"], folder_of(request), number(request, "reply"))
            draft = self.answer(request, read(letter))
        return await self.page(request, "compose", draft=draft, problem=None)

    async def send(self, request: Request) -> Response:
        """Sends what was typed, by SMTP; what the post office refuses is shown above the form."""
        user, draft = request.path_params["user"], await typed(request)
        await self.boxes.folders_of(user)
        to = writing.recipients(draft)
        if not to:
            return await self.page(request, "compose", draft=draft, problem="")
        try:
            sent = await writing.send(self.office, user, self.written(user, draft), to)
        except writing.Refused as refusal:
            return await self.page(request, "compose", draft=draft, problem=str(refusal))
        uid = await self.boxes.deliver(user, sent.raw, self.office.now(), SENT)
        await self.boxes.mark_seen(user, SENT, uid)
        told = {"sent": ", ".join(one for one in to if one not in sent.refused), "refused": ", ".join(sent.refused)}
        return RedirectResponse(f"/{user}?{urlencode(told)}", 303)

    async def missing(self, request: Request, error: Exception) -> Response:
        """Says what is not there, or too large."""
        status = error.status_code if isinstance(error, HTTPException) else 404
        code = "too-large" if status == 413 else "missing"
        return HTMLResponse(pages.page("error", lang_of(request), code=code), status)

    async def reading(self, request: Request) -> Reading:
        """The letter of the address, opened; a large one does not hold up the others."""
        return await asyncio.to_thread(read, await self.found(request))

    async def found(self, request: Request) -> Letter:
        """The letter of the address."""
        return await self.boxes.letter(request.path_params["user"], folder_of(request), request.path_params["uid"])

    def safe(self, request: Request, reading: Reading) -> Frame:
        """The HTML part, harmless, with links to the form of this user."""
        user = request.path_params["user"]
        return harmless(reading.html or "", reading.pictures, lambda draft: f"/{user}/compose?{draft.query()}")

    def answer(self, request: Request, reading: Reading) -> Draft:
        """A reply that quotes the letter in the reader's language."""
        facts = {"author": reading.head.author, "text": writing.quoted(reading.text)}
        when = pages.long(lang_of(request), reading.letter.internaldate, self.office.now())
        return writing.answer(reading, pages.quote(lang_of(request), when=when, **facts))

    def written(self, user: str, draft: Draft) -> EmailMessage:
        """The letter of a draft, with a Message-ID that no other has."""
        now = self.office.now()
        message_id = f"<{now:%Y%m%d%H%M%S%f}.{next(self.numbers)}.{user}@{self.office.domain}>"
        return writing.letter(draft, f"{user}@{self.office.domain}", message_id, now)

    async def page(self, request: Request, name: str, **facts: object) -> Response:
        """A page with what all pages show: the mailboxes, and the folders of the open one."""
        user = request.path_params.get("user")
        boxes = [(one, (await self.boxes.folders(one))[0].unread) for one in self.office.users()]
        common = {
            "user": user,
            "folder": folder_of(request),
            "boxes": boxes,
            "folders": await self.boxes.folders(user) if user else [],
            "domain": self.office.domain,
            "now": self.office.now(),
            "here": {lang: str(request.url.include_query_params(lang=lang)) for lang in LANGUAGES},
        }
        answer = HTMLResponse(pages.page(name, lang_of(request), **common, **facts))
        if request.query_params.get("lang") in LANGUAGES:
            answer.set_cookie("lang", lang_of(request), samesite="strict", httponly=True)
        return answer


def folder_of(request: Request) -> str:
    """The folder that the address names."""
    return request.query_params.get("folder", INBOX)


def number(request: Request, name: str) -> int:
    """A number of the address; nonsense counts as 0."""
    text = request.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0


def lang_of(request: Request) -> str:
    """The reader's language: of the address, of an earlier choice, or of the browser."""
    asked = request.query_params.get("lang") or request.cookies.get("lang", "")
    return pages.language(asked, request.headers.get("accept-language", ""))


async def typed(request: Request) -> Draft:
    """The fields of the form."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > LARGEST_FORM:
            raise HTTPException(413)
    fields = parse_qs(body.decode(errors="replace"))
    return Draft(**{name: fields[name][0] for name in Draft.__struct_fields__ if name in fields})


class WebInbox:
    """The web inbox of a running post office, served in its thread."""

    def __init__(self, office: PostOffice, port: int = PORT) -> None:
        self.office = office
        self.port = port

    @property
    def url(self) -> str:
        """Where a browser finds it."""
        return f"http://{LOOPBACK}:{self.port}/"

    def start(self) -> None:
        """Takes its port, or the next free one."""
        self.socket = listener(self.port)
        self.port = self.socket.getsockname()[1]
        self.office.call(self._open())

    def stop(self) -> None:
        """Ends all connections."""
        self.office.call(self._close())

    async def _open(self) -> None:
        config = uvicorn.Config(
            Inbox(self.office).app(),
            lifespan="off",
            ws="none",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        self.server = uvicorn.Server(config)
        self.serving = asyncio.create_task(self.server.serve(sockets=[self.socket]))

    async def _close(self) -> None:
        self.server.should_exit = True
        await asyncio.wait_for(self.serving, PATIENCE)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def listener(port: int) -> socket.socket:
    """A socket on loopback, on this port or the next free one; 0 takes any."""
    for candidate in range(port, port + FURTHER_PORTS) if port else [0]:
        try:
            return socket.create_server((LOOPBACK, candidate))
        except OSError:
            continue
    raise OSError(f"all ports from {port} to {port + FURTHER_PORTS - 1} are taken: choose another with --web-port")
