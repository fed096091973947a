"""A crowd at a site: as many signed in as strangers, with browsers' headers, who read all sorts of pages, and write
with one request in twenty. What they do comes from a `Mix`, so that other sites can be given the same."""

import gzip
import http.client
import queue
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from statistics import mean, quantiles
from typing import Any
from urllib.parse import urlencode, urlsplit

from bench.servers import Server

SIGNED_IN, STRANGERS = 50, 50
AT_ONCE = 8  # requests that are under way
WARM_UP = 5  # seconds, not measured, in which each process makes what it keeps
A_WRITE_IN = 20  # requests
COST = "X-Cost"
# How often each kind of page is asked for.
READS = {
    "front page": 25,
    "pending matter": 25,
    "matter": 10,
    "gamestate": 10,
    "ruleset": 8,
    "archive": 5,
    "log": 5,
    "its history": 2,
    "a difference": 2,
    "search": 2,
    "what is new": 3,
    "own queue": 3,
    "dashboard": 3,
}
BROWSER = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "Accept-Language": "en-GB,en;q=0.5",
    "Accept-Encoding": "gzip, deflate, br",
    "Sec-Fetch-Dest": "document",
    "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-Site": "same-origin",
    "Upgrade-Insecure-Requests": "1",
    "Connection": "close",
}


