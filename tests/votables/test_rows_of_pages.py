"""What a new page asks of the tables of tests: two rows at most. It has to say who may see it and, where it is a form,
who may send it. That it asks the database seldom is seen without a row (`test_rare_pages`), unless many read it; what
it is about (`tests.sight.addresses`) and made of (`made_of`), for what is there already."""

import ast
import re
from collections.abc import Collection, Iterator
from pathlib import Path

from django.urls import Resolver404, resolve

from .test_views_who_may import routes

TESTS = Path(__file__).resolve().parents[1]
OF_MOST_PAGES = {"votables/test_views_who_may.py: TABLE", "votables/test_query_counts.py: PAGES"}
# What looks like the name or the address of a page; without many of them, a module has no table of most.
MAYBE = re.compile(r"\b[a-z]+:[a-z_]+\b|[\"'\n ]/[a-z.?]*")


def named_in(words: Collection[str]) -> set[str]:
    """The pages that words name: by their names, or by addresses in which `{thing}` stands for what they are about."""
    addresses = {re.sub(r"{\w+}", "1", word.partition("?")[0]) for word in words if word.startswith("/")}
    return {*words} | {name for address in addresses if (name := _name_of(address))}


def _name_of(address: str) -> str | None:
    try:
        return resolve(address).view_name
    except Resolver404:
        return None


def tables(root: Path, *, least: int) -> Iterator[tuple[str, set[str]]]:
    """What modules of tests assign, where it has as many words in it, or more: where, and the pages, and other words,
    that it names."""
    for path in sorted(root.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.parse(source).body if len(MAYBE.findall(source)) >= least else ():
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
                (target,) = node.targets if isinstance(node, ast.Assign) else (node.target,)
                texts = [one.value for one in ast.walk(node.value) if isinstance(one, ast.Constant)]
                words = {word for text in texts if isinstance(text, str) for word in text.split()}
                if len(words) >= least:
                    yield f"{path.relative_to(root)}: {ast.unparse(target)}", named_in(words)


def tables_of_most(pages: Collection[str], root: Path) -> set[str]:
    """The tables that name more than half of these pages."""
    half = len(pages) // 2
    return {where for where, names in tables(root, least=half) if len(names & {*pages}) > half}


def test_a_page_asks_for_at_most_two_rows_in_tables_of_tests():
    assert tables_of_most(routes().keys(), TESTS) == OF_MOST_PAGES


def test_another_table_of_pages_is_seen(tmp_path):
    padding = " ".join(f"word-{number}" for number in range(20))
    (tmp_path / "test_one.py").write_text(f"ONE = {{'votables:queue': 1, 'home': 2}}, '{padding}'\n")
    (tmp_path / "test_other.py").write_text(
        f"OTHER: list = ['/queue/?at=', '/posts/{{own}}/', '{padding}']\n"
    )
    (tmp_path / "test_few.py").write_text(f"FEW = ['/', '{padding}']\n")
    pages = ["home", "votables:queue", "votables:post"]

    assert tables_of_most(pages, tmp_path) == {"test_one.py: ONE", "test_other.py: OTHER"}
