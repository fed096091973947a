"""Words of rules replaced and removed. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as replace_fields
from itertools import pairwise

from blognomic.i18n.translation import gettext as _
from ruleset.text import amending
from ruleset.text.amending import Amendment
from ruleset.text.inserting import marked_as
from ruleset.text.quoted_words import spans
from ruleset.text.replacing import replaced
from ruleset.text.tree import Node

from . import building
from .amender import Amender, Parts, is_announcement, not_understood
from .grammar import Phrase
from .passages import ORDINALS, UNITS, cells, located, named_parts, quoted
from .reading_parts import Span, Unclear
from .rule_references import find, rules_of
from .scopes import Scope, missing, occurs, of_kind, regions, rules_in, scope

RESULTS = ("with", "to", "read", "by", "so_that", "having", "as")


@dataclass(frozen=True, slots=True)
class Pair:
    """What becomes of what; `result` None: it goes."""

    target: Phrase
    result: Phrase | None


def replace(parts: Parts, amender: Amender, verb: str) -> None:
    """ "Replace “a” with “b”", "change the second sentence to …", "reword it as follows"."""
    if verb == "substitute" and not any(one.role == "with" for one in parts.rest):
        parts.rest = _turned_round(parts.rest)
    if title := _title(parts):
        if title.role == "in" and title.text is None and not title.names:
            _reword_title(parts, amender)
        else:
            _retitle(title, parts, amender)
        return
    if _replace_by_new(parts, amender):
        return
    if _replace_cell(parts, amender):
        return
    pairs = _pairs(parts, amender)
    if not pairs and "as_follows" in parts.moods:
        parts.take_all(lambda one: one.has("it") and not one.role)
    where = scope(parts, amender)
    if not pairs and verb == "change":
        for part in parts.take_all(lambda one: one.is_bare and not one.role and _is_rule(one, amender)):
            amender.context = find(part.text or "", amender.tree)[0].key
    announced = parts.take_all(lambda one: one.noun == "edits" and not one.names)
    whole = [part for part in parts.take_all(_is_content) if part.text is None]
    parts.check_all_taken()
    if not pairs:
        if "as_follows" in parts.moods and not where.keys:
            return  # What follows is ordered by sentences of its own.
        if announced or verb == "change":
            return
        raise Unclear(_("Say what takes its place."))
    if verb == "change" and any(_is_rule_with(pair, amender) for pair in pairs):
        raise Unclear(_("Say whether that takes the place of the rule’s text, or is added to it."))
    longer = [pair.target.text for pair in pairs if pair.target.text]
    for pair in pairs:
        _replace_one(pair, where, parts.moods, amender, bool(whole), longer)


def _replace_cell(parts: Parts, amender: Amender) -> bool:
    """ "Change the Price of Red Flare from 8 to 13": the cell of a table, by the names of its column and its row."""
    named = [part for part in parts.rest if part.is_bare and part.names and part.names[0].kind == "name"]
    named = [part for part in named if part.names[0].of == "part" and part.role in ("", "in")]
    named += [
        part
        for part in parts.rest
        if named and part.noun == "row" and part.role == "in" and part.text is not None
    ]
    new = [part for part in parts.rest if part.role in ("to", "with") and (part.number or part.names)]
    if len(named) != 2 or len(new) != 1:
        return False
    old = [part for part in parts.rest if part.role_words == "from" and (part.number or part.names)]
    parts.rest = [part for part in parts.rest if part not in (*named, *new, *old)]
    where = scope(parts, amender)
    parts.take_all(lambda one: one.noun in ("cell", "row", "column"))
    parts.check_all_taken()
    names = [part.names[0].text for part in named]
    places = [
        (node, span)
        for node in rules_in(where, amender)
        for start, end in regions(node, where, amender)
        for span in cells(node.text, names)
        if start <= span[0] and span[1] <= end
    ]
    if len(places) != 1:
        raise Unclear(_("Say in which table."))
    node, (start, end) = places[0]
    before = [part.number or part.text for part in old]
    if before and [node.text[start:end]] != before:
        raise Unclear(_("The table says “{words}” there.").format(words=node.text[start:end]))
    amender.reword(
        node.key, node.text[:start] + (new[0].number or new[0].text or "") + node.text[end:], (start, end)
    )
    return True


def _turned_round(some: list[Phrase]) -> list[Phrase]:
    """ "Substitute “b” for “a”" as "a with b"."""
    turned = []
    for part in some:
        if part.role == "in" and part.role_words == "for" and part.text is not None:
            turned.append(replace_fields(part, role=""))
        elif not part.role and part.text is not None:
            turned.append(replace_fields(part, role="with"))
        else:
            turned.append(part)
    return sorted(turned, key=lambda one: one.role == "with" and one.text is not None)


def _is_content(part: Phrase) -> bool:
    """ "The text of", "the contents of": the whole of what is named besides."""
    if part.noun != "text" or part.text is not None or part.number:
        return False
    return not part.which and _WHOLE.search(part.noun_words) is not None


# What the text of a rule is called; "word", "line" and the like are only a part of it.
_WHOLE = re.compile(r"\b(?:texts?|contents?|body|wording|everything|entirety)\b")


def _pairs(parts: Parts, amender: Amender) -> list[Pair]:
    targets: list[Phrase] = []
    pairs: list[Pair] = []
    rest: list[Phrase] = []
    for part in _units_as_one(parts.rest):
        is_text = part.text is not None or bool(part.number)
        if part.role in RESULTS and is_text and part.noun in ("", "text", *UNITS) and targets:
            pairs.append(Pair(targets.pop(0), part))
        elif part.body is not None and not part.role and targets and not part.which:
            pairs.append(Pair(targets.pop(0), part))
        elif _is_target(part) and not targets:
            targets.append(part)
        else:
            rest.append(part)
    if len(targets) == 1 and not pairs:
        rest += targets
    elif targets:
        raise Unclear(_("Say what takes the place of each."))
    parts.rest = rest
    return pairs


def _units_as_one(some: list[Phrase]) -> list[Phrase]:
    """With "the second and the third bullet" as one target, where one text takes the place of both."""
    units = [
        one
        for one in some
        if not one.role and one.noun in UNITS and one.text is None and one.which_of("ordinal")
    ]
    results = [one for one in some if (one.role in RESULTS and one.text is not None) or one.body is not None]
    if len(units) < 2 or len(results) != 1 or len({one.noun for one in units}) > 1:
        return some
    places = [ORDINALS.get(one.which_of("ordinal"), -1) for one in units]
    if places != list(range(places[0], places[0] + len(places))) or places[0] < 0:
        return some
    whole = replace_fields(units[0], which=(("ordinals", f"{places[0]} {places[-1]}"),))
    return [whole if one is units[0] else one for one in some if one is units[0] or one not in units]


def _is_target(part: Phrase) -> bool:
    if part.role or part.noun == "edits" or is_announcement(part):
        return False
    return part.noun != "" or part.text is not None or bool(part.number) or part.has("it") or part.has("same")


def _title(parts: Parts) -> Phrase | None:
    return parts.take(lambda one: one.noun == "title" and one.role in ("", "in"))


def _retitle(title: Phrase, parts: Parts, amender: Amender) -> None:
    name = parts.take(lambda one: one.role in RESULTS and one.text is not None)
    old = title.text or ""
    if not old and (
        quoted_name := parts.take(lambda one: one.role == "in" and one.role_words == "from" and one.is_bare)
    ):
        old = quoted_name.text or ""
    where = scope(parts, amender)
    parts.check_all_taken()
    keys = where.keys or ((amender.context,) if amender.context else ())
    if name is None or len(keys) != 1 or where.inner:
        raise not_understood()
    node = amender.rule(keys[0])
    if old and find(old, amender.tree) != [node]:
        raise Unclear(_("The rule is called “{title}”.").format(title=node.title))
    building.entitle(node, name.text or "", amender)


def _reword_title(parts: Parts, amender: Amender) -> None:
    """ "In the title of the rule X, change “a” to “b”"."""
    pairs = _pairs(parts, amender)
    where = scope(parts, amender)
    parts.check_all_taken()
    if len(where.keys) != 1 or where.inner or len(pairs) != 1 or pairs[0].result is None:
        raise not_understood()
    node = amender.rule(where.keys[0])
    old, new = pairs[0].target, pairs[0].result
    if old.text is None or new.text is None or node.title.count(old.text) != 1:
        raise occurs(old.text or "", node.title.count(old.text or ""))
    building.entitle(node, node.title.replace(old.text, new.text), amender)


def _replace_by_new(parts: Parts, amender: Amender) -> bool:
    """ "Replace the rule X with a new rule called “Y”: …": another title and another text in the same place."""
    made = next((one for one in parts.rest if one.role == "with" and one.noun in ("rule", "subrule")), None)
    if made is None or not (made.has("new") or made.has("following") or made.names):
        return False
    parts.rest.remove(made)
    called = parts.take(lambda one: one.role == "called" and one.text is not None)
    bodies = parts.take_all(lambda one: one.body is not None)
    bodies = bodies or parts.take_all(lambda one: one.role in ("having", "read") and one.text is not None)
    names = [*made.names, *(called.names if called else ())]
    for at, one in enumerate(parts.rest):
        if one.is_bare and not one.role and not one.after and _is_rule(one, amender):
            parts.rest[at] = replace_fields(one, noun="rule", noun_words="rule")
    names += [
        name
        for one in parts.take_all(lambda one: one.is_bare and not one.role and bool(one.after))
        for name in one.names
    ]
    where = scope(parts, amender)
    parts.check_all_taken()
    if len(where.keys) != 1 or where.inner or len(bodies) != 1 or len(names) > 1:
        raise not_understood()
    node = amender.rule(where.keys[0])
    if node.children:
        raise Unclear(_("Say what becomes of its subrules."))
    title, text = building.titled(names[0].text if names else "", bodies[0].text or "")
    if title != node.title:
        building.entitle(node, title, amender)
    if text.strip() != node.text:
        amender.edit(node.key, text.strip())
    return True


def entitle(parts: Parts, amender: Amender) -> None:
    """ "Give the rule X the title “Y”"."""
    title = parts.take(lambda one: one.noun == "title" and one.text is not None)
    rule = parts.take(lambda one: not one.role and one.noun in ("", "rule", "subrule"))
    parts.check_all_taken()
    if title is None or rule is None:
        raise not_understood()
    (node,) = rules_of(rule, amender.tree, amender.context)[:1]
    building.entitle(node, title.text or "", amender)


def _replace_one(
    pair: Pair, where: Scope, moods: set[str], amender: Amender, whole: bool, longer: Sequence[str]
) -> None:
    target, result = pair.target, pair.result
    new = "" if result is None else result.text if result.text is not None else result.number
    assert new is not None
    if target.noun in ("rule", "subrule") and (target.names or target.number or target.has("same")):
        rules = rules_of(target, amender.tree, amender.context)
        if "taken_away" in moods and any(rule.children for rule in rules):
            raise Unclear(_("Say what becomes of its subrules."))
        _rewrite(rules, result, new, amender)
        return
    is_it = (target.has("it") or target.has("same")) and target.text is None and not target.noun
    if target.noun == "text" and target.has("same") and target.text is None:
        if not amender.unit:
            raise Unclear(_("Say which one."))
        target, is_it = replace_fields(target, noun=""), True
    if is_it and not amender.unit:
        _rewrite([amender.rule(amender.context)] if amender.context else [], result, new, amender)
        return
    if _is_whole(target) or whole:
        if where.inner:
            text_of_item = where.inner[-1].noun == "item"
            _reword(Phrase(noun="block"), where, new, amender, whole_region=True, keeps_label=text_of_item)
        else:
            keys = where.keys or ((amender.context,) if target.has("it") and amender.context else ())
            _rewrite([amender.rule(key) for key in keys], result, new, amender, is_text=True)
        return
    if (
        target.is_bare
        and not where.keys
        and result is not None
        and (result.role == "read" or (not result.role and result.body is not None))
        and _is_rule(target, amender)
    ):
        _rewrite(find(target.text or "", amender.tree), result, new, amender)
        return
    if target.noun in UNITS or is_it:
        _reword(target, where, new, amender)
        return
    _replace_words(target, where, new, moods, amender, longer)


def _is_whole(target: Phrase) -> bool:
    """Whether a phrase means the whole text of a rule: "the text", "all of its text"."""
    kept = tuple(one for one in target.which if one[0] not in ("all", "it", "same", "unquoted"))
    return _is_content(replace_fields(target, which=kept))


def _is_rule(target: Phrase, amender: Amender) -> bool:
    return len(find(target.text or "", amender.tree)) == 1


def _is_rule_with(pair: Pair, amender: Amender) -> bool:
    """Whether a whole rule is changed "with" a text, which may be its new one or more of it."""
    if pair.result is None or pair.result.role not in ("with", "by", "having"):
        return False
    return pair.target.noun in ("rule", "subrule") or (pair.target.is_bare and _is_rule(pair.target, amender))


def _rewrite(
    rules: list[Node], result: Phrase | None, new: str, amender: Amender, *, is_text: bool = False
) -> None:
    """The whole text of a rule; `is_text`: that is what the sentence calls it."""
    if len(rules) != 1 or result is None:
        raise not_understood()
    if is_text:
        amender.edit(rules[0].key, new)
        return
    if result.body is not None and not result.role and _QUOTES.match(new):
        raise Unclear(_("Say whether that is the rule’s new text, or what is changed in it."))
    if result.body is None and result.role not in ("read", "with", "having"):
        raise Unclear(_("Say whether that is the rule’s new text or its new title."))
    if result.role == "with" and result.body is None and len(new.split()) < 4:
        raise Unclear(_("Say whether that is the rule’s new text or its new title."))
    headed = _HEADED.match(new) if result.body is not None else None
    if headed is None:
        amender.edit(rules[0].key, new)
        return
    numbers = {placed.node.key: placed.number for placed in amender.tree.placed()}
    if numbers[rules[0].key] not in (headed["number"], f"1.{headed['number']}"):
        raise Unclear(_("The text is headed as rule {number}.").format(number=headed["number"]))
    title = headed["title"].strip()
    amender.edit(rules[0].key, _FOOT.sub("", new[headed.end() :]))
    if title != rules[0].title:
        amender.amend(Amendment("rename", rule=rules[0].key, title=title, base=rules[0].title))


_QUOTES = re.compile(r"\s*[*•-]?\s*[“\"‘']")  # what is changed in a rule begins with the words that are
# "Rule 3 -- Bread" over the text of a rule, and "End of text of rule 3" below it.
_HEADED = re.compile(r"[Rr]ule (?P<number>\d+(?:\.\d+)*)\s*(?:--|[-—–:])\s*(?P<title>[^\n]{1,200})\n\s*\n")
_FOOT = re.compile(
    r"\s*\n\s*\n\s*[(\[*_]*"
    r"(?:(?:(?:[Tt]his is |[Tt]hat is |[Hh]ere is )?(?:[Tt]he )?[Ee]nd of|[Hh]ere ends|[Tt]hus ends)\b)"
    r"[^\n.]{0,60}\brule\b[^\n]{0,40}\s*\Z"
)


def _reword(
    target: Phrase,
    where: Scope,
    new: str,
    amender: Amender,
    *,
    whole_region: bool = False,
    keeps_label: bool = False,
) -> None:
    """A paragraph, a sentence, an item …, each in the place of which it is spoken; `keeps_label`: words for an item
    that is called by what stands before its colon must say what it is called."""
    rules = rules_in(where, amender)
    places: list[tuple[Node, list[Span]]] = []
    for node in rules:
        try:
            some = [
                span
                for region in regions(node, where, amender)
                for span in _spans(target, node, region, amender, whole_region)
            ]
        except Unclear:
            if len(rules) == 1:
                raise
            continue
        if some:
            places.append((node, some))
    if len(places) != 1:
        raise Unclear(_("Say which rule."))
    node, some = places[0]
    start, end = some[0][0], some[-1][1]
    named_so = [one.text for one in target.names] if target.noun == "item" else []
    label = named_parts(node.text[start:end])[:1] if keeps_label or named_so else []
    if label and ":" in node.text[start:end] and (keeps_label or label == named_so) and ":" not in new:
        raise not_understood()  # the whole item, or what stands behind its name
    if target.noun == "item":
        new = marked_as(new, node.text[start:end])
    amender.reword(node.key, node.text[:start] + new + node.text[end:], (start, end))


def _spans(target: Phrase, node: Node, region: Span, amender: Amender, whole_region: bool) -> list[Span]:
    if whole_region:
        return [region]
    if (target.has("it") or target.has("same")) and target.text is None:
        return quoted(amender.unit, node.text, region)
    if target.noun == "sentence" and target.names and not target.opening and not target.which:
        quotations = quoted(target.text or "", node.text, region)
        if len(quotations) == 1:
            return quotations
    return located(target, node.text, region)


def _replace_words(
    target: Phrase, where: Scope, new: str, moods: set[str], amender: Amender, longer: Sequence[str] = ()
) -> None:
    """Words replaced; `longer`: those of which the same sentence says what becomes of them, too."""
    words = target.text if target.text is not None else target.number
    if not words or not words.strip():
        raise not_understood()
    every = (
        target.has("all") or "throughout" in moods or (where.everywhere and not target.which_of("ordinal"))
    )
    places = _places_of(words, rules_in(where, amender), where, amender)
    if not places and "if_there" in moods:
        amender.skipped = True
        return
    if not places:
        raise missing(words, "\n\n".join(node.text for node in rules_in(where, amender)))
    if not every:
        places = _the_one(target, words, places, where)
    if every:
        _check_no_parts(words, rules_in(where, amender), longer)
    _put_instead(words, new, places, where, amender, every)
    if not every and len(places) == 1:
        amender.unit = new


def _put_instead(
    words: str, new: str, places: dict[str, list[Span]], where: Scope, amender: Amender, every: bool
) -> None:
    """Words replaced in these places: all that stand where the clause works, by one change; else each rule by its
    own."""
    texts = {key: replaced(amender.rule(key).text, some, new, whole=True) for key, some in places.items()}
    if every and (change := _throughout(words, new, where, amender)) and _makes(change, texts, amender):
        amender.amend(change)
        return
    for key, some in places.items():
        text, first = amender.rule(key).text, some[0]
        change = Amendment(
            "replace",
            rule=key,
            find=text[slice(*first)],
            text=new,
            count="every" if every else "one",
            whole=True,
        )
        if not _makes(change, {key: texts[key]}, amender):
            change = replace_fields(change, count="first")
        if _makes(change, {key: texts[key]}, amender):
            amender.amend(change)
            amender.context = key
        else:
            amender.reword(key, texts[key], first if len(some) == 1 else None)


def _throughout(words: str, new: str, where: Scope, amender: Amender) -> Amendment | None:
    """Words replaced by one change in more than one rule: in all, or in one and all below it."""
    change = Amendment("replace", find=words.strip(), text=new, whole=True)
    if where.everywhere and not where.keys:
        return replace_fields(change, scope="texts")
    for node in amender.tree.walk():
        if node.children and {one.key for one in node.walk()} == {node.key, *where.keys}:
            return replace_fields(change, rule=node.key, scope="subrules")
    return None


def _makes(change: Amendment, texts: Mapping[str, str], amender: Amender) -> bool:
    """Whether a change lets the rules say these texts, and nothing else."""
    applied = amending.apply(amender.tree, [change])
    nodes = {key: replace_fields(amender.rule(key), text=text) for key, text in texts.items()}
    return not applied.misfits and applied.tree == amender.tree.mapped(nodes)


def _places_of(words: str, rules: list[Node], where: Scope, amender: Amender) -> dict[str, list[Span]]:
    places: dict[str, list[Span]] = {}
    for node in rules:
        if not where.inner and words[:20].strip()[:1] not in node.text:
            continue
        try:
            some = [
                span for region in regions(node, where, amender) for span in quoted(words, node.text, region)
            ]
        except Unclear:
            if len(rules) == 1:
                raise
            continue
        if some:
            places[node.key] = some
    return places


def _check_no_parts(words: str, rules: list[Node], longer: Sequence[str]) -> None:
    texts = [node.text for node in rules]
    for other in longer:
        if other != words and words in other:
            texts = [text.replace(other, " ") for text in texts]
    if any(spans(words, text)[1] for text in texts):
        raise Unclear(
            _("“{words}” is also part of longer words. Say whether they change, too.").format(words=words)
        )


def _the_one(
    target: Phrase, words: str, places: dict[str, list[Span]], where: Scope
) -> dict[str, list[Span]]:
    count = sum(len(some) for some in places.values())
    if len(where.keys) > 1:
        if set(places) != set(where.keys) or any(len(some) > 1 for some in places.values()):
            raise Unclear(_("“{words}” is not in each of these rules exactly once.").format(words=words))
        return places
    if target.has("both"):
        if count != 2:
            raise occurs(words, count)
        return places
    ordinal = target.which_of("ordinal")
    counts = target.has("instance") or (
        target.noun == "" and target.names and target.names[0].kind == "quote"
    )
    if ordinal and ordinal not in ("only", "sole", "lone") and counts and len(places) == 1:
        key, some = next(iter(places.items()))
        place = ORDINALS[ordinal]
        if -len(some) <= place < len(some):
            return {key: [some[place]]}
        raise occurs(words, count)
    if ordinal and not counts and ordinal not in ("only", "sole", "lone"):
        raise not_understood()
    if count != 1:
        raise occurs(words, count)
    return places


def remove(parts: Parts, amender: Amender) -> None:
    """ "Remove “a” from …", "delete the last paragraph of …", "strike all instances of “a”"."""
    targets = parts.take_all(lambda one: _is_removed(one) and not (one.has("following") and one.text is None))
    targets = [one for target in targets for one in _each_of(target)]
    bodies = [] if targets else parts.take_all(lambda one: one.body is not None)
    where = scope(parts, amender)
    parts.check_all_taken()
    if not targets and not bodies:
        raise Unclear(_("Say what is removed."))
    targets = [_as_item(one) for one in targets]
    where = of_kind(where, next((one.noun_words for one in targets if one.noun == "item"), ""))
    if len(targets) == 1 and _is_all(targets[0]) and len(where.keys) == 1:
        amender.edit(where.keys[0], "")
        return
    in_list = bool(where.inner) and where.inner[-1].noun == "list"
    targets = [_named_item(one, where, amender) if in_list else one for one in targets]
    units = [one for one in targets if one.noun in UNITS or (one.noun == "" and one.has("it"))]
    if units:
        _remove_units(units, where, amender)
    for target in (*targets, *bodies):
        if target not in units:
            _replace_words(target, where, "", parts.moods, amender)


def _is_all(target: Phrase) -> bool:
    """ "All text", "the whole text"."""
    return _is_whole(target)


def _each_of(target: Phrase) -> list[Phrase]:
    """ "The bullets “a” and “b”" as each of them."""
    if target.noun not in UNITS or len(target.names) < 2:
        return [target]
    return [replace_fields(target, names=(name,)) for name in target.names]


def _named_item(target: Phrase, where: Scope, amender: Amender) -> Phrase:
    """Words that are taken out of a list are the item that they name, if they name one."""
    if not target.is_bare or len(rules := rules_in(where, amender)) != 1:
        return target
    item = Phrase(noun="item", names=target.names)
    try:
        regions_there = regions(rules[0], where, amender)
        named = [span for region in regions_there for span in located(item, rules[0].text, region)]
    except Unclear:
        return target
    return item if len(named) == 1 else target


def _as_item(target: Phrase) -> Phrase:
    """A name alone is that of an item."""
    if target.noun == "" and target.names and target.names[0].kind in ("name", "part", "bare"):
        return Phrase(noun="item", names=target.names)
    return target


def _is_removed(part: Phrase) -> bool:
    if part.role:
        return False
    return part.noun in (*UNITS, "text") or (
        part.noun == "" and (part.text is not None or part.has("it") or bool(part.number))
    )


def _remove_units(targets: list[Phrase], where: Scope, amender: Amender) -> None:
    """Paragraphs, sentences, items … removed at once, each counted on what stood there before."""
    places = []
    rules = rules_in(where, amender)
    for node in rules:
        try:
            for region in regions(node, where, amender):
                for target in targets:
                    places += [(node, span) for span in _spans(target, node, region, amender, False)]
        except Unclear:
            if len(rules) == 1 or len(where.keys) > 1:
                raise
    keys = {node.key for node, _span in places}
    if keys != set(where.keys) and len(keys) != 1:
        raise Unclear(_("Say which rule."))
    for node in [one for one in rules if one.key in keys]:
        some = sorted({span for one, span in places if one.key == node.key})
        if any(one[1] > other[0] for one, other in pairwise(some)):
            raise not_understood()
        text = replaced(node.text, some, "", whole=True)
        amender.reword(node.key, text, some[0] if len(some) == 1 else None)


def words_of(target: Phrase, where: Scope, amender: Amender) -> str:
    """The words of the one place that a phrase speaks of. Raises Unclear where it speaks of none, or of more."""
    places = []
    rules = rules_in(where, amender)
    for node in rules:
        try:
            for region in regions(node, where, amender):
                if target.noun in UNITS:
                    some = _spans(target, node, region, amender, False)
                else:
                    some = quoted(target.text or "", node.text, region)
                places += [node.text[slice(*span)] for span in some]
        except Unclear:
            if len(rules) == 1:
                raise
    if not places and target.text is not None:
        raise missing(target.text, "\n\n".join(node.text for node in rules))
    if len(places) != 1:
        raise occurs(target.text or target.noun_words, len(places))
    return places[0]
