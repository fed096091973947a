"""What an Ascension Address decides on, what is chosen of it, and what would come of that: for its page and for
programs."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from blognomic.web.errors import RuleBroken
from gamestate.models import LimitedAction
from gamestate.queries.acting import live_actions
from gamestate.values.coming import retiring
from gamestate.values.state import State
from ruleset.queries import revision_at, tree_after
from ruleset.text.comparing import compare
from ruleset.text.synonyms import Words, plural
from ruleset.text.tree import Node, Tree
from votables.changes.in_english import TextReading
from votables.changes.law_preview import VerdictChange, after_switching
from votables.changes.preview import MANY, ShownDifference
from votables.changes.word_differences import words_between
from votables.english.ascension_address import AddressReading
from votables.post_types.models import OfficialType
from votables.queries.judge_facts import Docket

from .address_text import KeepableThing, reading_of_address, tracked_things, with_text
from .ascending import Address, Prospect, dynastic_rules, outlasting, special_case_rules


@dataclass(frozen=True, slots=True)
class AddressChoices:
    """What an address may keep: dynastic rules of the `tree`, what is tracked in `state`, `actions`, and `types` of
    official posts; what the law `keeps` of the rules that it does not name, "all" or "none"; and the `words` of before.
    No query."""

    tree: Tree
    state: State
    actions: Sequence[LimitedAction]
    types: Sequence[OfficialType]
    keeps: str
    words: Words

    @property
    def all_stay(self) -> bool:
        return self.keeps == "all"

    @property
    def rules(self) -> list[tuple[int, Node]]:
        """The dynastic rules, each with how many stand above it among these."""
        return list(_with_depth(dynastic_rules(self.tree)))

    @property
    def cases(self) -> list[Node]:
        """The special cases, as rules."""
        return special_case_rules(self.tree)

    @property
    def tracked(self) -> list[KeepableThing]:
        """What is tracked."""
        return tracked_things(self.state)

    @property
    def lasting(self) -> list[OfficialType]:
        """The types of official posts that a rule defines which no address repeals."""
        return outlasting(self.types, self.tree)

    def address(
        self,
        *,
        theme: str,
        words: Mapping[str, str] | None,
        keep: Iterable[str] | None,
        special_cases: Mapping[str, bool],
        keep_tracked: Iterable[str] | None,
        keep_actions: Iterable[str] | None,
        keep_types: Iterable[int] | None,
        pages: Iterable[str],
    ) -> Address:
        """The address that chooses so. What is None is not named: the words stay, the law says which rules do, and with
        them what is tracked, actions and types, of which those that are lasting stay in any case. A plural that is ""
        is the usual one, or that of before where the word stays. Raises RuleBroken (400) for what there is not."""
        if keep_types is None and not self.all_stay:
            keep_types = [one.pk for one in self.lasting]
        defaults = {rule.name: rule.default_is_active for rule in self.cases}
        return Address(
            theme=theme,
            words=self._called(**words) if words else None,
            keep=None if keep is None else frozenset(keep),
            special_cases={
                name: active for name, active in special_cases.items() if active != defaults.get(name)
            },
            keep_tracked=self._of(keep_tracked, (one.key for one in self.tracked)),
            keep_actions=self._of(keep_actions, (one.key for one in self.actions)),
            keep_types=self._of(keep_types, (one.pk for one in self.types)),
            pages=[title.strip() for title in pages if title.strip()],
        )

    def _called(self, player: str, players: str, emperor: str, emperors: str) -> Words:
        old, player, emperor = self.words, player.strip(), emperor.strip()
        usual = old.players if player == old.player else plural(player)
        usual_emperors = old.emperors if emperor == old.emperor else plural(emperor)
        return Words(player, players.strip() or usual, emperor, emperors.strip() or usual_emperors)

    def _of(self, chosen: Iterable[Any] | None, known: Iterable[Any]) -> frozenset[Any]:
        """What stays of what there is. Raises RuleBroken (400) for what there is not."""
        there = frozenset(known)
        if chosen is None:
            return there if self.all_stay else frozenset()
        chosen = frozenset(chosen)
        if unknown := sorted(chosen - there):
            sentence = _("Nothing with the key “{key}” can be kept.")
            raise RuleBroken(sentence.format(key=unknown[0]), status=400)
        return chosen

    def better_text(self, text: str, key: str) -> str:
        """The text with the better sentence of this key (of `TextReading.better`) in its place."""
        reading = self._reading(text)
        return TextReading(text, (), reading.questions).rewritten(key)

    def _reading(self, text: str) -> AddressReading:
        return reading_of_address(text, tree=self.tree, words=self.words, keeps=self.keeps, state=self.state)

    def with_text(self, address: Address, text: str, *, given: Collection[str], sure: bool) -> Address:
        """The address with what its text says of what is not `given`: see `address_text.with_text`."""
        return with_text(address, text, self._reading(text), given=given, words=self.words, sure=sure)

    def effects(self, address: Address, prospect: Prospect) -> dict[str, Any]:
        """What the address would do, for whoever is to make it: to the rules, and what is put away by it."""
        return {
            "differences": _shown(prospect),
            "retired": _retired(self.state, address),
            "retired_actions": [one.name for one in self.actions if one.key not in address.keep_actions],
            "retired_types": [one.plural for one in self.types if one.pk not in address.keep_types],
        }


def address_choices(docket: Docket, state: State, words: Words, *, at: datetime) -> AddressChoices:
    """What an address may keep at `at` (UTC, now). Four queries."""
    last = revision_at(at)
    return AddressChoices(
        tree=tree_after(last.pk if last else None),
        state=state,
        actions=live_actions(),
        types=list(OfficialType.objects.filter(retired_at__isnull=True)),
        keeps=docket.law.ascension.keeps,
        words=words,
    )


def pending_after(prospect: Prospect, docket: Docket) -> list[VerdictChange]:
    """The pending matters as they would stand after an address with the special cases as they are, and as it switches
    them; nothing where it switches none. No query."""
    return after_switching(docket, docket.law, before=prospect.before, after=prospect.bare, ascends=True)


def _with_depth(rules: Iterable[Node], depth: int = 0) -> Iterable[tuple[int, Node]]:
    for rule in rules:
        yield depth, rule
        yield from _with_depth(rule.children, depth + 1)


def _retired(state: State, address: Address) -> list[str]:
    """The names of the tables, variables and pages that the address puts away; columns go with their tables."""
    gone = {(step.do, step.path) for step in retiring(state, address.keep_tracked)}
    retires = {"table": "retire-table", "variable": "retire", "page": "retire-page"}
    return [one.name for one in tracked_things(state) if (retires[one.what], one.key) in gone]


def _shown(prospect: Prospect) -> list[ShownDifference]:
    differences = compare(prospect.before, prospect.after)
    return [
        ShownDifference(
            each, words_between(each.old_text, each.new_text), is_one_of_many=len(differences) > MANY
        )
        for each in differences
    ]
