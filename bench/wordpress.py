"""WordPress, with the posts and comments of the game that the bench has built, and the same crowd.

It needs Debian's packages wordpress and wordpress-theme-twentytwentyone. Pages that WordPress has none of are pages of
the same length.
"""

import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from string import Template
from typing import Any

from bench import crowd, lamp
from bench.servers import Server

PROGRAM = Path("/usr/share/wordpress")
NEEDED = (PROGRAM / "wp-load.php", *lamp.NEEDED)
RECENT, OLD = 14, 200  # posts that are talked about, and others that are read
CONFIGURATION = Template("""<?php
define('DB_NAME', 'wordpress'); define('DB_USER', 'root'); define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:$folder/socket'); define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');
define('AUTH_KEY', 'a'); define('SECURE_AUTH_KEY', 'b'); define('LOGGED_IN_KEY', 'c'); define('NONCE_KEY', 'd');
define('AUTH_SALT', 'e'); define('SECURE_AUTH_SALT', 'f'); define('LOGGED_IN_SALT', 'g'); define('NONCE_SALT', 'h');
define('WP_HOME', '$address'); define('WP_SITEURL', '$address');
define('DISABLE_WP_CRON', true); define('WP_HTTP_BLOCK_EXTERNAL', true); define('AUTOMATIC_UPDATER_DISABLED', true);
$$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
""")
INSTALL = Template("""<?php
define('WP_INSTALLING', true);
$$_SERVER['HTTP_HOST'] = '127.0.0.1';
require '$folder/site/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Bench', 'person0', 'person0@example.org', true, '', '$password');
for ($$n = 1; $$n < $people; $$n++)
  wp_insert_user(['user_login' => "person$$n", 'user_pass' => '$password', 'role' => 'subscriber']);
switch_theme('twentytwentyone');
update_option('comment_previously_approved', 0);
update_option('posts_per_page', 14);
""")
# A crowd comments quicker than one person.
NO_FLOOD = "<?php add_filter('wp_is_comment_flood', '__return_false', 99);\n"


@contextmanager
def wordpress(folder: Path, game: Path) -> Iterator[tuple[Server, crowd.Mix, list[crowd.Person]]]:
    """WordPress with that game's posts and comments, what a crowd does there, and the crowd."""
    folder.chmod(0o755)
    words = {**lamp.words_of(folder), "people": crowd.SIGNED_IN}
    site = folder / "site"
    shutil.copytree(PROGRAM, site)
    (site / "wp-content" / "mu-plugins").mkdir()
    (site / "wp-content" / "mu-plugins" / "bench.php").write_text(NO_FLOOD)
    (site / "wp-config.php").write_text(CONFIGURATION.substitute(words))
    (folder / "install.php").write_text(INSTALL.substitute(words))
    with lamp.mariadb(folder, "wordpress") as database:
        subprocess.run(["php", folder / "install.php"], check=True, stdout=subprocess.DEVNULL)
        pages = _fill(folder, game)
        with lamp.served(folder, words, database, ready="/wp-login.php") as server:
            people = [crowd.Person() for _ in range(crowd.STRANGERS)]
            people += [_signed_in(server, number) for number in range(crowd.SIGNED_IN)]
            yield server, _mix(pages), people


