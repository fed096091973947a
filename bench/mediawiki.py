"""MediaWiki, with the latest matters of the game that the bench has built as pages, each with its comments below it,
its ruleset and a table, and the same crowd.

It needs Debian's packages mediawiki, php-intl and php-apcu. A comment is a section that is added to a page; the archive
is the list of all pages, and the log that of recent changes.
"""

import json
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from string import Template

from bench import crowd, lamp
from bench.servers import Server

PROGRAM = Path("/usr/share/mediawiki")
NEEDED = (PROGRAM / "maintenance" / "install.php", *lamp.NEEDED)
RECENT, OLD = 14, 200  # matters that are talked about, and others that are read
SETTINGS = """
$wgMainCacheType = CACHE_ACCEL;
$wgDisableOutputCompression = true;
$wgJobRunRate = 0;
$wgRateLimits = [];
$wgShowExceptionDetails = true;
$wgLogos = false;
"""
# Makes the people and the pages that a file names.
FILL = Template("""<?php
require_once '$folder/site/maintenance/Maintenance.php';
class Fill extends Maintenance {
  function execute() {
    $$services = MediaWiki\\MediaWikiServices::getInstance();
    for ($$n = 0; $$n < $people; $$n++) {
      $$user = User::createNew("Person$$n");
      $$data = ['username' => "Person$$n", 'password' => '$password', 'retype' => '$password'];
      if (!$$user->changeAuthenticationData($$data)->isGood()) exit(1);
    }
    foreach (json_decode(file_get_contents('$folder/pages.json'), true) as $$name => $$text) {
      $$title = Title::newFromText($$name);
      $$content = ContentHandler::makeContent($$text, $$title);
      $$services->getWikiPageFactory()->newFromTitle($$title)->doUserEditContent($$content, $$user, 'Bench');
    }
  }
}
$$maintClass = Fill::class;
require_once RUN_MAINTENANCE_IF_MAIN;
""")
_HIDDEN = re.compile(r'<input[^>]*name="(\w+)"[^>]*>')
_VALUE = re.compile(r'value="([^"]*)"')


@contextmanager
def mediawiki(folder: Path, game: Path) -> Iterator[tuple[Server, crowd.Mix, list[crowd.Person]]]:
    """MediaWiki with that game's matters, what a crowd does there, and the crowd."""
    folder.chmod(0o755)
    words = {**lamp.words_of(folder), "people": crowd.SIGNED_IN}
    site, pages = folder / "site", _pages(game)
    shutil.copytree(PROGRAM, site, symlinks=True, ignore=shutil.ignore_patterns("LocalSettings.php"))
    (folder / "pages.json").write_text(json.dumps(pages))
    (folder / "fill.php").write_text(FILL.substitute(words))
    with lamp.mariadb(folder, "mediawiki") as database:
        options = {
            "dbtype": "mysql", "dbserver": f"localhost:{folder}/socket", "dbname": "mediawiki", "dbuser": "root",
            "dbpass": "", "installdbuser": "root", "installdbpass": "", "server": words["address"],
            "scriptpath": "", "pass": lamp.PASSWORD, "confpath": str(site),
        }  # fmt: skip
        install = [f"--{name}={value}" for name, value in options.items()]
        _php(site / "maintenance" / "install.php", *install, "Bench", "Admin")
        with (site / "LocalSettings.php").open("a") as settings:
            settings.write(SETTINGS)
        _php(folder / "fill.php")
        with lamp.served(folder, words, database, ready="/api.php") as server:
            people = [crowd.Person() for _ in range(crowd.STRANGERS)]
            people += [_signed_in(server, number) for number in range(crowd.SIGNED_IN)]
            yield server, _mix([name for name in pages if name.startswith("Matter")]), people


def _php(script: Path, *options: str) -> None:
    command = ["php", str(script), *options]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{script.name} failed: {done.stdout[-1000:]}{done.stderr[-1000:]}")


