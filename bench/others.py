"""The same crowd at WordPress: `python -m bench.others`, after `make bench`.

It is set up for the purpose in a temporary folder, from Debian's packages (wordpress, wordpress-theme-twentytwentyone,
mariadb-server, apache2, libapache2-mod-php, php-mysql), with the posts and comments of the game that the bench has
built, and is gone afterwards. Pages that WordPress has none of are pages of the same length. Prints how many times as
much of the processor it takes, and keeps its figures beside those of the site.
"""

import argparse
import json
import os
import pwd
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from string import Template
from typing import Any

from bench import crowd
from bench.__main__ import RESULTS, keep
from bench.game import FOLDER
from bench.servers import WORKERS, Server, free_port, running

PROGRAM = Path("/usr/share/wordpress")
NEEDED = (PROGRAM / "wp-load.php", Path("/usr/sbin/mariadbd"), Path("/usr/lib/apache2/modules/libphp8.2.so"))
RECENT, OLD = 14, 200  # posts that are talked about, and others that are read
PASSWORD = "of a bench"
APACHE = Template("""
ServerRoot $folder
ServerName 127.0.0.1
Listen 127.0.0.1:$port
PidFile $folder/apache.pid
ErrorLog $folder/apache.log
LoadModule mpm_prefork_module $modules/mod_mpm_prefork.so
LoadModule authz_core_module $modules/mod_authz_core.so
LoadModule dir_module $modules/mod_dir.so
LoadModule mime_module $modules/mod_mime.so
LoadModule deflate_module $modules/mod_deflate.so
LoadModule filter_module $modules/mod_filter.so
LoadModule php_module $modules/libphp8.2.so
User www-data
Group www-data
StartServers $workers
MinSpareServers $workers
MaxSpareServers $workers
MaxRequestWorkers $workers
KeepAlive Off
TypesConfig /etc/mime.types
AddOutputFilterByType DEFLATE text/html
DirectoryIndex index.php
DocumentRoot $folder/site
<FilesMatch "\\.php$$">
SetHandler application/x-httpd-php
</FilesMatch>
php_value auto_prepend_file $folder/timed.php
""")
# What bench.timed is to the site.
TIMED = """<?php
$GLOBALS['bench'] = getrusage();
ob_start(function ($page) {
  $ms = 0;
  foreach ([1 => getrusage(), -1 => $GLOBALS['bench']] as $sign => $one)
    foreach (['ru_utime', 'ru_stime'] as $kind)
      $ms += $sign * ($one["$kind.tv_sec"] * 1e3 + $one["$kind.tv_usec"] / 1e3);
  header(sprintf('X-Cost: %.3f %d ', $ms, isset($GLOBALS['wpdb']) ? $GLOBALS['wpdb']->num_queries : 0));
  return $page;
});
"""
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


