"""The rooms of each app, as docs/architecture.md has them, and of their tests. Which room imports which is
import-linter's to hold."""

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Collection
from pathlib import Path

import pytest

from ruleset.law.parts import RulesetPart

ROOT = Path(__file__).resolve().parents[2]
APPS = ("players", "ruleset", "gamestate", "votables")
# Django's own names for what is no room without one, and the rooms that may be one file.
ROOMS = {
    *(
        "__init__",
        "apps",
        "models",
        "services",
        "queries",
        "forms",
        "views",
        "permissions",
        "urls",
        "feeds",
        "api",
    ),
    *("settings", "wsgi"),
}
MOST_LOOSE = 8
# One name is one idea in the whole house. These are one idea that has a table and is a value, too, where no database is
# known, or that programs have under a public name.
ONE_IDEA = {
    # What the judge knows of them.
    "Comment": {"votables.models", "votables.judge.facts"},
    "Game": {"players.models.roster", "votables.judge.facts"},
    "Player": {"players.models.roster", "votables.judge.facts"},
    "Reign": {"players.models.roster", "votables.judge.facts"},
    # What steps are worked out with.
    "Cell": {"gamestate.models.variables", "gamestate.values.state"},
    "Row": {"gamestate.models.variables", "gamestate.values.state"},
    "Table": {"gamestate.models.variables", "gamestate.values.state"},
    "Variable": {"gamestate.models.variables", "gamestate.values.state"},
    # And a part of a list, which has that name in the API's description, before the name of what it lists.
    "Page": {"gamestate.models.variables", "gamestate.values.state", "blognomic.web.api.paging"},
    # The shape that programs send, with that name in the API's description.
    "TableDefinition": {"gamestate.values.definitions", "gamestate.api.steps"},
}


def loose_modules(folder: Path) -> set[str]:
    return {module.stem for module in folder.glob("*.py")} - ROOMS


@pytest.mark.parametrize("app", [*APPS, "blognomic"])
def test_few_modules_lie_loose_beside_the_rooms(app):
    assert len(loose_modules(ROOT / app)) <= MOST_LOOSE


@pytest.mark.parametrize("app", APPS)
def test_each_app_has_the_same_rooms(app):
    there = {path.stem for path in (ROOT / app).iterdir()}

    assert {"models", "services", "queries", "views", "urls"} <= there


def test_a_loose_module_is_seen(tmp_path):
    for name in ("models.py", "urls.py", "odds.py"):
        (tmp_path / name).touch()

    assert loose_modules(tmp_path) == {"odds"}


def forms_elsewhere(root: Path) -> dict[str, set[str]]:
    """The forms that lie outside a room for forms, by their modules; a form is what is made of another, or of one of
    Django's."""
    bases: dict[str, set[str]] = {}
    modules: dict[str, set[str]] = defaultdict(set)
    for app in (*APPS, "blognomic"):
        for path in (root / app).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    bases[node.name] = {getattr(one, "attr", getattr(one, "id", "")) for one in node.bases}
                    modules[path.relative_to(root).as_posix()].add(node.name)

    made = {name for name, those in bases.items() if any(one.endswith(("Form", "FormSet")) for one in those)}
    while more := {name for name, those in bases.items() if those & made} - made:
        made |= more
    elsewhere = {name for name in modules if "forms" not in Path(name).with_suffix("").parts}
    forms = {name: modules[name] & made for name in elsewhere}
    return {name: those for name, those in forms.items() if those}


def test_forms_lie_in_their_room():
    assert forms_elsewhere(ROOT) == {}


