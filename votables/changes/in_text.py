"""Text and changes kept together: what a matter carries is said by its text, sentence by sentence. Whoever attaches,
alters or removes a change gets its sentence put into the text, or taken out of it; whoever edits the text gets the
changes that it makes then."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.utils.translation import gettext as _

from blognomic.web.errors import RuleBroken
from ruleset.queries import law_in_force
from votables.english.orders import CalledThings, Unsayable, after, say
from votables.english.reading_parts import Span
from votables.queries.matter_kinds import carries

from .change import read_change
from .in_english import (
    LONGEST,
    Stored,
    TextReading,
    called_things,
    check_is_clear,
    reading_in,
    reading_of,
)
from .matching_text import agreement, with_places
from .registry import kind_of

_BARE_MARK = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)])?[ \t]*")


@dataclass(frozen=True, slots=True)
class TextAndChanges:
    """A text and the changes that go with it, as they are stored, and the places of those that it does not say."""

    body: str
    changes: Stored
    unsaid: tuple[int, ...] = ()


def put_into_text(
    body: str, changes: Iterable[Mapping[str, object]], *, at: datetime, so_far: Stored | None = None
) -> TextAndChanges:
    """The text with a sentence for each of the changes that it does not say yet, and what it makes then: the changes,
    and what else it says. `so_far`: what went with this very text until now; what of it is not among the changes any
    more is taken out of the text. A change that has no sentence, or whose sentence is not read beside the rest, goes
    with the text without being said. Two readings at most, and one query. Raises RuleBroken for what is no change."""
    carried = [read_change(one).as_json() for one in changes]
    if not carried and not so_far:
        return TextAndChanges(body, carried)
    things = called_things(at=at)
    reading = _read(body, things)
    spoken = _spoken(reading)
    of_text = [change for _span, change in spoken]
    agreed = agreement(carried, of_text, at=at)
    gone = agreement(so_far or [], of_text, at=at).accounted - agreed.accounted
    if reading is None or not (gone or agreed.unsaid(carried)):
        return _whole(body, reading, carried, agreed.unsaid(carried))
    dropped = {spoken[there][0] for there in gone}
    for cut in (dropped, dropped | {spoken[there][0] for there in agreed.accounted}):
        text = _rewritten(body, spoken, carried, agreed.matches, cut, things)
        again = _read(text.body, things)
        if again is None or _asks(again) > _asks(reading):
            continue
        if [change for _span, change in _spoken(again)] == text.made:
            return _whole(text.body, again, carried, tuple(text.silent), text.places)
    if gone:
        sentence = _("The rest of the text builds on the sentence that says this. Edit the text instead.")
        raise RuleBroken(sentence, status=409)
    return _whole(body, reading, carried, agreed.unsaid(carried), agreed.matches)


def _whole(
    body: str,
    reading: TextReading | None,
    carried: Stored,
    unsaid: tuple[int, ...],
    places: Mapping[int, int] | None = None,
) -> TextAndChanges:
    """A text with all that it says, and what is carried of which it says nothing; while it is not clear, with what is
    carried. `places`: where the carried changes stand among those that it says."""
    if reading is None or reading.questions:
        return TextAndChanges(body, carried, unsaid)
    spoken = [change.as_json() for change in reading.changes]
    if not unsaid:
        return TextAndChanges(body, spoken)
    rest = _renumbered(carried, unsaid, places or {}, len(spoken))
    if rest is None or len(set((places or {}).values())) == len(spoken):
        return TextAndChanges(body, carried, unsaid)
    return TextAndChanges(body, [*spoken, *rest], tuple(range(len(spoken), len(spoken) + len(rest))))


class SaidOtherwise(RuleBroken):
    """What goes with a text does something else to the same things (`what`): it cannot be posted so. `pairs`: the
    places of such a change, and of the one that the text makes, each with what both are about."""

    def __init__(self, pairs: Sequence[tuple[int, int, str]]):
        sentence = _(
            "The text and its attached changes do different things to {what}. Take these changes out, or put their "
            "sentences into the text instead."
        )
        self.pairs = pairs
        self.what = ", ".join(dict.fromkeys(what for *_pair, what in pairs))
        super().__init__(sentence.format(what=self.what), status=422)


def settled(body: str, changes: Stored, *, by_text: bool, at: datetime) -> TextAndChanges:
    """A text and what goes with it once they agree: without those changes that do something else than the text says
    (`by_text`), or with their sentences in place of the text's. The queries of `put_into_text` and `agreement`."""
    spoken = [change for _span, change in _spoken(_read(body, called_things(at=at)))]
    pairs = agreement(changes, spoken, at=at).contrary
    if not by_text:
        return put_into_text(body, changes, at=at, so_far=[spoken[there] for _place, there, _what in pairs])
    dropped = {place for place, _there, _what in pairs}
    rest = _renumbered(changes, [place for place in range(len(changes)) if place not in dropped], {}, 0)
    return put_into_text(body, rest or [], at=at)


