"""Pictures of pages, wide and narrow, light and dark; and a word on each page that is crooked.

`make screenshots` takes them of every page of the site. This is for some pages of a site that is being served:

    python scripts/screenshots.py http://127.0.0.1:8000 pictures /queue/ /accounts/login/
    python scripts/screenshots.py http://127.0.0.1:8000 pictures /queue/ --sign-in Alice:password --widths 360

Needs nothing but the standard library and Debian's `chromium` (apt-get install chromium). Prints a line for
each picture, and says so, with exit status 1, when a page scrolls sideways, when something on it reports an
error, or when it did not answer 200 (another expected status: /no/such/page=404).
"""

import argparse
import base64
import json
import os
import re
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync --hide-scrollbars "
    "--disable-background-networking --disable-component-update --disable-extensions"
).split()
WIDTHS = [1280, 360, 320]
SCHEMES = ["light", "dark"]
PATIENCE = 20.0  # seconds to wait for a page, or for anything at all from the browser
TOO_WIDE = """
(() => {
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= wide) return "";
  const sticksOut = (one) => one.getBoundingClientRect().right > wide + 0.5;
  const outside = [...document.body.querySelectorAll("*")].filter(sticksOut).slice(0, 5);
  return outside.map((one) => one.tagName.toLowerCase() + "." + one.className).join(", ") || "the page";
})()
"""


class Browser:
    """A tab of Chromium, spoken to over a pair of pipes: JSON documents with a NUL after each."""

    def __init__(self, to_browser: int, from_browser: int):
        self.to_browser, self.from_browser = to_browser, from_browser
        self.heard = b""
        self.number = 0
        self.session = ""
        self.events: list[dict[str, Any]] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Ask, and wait for the answer; whatever is told meanwhile is kept in `events`."""
        self.number += 1
        question = {"id": self.number, "method": method, "params": params}
        if self.session:
            question["sessionId"] = self.session
        os.write(self.to_browser, json.dumps(question).encode() + b"\0")
        while True:
            message = self._listen()
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            self.events.append(message)

    def _listen(self) -> dict[str, Any]:
        while b"\0" not in self.heard:
            if not select.select([self.from_browser], [], [], PATIENCE)[0]:
                raise RuntimeError(f"Chromium has said nothing for {PATIENCE:.0f} s.")
            chunk = os.read(self.from_browser, 1 << 20)
            if not chunk:
                raise RuntimeError("Chromium has gone away.")
            self.heard += chunk
        message, _, self.heard = self.heard.partition(b"\0")
        return json.loads(message)

    def run(self, script: str) -> Any:
        """The value of a JavaScript expression in the page."""
        return self.call("Runtime.evaluate", expression=script, returnByValue=True)["result"].get("value")

    def wait_for(self, event: str) -> None:
        until = time.monotonic() + PATIENCE
        while not any(message.get("method") == event for message in self.events):
            if time.monotonic() > until:
                raise RuntimeError(f"Waited {PATIENCE:.0f} s in vain for {event}.")
            self.events.append(self._listen())

    def open(self, url: str) -> None:
        """Go to a page and wait until it has loaded."""
        self.events.clear()
        answer = self.call("Page.navigate", url=url)
        if "errorText" in answer:
            raise RuntimeError(f"{url}: {answer['errorText']}")
        self.wait_for("Page.loadEventFired")

    def status(self) -> int:
        """The HTTP status of the page that was opened last."""
        answers = [
            event["params"] for event in self.events if event.get("method") == "Network.responseReceived"
        ]
        return next((each["response"]["status"] for each in answers if each["type"] == "Document"), 0)

    def complaints(self) -> Iterator[str]:
        """Errors that the page or its scripts reported; the status of the page itself is not one."""
        for event in self.events:
            if event.get("method") == "Runtime.exceptionThrown":
                yield event["params"]["exceptionDetails"]["text"]
            if event.get("method") == "Log.entryAdded" and event["params"]["entry"]["level"] == "error":
                if event["params"]["entry"]["source"] != "network" or ".js" in event["params"]["entry"].get(
                    "url", ""
                ):
                    yield event["params"]["entry"]["text"]

    def look(self, *, width: int, scheme: str, scripts: bool) -> None:
        """Be a screen of that width that prefers that scheme, with or without JavaScript."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=900,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        features = [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.call("Emulation.setEmulatedMedia", features=features)
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)

    def picture(
        self, *, width: int, slice_height: int, top: int | None = None, form: str = "png"
    ) -> Iterator[bytes]:
        """The whole page, or its `top` pixels, as PNG or WebP, from the top, in slices."""
        height = int(self.call("Page.getLayoutMetrics")["cssContentSize"]["height"])
        height = min(height, top) if top else height
        quality = {"quality": 82} if form == "webp" else {}
        for start in range(0, height, slice_height):
            rest = min(slice_height, height - start)
            clip = {"x": 0, "y": start, "width": width, "height": rest, "scale": 1}
            shot = self.call(
                "Page.captureScreenshot", format=form, captureBeyondViewport=True, clip=clip, **quality
            )
            yield base64.b64decode(shot["data"])

    def sign_in(self, site: str, name: str, password: str) -> None:
        """Fill in the sign-in form, and raise RuntimeError if that did not help."""
        self.open(f"{site}/accounts/login/")
        self.events.clear()
        self.run(
            f"document.querySelector('[name=login]').value = {json.dumps(name)};"
            f"document.querySelector('[name=password]').value = {json.dumps(password)};"
            "document.querySelector('[name=password]').form.submit();"
        )
        self.wait_for("Page.loadEventFired")
        if self.run("!!document.querySelector('[name=password]')"):
            raise RuntimeError(f"{name} could not sign in.")


