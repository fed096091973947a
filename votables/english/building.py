"""Rules created, repealed, renamed, moved, copied, exchanged and switched. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace

from blognomic.i18n.translation import gettext as _
from ruleset.law.parts import RulesetPart, part_spoken_of
from ruleset.text.amending import FIRST, Amendment
from ruleset.text.inserting import MARK
from ruleset.text.quoted_words import spans
from ruleset.text.tree import Node, bare, part_of

from .amender import Amender, Parts, not_understood
from .atoms import Atom
from .grammar import Phrase
from .passages import CARDINALS, ORDINALS, UNITS
from .reading_parts import Unclear
from .rule_references import find, home_of_new, in_context, rules_of, sections, unlinked
from .scopes import rules_in, scope

RULES = ("rule", "subrule")
_TITLED = re.compile(r"\s*(?:#{1,6}\s+(?P<heading>[^\n]+)|\*\*(?P<bold>[^*\n]+)\*\*)\s*\n+")
_MORE_HEADINGS = re.compile(r"^#{1,6}\s", re.MULTILINE)


def _is_series(made: Phrase, parts: Parts) -> bool:
    """Whether a sentence only says that some rules are created, of which those after it say each: "add two rules"."""
    if not (made.which_of("cardinal") or (made.is_plural and (made.has("following") or made.has("new")))):
        return False
    return not made.names and all(
        one.text is None and not one.names or one.role in ("in", "to") for one in parts.rest
    )


def _copied(parts: Parts, amender: Amender) -> Phrase | None:
    """The text of the rule of which it is said that the new one has the same: "with the same text as “X”"."""
    if not any(one.noun == "text" and one.has("same") and one.text is None for one in parts.rest):
        return None
    other = parts.take(lambda one: one.role == "as" and bool(one.names or one.number))
    if other is None:
        return None
    parts.take(lambda one: one.noun == "text" and one.has("same"))
    return Phrase(names=(Atom("quote", _one(other, amender).text, 0, 0),))


def is_special_case(node: Node, amender: Amender) -> bool:
    """Whether a rule is one that can be active or not."""
    home = amender.tree.section_of(node.key)
    return home is not None and (
        part_of(home) == RulesetPart.SPECIAL_CASE or "active" in node.title.casefold()
    )


def is_creation(parts: Parts, verb: str, amender: Amender, led: bool) -> bool:
    """Whether "add" or "create" makes a rule, and not a text in one. `led`: something stands before the verb."""
    if led and _is_subject(first := parts.rest[0]) and find(first.names[0].text, amender.tree):
        return False
    return any(
        part.noun in (*RULES, "section")
        and part.role in ("", "as")
        and not part.has("same")
        and not part.number
        for part in parts.rest
    ) or (verb == "create" and any(part.noun in RULES and not part.role for part in parts.rest))


def create(parts: Parts, amender: Amender) -> None:
    """ "Create a rule called “X” with this text: …", "add a subrule “X” to …"."""
    made = parts.take(lambda one: one.noun in RULES and one.role in ("", "as") and not one.number)
    missing = amender.missing
    if made is None and missing is not None:
        made = parts.take(lambda one: one.has("it") and not one.noun and not one.role and one.text is None)
        made = made and Phrase(noun="rule", noun_words="one")
    if made is not None and _is_series(made, parts):
        homes = parts.take_all(lambda one: one.role in ("in", "to"))
        parts.check_all_taken()
        amender.series = made.noun, tuple(homes)
        amender.awaited = CARDINALS.get(made.which_of("cardinal"), 0)
        return
    if made is not None and made.which_of("cardinal"):
        raise Unclear(_("Create each of these rules by a sentence."))
    if made is None:
        raise Unclear(_("Say which rule or section it goes in, and what it is called."))
    called = parts.take(lambda one: one.role == "called" and one.text is not None)
    called = called or parts.take(lambda one: one.noun == "title" and bool(one.names))
    bodies = parts.take_all(lambda one: one.body is not None)
    if not bodies:
        bodies = parts.take_all(lambda one: one.role in ("having", "with", "read") and one.text is not None)
    if bodies and made is not None and made.names or called:
        parts.take(lambda one: one.has("it") and not one.noun and not one.role and one.text is None)
    without_text = parts.take(lambda one: one.has("empty") and not one.noun and one.text is None)
    if not bodies and (copied := _copied(parts, amender)) is not None:
        bodies = [copied]
    if not bodies and (made.has("empty") or without_text):
        bodies = [Phrase(names=(Atom("quote", "", 0, 0),))]
    beside = parts.take(lambda one: one.role in ("after", "before") and not one.has("following"))
    in_its_place = "in_its_place" in parts.moods
    if (between := parts.take(lambda one: one.role == "between")) is not None and beside is None:
        beside = _first_of_both(between, parts, amender)
    edge = parts.take(lambda one: one.noun in ("end", "start"))
    homes = parts.take_all(
        lambda one: one.role in ("in", "to") or (not one.role and one.noun == "rules_of" and edge is not None)
    )
    if amender.is_of_series and amender.series is not None and not homes and beside is None:
        homes = list(amender.series[1])
    parts.take_all(lambda one: one.noun == "text" and one.text is None)
    bare_names = parts.take_all(lambda one: not one.role and one.is_bare)
    parts.check_all_taken()
    if made.role == "as" and made.names and not bodies and len(bare_names) == 1:
        bodies, made = [Phrase(names=made.names)], replace(made, names=())  # "add “X” to Y as a subrule: “…”"
    if not bodies and bare_names and (made.names or called) and bare_names[-1].names[0].kind == "quote":
        bodies = [bare_names.pop()]  # "… called “X”: “…”"
    names = [*made.names, *(called.names if called else ()), *(n for p in bare_names for n in p.names)]
    if not names and missing is not None and (made.noun_words == "one" or "of_that_name" in parts.moods):
        names = [Atom("quote", unlinked(missing.names[0].text), 0, 0)]
        if made.noun_words == "one":
            made = replace(made, noun=missing.noun or "rule", noun_words=missing.noun_words)
            homes += [replace(missing.home, role="in")] if missing.home is not None and not homes else []
            if made.noun == "subrule" and not homes:
                raise Unclear(_("Say below which rule it stands."))
    elif made.noun_words == "one" and amender.made_noun and (homes or beside):
        made = replace(made, noun=amender.made_noun, noun_words=amender.made_noun)
    elif "of_that_name" in parts.moods or made.noun_words == "one":
        raise not_understood()
    if len(names) > 1 or len(bodies) > 1:
        raise not_understood()
    if not bodies:
        raise Unclear(_("The text of the new rule is missing."))
    title, text = titled(names[0].text if names else "", bodies[0].text or "")
    if in_its_place and not (made.noun == "subrule" and homes):
        if amender.gap is None or homes or beside or edge or made.noun != "rule":
            raise not_understood()
        parent, after = amender.gap
    else:
        parent, after = _place(made, homes, beside, edge, amender)
    if any(child.name.casefold() == title.casefold() for child in amender.rule(parent).children):
        raise Unclear(_("There is a rule “{title}” there already.").format(title=title))
    amender.made_noun = made.noun
    amender.context = amender.amend(
        Amendment("add", parent=parent, after=after, title=title, text=text.strip())
    )
    amender.unit = ""


def _first_of_both(between: Phrase, parts: Parts, amender: Amender) -> Phrase:
    """After what stands what comes between two rules. Raises Unclear where they are no neighbours."""
    second = parts.take(
        lambda one: not one.role and "and" in one.after and bool(one.names or one.number) and one.body is None
    )
    nodes = [
        node
        for part in (between, second)
        if part is not None
        for node in rules_of(part, amender.tree, amender.context)
    ]
    if len(nodes) != 2 or amender.before(nodes[1].key) != nodes[0].key:
        raise Unclear(_("These two do not stand one after the other, or not once."))
    return Phrase(role="after", noun="rule", names=(_title_atom(nodes[0]),))


def titled(title: str, text: str) -> tuple[str, str]:
    """The title and the text of a new rule; the title may stand over the text. Raises Unclear where there is none, or
    more than one."""
    match = _TITLED.match(f"{text}\n")
    if match and (not title or (match["heading"] or match["bold"]).strip() == title):
        title, text = (match["heading"] or match["bold"]).strip(), text[match.end() :]
    if not title:
        raise Unclear(_("Say what the new rule is called."))
    if _MORE_HEADINGS.search(text):
        raise Unclear(_("The text has headings. Create each of these rules by a sentence."))
    return title.strip(), text


def _is_subject(part: Phrase) -> bool:
    return part.noun in RULES and not part.role and bool(part.names)


def as_move(parts: Parts, amender: Amender) -> bool:
    """ "Make the rule “X” a subrule of “Y”", turned into "move it so that it is a subrule", and so of "a dynastic rule
    of its own"."""
    if len(parts.rest) < 2 or not (parts.rest[0].names or parts.rest[0].number or parts.rest[0].has("it")):
        return False
    second = parts.rest[1]
    if second.noun == "rule" and not (
        parts.rest[0].text is not None
        and find(parts.rest[0].text, amender.tree)
        and not parts.rest[0].has("new")
    ):
        return False
    if (
        second.noun not in RULES
        or second.number
        or second.role not in ("", "to")
        or second.names
        or second.has("new")
    ):
        return False
    parts.rest[1] = replace(second, role="so_that")
    return True