def test_a_form_elsewhere_is_seen(tmp_path):
    for name, source in {
        "players/forms/orders.py": "class OrderForm(forms.Form): ...\n",
        "players/views/orders.py": "class TurnForm(OrderForm): ...\nclass Late(TurnForm): ...\nclass Turn: ...\n",
        "players/tokens.py": "class Chosen(forms.BaseFormSet): ...\n",
        "ruleset/law/titles.py": "class TitleForm:\n    length: int\n",
        "ruleset/forms.py": "class RuleForm(ModelForm): ...\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(source)

    assert forms_elsewhere(tmp_path) == {
        "players/views/orders.py": {"TurnForm", "Late"},
        "players/tokens.py": {"Chosen"},
    }


def names_used_twice(root: Path) -> dict[str, set[str]]:
    """The classes of more than one module, by name, with the modules. Migrations are left out, and what Django wants to
    be called Command."""
    modules: dict[str, set[str]] = defaultdict(set)
    for app in (*APPS, "blognomic"):
        for path in (root / app).rglob("*.py"):
            folders = path.relative_to(root).with_suffix("").parts
            if "migrations" in folders:
                continue
            module = ".".join(folders).removesuffix(".__init__")
            for node in ast.parse(path.read_text()).body:
                if isinstance(node, ast.ClassDef) and not (
                    node.name == "Command" and "management" in folders
                ):
                    modules[node.name].add(module)
    return {name: where for name, where in modules.items() if len(where) > 1}


def test_a_name_means_one_idea_in_the_whole_house():
    assert names_used_twice(ROOT) == ONE_IDEA


def test_a_name_that_is_used_twice_is_seen(tmp_path):
    for module in ("ruleset/law/icons.py", "votables/__init__.py", "votables/migrations/0001_icons.py"):
        (tmp_path / module).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / module).write_text("class Icon:\n    class Meta:\n        pass\n")
    (tmp_path / "votables/icons.py").write_text("class Meta:\n    pass\n")

    assert names_used_twice(tmp_path) == {"Icon": {"ruleset.law.icons", "votables"}}


# Rooms that name a module after what it is about, as the rooms below and above them do: `models/roster.py`,
# `services/roster.py` and `views/roster.py` are about one thing.
NAMED_ALIKE = {
    *(
        "models",
        "services",
        "queries",
        "forms",
        "views",
        "permissions",
        "api",
        "checking",
        "changes",
        "kinds",
    ),
    *("templatetags", "commands"),
}
# Other files of one name, and the one idea that each name stands for wherever it does.
FILE_NAMES = {
    # Django's names, and ours for what every app has.
    "apps": "what Django asks of an app",
    "models": "tables of the database",
    "views": "what answers a request",
    "urls": "addresses, and which view answers each",
    "feeds": "feeds",
    "permissions": "who may",
    "formats": "how a language writes numbers and dates",
    "checking": "whether all that is stored fits together (`check_game`)",
    # A thing of the game, or of the site, that one room thinks about, another remembers and another shows.
    "accounts": "the accounts of people",
    "boards": "tables drawn as boards",
    "cells": "the values of one holder",
    "conditions": "on what a change hangs",
    "courier": "what the law lets people hand to each other",
    "database_tables": "which tables are written to a file",
    "definitions": "what a variable or a table is",
    "facts": "what is known of the game to what thinks and asks no database",
    "frame": "what stands around every page",
    "game": "the game itself, for whoever asks",
    "holders": "whose values an instruction is about",
    "judge": "the judge's verdict",
    "leave": "whether one may act now",
    "mantle": "the mantle of the emperor",
    "news": "what is new to a reader",
    "notices": "what people are told of",
    "passwords": "passwords",
    "private": "what not everybody sees",
    "roster": "who plays",
    "rows": "the rows of tracked tables",
    "sentences": "the sentences of a text that is read",
    "sessions": "where a person is logged in",
    "steps": "the steps of a change, told apart by what they do",
    "tokens": "the tokens of programs",
    "values": "the values that are tracked",
    "words": "the words of a text that is read",
    # Something that is done, worked out in one room and carried out or asked for in another.
    "defining": "saying what is tracked, or posted",
    "exporting": "writing out, for use elsewhere",
    "inserting": "putting words into rules",
    "paging": "cutting a long list into parts",
    "planning": "what an update would do",
    "posting": "posting a matter",
    "reading": "from what people write to what it says, as the package that it lies in takes it",
    "recasting": "saying a sentence in other words, which are understood",
    "rendering": "from Markdown to HTML",
    "shuffling": "shuffling cards",
    "storing": "writing what was worked out into the tables",
    "voting": "voting",
    # The parts of a package that lies in several.
    "errors": "what the package beside it raises",
    "expressions": "the language that formulas and conditions are written in",
}


def files_of_one_name(root: Path) -> dict[str, set[str]]:
    """The names that several modules have, with these, unless all lie in rooms whose modules are named alike."""
    places: dict[str, set[str]] = defaultdict(set)
    for app in (*APPS, "blognomic"):
        for path in (root / app).rglob("*.py"):
            if "migrations" not in path.parts and path.stem != "__init__":
                places[path.stem].add(path.relative_to(root).as_posix())
    return {
        name: where
        for name, where in places.items()
        if len(where) > 1 and any(not NAMED_ALIKE & {*Path(one).parts[1:-1]} for one in where)
    }