def check_agreement(
    body: str,
    changes: Iterable[Mapping[str, object]],
    *,
    at: datetime,
    so_far: Stored | None = None,
    may_be_unclear: bool = True,
) -> None:
    """Raise SaidOtherwise where changes that are to go with a text do something else to the same thing than it says,
    and TextNotClear where it is not clear and that may not be. `so_far`: what went with this very text until now. The
    queries of `agreement`, and one, or none."""
    carried = [read_change(one).as_json() for one in changes]
    if not carried:
        return
    reading = _read(body, called_things(at=at))
    if reading is not None and not may_be_unclear:
        check_is_clear(reading, attached=True)
    spoken = [change for _span, change in _spoken(reading)]
    before = so_far or []
    known = agreement(before, spoken, at=at).accounted
    contrary = agreement(carried, spoken, at=at).contrary
    if pairs := [one for one in contrary if one[1] not in known and carried[one[0]] not in before]:
        raise SaidOtherwise(pairs)


def changes_of_other_text(
    body: str, changes: Stored, text: str, *, category: str, at: datetime, may_be_unclear: bool
) -> Stored | None:
    """What goes with another text of a matter or draft of the category, whose `body` has gone with these changes so
    far: what the text says then, and what no sentence of the old one said; of a text that is not clear, what it still
    says of them. None: the changes stay, since the old text said what they do not do, or the new one is too long to be
    read. Raises TextNotClear where it is not clear and that may not be."""
    if text == body or max(len(body), len(text)) > LONGEST:
        return None
    law = law_in_force(at)
    if not (changes or carries(law, category)):
        return None
    things = called_things(at=at)
    old = reading_of(body, things)
    said_so_far = [one for _span, one in _spoken(old)]
    agreed = agreement(changes, said_so_far, at=at)
    if len(agreed.accounted) < len(said_so_far) and (changes or not old.questions):
        return None
    is_matter = carries(law, category)
    new = reading_in(text, things, law=law, category=category) if is_matter else reading_of(text, things)
    if not may_be_unclear:
        check_is_clear(new)
    said_now = [one for _span, one in _spoken(new)]
    still = agreement(changes, said_now, at=at).matches
    unsaid = agreed.unsaid(changes)
    if new.questions:
        return _renumbered(changes, [*sorted({*still, *unsaid})], {}, 0)
    of_rest = _renumbered(changes, unsaid, still, len(said_now))
    return None if of_rest is None else [*said_now, *of_rest]


def _asks(reading: TextReading) -> int:
    """How many questions there are about a text that orders something."""
    return 0 if reading.orders_nothing else len(reading.questions)


def _read(body: str, things: CalledThings) -> TextReading | None:
    """How a text reads; None for one that is too long to be read."""
    return reading_of(body, things) if len(body) <= LONGEST else None


def _spoken(reading: TextReading | None) -> list[tuple[Span, dict[str, object]]]:
    """The changes that the sentences of a text say, each with the span of its sentence."""
    some = reading.sentences if reading is not None else ()
    return [(one.sentence, change.as_json()) for one in some for change in one.changes]


def _renumbered(
    changes: Stored, places: Iterable[int], known: Mapping[int, int], first: int
) -> Stored | None:
    """The changes at some places, which come to stand from `first` on; None where one builds on what is gone."""
    new_places, kept = dict(known), Stored()
    for place in places:
        moved = with_places(changes[place], new_places)
        if moved is None:
            return None
        new_places[place] = first + len(kept)
        kept.append(moved)
    return kept