def is_of_rule(parts: Parts, amender: Amender) -> bool:
    """Whether what is put somewhere is a rule that stands already: "put the rule X after Y"."""
    put = next((one for one in parts.rest if not one.role), None)
    if put is None or put.has("new") or put.body is not None or any(one.body for one in parts.rest):
        return False
    if put.noun in RULES:
        return bool(put.number) or (put.text is not None and bool(find(put.text, amender.tree)))
    return put.is_bare and bool(find(put.text or "", amender.tree)) and put.names[0].kind != "bare"


def _place(
    made: Phrase, homes: list[Phrase], beside: Phrase | None, edge: Phrase | None, amender: Amender
) -> tuple[str, str]:
    """The parent of a new rule, and after which of its siblings it stands."""
    first = FIRST if edge is not None and edge.noun == "start" else ""
    rules = [one for one in homes if one.noun not in ("rules_of", "section")]
    homes = [one for one in homes if one.noun in ("rules_of", "section")]
    if beside is not None:
        sibling = _one(beside, amender)
        after = sibling.key if beside.role == "after" else amender.before(sibling.key)
        parent = amender.parent_of(sibling.key)
        if any(_one(one, amender).key != parent for one in rules):
            raise not_understood()
        _check_section(homes, sibling, amender)
        return parent, after
    if len(rules) > 1 or len(homes) > 1 or (rules and homes and made.noun != "subrule"):
        raise not_understood()
    if made.noun == "rule" and rules:
        parent_part = rules[0]
        if parent_part.noun != "rule" or made.role == "as":
            return _section_named(parent_part, amender), first
        raise Unclear(_("Say whether it is a subrule, or where else it stands."))
    if made.noun == "subrule":
        parent_node = _one(rules[0], amender) if rules else in_context(amender.tree, amender.context)
        return parent_node.key, first
    if homes and homes[0].noun == "section":
        return _section_named(homes[0], amender), first
    home = homes[0] if homes else made
    if homes and "dynastic" not in home.noun_words and part_spoken_of(made.noun_words):
        home = made
    return home_of_new(home, amender.tree).key, first


