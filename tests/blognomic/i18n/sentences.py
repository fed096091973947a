"""What the site says: the sentences that are marked to be translated, and those that look as if they should be."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

from django.template.base import Lexer, TokenType
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[3]
APPS = ("players", "ruleset", "gamestate", "votables", "blognomic")
MARKS = {
    "_",
    "gettext",
    "gettext_lazy",
    "gettext_noop",
    "ngettext",
    "ngettext_lazy",
    "pgettext",
    "pgettext_lazy",
}

Key = (
    str | tuple[str, str]
)  # a sentence, or one and its plural; of one with a context, both with U+0004 between

# Shown to nobody who plays: commands, settings, what is made up for the demo, what tells of the past in its words, and
# the English of texts and of programs.
UNSEEN = re.compile(
    r"/(management|migrations|demo|checking|transfer)(/|\.py$)"
    r"|^blognomic/(settings|server|cache)\b"
    r"|(^|/)api(/|\.py$)|^blognomic/(api_manual|middleware/programs)\.py$|^votables/queries/judging_apart\.py$"
    r"|^votables/changes/kinds/\w+/sent\.py$"
    r"|^ruleset/text/starting\b|^blognomic/i18n/former_words\b"
    r"|^votables/english/(document|given|recasting|orders/table|definitions/attributes)\.py$"
)
# A line that ends so holds words that stay English, and says why.
STAYS = re.compile(r"#.*\bin English\b")
NAMES = {
    "BlogNomic", "UTC", "API", "CSV", "JSON", "Atom", "OpenAPI", "Markdown", "HTML", "FOR", "AGAINST", "DEFERENTIAL",
    "VETO", "DICE", "DICEN", "CfJ", "DoV", "h", "min", "GNDT", "SHA", "SQLite", "PostgreSQL", "kB", "XdY", "x", "n",
}  # fmt: skip
TOLD = ("title", "aria-label", "placeholder", "alt", "label", "aria-description", "data-confirm", "summary")
UNREAD = {"code", "kbd", "pre", "samp", "script", "style", "template"}
VALUE, TAG = "\ue000", "\ue001"  # stand for what a template puts in, and for its other tags
WORD = re.compile(r"[A-Za-zÄÖÜäöüß]{2,}")


def templates() -> list[str]:
    """The site's own templates, by their names."""
    paths = sorted((ROOT / "templates").rglob("*.html")) + sorted((ROOT / "templates").rglob("*.txt"))
    return [str(path.relative_to(ROOT)) for path in paths]


def modules() -> list[str]:
    """The modules that say something to people."""
    paths = sorted(path for app in APPS for path in (ROOT / app).rglob("*.py"))
    names = [str(path.relative_to(ROOT)) for path in paths]
    return [name for name in names if not UNSEEN.search(name)]


def bare_in_template(name: str) -> list[str]:
    """The texts of a template that no translation reaches."""
    text, sentences = "", []
    closing = ""
    for token in Lexer((ROOT / name).read_text()).tokenize():
        if closing:
            closing = (
                "" if token.token_type is TokenType.BLOCK and token.contents.startswith(closing) else closing
            )
        elif token.token_type is TokenType.TEXT:
            text += token.contents
        elif token.token_type is TokenType.COMMENT:
            continue
        else:
            first = token.contents.split()[0]
            if token.contents.startswith("block body_class"):  # names for the stylesheet
                closing = "endblock"
            elif first in {"blocktranslate", "comment"}:
                closing = f"end{first}"
            elif first != "translate":
                sentences += [bit for bit in _literals(token.contents) if _is_told(bit)]
            text += (
                VALUE
                if token.token_type is TokenType.VAR or first in {"translate", "blocktranslate"}
                else TAG
            )
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return sentences + reader.found


def _literals(tag: str) -> Iterator[str]:
    """The words in quotation marks that a tag would show: those that look like words, and not like names."""
    for before, words, after in re.findall(r"""([\w(:=|]*)"([^"]*)"(\|\w+)?""", tag):
        if before.endswith("_(") or before.endswith(("date:", "time:")):
            continue
        if (
            after == "|said"
            or before.endswith(("default:", "yesno:"))
            or re.match(r"[A-Z]\w* [a-z]|[A-Z][a-z]+$|\w+ \w+ \w+", words)
        ):
            yield words


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNREAD:
            self.within.append(tag)
        kinds = dict(attrs)
        names = [*TOLD, *(["value"] if (tag, kinds.get("type")) == ("input", "submit") else [])]
        self.found += [kinds[name] for name in names if _is_told(kinds.get(name) or "")]

    def handle_endtag(self, tag: str) -> None:
        if self.within and self.within[-1] == tag:
            self.within.pop()

    def handle_data(self, data: str) -> None:
        if not self.within and _is_told(data):
            self.found.append(" ".join(data.split()))


def _is_told(text: str) -> bool:
    return any(word not in NAMES for word in WORD.findall(re.sub(r"&\w+;", "", text)))