def test_a_file_name_stands_for_one_idea():
    assert files_of_one_name(ROOT).keys() == FILE_NAMES.keys()


def test_a_file_name_that_is_used_elsewhere_is_seen(tmp_path):
    for module in (
        "players/models/cats.py",
        "players/services/cats.py",
        "votables/judge/dogs.py",
        "votables/services/dogs.py",
    ):
        (tmp_path / module).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / module).touch()

    assert files_of_one_name(tmp_path) == {"dogs": {"votables/judge/dogs.py", "votables/services/dogs.py"}}


# Words by which the house used to call what the game, or anybody, calls otherwise: rosters, types of posts, forecasts,
# previews, standstills.
LEFT_BEHIND = {
    *(
        "enrolled",
        "enrolling",
        "instituted",
        "instituting",
        "official",
        "officials",
        "tracked",
        "outcomes",
        "grounds",
    ),
    *(
        "proposed",
        "foreseen",
        "annals",
        "importing",
        "wanted",
        "census",
        "errands",
        "cases",
        "outlook",
        "docket",
    ),
    *(
        "jumping",
        "hindsight",
        "legend",
        "tallies",
        "threads",
        "banners",
        "following",
        "saying",
        "correspondence",
    ),
    *(
        "record",
        "retold",
        "tongue",
        "speech",
        "sayings",
        "freshness",
        "hearsay",
        "scene",
        "course",
        "found",
        "told",
    ),
    *("said", "held", "asked"),
}
STILL_THERE = {
    # The rules call them so.
    "ruleset/queries/special_cases.py",
    # A game is founded by this command.
    "votables/management/commands/found_game.py",
}


def left_behind(root: Path) -> set[str]:
    """The modules, templates and folders that are called by such a word, or by names in which it is one."""
    files = [path for app in (*APPS, "blognomic", "templates", "tests") for path in (root / app).rglob("*.*")]
    named = [path.relative_to(root) for path in files if path.suffix in (".py", ".html")]
    return {
        one.as_posix()
        for path in named
        if "migrations" not in path.parts
        for one in (path, *path.parents)
        if LEFT_BEHIND & {*one.stem.split("_")}
    }


def test_files_are_called_by_the_words_of_the_field():
    assert left_behind(ROOT) == STILL_THERE


def test_a_file_that_is_called_otherwise_is_seen(tmp_path):
    for module in (
        "votables/official_posts.py",
        "templates/parts/_banners.html",
        "votables/migrations/0001_cases.py",
    ):
        (tmp_path / module).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / module).touch()

    assert left_behind(tmp_path) == {"votables/official_posts.py", "templates/parts/_banners.html"}


# What makes people and a game, and who may call it: `tests/votables/table.py`, and the tests of these very things.
SEATING = {
    *(("Player", made) for made in ("create", "create_user", "create_superuser", "get_or_create")),
    *(("Game", made) for made in ("create", "get_or_create")),
}
FOUNDING = "found_game"
SEATS = {
    "tests/votables/table.py",
    "tests/players/test_models.py",  # what a person and a game are
    "tests/votables/services/test_founding.py",
    "tests/votables/test_founding_rules.py",
    "tests/votables/test_races.py",  # two who found at once
}


def ways_to_seat(source: str) -> set[str]:
    """How a module seats a game by itself, such as Player.objects.create."""
    ways = set()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        match node.func:
            case ast.Attribute(ast.Attribute(ast.Name(model), "objects"), made) if (model, made) in SEATING:
                ways.add(f"{model}.objects.{made}")
            case ast.Name(name) | ast.Attribute(_, name) if name == FOUNDING:
                ways.add(name)
    return ways


@pytest.mark.sweep
def test_there_is_one_way_to_seat_a_game():
    tests = {path.relative_to(ROOT).as_posix(): path for path in (ROOT / "tests").rglob("*.py")}
    assert {name for name, path in tests.items() if ways_to_seat(path.read_text())} == SEATS


def test_another_way_to_seat_a_game_is_seen():
    assert ways_to_seat(
        "Player.objects.create(name='Alice')\nfounding.found_game(founder=alice)\nseat('Alice')"
    ) == {
        "Player.objects.create",
        "found_game",
    }