def _section_named(part: Phrase, amender: Amender) -> str:
    some = [node for node in find(part.text or "", amender.tree) if node in amender.tree.sections]
    if len(some) != 1:
        raise Unclear(_("Say in which section the new rule stands."))
    return some[0].key


def _check_section(homes: list[Phrase], node: Node, amender: Amender) -> None:
    home = amender.tree.section_of(node.key)
    if any(home not in sections(one, amender.tree) for one in homes):
        raise Unclear(_("“{title}” is not there.").format(title=node.name))


def _one(part: Phrase, amender: Amender) -> Node:
    some = rules_of(part, amender.tree, amender.context)
    if len(some) != 1:
        raise not_understood()
    return some[0]


def is_about_rules(parts: Parts, verb: str, amender: Amender) -> bool:
    """Whether "remove" means rules, and not words of one."""
    objects = [part for part in parts.rest if not part.role and not part.has("following")]
    if verb == "repeal":
        return not (objects and all(one.noun in UNITS for one in objects))
    if any(one.noun in RULES and one.has("following") for one in parts.rest):
        return any(one.body is not None for one in parts.rest)
    rules = (*RULES, "rules_of")
    if any(part.noun in rules for part in objects):
        return not any(part.noun not in rules and (part.noun or part.text) for part in objects)
    is_it = [part for part in objects if part.has("it") and not part.noun and part.text is None]
    return len(is_it) == len(objects) == 1 and bool(amender.context) and not amender.unit


