"""A real browser that is shown pages straight from the views, and remembers whatever they do.

Nothing is served and nothing leaves the machine: each request of the browser is stopped, answered from Django's test
client (or from the static files) when it asks for this site, and refused when it asks for another.
"""

import base64
import json
import mimetypes
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.contrib.staticfiles import finders
from django.test import Client

from scripts.screenshots import Browser, chromium
from tests.browser.hand import path_of_chromium

SITE = "http://localhost"  # to a browser as good as HTTPS, so that it heeds every header
# Run before anything else in every frame: what would open a window over the page is told instead.
TELL = """
for (const name of ["alert", "confirm", "prompt", "print", "open"]) {
  window[name] = (...said) => { window.ran(`${name}(${said.join()})`); return null; };
}
"""
# What a page holds that no page of the site has; whatever would answer to the hand of a reader is touched, too. (An
# Event that is no MouseEvent runs handlers, but follows no link and sends no form.)
LOOK = """
(() => {
  const found = new Set();
  for (const one of document.querySelectorAll("*")) {
    for (const attribute of one.attributes) {
      if (/^on/i.test(attribute.name)) {
        found.add(`${one.localName} ${attribute.name}`);
        one.dispatchEvent(new Event(attribute.name.slice(2)));
      }
      if (attribute.name === "style" || attribute.name === "srcdoc") found.add(`${one.localName} ${attribute.name}`);
      if (/^(href|src|action|formaction|data|xlink:href|poster|cite|ping|background|srcset)$/i.test(attribute.name)) {
        const address = attribute.value.replace(/[\\u0000-\\u0020]/g, "");
        const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address);
        if (scheme && !["http", "https", "mailto"].includes(scheme[1].toLowerCase())) found.add(address.slice(0, 60));
        if (/^[\\/\\\\]{2}/.test(address)) found.add(address.slice(0, 60));
      }
    }
    if (/^(iframe|frame|object|embed|applet|base|style|math|template|noscript|portal|marquee)$/.test(one.localName)) {
      found.add(one.localName);
    }
    if (one.localName === "script" && !one.src.startsWith(location.origin + "/static/")) found.add("script");
    if (one.localName === "meta" && one.httpEquiv) found.add(`meta ${one.httpEquiv}`);
    if (one.localName === "form" && new URL(one.action, location).origin !== location.origin) found.add(one.action);
  }
  for (const name of ["getElementById", "querySelector", "createElement", "cookie", "forms", "body", "defaultView"]) {
    if (document[name] instanceof Element && name !== "body") found.add(`document.${name}`);
  }
  if (!(document.body instanceof HTMLBodyElement)) found.add("document.body");
  return [...found];
})()
"""
# A feed is XML, which Chromium shows in a page of its own making; an element of HTML's or SVG's within it would run.
LOOK_AT_XML = """
[...(document.querySelector("#webkit-xml-viewer-source-xml") || document).querySelectorAll("*")]
  .map((one) => one.namespaceURI || "").filter((name) => /xhtml|svg|math/i.test(name))
"""


@dataclass
class Seen:
    """What a page did while it was looked at: nothing, it is to be hoped, but to ask for its own static files and its
    manifest."""

    ran: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    frames: int = 0
    dialogs: int = 0
    refused: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    holds: list[str] = field(default_factory=list)