@dataclass
class Person:
    """Somebody with a browser: cookies, and how each page was marked when it was last read. `about`: what the mix knows
    of somebody who is signed in; None for a stranger."""

    cookies: dict[str, str] = field(default_factory=dict)
    marks: dict[str, dict[str, str]] = field(default_factory=dict)
    about: Any = None


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer: what was asked for by whom, when it came (seconds), how long it took (ms), and what the server says
    that it cost: milliseconds of its processor, queries, and what was made for it."""

    kind: str
    path: str
    signed_in: bool
    status: int
    came: float
    took: float
    cost: float | None = None
    queries: int = 0
    made: tuple[str, ...] = ()
    body: bytes = b""
    location: str = ""

    @property
    def is_failed(self) -> bool:
        return self.status not in (200, 302, 304)


Ask = Callable[..., Answered]
Read = Callable[[Person, random.Random], str]
Write = tuple[str, str, dict[str, str]]  # what it is called, where it is sent, and its fields


@dataclass(frozen=True)
class Mix:
    """What a crowd does at a site: for each kind of page of READS that it has, an address for a person, at random, or
    none where they cannot see it; and what a person writes who may first look at a page, by an `ask`."""

    reads: Mapping[str, Read]
    write: Callable[[Ask, Person, random.Random], Write]


def browse(server: Server, mix: Mix, people: list[Person], *, seconds: float) -> dict[str, Any]:
    """Let the people loose for so long. Answers requests a second, times and costs, for each kind of page and of
    reader."""
    waiting: dict[bool, queue.SimpleQueue[Person]] = {True: queue.SimpleQueue(), False: queue.SimpleQueue()}
    for person in people:
        waiting[person.about is not None].put(person)
    answers: list[Answered] = []
    begun = time.monotonic()
    end = begun + WARM_UP + seconds
    writes = 0
    counting = threading.Lock()
    problems: list[BaseException] = []

    def hand(seed: int) -> None:
        nonlocal writes
        dice = random.Random(seed)
        while time.monotonic() < end and not problems:
            with counting:
                write = writes * A_WRITE_IN <= len(answers)
                writes += write
            signed_in = write or dice.random() < 0.5
            person = waiting[signed_in].get()
            try:
                for answer in _acts(server, mix, person, dice, write=write):
                    answers.append(answer)
            except BaseException as problem:
                problems.append(problem)
                raise
            finally:
                waiting[signed_in].put(person)

    hands = [threading.Thread(target=hand, args=(seed,)) for seed in range(AT_ONCE)]
    for one in hands:
        one.start()
    time.sleep(WARM_UP)
    taken, since = server.seconds(), time.monotonic()
    for one in hands:
        one.join()
    if problems:
        raise problems[0]
    until = time.monotonic()
    measured = [one for one in answers if since <= one.came <= until]
    summed_up = _summed_up(measured, seconds=until - since, taken=server.seconds() - taken)
    return {**summed_up, "megabytes": server.largest()}


def _acts(
    server: Server, mix: Mix, person: Person, dice: random.Random, *, write: bool
) -> Iterator[Answered]:
    seen: list[Answered] = []

    def look(kind: str, path: str) -> Answered:
        answer = ask(server, person, kind, path, plain=True)
        seen.append(answer)
        return answer

    if write:
        kind, path, fields = mix.write(look, person, dice)
        yield from seen
        sent = ask(server, person, kind, path, sent=fields)
        yield sent
        if sent.location:
            yield ask(server, person, "after writing", sent.location)
        return
    addresses = {kind: address(person, dice) for kind, address in mix.reads.items()}
    kinds = [kind for kind, address in addresses.items() if address]
    kind = dice.choices(kinds, [READS[kind] for kind in kinds])[0]
    yield ask(server, person, kind, addresses[kind])


def ask(
    server: Server,
    person: Person,
    kind: str,
    path: str,
    *,
    sent: Mapping[str, str] | None = None,
    plain: bool = False,
) -> Answered:
    """Ask as a browser does: with the person's cookies, and whether a page that they have read is still the same; or
    send a form. `plain`: for a page whose words are needed."""
    headers = dict(BROWSER)
    if person.cookies:
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
    body = None
    if sent is not None:
        headers |= {"Content-Type": "application/x-www-form-urlencoded", "Origin": server.address}
        body = urlencode(sent)
    elif plain:
        headers["Accept-Encoding"] = "gzip"
    else:
        headers |= person.marks.get(path, {})
    connection = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=60)
    begun = time.perf_counter()
    connection.request("POST" if body is not None else "GET", path, body=body, headers=headers)
    answer = connection.getresponse()
    content = answer.read()
    took = 1000 * (time.perf_counter() - begun)
    connection.close()
    for cookie in answer.headers.get_all("Set-Cookie", []):
        name, _, value = cookie.partition(";")[0].partition("=")
        person.cookies[name] = value
    if answer.status == 200 and body is None:
        marks = {"ETag": "If-None-Match", "Last-Modified": "If-Modified-Since"}
        person.marks[path] = {
            header: answer.headers[mark] for mark, header in marks.items() if answer.headers[mark]
        }
    location = urlsplit(answer.headers.get("Location", ""))
    cost, queries, made = ([*answer.headers.get(COST, "").split(" "), "", ""])[:3]
    unpacked = gzip.decompress if answer.headers.get("Content-Encoding") == "gzip" else bytes
    return Answered(
        kind=kind,
        path=path,
        signed_in=person.about is not None,
        status=answer.status,
        came=time.monotonic(),
        took=took,
        cost=float(cost) if cost else None,
        queries=int(queries or 0),
        made=tuple(filter(None, made.split(","))),
        body=unpacked(content) if plain else b"",
        location=f"{location.path}?{location.query}".rstrip("?"),
    )


def _summed_up(answers: list[Answered], *, seconds: float, taken: float) -> dict[str, Any]:
    kinds: dict[str, dict[str, Any]] = {}
    for kind in dict.fromkeys(one.kind for one in answers):
        for who, signed_in in (("out", False), ("in", True)):
            those = [one for one in answers if one.kind == kind and one.signed_in == signed_in]
            if those:
                kinds.setdefault(kind, {})[who] = _figures(those)
    made = Counter(name for one in answers for name in one.made)
    failures = Counter(f"{one.status} {one.kind} {one.path}" for one in answers if one.is_failed)
    return {
        "seconds": round(seconds, 1),
        "rate": round(len(answers) / seconds, 1),
        "processor": round(1000 * taken / len(answers), 2),
        **_figures(answers),
        "writes": sum(1 for one in answers if one.status == 302),
        "out": _figures([one for one in answers if not one.signed_in]),
        "in": _figures([one for one in answers if one.signed_in]),
        "kinds": kinds,
        "made": dict(made.most_common()),
        "failures": dict(failures.most_common()),
    }


def _figures(answers: list[Answered]) -> dict[str, Any]:
    times = [one.took for one in answers]
    percentiles = quantiles(times, n=100) if len(times) > 1 else times * 99
    costs = [one.cost for one in answers if one.cost is not None]
    return {
        "number": len(answers),
        "median": round(percentiles[49], 1),
        "p99": round(percentiles[98], 1),
        "cost": round(mean(costs), 2) if costs else None,
        "queries": round(mean(one.queries for one in answers), 1),
        "made": round(mean(len(one.made) for one in answers), 1),
        "same": round(mean(one.status == 304 for one in answers), 2),
        "failed": sum(one.is_failed for one in answers),
    }
