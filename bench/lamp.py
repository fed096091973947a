"""Apache with PHP, and MariaDB, set up in a folder for the purpose, from Debian's packages (mariadb-server, apache2,
libapache2-mod-php, php-mysql)."""

import os
import pwd
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from string import Template

from bench.servers import WORKERS, Server, free_port, running

NEEDED = (Path("/usr/sbin/mariadbd"), Path("/usr/lib/apache2/modules/libphp8.2.so"))
PASSWORD = "of a bench, long enough"
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


def words_of(folder: Path) -> dict[str, str | int]:
    """What the configurations of what is served from the folder speak of, with a port of its own."""
    port = free_port()
    return {
        "folder": str(folder),
        "port": port,
        "address": f"http://127.0.0.1:{port}",
        "modules": "/usr/lib/apache2/modules",
        "workers": 4 * WORKERS,
        "password": PASSWORD,
    }


@contextmanager
def served(folder: Path, words: dict[str, str | int], database: int, *, ready: str) -> Iterator[Server]:
    """What is in `site` in the folder, as Apache serves it, with what each answer cost in its headers; `ready`: a page
    that answers."""
    (folder / "timed.php").write_text(TIMED)
    (folder / "apache.conf").write_text(APACHE.substitute(words))
    apache = ["/usr/sbin/apache2", "-f", folder / "apache.conf", "-D", "FOREGROUND"]
    with running(apache, f"{words['address']}{ready}") as process:
        yield Server(str(words["address"]), process, database)


@contextmanager
def mariadb(folder: Path, name: str) -> Iterator[int]:
    """MariaDB on a socket in the folder, with an empty database of that name: its process."""
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
        sql(folder, f"CREATE DATABASE {name} CHARACTER SET utf8mb4", "mysql")
        yield server.pid
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


def sql(folder: Path, statements: str, database: str) -> None:
    """Let MariaDB carry out the statements."""
    client = [
        "mariadb",
        "--no-defaults",
        "--default-character-set=utf8mb4",
        "--user=root",
        f"--socket={folder}/socket",
        database,
    ]
    subprocess.run(client, input=statements, text=True, check=True)