class Witness(Browser):
    """A Chromium that asks `client` for the pages of this site."""

    client: Client
    requests: list[str]
    answers: dict[str, tuple[int, dict[str, str], bytes]]

    def begin(self) -> None:
        self.requests, self.answers, self.sent = [], {}, 10**6
        self.call("Runtime.addBinding", name="ran")
        self.call("Page.addScriptToEvaluateOnNewDocument", source=TELL)
        self.call("Fetch.enable", patterns=[{"urlPattern": "*"}])

    def _listen(self) -> dict[str, Any]:
        event = super()._listen()
        if event.get("method") == "Fetch.requestPaused":
            self._answer(event["params"])
        if event.get("method") == "Page.javascriptDialogOpening":
            self._say("Page.handleJavaScriptDialog", accept=False)
        return event

    def _say(self, method: str, **params: Any) -> None:
        """Ask, and do not wait for the answer."""
        self.sent += 1
        message = {"id": self.sent, "method": method, "params": params, "sessionId": self.session}
        os.write(self.to_browser, json.dumps(message).encode() + b"\0")

    def _answer(self, paused: dict[str, Any]) -> None:
        request = paused["request"]
        self.requests.append(request["url"])
        if not request["url"].startswith(f"{SITE}/"):
            self._say("Fetch.failRequest", requestId=paused["requestId"], errorReason="AddressUnreachable")
            return
        status, headers, body = self._fetched(request)
        self._say(
            "Fetch.fulfillRequest",
            requestId=paused["requestId"],
            responseCode=status,
            responseHeaders=[{"name": name, "value": value} for name, value in headers.items()],
            body=base64.b64encode(body).decode(),
        )

    def _fetched(self, request: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        parts = urlsplit(request["url"])
        path = f"{parts.path}?{parts.query}" if parts.query else parts.path
        if path in self.answers:
            return self.answers[path]
        if parts.path.startswith("/static/"):
            file = finders.find(parts.path.removeprefix("/static/"))
            if file is None:
                return 404, {}, b""
            return 200, {"Content-Type": mimetypes.guess_type(file)[0] or ""}, Path(file).read_bytes()
        kind = request["headers"].get("Content-Type", "application/x-www-form-urlencoded")
        data = b"".join(base64.b64decode(part["bytes"]) for part in request.get("postDataEntries", []))
        response = self.client.generic(
            request["method"], path, data, content_type=kind, SERVER_NAME="localhost"
        )
        answer = response.status_code, dict(response.items()), response.getvalue()
        if request["method"] == "GET":
            self.answers[path] = answer
        return answer

    def visit(self, path: str, *, bypassing: bool) -> Seen:
        """Open a page, with the site's Content-Security-Policy or without it, and examine it."""
        self.requests.clear()
        self.call("Page.setBypassCSP", enabled=bypassing)
        self.open(SITE + path)
        return self.examine(path)

    def examine(self, path: str) -> Seen:
        """Look at all that is on the page that was opened, and tell what has come of it since then."""
        is_html = self.run("document.contentType") == "text/html"
        holds = self.run(LOOK if is_html else LOOK_AT_XML)
        # What was set off has come to pass a little after the next frame has been drawn.
        self.call(
            "Runtime.evaluate",
            expression="new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)))",
            awaitPromise=True,
        )
        return self._seen(path, holds, policy="Content.Security.Policy" if is_html else "script-src")

    def _seen(self, path: str, holds: list[str], *, policy: str) -> Seen:
        """`policy`: what the browser names in a sentence on what the policy forbade; its page for XML has styles."""
        calls = [(one.get("method"), one.get("params", {})) for one in self.events]
        own = {SITE + path, f"{SITE}/favicon.ico", f"{SITE}/manifest.webmanifest"}
        logged = [one["entry"] for method, one in calls if method == "Log.entryAdded"]
        return Seen(
            ran=[one["payload"] for method, one in calls if method == "Runtime.bindingCalled"],
            asked=[url for url in self.requests if url not in own and not url.startswith(f"{SITE}/static/")],
            frames=sum(method in ("Page.frameAttached", "Page.frameNavigated") for method, _ in calls) - 1,
            dialogs=sum(method == "Page.javascriptDialogOpening" for method, _ in calls),
            refused=[one["text"] for one in logged if re.search(policy, one["text"])],
            complaints=[one for one in self.complaints() if "Content Security Policy" not in one],
            holds=holds,
        )


@contextmanager
def witness(client: Client) -> Iterator[Witness]:
    """The browser; skipped where there is none, which in CI is a failure."""
    path_of_chromium()
    with chromium(Witness) as browser:
        browser.client = client
        browser.begin()
        yield browser