def repeal(parts: Parts, amender: Amender) -> None:
    """ "Repeal the rule “X”", "remove all the subrules of “X”"."""
    if "keeping_subrules" in parts.moods:
        raise Unclear(_("Say what becomes of its subrules."))
    kept = [node.key for part in _kept(parts) for node in rules_of(part, amender.tree, amender.context)]
    bodies = parts.take_all(lambda one: one.body is not None)
    objects = parts.take_all(lambda one: not one.role)
    parents = parts.take_all(lambda one: one.role == "in")
    parts.check_all_taken()
    if bodies:
        objects = [listed for part in bodies for listed in _listed(part)]
    if "if_there" in parts.moods:
        amender.skipped = True
        objects = [one for one in objects if not one.names or find(one.names[0].text, amender.tree)]
    keys: list[str] = []
    for part in objects:
        keys += [node.key for node in _repealed(part, parents, amender)]
    if not keys and not amender.skipped:
        raise Unclear(_("Say which rule."))
    if any(CARDINALS.get(part.which_of("cardinal"), len(keys)) != len(keys) for part in objects):
        raise Unclear(_("Say which rule."))
    if kept and not set(kept) <= set(keys):
        raise not_understood()
    keys = [key for key in keys if not _holds_any(amender.rule(key), kept)]
    below = {node.key for key in keys for node in amender.rule(key).walk() if node.key != key}
    keys = [key for key in keys if key not in below]
    for key in dict.fromkeys(keys):
        parent = amender.parent_of(key)
        amender.gap = (parent, amender.before(key)) if len(keys) == 1 else None
        amender.amend(Amendment("repeal", rule=key, with_subrules=True))
        if amender.context == key:
            amender.context = ""
        if parents and part.noun == "subrule":
            amender.context = parent


def _kept(parts: Parts) -> list[Phrase]:
    """The rules that are left out of what is said of all: "except “X” and “Y”"."""
    excepted = parts.take(lambda one: one.role == "except")
    if excepted is None:
        return []
    more = parts.take_all(
        lambda one: not one.role and bool({"and", "comma"} & set(one.after)) and bool(one.names)
    )
    return [excepted, *more]


def _holds_any(node: Node, keys: Sequence[str]) -> bool:
    return any(one.key in keys for one in node.walk())


def _listed(part: Phrase) -> list[Phrase]:
    """The rules that a list names, item by item."""
    lines = [line for line in (part.text or "").split("\n") if line.strip()]
    if not all(MARK.match(line) for line in lines):
        raise not_understood()
    names = [MARK.sub("", line, count=1).strip().rstrip(".;,").strip("“”\"‘’'*_") for line in lines]
    return [Phrase(noun="rule", names=(Atom("quote", name, 0, 0),)) for name in names]