def test_the_largest_key_is_said_once():
    numbers = re.compile(r"10 ?\*\* ?15|2 ?\*\* ?6\d|\b9{15}\b|\{[01], ?15\}|len\(\w+\) <=? 1[56]\b")
    modules = {
        str(path.relative_to(ROOT))
        for app in (*APPS, "blognomic")
        for path in (ROOT / app).rglob("*.py")
        if "migrations" not in path.parts and numbers.search(path.read_text(encoding="utf-8"))
    }
    # How an amount is written in figures, the reader of English says once.
    assert modules == {"blognomic/text/outside.py", "votables/english/number_words.py"}


def spelled_out(path: Path, words: Collection[str]) -> set[str]:
    """Those of the words that stand in a module as texts of their own."""
    return {
        node.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in words
    }


def test_the_parts_of_the_ruleset_are_listed_once():
    """What else is called core or appendix, such as the act that a standstill stops, has no list of them."""
    listing = {
        path.relative_to(ROOT).as_posix()
        for app in (*APPS, "blognomic")
        for path in (ROOT / app).rglob("*.py")
        if "migrations" not in path.parts and len(spelled_out(path, set(RulesetPart))) > 1
    }
    assert listing == {"ruleset/law/parts.py"}


DEFAULT_OF_CASE = re.compile(r"\bcase\.default\b|special_cases\[.*\.default\b|\.default_is_active\b")


def asks_for_default(source: str) -> set[int]:
    """The lines in which a module works out by itself whether a special case is active: as switched, or by default."""
    return {
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and _name(node) == "get"
        and len(node.args) == 2
        and DEFAULT_OF_CASE.search(ast.unparse(node.args[1]))
    }


def test_whether_a_special_case_is_active_is_answered_once():
    """By the law, and by the titles of a ruleset that may not stand yet. A page shows the default besides."""
    answering = {
        path.relative_to(ROOT).as_posix()
        for app in ("ruleset", "votables")
        for path in (ROOT / app).rglob("*.py")
        if asks_for_default(path.read_text(encoding="utf-8"))
    }
    assert answering == {"ruleset/law/model.py", "ruleset/text/tree.py", "ruleset/views.py"}


# What the site writes down is a message, which each reader reads in their language. These write a post for somebody, in
# the language of the game, or tell a channel outside.
IN_ENGLISH = {
    "players/notices/channels.py",
    "votables/services/closing_posts.py",
    "votables/services/mantle.py",
    "votables/services/reinitialising.py",
    "votables/views/writing.py",
}


def test_what_is_written_down_is_a_message():
    """`test_catalogue.py` finds sentences that are neither marked to be translated nor said to be English."""
    modules = {
        path.relative_to(ROOT).as_posix()
        for app in (*APPS, "blognomic")
        for path in (ROOT / app).rglob("*.py")
        if "migrations" not in path.parts and "# written down in English" in path.read_text(encoding="utf-8")
    }
    assert modules == IN_ENGLISH


# What compares, and the two modules that are the house's answers: what differs, and how alike two things are.
ENGINES = re.compile(
    r"^\s*(?:import|from) (?:difflib|\w*diff\w*_match\w*|merge3|rapidfuzz|Levenshtein)\b", re.MULTILINE
)
COMPARING = {"blognomic/text/alignment.py", "blognomic/text/likeness.py"}


def test_one_engine_compares():
    comparing = {
        path.relative_to(ROOT).as_posix()
        for app in (*APPS, "blognomic")
        for path in (ROOT / app).rglob("*.py")
        if ENGINES.search(path.read_text(encoding="utf-8"))
    }
    assert comparing == COMPARING


def contracts() -> list[dict]:
    """What import-linter is to keep."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return settings["tool"]["importlinter"]["contracts"]


# The packages, and modules, that know no Django.
PURE = frozenset(
    name.replace(".", "/")
    for name in next(one for one in contracts() if "know no Django" in one["name"])["source_modules"]
)


def with_rooms_within(rooms: list[str]) -> tuple[str, ...]:
    """These folders, and all folders within them in which modules lie; what is a file or not there has none."""
    return tuple(
        sorted(
            {
                module.parent.relative_to(ROOT).as_posix()
                for room in rooms
                for module in (ROOT / room).rglob("*.py")
            }
        )
    )


def imported_by(path: Path, root: Path) -> set[str]:
    """What a module imports: modules, and what may be modules."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            folders = path.relative_to(root).parts[: -node.level] if node.level else ()
            above = ".".join((*folders, *filter(None, [node.module])))
            names |= {above, *(f"{above}.{one.name}" for one in node.names)}
    return names