def _pages(game: Path) -> dict[str, str]:
    """The wikitext of each page by its name."""
    rows = sqlite3.connect(f"file:{game}?mode=ro", uri=True)
    latest = "SELECT id, title, body FROM votables_post WHERE status <> '' ORDER BY id DESC LIMIT ?"
    matters = rows.execute(latest, [RECENT + OLD]).fetchall()
    thread = "SELECT text FROM votables_comment WHERE post_id = ? ORDER BY id"
    pages = {}
    for key, title, body in matters:
        comments = "".join(f"\n* {text} ~~~~" for (text,) in rows.execute(thread, [key]))
        pages[f"Matter {key}"] = f"{title}\n\n{body}\n\n== Comments =={comments}"
    front = [f"== {title} ==\n{body}" for _key, title, body in matters[:RECENT]]
    rules = rows.execute("SELECT title, text FROM ruleset_ruleversion WHERE until_id IS NULL").fetchall()
    cells = " || ".join(map(str, range(15)))
    table = "".join(f"|-\n| {cells}\n" for _ in range(20))
    return {
        **pages,
        "Main Page": "\n\n".join(front),
        "Ruleset": "\n\n".join(f"== {title} ==\n{text}" for title, text in rules),
        "Gamestate": f'{{| class="wikitable"\n{table}|}}',
    }


def _hidden(page: bytes) -> dict[str, str]:
    """The fields of the forms of a page that nobody fills in, by name."""
    values = ((match[1], _VALUE.search(match[0])) for match in _HIDDEN.finditer(page.decode()))
    return {name: value[1] for name, value in values if value and name.startswith("wp")}


def _signed_in(server: Server, number: int) -> crowd.Person:
    person = crowd.Person(about={})
    address = "/index.php?title=Special:UserLogin"
    form = _hidden(crowd.ask(server, person, "", address, plain=True).body)
    sent = {"wpName": f"Person{number}", "wpPassword": lamp.PASSWORD, "authAction": "login"}
    crowd.ask(server, person, "", address, sent={**sent, "wpLoginToken": form["wpLoginToken"]})
    page = crowd.ask(server, person, "", "/index.php?title=Ruleset&action=edit&section=new", plain=True)
    assert b"Special:UserLogout" in page.body, "nobody is signed in"
    # Who writes has seen a form before.
    fields = _hidden(page.body)
    person.about["form"] = {name: fields[name] for name in ("wpEditToken", "wpUltimateParam", "wpStarttime")}
    return person


def _mix(matters: list[str]) -> crowd.Mix:
    recent, old = matters[:RECENT], matters[RECENT:]
    words = "lantern parcel letter clock mirror candle garden harbour ladder orchard".split()

    def write(look: crowd.Ask, person: crowd.Person, dice: Random) -> crowd.Write:
        text = f"{dice.choice(words)} {dice.randrange(1_000_000)}"
        sent = {
            "wpTextbox1": text,
            "wpSummary": text,
            "wpSection": "new",
            "wpUnicodeCheck": UNICODE,
            "wpSave": "1",
        }
        address = f"/index.php?title={_named(dice.choice(recent))}&action=submit"
        return "comment", address, {**person.about["form"], **sent}

    def page(name: str, more: str = "") -> crowd.Read:
        return lambda person, dice: f"/index.php?title={name}{more}"

    return crowd.Mix(
        reads={
            "front page": page("Main_Page"),
            "pending matter": lambda person, dice: f"/index.php?title={_named(dice.choice(recent))}",
            "matter": lambda person, dice: f"/index.php?title={_named(dice.choice(old))}",
            "gamestate": page("Gamestate"),
            "ruleset": page("Ruleset"),
            "archive": page("Special:AllPages"),
            "log": page("Special:RecentChanges"),
            "its history": page("Ruleset", "&action=history"),
            "a difference": lambda person, dice: (
                f"/index.php?title={_named(dice.choice(recent))}&diff=cur&oldid=prev"
            ),
            "search": lambda person, dice: (
                f"/index.php?search={dice.choice(words)}+{dice.choice(words)}&fulltext=1"
            ),
        },
        write=write,
    )


UNICODE = "ℳ𝒲♥𝓊𝓃𝒾𝒸ℴ𝒹ℯ"  # by which MediaWiki sees that a browser leaves such letters as they are


def _named(page: str) -> str:
    return page.replace(" ", "_")
