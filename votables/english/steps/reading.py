"""Reads the steps that an instruction orders on the gamestate, and works out the values afterwards."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Final

from blognomic.i18n.translation import gettext as _

from ..reading_parts import AuthorQuestion, ReadStep, Span, Unclear
from . import leads
from .asides import plainer
from .combining import InOrder, Nothing, ranked_at_once
from .deeds import Deed
from .grammar import RULES
from .leads import Lead
from .lexicon import Lexicon
from .listing import AddRow, RenameRow
from .obstacles import NoSenseHere, NotUnderstood
from .played_state import Cast, PlayedScene, ScenedVariable, number_of
from .steps_between import changes_between
from .talk import is_amendment, is_talk
from .templates import Parser
from .text import STRUCK, SentenceNode, tree
from .values import AnyOf, Blank
from .words import StepWord

LONGEST: Final = 20_000
MOST_TOKENS: Final = 160
MOST_SENTENCES: Final = 120
MOST_QUESTIONS: Final = 10
_NAMING: Final = frozenset("rename renamed add added create created change renames".split())
_ELSE: Final = (
    ("otherwise",),
    ("else",),
    ("if", "not"),
    ("if", "they", "are", "not"),
    ("if", "he", "is", "not"),
    ("if", "she", "is", "not"),
    ("if", "he", "does", "not"),
    ("if", "she", "does", "not"),
    ("if", "they", "do", "not"),
    ("failing", "that"),
    ("if", "it", "is", "not"),
    ("if", "this", "is", "not", "the", "case"),
    ("if", "that", "is", "not", "the", "case"),
    ("so", "does"),
    ("so", "do"),
    ("so", "is"),
    ("so", "are"),
)


@dataclass(slots=True)
class StepsReading:
    """The values afterwards and the changes that make them, or the questions. `carried_out` is where the sentences
    stand that are steps, `amendments` where those do that seem to change the rules; `stopped`: one says that
    nothing is done after it."""

    values: dict[str, Any] | None
    steps: list[ReadStep] = field(default_factory=list)
    questions: list[AuthorQuestion] = field(default_factory=list)
    carried_out: list[Span] = field(default_factory=list)
    amendments: list[Span] = field(default_factory=list)
    stopped: bool = False


def read_steps(instruction: str, game: Mapping[str, Any], amended: Sequence[Span] = ()) -> StepsReading:
    """What an instruction (Markdown) does to the `values` of a `game`, which has the keys that FORMAT.md of the
    specification gives to a case. Nothing is done unless all of it is clear. What stands at `amended` is known to
    change the rules; where it can be a step as well, it is asked about."""
    if len(instruction) > LONGEST:
        return _asked((0, len(instruction)), _("This text is too long to be read for steps."))
    if struck := STRUCK.search(instruction):
        return _asked(
            struck.span(), _("Part of this is struck out, and it is not clear whether it is meant.")
        )
    nodes = tree(instruction)
    if len(nodes) > MOST_SENTENCES:
        return _asked((0, len(instruction)), _("There are too many sentences to be read for steps."))
    scene = _scene(game)
    result = StepsReading(None)
    _StepsReader(scene, result, amended).run(nodes)
    result.stopped = scene.stopped
    if not result.questions:
        result.values = scene.values
    else:
        result.steps = []
    return result


def _asked(span: tuple[int, int], why: str) -> StepsReading:
    return StepsReading(None, [], [AuthorQuestion(span, why)])


def _scene(game: Mapping[str, Any]) -> PlayedScene:
    cast = Cast(
        tuple(game.get("players", ())),
        tuple(game.get("idle", ())),
        game.get("emperor") or "",
        bool(game.get("emperor_counts", True)),
        game.get("author"),
        dict(game.get("words", {})),
    )
    variables = [
        ScenedVariable(
            each["name"],
            each.get("of", "player"),
            each["type"],
            bool(each.get("whole", True)),
            number_of(each.get("min")),
            number_of(each.get("max")),
            tuple(each.get("choices") or ()),
            each.get("default"),
        )
        for each in game.get("tracked", ())
    ]
    return PlayedScene(cast, variables, game.get("values", {}))


@dataclass(frozen=True, slots=True)
class Readings:
    """A sentence that can be read in several ways: they must come to the same."""

    ways: tuple[Deed, ...]

    def do(self, scene: PlayedScene, subject: Any) -> None:
        done: list[PlayedScene] = []
        unfit: NoSenseHere | None = None
        for way in self.ways:
            trial = scene.copy()
            try:
                way.do(trial, subject)
            except NoSenseHere as problem:
                unfit = unfit or problem
                continue
            done.append(trial)
        if not done:
            raise unfit or NotUnderstood(_("This is not understood."))
        if any(each.values != done[0].values or each.stopped != done[0].stopped for each in done[1:]):
            raise Unclear(_("This can be read in two ways that come to different values."))
        scene.become(done[0])
        if any(each.it != done[0].it for each in done[1:]):
            scene.it = None
        if any(each.people != done[0].people for each in done[1:]):
            scene.people = None


class _StepsReader:
    def __init__(self, scene: PlayedScene, result: StepsReading, amended: Sequence[Span]):
        self.scene = scene
        self.amended = amended
        self.result = result
        self.lexicon = Lexicon(scene)

    def run(self, nodes: Sequence[SentenceNode]) -> None:
        """Carries the sentences out one after the other; those that only talk are passed over."""
        at = 0
        after_amendment = False
        while at < len(nodes) and len(self.result.questions) < MOST_QUESTIONS:
            node = nodes[at]
            count = _joined(nodes, at)
            self.lexicon = Lexicon(self.scene)
            if self._is_amended(nodes[at : at + count]):
                self._check_no_step(nodes[at : at + count])
                at += count
                continue
            if node.kind != "sentence":
                if not after_amendment:
                    self._ask(node, _("This quotation is not announced, so it is not clear what it is for."))
                at += 1
                continue
            before = deepcopy(self.scene.values)
            after_amendment = False
            if count == 1 and (parts := self._renaming_first(node)):
                nodes = [*nodes[:at], *parts, *nodes[at + 1 :]]
                continue
            try:
                deed = self._deed(nodes[at : at + count])
                if deed is None:
                    after_amendment = is_amendment(node.tokens, self.lexicon)
                    if after_amendment:
                        self.result.amendments.append(node.span)
                    if (
                        node.leads
                        and not node.below
                        and (at + 1 == len(nodes) or nodes[at + 1].kind == "sentence")
                    ):
                        raise Unclear(_("It is not clear where the text that this announces ends."))
                else:
                    self.result.carried_out += [
                        span for one in nodes[at : at + count] for span in one.spans()
                    ]
                if deed is not None and not self.scene.stopped:
                    self.scene.mentioned, self.scene.fresh = (), False
                    self.scene.changed, self.scene.acted = (), ()
                    self.scene.has_asked_of_another = False
                    deed.do(self.scene, ())
                    self.scene.done += 1
            except (Unclear, RecursionError) as problem:
                why = str(problem) if isinstance(problem, Unclear) else _("This is too tangled to be read.")
                self._ask(node, why)
            span = (node.span[0], nodes[at + count - 1].span[1])
            self.result.steps += [ReadStep(span, each) for each in changes_between(before, self.scene)]
            at += count

    def _renaming_first(self, node: SentenceNode) -> list[SentenceNode]:
        """A sentence whose first step renames or adds a row, in two, since what follows may use the new name: "rename
        Bess to Gran, and then set the Heat of Gran to 4". Empty for other sentences."""
        words = node.tokens
        if node.below or node.leads or not any(each.lower in _NAMING for each in words[:12]):
            return []
        if len(words) > MOST_TOKENS or self._readings(words, "sentence"):
            return []
        for place in range(2, len(words) - 2):
            if words[place].text not in (",", ";") and words[place].lower not in ("and", "then"):
                continue
            end = place
            while words[end].text in (",", ";") or words[end].lower in ("and", "then"):
                end += 1
                if end >= len(words) - 1:
                    return []
            ways = self._readings(words[:place], "sentence")
            if is_talk(words[end:], self.lexicon):
                continue
            if any(isinstance(way, AddRow | RenameRow) for way in ways):
                return [SentenceNode(list(words[:place])), SentenceNode(list(words[end:]))]
        return []

    def _is_amended(self, nodes: Sequence[SentenceNode]) -> bool:
        return any(overlap(span, other) for node in nodes for span in node.spans() for other in self.amended)

    def _check_no_step(self, nodes: Sequence[SentenceNode]) -> None:
        try:
            deed = self._deed(nodes) if nodes[0].kind == "sentence" else None
        except (Unclear, RecursionError):
            return
        if deed is not None:
            self._ask(nodes[0], _("This can change the rules, and the gamestate too. Say which is meant."))

    def _ask(self, node: SentenceNode, why: str) -> None:
        self.result.questions.append(AuthorQuestion(node.span, why))

    def _deed(self, nodes: Sequence[SentenceNode]) -> Deed | None:
        """What a sentence, with those that go on from it, orders. None where it is talk, or changes the rules."""
        if any(node.below or node.leads for node in nodes):
            return self._of_lists(nodes)
        words = list(nodes[0].tokens)
        for node in nodes[1:]:
            words += [StepWord("mark", ";", node.span[0], node.span[0]), *node.tokens]
        if len(words) > MOST_TOKENS and not is_amendment(words, self.lexicon):
            raise NotUnderstood(_("This sentence is too long to be read."))
        ways = self._readings(words, "sentence")
        ways += [at_once for way in ways if (at_once := ranked_at_once(way)) is not None]
        if ways:
            return ways[0] if len(ways) == 1 else Readings(tuple(ways))
        if len(nodes) == 1 and (is_amendment(words, self.lexicon) or is_talk(words, self.lexicon)):
            return None
        raise NotUnderstood(_("This is not understood in all its words."))

    def _readings(self, words: Sequence[StepWord], rule: str) -> list[Any]:
        if len(words) > MOST_TOKENS:
            return []
        readings: list[Any] = []
        for some in plainer(words, self.lexicon):
            parser = Parser(some, RULES, self.lexicon.primitives())
            readings = list(dict.fromkeys(parser.readings(rule)))
            if readings:
                break
        return readings

    # -- sentences that lead to lists

    def _of_lists(self, nodes: Sequence[SentenceNode]) -> Deed | None:
        deed: Deed | None = None
        for node in reversed(nodes):
            deed = self._of_list(node, deed)
            if deed is None:
                return None
        return deed

    def _of_list(self, node: SentenceNode, otherwise: Deed | None) -> Deed | None:
        if not node.below:
            if node.leads and is_amendment(node.tokens, self.lexicon):
                return None
            if otherwise is None or not node.leads:
                return self._alone(node, otherwise)
            raise NotUnderstood(_("Nothing follows the colon."))
        if rows := self._readings(node.tokens, "rowlead"):
            return self._of_rows(rows[0], node.below)
        ways = self._readings(node.tokens, "leading")
        if not ways:
            if is_amendment(node.tokens, self.lexicon):
                return None
            return InOrder(tuple(self._prefixed(node)))
        below = self._below(node.below)
        deeds = [self._led(way, below, otherwise) for way in ways]
        return deeds[0] if len(deeds) == 1 else Readings(tuple(deeds))

    def _of_rows(self, table: str, below: Sequence[SentenceNode]) -> Deed:
        """New rows, as a table of Markdown or as points of a list."""
        deeds: list[Deed] = []
        for node in below:
            if node.kind == "table":
                for line in leads.rows_of(node.tokens[0]):
                    deeds.append(self._row(table, line))
                continue
            ways = self._readings(node.tokens, "rowline") if not node.below else []
            if len(ways) != 1:
                raise NotUnderstood(_("This row is not understood."))
            deeds.append(AddRow(table, *ways[0]))
        return InOrder(tuple(deeds))

    def _row(self, table: str, line: Mapping[str, Sequence[StepWord]]) -> Deed:
        cells: list[tuple[str, Any]] = []
        name = ""
        for head, words in line.items():
            if head.casefold() == "name":
                name = " ".join(token.text for token in words)
                continue
            columns = [
                each.name
                for each in self.scene.variables
                if each.of == f"table:{table}" and each.name.casefold() == head.casefold()
            ]
            ways = [Blank()] if not words else self._readings(words, "value")
            if len(columns) != 1 or not ways:
                raise NotUnderstood(_("This row is not understood."))
            cells.append((columns[0], ways[0] if len(ways) == 1 else AnyOf(tuple(ways), columns[0], table)))
        return AddRow(table, name, tuple(cells))

    def _alone(self, node: SentenceNode, otherwise: Deed | None) -> Deed | None:
        """ "If Ka has no Follower, this proposal does nothing else", before an "otherwise" with a list."""
        if node.leads:
            raise NotUnderstood(_("Nothing follows the colon."))
        if otherwise is None:
            return self._deed([SentenceNode(_without_else(node.tokens))] if _is_else(node) else [node])
        ways = self._readings(node.tokens, "sentence")
        if not ways:
            raise NotUnderstood(_("This is not understood in all its words."))
        deeds = tuple(leads.with_otherwise(way, otherwise) for way in ways)
        return deeds[0] if len(deeds) == 1 else Readings(deeds)

    def _led(self, way: Lead, below: Deed, otherwise: Deed | None) -> Deed:
        if otherwise is not None and way.what not in ("if", "unless"):
            if way.what == "otherwise":
                raise NotUnderstood(_("There are two sentences with “otherwise”."))
            return InOrder((way.over(below, Nothing()), otherwise))
        return way.over(below, otherwise or Nothing())

    def _below(self, nodes: Sequence[SentenceNode]) -> Deed:
        deeds: list[Deed] = []
        at = 0
        while at < len(nodes):
            count = _joined(nodes, at)
            deed = self._deed(nodes[at : at + count])
            if deed is not None:
                deeds.append(deed)
            at += count
        return InOrder(tuple(deeds))

    def _prefixed(self, node: SentenceNode) -> list[Deed]:
        """Points that each go on from the words before the colon: "Each Baker:", "gains 2 Flour"."""
        deeds = []
        for point in node.below:
            if point.below or point.leads:
                raise NotUnderstood(_("This list is not understood."))
            ways = self._readings([*node.tokens, *point.tokens], "sentence")
            if not ways:
                raise NotUnderstood(_("This list is not understood."))
            deeds.append(ways[0] if len(ways) == 1 else Readings(tuple(ways)))
        return deeds


def overlap(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _joined(nodes: Sequence[SentenceNode], at: int) -> int:
    """How many sentences belong together: one, and those after it that begin with "otherwise" or "so does"."""
    count = 1
    while at + count < len(nodes) and _is_else(nodes[at + count]) and nodes[at].kind == "sentence":
        count += 1
    return count


def _without_else(words: Sequence[StepWord]) -> list[StepWord]:
    """The words behind "otherwise,"."""
    lower = tuple(token.lower for token in words[:7])
    count = max((len(some) for some in _ELSE if lower[: len(some)] == some), default=0)
    rest = list(words[count:])
    return rest[1:] if rest and rest[0].text in (",", ":") else rest


def _is_else(node: SentenceNode) -> bool:
    lower = [token.lower for token in node.tokens[:7]]
    return any(tuple(lower[: len(words)]) == words for words in _ELSE) and node.kind == "sentence"