def packages_without_django(root: Path) -> set[str]:
    """The packages of several modules none of which knows Django, not even by what it imports."""
    paths = [path for app in (*APPS, "blognomic") for path in (root / app).rglob("*.py")]
    known = {path.relative_to(root).with_suffix("").as_posix().replace("/", "."): path for path in paths}
    known |= {name.removesuffix(".__init__"): path for name, path in known.items()}
    imports = {name: imported_by(path, root) for name, path in known.items()}
    knows = {
        name
        for name, those in imports.items()
        if any(re.match(r"(django|allauth|ninja)\b", one) for one in those)
    }
    while more := {name for name, those in imports.items() if those & knows} - knows:
        knows |= more
    packages: dict[str, set[str]] = defaultdict(set)
    for name, path in known.items():
        if path.stem != "__init__":
            packages[path.parent.relative_to(root).as_posix()].add(name)
    return {folder for folder, modules in packages.items() if len(modules) > 1 and not modules & knows}


def test_every_package_that_knows_no_django_is_listed_as_pure():
    packages = packages_without_django(ROOT)

    assert len(packages) > 12
    assert {one for one in packages if not any(Path(one).is_relative_to(pure) for pure in PURE)} == set()


def test_a_package_that_knows_no_django_is_seen(tmp_path):
    for name, source in {
        "ruleset/law/reader.py": "from .model import Law\n",
        "ruleset/law/model.py": "import re\n",
        "ruleset/pages/shown.py": "from ruleset import law\nfrom .links import link\n",
        "ruleset/pages/links.py": "from django.urls import reverse\n",
        "ruleset/kept/one.py": "from ruleset.pages.shown import show\n",
        "ruleset/kept/two.py": "import json\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(source)

    assert packages_without_django(tmp_path) == {"ruleset/law"}


# The rooms whose tests lie as they do: tests/votables/services/test_posting.py tests votables/services/posting.py.
# Every module in them that does something has such a file.
MIRRORED = with_rooms_within([*(f"{app}/services" for app in APPS), "votables/changes", *PURE])


def test_services_changes_and_the_pure_packages_are_mirrored():
    packages = {one for one in PURE if (ROOT / one).is_dir()}

    assert len(MIRRORED) >= 19 and packages > {"votables/judge", "gamestate/values"}
    assert {*packages, "players/services", "votables/services", "gamestate/services", "votables/changes"} <= {
        *MIRRORED
    }
    assert {"gamestate/moves/deeds", "blognomic/text/prose", "votables/english/steps/grammar"} <= {*MIRRORED}


@pytest.mark.parametrize("module", sorted(one for one in PURE if not (ROOT / one).is_dir()))
def test_a_pure_module_that_lies_alone_has_its_tests_where_it_lies(module):
    folder, _, name = module.rpartition("/")

    assert (ROOT / f"{module}.py").is_file() and (ROOT / "tests" / folder / f"test_{name}.py").is_file()


def does_something(module: Path) -> bool:
    """Whether a module has a function or a method; words, tables and plain shapes have none."""
    return any(isinstance(node, ast.FunctionDef) for node in ast.walk(ast.parse(module.read_text())))


def untested(root: Path, rooms: tuple[str, ...]) -> set[str]:
    """The modules of these rooms that do something and have no file of tests of their name in the mirrored place."""
    return {
        module.relative_to(root).as_posix()
        for room in rooms
        for module in (root / room).glob("*.py")
        if does_something(module) and not (root / "tests" / room / f"test_{module.stem}.py").exists()
    }


def test_every_module_of_these_rooms_that_does_something_has_its_tests():
    assert untested(ROOT, MIRRORED) == set()


def test_a_module_without_tests_is_seen(tmp_path):
    for name, source in {
        "ruleset/law/reader.py": "def read(): ...\n",
        "ruleset/law/shapes.py": "class Shape:\n    def area(self): ...\n",
        "ruleset/law/words.py": "WORDS = {'cat': 1}\n",
        "ruleset/law/kept.py": "def keep(): ...\n",
        "ruleset/views.py": "def page(): ...\n",
        "tests/ruleset/law/test_kept.py": "",
        "tests/ruleset/test_reader.py": "",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(source)

    assert untested(tmp_path, ("ruleset/law",)) == {"ruleset/law/reader.py", "ruleset/law/shapes.py"}


def loose_tests(root: Path) -> set[str]:
    """The tests of a module of these rooms that lie beside the rooms of its app."""
    return {
        beside.relative_to(root).as_posix()
        for room in MIRRORED
        for module in (root / room).glob("[a-z]*.py")
        if (beside := root / "tests" / Path(room).parts[0] / f"test_{module.stem}.py").exists()
    }


def test_the_tests_of_a_module_lie_as_it_does():
    assert loose_tests(ROOT) == set()


def test_a_test_that_lies_elsewhere_than_its_module_is_seen(tmp_path):
    for name in ("ruleset/law/reader.py", "tests/ruleset/test_reader.py", "tests/ruleset/law/test_lines.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()

    assert loose_tests(tmp_path) == {"tests/ruleset/test_reader.py"}


# The rooms that ask who may do something. The sentence for whoever may not, and its rule, stand in the permissions.
ASKING = ("services", "views", "forms", "api", "changes", "post_types", "queries")
# A refusal is one of who may by what it says, or because what somebody is was asked before it.
SAYS_WHO = re.compile(
    r"Only (?:who\b|(?:an? |the |its |active |\{)?(?:admin|emperor|player|mentor|author|keeper|who)s?\b)"
    r"|(?:It|That) is for |You may not |.*\ban admin's\b"
)
STANDING = {
    "acts_as_admin",
    "is_playing",
    "is_player",
    "is_idle",
    "is_authenticated",
    "is_tenured",
    "holds_office",
}
REFUSALS = {"RuleBroken", "Refused", "no"}


def _name(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def _asks_who(test: ast.expr) -> bool:
    """Whether a condition asks what somebody is, or a predicate of who may."""
    nodes = list(ast.walk(test))
    predicates = [_name(node) for node in nodes if isinstance(node, ast.Call)]
    attributes = {*predicates, *(node.attr for node in nodes if isinstance(node, ast.Attribute))}
    return bool(attributes & STANDING) or any(name.startswith(("may_", "acts_as_")) for name in predicates)


def _is_of_who(refusal: ast.Call, *, words: dict[str, ast.expr], was_asked: bool) -> bool:
    """Whether a refusal is one of who may. `words`: what the names in its function stand for; `asked`: whether it was
    asked who somebody is just before it."""
    if not refusal.args:
        return False
    sentence = refusal.args[0]
    names = {node.id for node in ast.walk(sentence) if isinstance(node, ast.Name)}
    spoken = [sentence, *(words[name] for name in names & words.keys())]
    sentences = [
        node.value
        for one in spoken
        for node in ast.walk(one)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    statuses = [ast.unparse(key.value) for key in refusal.keywords if key.arg == "status"]
    of_the_rules = statuses in ([], ["403"])
    return bool(sentences) and (was_asked and of_the_rules or any(map(SAYS_WHO.match, sentences)))


def refusals_of_who(source: str) -> list[int]:
    """The lines of a module in which it refuses somebody in a sentence of its own because of who they are."""
    lines = []

    def look(node: ast.AST, words: dict[str, ast.expr], was_asked: bool) -> None:
        if isinstance(node, ast.FunctionDef):
            assigned = [one for one in ast.walk(node) if isinstance(one, ast.Assign)]
            words = {to.id: one.value for one in assigned for to in one.targets if isinstance(to, ast.Name)}
        if (
            isinstance(node, ast.Call)
            and _name(node) in REFUSALS
            and _is_of_who(node, words=words, was_asked=was_asked)
        ):
            lines.append(node.lineno)
        for child in ast.iter_child_nodes(node):
            within = _asks_who(node.test) and child in node.body if isinstance(node, ast.If) else was_asked
            look(child, words, within)

    look(ast.parse(source), {}, False)
    return lines


def _modules(root: Path, room: str) -> list[Path]:
    """The modules of a room, in all apps, whether it is a file or a folder."""
    rooms = [root / app / room for app in (*APPS, "blognomic")]
    return [path for one in rooms for path in (one.with_suffix(".py"), *one.rglob("*.py")) if path.exists()]


def test_who_may_is_refused_by_the_permissions_alone():
    modules = [path for room in ASKING for path in _modules(ROOT, room)]

    assert len(modules) > 100
    assert {str(path): lines for path in modules if (lines := refusals_of_who(path.read_text()))} == {}


@pytest.mark.parametrize(
    "source",
    [
        'raise RuleBroken(_("Only the emperor can do that."), rule=rule)',
        'said = _("Only {who} may end {type}.")\n    raise RuleBroken(said.format(who=who), rule=rule)',
        'if held.emperor != by:\n        return law.no(_("Only the emperor makes the Ascension Address."), rule)',
        'if not by.is_playing:\n        raise RuleBroken(_("Ask to be unidled first."), rule=rule, status=403)',
        'raise RuleBroken(_("Only active players vote."), rule=rule, status=409)',
        'raise RuleBroken(f"Only admins get notices of this kind: {kind}.", status=400)',
        'if not to.is_player:\n        raise RuleBroken(_("It is shown to players alone."), rule=rule)',
        'if not may_report(official, by=by):\n        raise RuleBroken(_("Once it is ended, others say."))',
    ],
)
def test_a_refusal_of_who_elsewhere_is_seen(source):
    assert refusals_of_who(f"def act(by):\n    {source}\n")


@pytest.mark.parametrize(
    "source",
    [
        'raise RuleBroken(_("Only {kinds} carries changes."), status=400)',
        'if not by.is_player:\n        check_is_player(by)\n    raise RuleBroken(_("There is no such post."))',
        'if by.is_playing:\n        pass\n    else:\n        raise RuleBroken(_("Choose an answer."), status=400)',
        'raise RuleBroken(_("Only a dynastic rule that has no text may be deleted without a vote."), rule=rule)',
    ],
)
def test_a_refusal_of_what_is_none_of_who(source):
    assert not refusals_of_who(f"def act(by):\n    {source}\n")


# What reads a request and answers it looks up what an address names, and lists what a query, or a queryset by a name of
# the game, gives. It says in no words of the database's own which rows there are to see.
ANSWERING = ("views", "forms", "feeds", "api")
NARROWING = {
    "filter",
    "exclude",
    "annotate",
    "alias",
    "aggregate",
    "exists",
    "in_bulk",
    "values_list",
    "union",
}


def narrowed_in(source: str) -> set[str]:
    """How a module says by itself which rows it wants."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return {
        name for call in calls if isinstance(call.func, ast.Attribute) and (name := _name(call)) in NARROWING
    }


# What writes is a service; a router of the API declares what is asked by DELETE.
WRITING = {"save", "delete", "create", "get_or_create", "update_or_create", "bulk_create", "bulk_update"}
DECLARES = {"router"}


def written_in(source: str) -> set[str]:
    """How a module changes rows by itself: by a method of a row or of a manager."""
    return {
        ast.unparse(call.func)
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in WRITING
        and ast.unparse(call.func.value) not in DECLARES
    }


def test_what_answers_writes_by_services():
    modules = [path for room in ANSWERING for path in _modules(ROOT, room)]
    writes = {path.relative_to(ROOT).as_posix(): written_in(path.read_text()) for path in modules}

    # What a page attaches to a post or to a draft, it hands to the service of the one or of the other.
    assert {name: those for name, those in writes.items() if those} == {
        "votables/views/attaching.py": {"self.save"}
    }


def test_a_view_that_writes_by_itself_is_seen():
    source = (
        "@router.delete('/x')\ndef act(request):\n    draft.delete()\n    Draft.objects.create(author=by)\n"
    )
    assert written_in(source) == {"draft.delete", "Draft.objects.create"}


def test_what_is_shown_is_read_by_queries():
    modules = [path for room in ANSWERING for path in _modules(ROOT, room)]

    assert len(modules) > 100
    assert {str(path): names for path in modules if (names := narrowed_in(path.read_text()))} == {}


@pytest.mark.parametrize(
    "call",
    [
        "Post.objects.filter(pk=pk)",
        "post.comments.exclude(pk=pk)",
        "len(list(rows.values_list('pk', flat=True)))",
    ],
)
def test_a_view_that_reads_by_itself_is_seen(call):
    assert len(narrowed_in(f"def page(request, pk):\n    return {call}\n")) == 1


def test_a_row_is_looked_up_and_a_query_is_listed():
    assert not narrowed_in(
        "post = get_object_or_404(Post.objects.visible(), pk=pk)\nrows = filter(None, posts(at))"
    )


# What no rule of the game is about: letters between people, and what the site tells somebody.
OF_THE_SITE = {"check_may_begin_conversation", "check_may_be_told"}


def without_rule(source: str) -> set[str]:
    """The predicates that refuse somebody and name no rule."""
    return {
        predicate.name
        for predicate in ast.parse(source).body
        for node in ast.walk(predicate)
        if isinstance(predicate, ast.FunctionDef)
        and isinstance(node, ast.Call)
        and _name(node) == "RuleBroken"
        if not any(key.arg == "rule" for key in node.keywords)
    }


def test_who_may_not_reads_by_which_rule():
    predicates = [without_rule(path.read_text()) for path in _modules(ROOT, "permissions")]

    assert set().union(*predicates) == OF_THE_SITE


def test_a_refusal_without_a_rule_is_seen():
    assert without_rule('def check_may(by):\n    raise RuleBroken(_("Only players may."))\n') == {"check_may"}


# Names of locals and arguments that say nothing of what they hold: rows, a sentence, a docket, the data of a form.
SAY_NOTHING = {"found", "told", "said", "held", "asked", "wanted"}
# Where no function binds one of them, nor has one within it, but where Markdown itself calls an argument so.
SPOKEN = (*APPS, "blognomic", "bench", "scripts", "tests")
IMPOSED = {"blognomic/text/prose/source.py": {"found"}}
SCOPES = (ast.FunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _bound(node: ast.AST) -> str | None:
    """The name that a node binds, if it binds one."""
    match node:
        case ast.Name(name, ast.Store()) | ast.arg(name) | ast.ExceptHandler(_, name):
            return name
        case ast.MatchAs(_, name) | ast.MatchStar(name):
            return name
    return None


def names_that_say_nothing(source: str) -> set[tuple[int, str]]:
    """Where functions of a module bind such a name, or call one within them so: the line, and which."""
    scopes = [scope for scope in ast.walk(ast.parse(source)) if isinstance(scope, SCOPES)]
    bound = {(node.lineno, name) for scope in scopes for node in ast.walk(scope) if (name := _bound(node))}
    functions = [one for scope in scopes if isinstance(scope, ast.FunctionDef) for one in scope.body]
    within = {(one.lineno, one.name) for one in functions if isinstance(one, ast.FunctionDef)}
    return {(line, name) for line, name in bound | within if name in SAY_NOTHING}


@pytest.mark.sweep
def test_locals_say_what_they_hold():
    modules = [
        path for root in SPOKEN for path in (ROOT / root).rglob("*.py") if "migrations" not in path.parts
    ]

    assert len(modules) > 1_200
    assert {
        path.relative_to(ROOT).as_posix(): {name for _, name in names}
        for path in modules
        if (names := names_that_say_nothing(path.read_text(encoding="utf-8")))
    } == IMPOSED


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("def news():\n    found = []", "found"),
        ("def news():\n    found: list[str] = []", "found"),
        ("def news():\n    first, (*said, last) = posts", "said"),
        ("def news():\n    if (held := docket_at(at)): ...", "held"),
        ("def news(*, asked=''): ...", "asked"),
        ("def news(**told): ...", "told"),
        ("def news():\n    for wanted in posts: ...", "wanted"),
        ("def news():\n    with lock() as held: ...", "held"),
        ("def news():\n    try: ...\n    except RuleBroken as told: ...", "told"),
        ("def news():\n    match post:\n        case [*found]: ...", "found"),
        ("class News:\n    def latest(self):\n        return [said for said in self.rows]", "said"),
        ("LATEST = max(posts, key=lambda found: found.at)", "found"),
        ("TITLES = {said.title for said in posts}", "said"),
        ("def news():\n    def told(): ...", "told"),
    ],
)
def test_a_local_that_says_nothing_is_seen(source, name):
    assert {name for _, name in names_that_say_nothing(source)} == {name}


def test_a_function_and_a_field_may_have_such_a_name():
    source = "class Entry:\n    said: str\n\ndef told(entry):\n    return said(entry.said, found=entry.posts)"

    assert names_that_say_nothing(source) == set()


def test_every_pure_package_is_checked_strictly_and_on_the_map():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    strict = next(
        one
        for one in settings["tool"]["mypy"]["overrides"]
        if one.get("disallow_untyped_decorators") and "ruleset.law.*" in one["module"]
    )
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    on_map = re.search(r"Packages that import no Django\nare pure: ([^;]+);", page)[1]

    assert {one.removesuffix(".*").replace(".", "/") for one in strict["module"]} == PURE
    packages = {one for one in PURE if (ROOT / one).is_dir()}
    assert {one.rstrip("/") for one in re.findall(r"`([^`]+)`", on_map)} == packages