@dataclass(slots=True)
class _Rewriting:
    """A text that is put together anew, sentence by sentence: the changes that it makes so far, what the game is called
    after them, and the places of those that no sentence says; `places`: where the carried changes stand among them."""

    things: CalledThings
    made: Stored = field(default_factory=list)
    silent: list[int] = field(default_factory=list)
    places: dict[int, int] = field(default_factory=dict)
    body: str = ""

    def take(self, change: Mapping[str, object]) -> int:
        """Goes on after a change that is said. Answers its place."""
        self.things = replace(self.things, tree=after(change, self.things, len(self.made)))
        self.made.append(dict(change))
        return len(self.made) - 1

    def say(self, change: Mapping[str, object]) -> str:
        """The sentence of one more change. Raises Unsayable."""
        kind = kind_of(change["op"])
        as_said = kind.as_said(change, self.things.tree) if kind is not None else dict(change)
        sentence = say(as_said, self.things)
        self.take(read_change(as_said).as_json())  # as it is read again
        return sentence


def _rewritten(
    body: str,
    spoken: Sequence[tuple[Span, dict[str, object]]],
    carried: Stored,
    matches: Mapping[int, int],
    cut: Collection[Span],
    things: CalledThings,
) -> _Rewriting:
    """The text without the sentences that are cut, and with one for each change that is carried and said by none of the
    others: where one was cut before it, there, else at the end."""
    text = _Rewriting(things)
    kept_places = {place: there for place, there in matches.items() if spoken[there][0] not in cut}
    spots = _spots(carried, kept_places, [one for one, _change in spoken], cut)
    known, places = (
        dict[int, int](),
        text.places,
    )  # where the changes of the old text stand, and the carried ones

    def new_sentences(span: Span | None) -> str:
        sentences = []
        for place in spots.get(span, ()):
            moved = with_places(carried[place], places)
            try:
                if moved is None:
                    raise Unsayable(str(carried[place]))
                sentences.append(text.say(moved))
            except Unsayable:
                text.silent.append(place)
            else:
                places[place] = len(text.made) - 1
        return "\n\n".join(sentences)

    at, whole = 0, ""
    for span in dict.fromkeys(one for one, _change in spoken):
        whole += body[at : span[0]]
        at = span[1]
        if span in cut:
            whole, rest = _without_gap(whole, new_sentences(span), body[at:])
            at = len(body) - len(rest)
            continue
        whole += body[slice(*span)]
        for there, (one, change) in enumerate(spoken):
            if one == span:
                known[there] = text.take(with_places(change, known) or change)
                places |= {place: known[there] for place, it in kept_places.items() if it == there}
    whole += body[at:]
    added = new_sentences(None)
    whole = whole.rstrip() if added or cut else whole
    text.body = f"{whole}\n\n{added}".lstrip("\n") if added else whole
    text.silent.sort()
    return text


def _spots(
    carried: Stored, kept_places: Mapping[int, int], spans: Sequence[Span], cut: Collection[Span]
) -> dict[Span | None, list[int]]:
    """Where each change that no sentence says is to be said: in place of a sentence that is cut, in the order of the
    changes, or at the end (None)."""
    spots: dict[Span | None, list[int]] = {}
    last = -1
    for place in range(len(carried)):
        if place in kept_places:
            last = max(last, kept_places[place])
            continue
        until = min((there for one, there in kept_places.items() if one > place), default=len(spans))
        free = [there for there in range(last + 1, until) if spans[there] in cut]
        unused = [there for there in free if spans[there] not in spots]
        spot = spans[(unused or free)[0]] if free else None
        spots.setdefault(spot, []).append(place)
    return spots


def _without_gap(before: str, new: str, behind: str) -> tuple[str, str]:
    """What stands before a sentence that is cut, with what comes in its place, and what stands behind it: without the
    mark of an item that is left empty, and without two empty lines where one is enough."""
    line_before, line_behind = before[before.rfind("\n") + 1 :], behind.split("\n", 1)[0]
    if new:
        if "\n" in new and line_before.strip() and not _BARE_MARK.fullmatch(line_before):
            new = f"\n\n{new}"
        if "\n" in new and line_behind.strip():
            behind = f"\n\n{behind.lstrip()}"
        return before + new, behind
    if _BARE_MARK.fullmatch(line_before) and not line_behind.strip():
        before = before[: len(before) - len(line_before)]
        behind = behind[len(line_behind) :].removeprefix("\n")
        if not before or before.endswith("\n\n"):
            behind = behind.lstrip("\n")
        return before, behind
    return before, behind.lstrip(" ") if not line_before.strip() or before.endswith(" ") else behind