Kind = TypeVar("Kind", bound=Browser)


@contextmanager
def chromium(kind: type[Kind] = Browser) -> Iterator[Kind]:
    """A browser with a profile of its own, gone afterwards; `kind` is how it is spoken to."""
    hears, to_browser = os.pipe()
    from_browser, speaks = os.pipe()

    def wire() -> None:
        # Chromium listens on descriptor 3 and answers on 4. Copies first: ours may have these very numbers.
        ours = os.dup(hears), os.dup(speaks)
        high = [os.dup2(one, place) for one, place in zip(ours, (63, 64), strict=True)]
        for one, place in zip(high, (3, 4), strict=True):
            os.dup2(one, place)

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            ["chromium", *FLAGS, "--remote-debugging-pipe", f"--user-data-dir={profile}"],
            preexec_fn=wire,
            close_fds=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(hears)
        os.close(speaks)
        try:
            yield kind(to_browser, from_browser)
        finally:
            process.terminate()
            process.wait()
            os.close(to_browser)
            os.close(from_browser)


SHEET = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Every page</title>
<style>
  body {{ margin: 1.5rem; font: 15px/1.4 system-ui, sans-serif; background: #ddd; color: #222; }}
  section {{ display: grid; grid-template-columns: 3fr 3fr 1fr 1fr; gap: .75rem; margin: 0 0 2rem; }}
  h2 {{ grid-column: 1 / -1; margin: 0; font-size: 1rem; }}
  a {{ display: block; height: 26rem; overflow: hidden; border: 1px solid #888; background: #fff; }}
  img {{ width: 100%; }}
</style>
<h1>Every page</h1>
{sections}
"""


def lay_out(folder: Path) -> None:
    """A sheet of all pictures in the folder, index.html: a row for each page, a column for each look of it."""
    pages: dict[str, list[str]] = {}
    for picture in sorted(folder.glob("*.png")):
        if match := re.fullmatch(r"(.+)-(\d+-(?:light|dark))", picture.stem):
            pages.setdefault(match[1], []).append(match[2])
    sections = "\n".join(
        f"<section><h2>{page}</h2>"
        + "".join(
            f'<a href="{page}-{look}.png"><img src="{page}-{look}.png" alt="{page}, {look}" loading="lazy"></a>'
            for look in sorted(
                looks, key=lambda look: (-int(look.split("-")[0]), look.split("-")[1] == "dark")
            )
        )
        + "</section>"
        for page, looks in sorted(pages.items())
    )
    (folder / "index.html").write_text(SHEET.format(sections=sections))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("site", help="where it is served, such as http://127.0.0.1:8000")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("paths", nargs="+", help="pages, as /path or /path=STATUS")
    parser.add_argument("--widths", type=int, nargs="+", default=WIDTHS)
    parser.add_argument("--schemes", nargs="+", choices=SCHEMES, default=SCHEMES)
    parser.add_argument(
        "--slice", type=int, default=16_000, help="cut pages higher than this into several pictures"
    )
    parser.add_argument("--top", type=int, metavar="PIXELS", help="take only the beginning of each page")
    parser.add_argument(
        "--webp", action="store_true", help="smaller files, for documentation, and no sheet of them"
    )
    parser.add_argument("--sign-in", metavar="NAME:PASSWORD")
    parser.add_argument("--language", metavar="de", help="ask for the pages in this language")
    parser.add_argument(
        "--without-scripts", action="store_true", help="look at the pages with JavaScript off"
    )
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    site, crooked = options.site.rstrip("/"), 0
    with chromium() as browser:
        if options.language:
            browser.call("Network.setExtraHTTPHeaders", headers={"Accept-Language": options.language})
        if options.sign_in:
            browser.sign_in(site, *options.sign_in.split(":", 1))
        for page in options.paths:
            path, _, status = page.rpartition("=") if re.search(r"=\d{3}$", page) else (page, "", "200")
            for width in options.widths:
                for scheme in options.schemes:
                    browser.look(width=width, scheme=scheme, scripts=not options.without_scripts)
                    browser.open(site + path)
                    name = f"{re.sub('[^a-z0-9]+', '-', path.lower()).strip('-') or 'home'}-{width}-{scheme}"
                    wrong = list(browser.complaints())
                    if browser.status() != int(status):
                        wrong.append(f"answered {browser.status()}")
                    if too_wide := browser.run(TOO_WIDE):
                        wrong.append(f"scrolls sideways because of {too_wide}")
                    crooked += len(wrong)
                    form = "webp" if options.webp else "png"
                    shots = browser.picture(
                        width=width, slice_height=options.slice, top=options.top, form=form
                    )
                    for number, shot in enumerate(shots):
                        (options.folder / f"{name}{f'-{number}' if number else ''}.{form}").write_bytes(shot)
                    print(name, *wrong, sep="\n    ")
    if not options.webp:
        lay_out(options.folder)
    return 1 if crooked else 0


if __name__ == "__main__":
    sys.exit(main())