def _repealed(part: Phrase, parents: list[Phrase], amender: Amender) -> list[Node]:
    if part.noun in ("rule", "rules_of") and part.has("all") and not part.names and not part.number:
        return _all_rules(part, parents, amender)
    if part.noun == "rules_of" or (
        part.noun in ("", *RULES) and part.names and _is_section_named(part, amender)
    ):
        raise Unclear(_("“{title}” is a whole section.").format(title=part.noun_words or part.names[0].text))
    if part.noun == "subrule" and not (part.names or part.number or part.which_of("ordinal")):
        parent = _one(parents[0], amender) if len(parents) == 1 else in_context(amender.tree, amender.context)
        children = list(parent.children)
        if not (
            part.has("all") or (part.is_plural and not part.which) or (part.has("it") and part.is_plural)
        ):
            if len(children) != 1:
                raise Unclear(_("Say which subrule."))
        if not children:
            raise Unclear(_("“{title}” has no subrules.").format(title=parent.name))
        return children
    if part.which_of("ordinal") and len(parents) == 1 and parents[0].noun not in ("rules_of", "section"):
        part = replace(part, home=parents[0])
    some = rules_of(part, amender.tree, amender.context)
    for home in parents:
        if home.noun in ("rules_of", "section"):
            _check_section([home], some[0], amender)
        elif amender.parent_of(some[0].key) not in [
            node.key for node in rules_of(home, amender.tree, amender.context)
        ]:
            raise Unclear(_("“{title}” is not there.").format(title=some[0].name))
    if any(node in amender.tree.sections for node in some) and part.noun != "section":
        raise Unclear(_("“{title}” is a whole section.").format(title=some[0].title))
    return some


def _all_rules(part: Phrase, parents: list[Phrase], amender: Amender) -> list[Node]:
    """All rules of a section, of which it must be said which."""
    home = parents.pop() if parents else part
    some = sections(home, amender.tree)
    if len(some) != 1 or (home is part and not part_spoken_of(part.noun_words)):
        raise Unclear(_("Say which rules: those of which section?"))
    return list(some[0].children)


def _is_section_named(part: Phrase, amender: Amender) -> bool:
    some = find(part.names[0].text, amender.tree)
    return len(some) == 1 and some[0] in amender.tree.sections


def rename(parts: Parts, amender: Amender) -> None:
    """ "Rename rule “X” to “Y”"."""
    new = parts.take(lambda one: one.role in ("to", "as", "called", "with") and one.text is not None)
    objects = parts.take_all(lambda one: one.role in ("", "in"))
    parts.check_all_taken()
    objects = [one for one in objects if not (one.noun == "title" and one.text is None)]
    if new is None and len(objects) == 2 and objects[1].is_bare:
        new = objects.pop()
    if new is None and len(objects) == 1 and objects[0].number and objects[0].names:
        new, objects = replace(objects[0], number=""), [replace(objects[0], names=())]
    if more := [one for one in objects[1:] if one.is_bare and "and" in one.after and new is not None]:
        some, objects = objects[: -len(more)], []
        olds = [replace(one, names=(name,)) for one in some for name in one.names]
        news = [new, *more]
        if len(olds) != len(news):
            raise not_understood()
        for old, title in zip(olds, news, strict=True):
            entitle(_one(old, amender), ((title and title.text) or "").strip(), amender)
        return
    if new is None or len(objects) != 1:
        raise not_understood()
    entitle(_one(objects[0], amender), (new.text or "").strip(), amender)


def entitle(node: Node, title: str, amender: Amender) -> None:
    """Let a rule be called so. Raises Unclear where one beside it is."""
    others = [other for other in amender.siblings(node.key) if other.key != node.key]
    if any(child.name.casefold() == bare(title).casefold() for child in others):
        raise Unclear(_("There is a rule “{title}” there already.").format(title=title))
    amender.amend(Amendment("rename", rule=node.key, title=title, base=node.title))
    amender.context = node.key


