"""A post office for each test, its web inbox, and a browser for those who look at it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from pbem.postoffice import PostOffice
from pbem.postoffice.web import WebInbox


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with PostOffice() as office:
        for user in ("anna", "ben"):
            office.add(user, "secret")
        yield office


@pytest.fixture
def web(office: PostOffice) -> Iterator[WebInbox]:
    with WebInbox(office, port=0) as web:
        yield web


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # Playwright keeps an event loop running in this thread: it must end before other modules use asyncio.
    program = shutil.which("chromium")
    if program is None:
        missing = "no chromium here: apt install chromium"
        pytest.fail(missing) if os.environ.get("CI") == "true" else pytest.skip(missing)
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    with browser.new_context(locale="en") as context:
        context.set_default_timeout(30_000)
        yield context.new_page()