def _fill(folder: Path, game: Path) -> dict[str, Any]:
    """The posts and comments of the game, and pages as long as its ruleset and its tables: their keys."""
    rows = sqlite3.connect(f"file:{game}?mode=ro", uri=True)
    posts = rows.execute("SELECT id, title, body_html, posted_at FROM votables_post ORDER BY id").fetchall()
    comments = rows.execute(
        "SELECT c.post_id, p.name, c.at, c.html FROM votables_comment c"
        " JOIN players_player p ON p.id = c.author_id ORDER BY c.id"
    ).fetchall()
    rules = rows.execute("SELECT title, html FROM ruleset_ruleversion WHERE until_id IS NULL").fetchall()
    ruleset = "".join(f"<h2>{title}</h2>{html}" for title, html in rules)
    line = "".join(f"<td>{number}</td>" for number in range(15))
    table = f"<table>{f'<tr>{line}</tr>' * 20}</table>"
    log = "".join(f"<li>{title}: <i>{at}</i></li>" for _, title, _, at in posts[-60:])
    more = {
        "ruleset": ruleset,
        "gamestate": table,
        "log": f"<ul>{log}</ul>",
        "its history": f"<ul>{log}</ul>",
    }
    keys = {name: posts[-1][0] + 1 + number for number, name in enumerate(more)}
    statements = ["DELETE FROM wp_posts; DELETE FROM wp_comments; DELETE FROM wp_term_relationships"]
    columns = (
        "ID, post_author, post_title, post_content, post_date, post_date_gmt, post_modified, post_modified_gmt,"
        " post_name, post_type, post_excerpt, to_ping, pinged, post_content_filtered, comment_count"
    )
    made = [(key, title, html, at, "post") for key, title, html, at in posts]
    made += [(keys[name], name, html, posts[-1][3], "page") for name, html in more.items()]
    for key, title, html, at, kind in made:
        day = at[:19]
        values = f"{key}, 1, {_quoted(title)}, {_quoted(html)}, '{day}', '{day}', '{day}', '{day}'"
        count = f"{key}, '{kind}', '', '', '', '', 0"
        statements.append(f"INSERT INTO wp_posts ({columns}) VALUES ({values}, {count})")
        if kind == "post":
            statements.append(f"INSERT INTO wp_term_relationships VALUES ({key}, 1, 0)")
    columns = (
        "comment_post_ID, comment_author, comment_author_email, comment_author_url, comment_date,"
        " comment_date_gmt, comment_content, comment_approved"
    )
    for post, name, at, html in comments:
        values = f"{post}, {_quoted(name)}, '', '', '{at[:19]}', '{at[:19]}', {_quoted(html)}, '1'"
        statements.append(f"INSERT INTO wp_comments ({columns}) VALUES ({values})")
    statements.append(
        "UPDATE wp_posts SET comment_count ="
        " (SELECT COUNT(*) FROM wp_comments WHERE comment_post_ID = wp_posts.ID)"
    )
    statements.append("UPDATE wp_term_taxonomy SET count = (SELECT COUNT(*) FROM wp_term_relationships)")
    lamp.sql(
        folder,
        "SET autocommit = 0;\n"
        + ";\n".join(statements)
        + ";\nCOMMIT; ANALYZE TABLE wp_posts, wp_comments;\n",
        "wordpress",
    )
    return {**keys, "posts": [post[0] for post in posts]}


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'"


def _signed_in(server: Server, number: int) -> crowd.Person:
    person = crowd.Person(about=f"person{number}")
    crowd.ask(server, person, "", "/wp-login.php")
    sent = {"log": person.about, "pwd": lamp.PASSWORD, "testcookie": "1"}
    crowd.ask(server, person, "", "/wp-login.php", sent=sent)
    page = crowd.ask(server, person, "", "/", plain=True)
    assert re.search(rb"wp-login\.php\?action=logout|logged-in", page.body), "nobody is signed in"
    return person


def _mix(pages: dict[str, Any]) -> crowd.Mix:
    recent, old = pages["posts"][-RECENT:], pages["posts"][-OLD:-RECENT]
    words = "lantern parcel letter clock mirror candle garden harbour ladder orchard".split()

    def write(look: crowd.Ask, person: crowd.Person, dice: Random) -> crowd.Write:
        text = f"{dice.choice(words)} {dice.randrange(1_000_000)}"
        sent = {"comment": text, "comment_post_ID": str(dice.choice(recent)), "comment_parent": "0"}
        return "comment", "/wp-comments-post.php", sent

    def page(name: str) -> crowd.Read:
        return lambda person, dice: f"/?page_id={pages[name]}"

    return crowd.Mix(
        reads={
            "front page": lambda person, dice: "/",
            "pending matter": lambda person, dice: f"/?p={dice.choice(recent)}",
            "matter": lambda person, dice: f"/?p={dice.choice(old)}",
            "gamestate": page("gamestate"),
            "ruleset": page("ruleset"),
            "archive": lambda person, dice: f"/?paged={dice.randrange(1, 50)}",
            "log": page("log"),
            "its history": page("its history"),
            "a difference": page("its history"),
            "search": lambda person, dice: f"/?s={dice.choice(words)}+{dice.choice(words)}",
        },
        write=write,
    )