def move(parts: Parts, amender: Amender, verb: str) -> None:
    """ "Move rule 2.2 so that it is a subrule of “X”", "… to the end of the dynastic rules", "… below “Y”"."""
    called = parts.take(lambda one: verb == "copy" and one.role == "called" and one.text is not None)
    moved = parts.take(lambda one: not one.role and one.noun not in ("end", "start"))
    beside = parts.take(lambda one: one.role in ("after", "before"))
    edge = parts.take(lambda one: one.noun in ("end", "start"))
    below = parts.take(
        lambda one: one.role in ("so_that", "to", "as", "read") and one.noun == "subrule" and one.text is None
    )
    alone = parts.take(
        lambda one: one.role in ("so_that", "as", "read") and one.noun == "rule" and one.text is None
    )
    place = alone.which_of("ordinal") if alone is not None else ""
    if place and ORDINALS.get(place) not in (0, -1):
        raise not_understood()
    sources = parts.take_all(lambda one: one.role_words in ("out of", "from"))
    homes = parts.take_all(lambda one: one.role in ("to", "in"))
    parts.check_all_taken()
    if moved is None or len(homes) > 1 or moved.noun not in ("", *RULES):
        raise not_understood()
    node = _one(moved, amender)
    for source in sources:
        if _one(source, amender).key != amender.parent_of(node.key):
            raise Unclear(_("“{title}” is not there.").format(title=node.name))
    if alone is not None and not homes and beside is None:
        homes = [
            replace(alone, role="to", noun="section", names=(_title_atom(home_of_new(alone, amender.tree)),))
        ]
    if verb == "copy" and beside is None and not homes:
        above = amender.parent_of(node.key)
        is_rule = amender.tree.find(above) in amender.tree.sections
        parent, after = home_of_new(Phrase(), amender.tree).key if is_rule else above, ""
    else:
        parent, after = _destination(node, beside, homes, below is not None, moved.noun, amender)
    if (edge is not None and edge.noun == "start") or (place and ORDINALS[place] == 0):
        after = FIRST
    if verb == "copy":
        _copy(node, parent, after, called, "with_subrules" in parts.moods, amender)
        return
    if (parent, after) == (amender.parent_of(node.key), ""):
        siblings = amender.rule(parent).children
        if siblings[-1].key == node.key:
            raise Unclear(_("It is there already."))
    amender.amend(Amendment("move", rule=node.key, parent=parent, after=after))
    amender.context = node.key


def _title_atom(node: Node) -> Atom:
    return Atom("quote", node.title, 0, 0)


def _copy(
    node: Node, parent: str, after: str, called: Phrase | None, with_subrules: bool, amender: Amender
) -> None:
    """A rule once more. Whether its subrules come along must be said of one that has some."""
    title = (called.text or "").strip() if called else ""
    siblings = [child.name.casefold() for child in amender.rule(parent).children]
    if (title or node.name).casefold() in siblings:
        raise Unclear(
            _("There is a rule “{title}” there already.").format(title=title or node.name)
            if title
            else _("Say what the copy is called.")
        )
    if node.children and not with_subrules:
        raise Unclear(_("Say whether its subrules are copied, too: “with all its subrules”."))
    change = Amendment(
        "copy", rule=node.key, parent=parent, after=after, title=title, with_subrules=with_subrules
    )
    amender.context = amender.amend(change)
    amender.unit = ""


def _destination(
    node: Node,
    beside: Phrase | None,
    homes: list[Phrase],
    is_subrule: bool,
    moved_noun: str,
    amender: Amender,
) -> tuple[str, str]:
    if beside is not None:
        sibling = _one(beside, amender)
        if homes:
            raise not_understood()
        if sibling.key == node.key:
            raise Unclear(_("A rule cannot stand beside itself."))
        after = sibling.key if beside.role == "after" else amender.before(sibling.key)
        if after == node.key:
            after = amender.before(node.key)
        return amender.parent_of(sibling.key), after
    if not homes:
        raise Unclear(_("Say where it goes."))
    home = homes[0]
    if home.noun in ("rules_of", "section") or (home.is_bare and _is_section(home, amender)):
        some = sections(home, amender.tree) if home.noun else find(home.text or "", amender.tree)
        if len(some) != 1:
            raise Unclear(_("Say where it goes."))
        return some[0].key, ""
    if (
        not is_subrule
        and moved_noun != "subrule"
        and home.role_words not in ("under", "into", "onto", "within", "inside")
    ):
        raise Unclear(_("Say whether it becomes a subrule, or goes before or after that rule."))
    return _one(home, amender).key, ""