def bare_in_module(name: str) -> list[str]:
    """The texts of a module that look like sentences or headings, and that no translation reaches."""
    source = (ROOT / name).read_text()
    lines = source.splitlines()
    tree = ast.parse(source)
    passed = set(_unsaid(tree, in_models="models" in name))
    bare = []
    for node in ast.walk(tree):
        if id(node) in passed or not isinstance(node, ast.Constant | ast.JoinedStr):
            continue
        words = _words_of(node)
        stays = any(STAYS.search(line) for line in lines[node.lineno - 1 : (node.end_lineno or node.lineno)])
        if words and _is_sentence(words) and not stays:
            bare.append(f"{node.lineno}: {words}")
    return bare


def _words_of(node: ast.Constant | ast.JoinedStr) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else VALUE for part in node.values)
    return node.value if isinstance(node.value, str) else ""


def _is_sentence(words: str) -> bool:
    """Whether it begins like a sentence and goes on, or ends like one."""
    words = words.strip()
    begins = re.match(rf"[A-Z“{VALUE}]", words) and re.search(rf"(^[A-Z]\w*|{VALUE}) [a-z]{{2,}}", words)
    ends = re.search(r"[a-z] [\w\ue000”“]+[.!?]$", words)
    return bool(
        (begins or ends) and _is_told(words) and not re.match(r"^(SELECT|PRAGMA|CREATE|INSERT)\b", words)
    )


def _unsaid(tree: ast.AST, *, in_models: bool) -> Iterator[int]:
    """The nodes that are marked already, document something, or go into the log of the server."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            if node.body and isinstance(node.body[0], ast.Expr):
                yield id(node.body[0].value)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield id(node.value)
        if isinstance(node, ast.Call) and _name(node.func) in MARKS | {
            "getLogger",
            "ImproperlyConfigured",
            "CommandError",
            "SentCondition",  # what programs send, told by the API
            "SentPart",
            "template",  # of the reader: sentences as players write them
        }:
            yield from (id(each) for each in ast.walk(node))
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and _name(node.func.value) in {"log", "logger", "re"}
        ):
            yield from (id(each) for each in ast.walk(node))
        if (
            isinstance(node, ast.Raise)
            and isinstance(node.exc, ast.Call)
            and _name(node.exc.func)
            in {
                "AssertionError",
                "TypeError",
                "KeyError",
                "RuntimeError",
                "NotImplementedError",
                "LookupError",
            }
        ):
            yield from (id(each) for each in ast.walk(node))
        if isinstance(node, ast.keyword) and node.arg == "help_text" and in_models:  # for developers
            yield from (id(each) for each in ast.walk(node.value))
        if isinstance(node, ast.Subscript) and _name(node.value) == "Annotated":  # for programs, by the API
            yield from (id(each) for each in ast.walk(node.slice))
        if isinstance(node, ast.JoinedStr):  # its parts are looked at as one
            yield from (id(part) for part in node.values)


def _owner(function: ast.expr) -> str:
    return _name(function.value) if isinstance(function, ast.Attribute) else ""


def _name(function: ast.expr) -> str:
    return getattr(function, "id", "") or getattr(function, "attr", "")


@cache
def marked() -> dict[Key, str]:
    """All sentences that are marked to be translated, each with a file that says it."""
    keys: dict[Key, str] = {}
    for name in (str(path.relative_to(ROOT)) for app in APPS for path in sorted((ROOT / app).rglob("*.py"))):
        for key in _marked_in(ast.parse((ROOT / name).read_text())):
            keys.setdefault(key, name)
    for name in templates():
        for key in _marked_in_template((ROOT / name).read_text()):
            keys.setdefault(key, name)
    return keys


@cache
def in_scripts() -> dict[Key, str]:
    """The same of what js/*.js says."""
    one = re.compile(r"""\b(?<!n)gettext\(\s*("(?:[^"\\]|\\.)*")""")
    many = re.compile(r"""\bngettext\(\s*("(?:[^"\\]|\\.)*"),\s*("(?:[^"\\]|\\.)*")""")
    keys: dict[Key, str] = {}
    for path in sorted((ROOT / "static" / "js").glob("*.js")):
        source = path.read_text()
        for words in one.findall(source):
            keys.setdefault(json.loads(words), path.name)
        for words in many.findall(source):
            keys.setdefault((json.loads(words[0]), json.loads(words[1])), path.name)
    return keys


def _marked_in(tree: ast.AST) -> Iterator[Key]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or _name(node.func) not in MARKS:
            continue
        words = [
            arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
        ]
        name = _name(node.func)
        if "ngettext" in name and len(words) >= 2:
            yield words[0], words[1]
        elif "pgettext" in name and len(words) == 2:
            yield f"{words[0]}\x04{words[1]}"
        elif len(words) == 1:
            yield words[0]


def _marked_in_template(source: str) -> Iterator[Key]:
    """What makemessages would find: Django makes a program of the template, whose calls are the sentences."""
    text = r"""u?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\"\"\"(?:.|\n)*?\"\"\")"""
    calls = re.compile(
        rf"\b(gettext|ngettext|pgettext|npgettext|_)\(\s*{text}(?:\s*,\s*{text})?(?:\s*,\s*{text})?"
    )
    for name, *words in calls.findall(templatize(source)):
        read = [ast.literal_eval(word) for word in words if word]
        if name == "ngettext":
            yield read[0], read[1]
        elif name == "pgettext":
            yield f"{read[0]}\x04{read[1]}"
        else:
            yield read[0]