def main() -> int:
    """Set it up, let the crowd loose, print and keep what came out."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--seconds", type=int, default=60, help="for which the people read and write")
    arguments = parser.parse_args()
    if missing := [str(file) for file in NEEDED if not file.exists()]:
        print(f"WordPress is not to be had here: {', '.join(missing)} is missing.")
        return 0
    game = FOLDER / "whole.sqlite3"
    if not game.exists():
        sys.exit("Run make bench first: its posts and comments are what WordPress is filled with.")
    with tempfile.TemporaryDirectory() as folder, wordpress(Path(folder), game) as (server, mix, people):
        mixed = crowd.browse(server, mix, people, seconds=arguments.seconds)
    keep({"mix": mixed}, "WordPress")
    print(
        f"WordPress: {mixed['rate']:.1f} requests a second, 99th percentile {mixed['p99']:.0f} ms,"
        f" {mixed['failed']} failed; {mixed['processor']:.1f} ms of a processor for a request with its database,"
        f" signed out {mixed['out']['cost']:.1f}, signed in {mixed['in']['cost']:.1f} of PHP alone"
    )
    ours = json.loads(RESULTS.read_text()).get("SQLite")
    if ours:
        ratios = (
            f"{mixed[who]['cost'] / ours['mix'][who]['cost']:.1f} times signed {who}" for who in ("out", "in")
        )
        both = mixed["processor"] / ours["mix"]["processor"]
        print(
            f"That is {' and '.join(ratios)} what the site takes on SQLite; {both:.1f} times with all processes."
        )
    return 0


@contextmanager
def wordpress(folder: Path, game: Path) -> Iterator[tuple[Server, crowd.Mix, list[crowd.Person]]]:
    """WordPress with that game's posts and comments, what a crowd does there, and the crowd."""
    folder.chmod(0o755)
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    words = {
        "folder": folder,
        "port": port,
        "address": address,
        "modules": "/usr/lib/apache2/modules",
        "workers": 4 * WORKERS,
        "password": PASSWORD,
        "people": crowd.SIGNED_IN,
    }
    site = folder / "site"
    shutil.copytree(PROGRAM, site)
    (site / "wp-content" / "mu-plugins").mkdir()
    (site / "wp-content" / "mu-plugins" / "bench.php").write_text(NO_FLOOD)
    (site / "wp-config.php").write_text(CONFIGURATION.substitute(words))
    (folder / "timed.php").write_text(TIMED)
    (folder / "install.php").write_text(INSTALL.substitute(words))
    (folder / "apache.conf").write_text(APACHE.substitute(words))
    with _mariadb(folder) as database:
        subprocess.run(["php", folder / "install.php"], check=True, stdout=subprocess.DEVNULL)
        pages = _fill(folder, game)
        apache = ["/usr/sbin/apache2", "-f", folder / "apache.conf", "-D", "FOREGROUND"]
        with running(apache, f"{address}/wp-login.php") as process:
            server = Server(address, process, database)
            people = [crowd.Person() for _ in range(crowd.STRANGERS)]
            people += [_signed_in(server, number) for number in range(crowd.SIGNED_IN)]
            yield server, _mix(pages), people


@contextmanager
def _mariadb(folder: Path) -> Iterator[int]:
    """MariaDB on a socket in the folder: its process."""
    data = folder / "data"
    data.mkdir()
    user = pwd.getpwnam("mysql")
    for owned in (data, folder):
        os.chown(owned, user.pw_uid, user.pw_gid)
    install = ["mariadb-install-db", "--no-defaults", "--user=mysql", f"--datadir={data}"]
    install += ["--auth-root-authentication-method=normal", "--skip-test-db"]
    subprocess.run(install, check=True, stdout=subprocess.DEVNULL)
    serve = ["mariadbd", "--no-defaults", "--user=mysql", f"--datadir={data}", "--skip-networking"]
    serve += [
        f"--socket={folder}/socket",
        f"--log-error={folder}/mariadb.log",
        "--innodb-buffer-pool-size=512M",
    ]
    server = subprocess.Popen(serve)
    try:
        for _ in range(300):
            if (folder / "socket").exists():
                break
            time.sleep(0.1)
        _sql(folder, "CREATE DATABASE wordpress CHARACTER SET utf8mb4", "mysql")
        yield server.pid
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


def _sql(folder: Path, statements: str, database: str = "wordpress") -> None:
    client = [
        "mariadb",
        "--no-defaults",
        "--default-character-set=utf8mb4",
        "--user=root",
        f"--socket={folder}/socket",
        database,
    ]
    subprocess.run(client, input=statements, text=True, check=True)


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
    _sql(
        folder,
        "SET autocommit = 0;\n"
        + ";\n".join(statements)
        + ";\nCOMMIT; ANALYZE TABLE wp_posts, wp_comments;\n",
    )
    return {**keys, "posts": [post[0] for post in posts]}


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'"


def _signed_in(server: Server, number: int) -> crowd.Person:
    person = crowd.Person(about=f"person{number}")
    crowd.ask(server, person, "", "/wp-login.php")
    sent = {"log": person.about, "pwd": PASSWORD, "testcookie": "1"}
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


if __name__ == "__main__":
    sys.exit(main())