def _is_section(part: Phrase, amender: Amender) -> bool:
    return any(node in amender.tree.sections for node in find(part.text or "", amender.tree))


def swap(parts: Parts, amender: Amender) -> None:
    """ "Swap the rules “X” and “Y”": each goes where the other stands; "the texts of": each gets the other's; "the
    words “a” and “b” in “X”": each goes where the other stands."""
    words = [name for part in parts.take_all(lambda one: _is_exchanged(one, amender)) for name in part.names]
    if words:
        return _swap_words(words, parts, amender)
    swapped = parts.take(lambda one: not one.role and one.noun in ("text", "title") and not one.names)
    some = parts.take_all(
        lambda one: (
            one.noun in ("", *RULES)
            and one.role in ("", "with", "in", "to")
            and bool(one.names or one.number)
        )
    )
    parts.check_all_taken()
    nodes = [node for part in some for node in rules_of(part, amender.tree, amender.context)]
    if len(nodes) != 2 or any(node in amender.tree.sections for node in nodes):
        raise not_understood()
    what = f"{swapped.noun}s" if swapped is not None else "places"
    amender.amend(Amendment("swap", rule=nodes[0].key, other=nodes[1].key, what=what))


def _is_exchanged(part: Phrase, amender: Amender) -> bool:
    """Whether a phrase is words that are exchanged for others."""
    if part.role not in ("", "with") or not part.names or part.noun not in ("", "text"):
        return False
    return part.noun == "text" or not find(part.names[0].text, amender.tree)


def _swap_words(words: Sequence[Atom], parts: Parts, amender: Amender) -> None:
    where = scope(parts, amender)
    parts.check_all_taken()
    if len(words) != 2 or where.inner or where.everywhere:
        raise not_understood()
    one, other = (word.text.strip() for word in words)
    nodes = [
        node for node in rules_in(where, amender) if spans(one, node.text)[0] and spans(other, node.text)[0]
    ]
    if len(nodes) != 1:
        raise Unclear(_("“{one}” and “{other}” are not both in one rule.").format(one=one, other=other))
    amender.amend(Amendment("swap", rule=nodes[0].key, what="words", find=one, text=other))
    amender.context = nodes[0].key


def is_status(part: Phrase) -> bool:
    """Whether a phrase says of a special case that it is active or not."""
    if part.noun == "status":
        return True
    return bool(part.names) and part.is_bare and part.names[0].kind in ("word", "tag") and _status(part) != ""


def _status(part: Phrase) -> str:
    text = (part.text or "").casefold()
    return text.capitalize() if text in ("active", "inactive") else ""


def switch(parts: Parts, amender: Amender, verb: str) -> None:
    """ "Set the special case “X” to [Active]", "activate “X” and “Y”"."""
    statuses = parts.take_all(
        lambda one: one.text is not None and one.text.casefold() in ("active", "inactive")
    )
    before = [one for one in statuses if one.role_words == "from"]
    statuses = [one for one in statuses if one not in before]
    if len(statuses) > 1 or len(before) > 1:
        raise not_understood()
    status_phrase = statuses[0] if statuses else None
    objects = parts.take_all(lambda one: bool(one.names or one.number) or one.has("it") or one.has("same"))
    parts.take_all(lambda one: one.noun == "status")
    parts.check_all_taken()
    status = {"activate": "Active", "deactivate": "Inactive"}.get(verb) or (
        status_phrase.text if status_phrase else ""
    )
    nodes = [node for part in objects for node in rules_of(part, amender.tree, amender.context)]
    if not nodes or not status:
        raise not_understood()
    for node in nodes:
        if not is_special_case(node, amender):
            raise Unclear(_("“{title}” is no special case.").format(title=node.title))
        was = {"active": True, "inactive": False}.get((before[0].text or "").casefold()) if before else None
        if was is not None and node.is_active is not was:
            raise Unclear(_("“{title}” has another status now.").format(title=node.name))
        amender.amend(Amendment("status", rule=node.key, text=(status or "").capitalize()))
        amender.context = node.key
