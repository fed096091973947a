"""Tells the demo's story to an empty database: every step through the service for it, dated as if it were done then.

So the history, the logs, the verdicts and the ballots of the demo are real, and a step that the law would not have
allowed at its instant is refused here as anywhere.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction

from gamestate.models import LimitedAction, Update
from gamestate.services import acting, undoing
from gamestate.services.rolling import told_afterwards
from gamestate.services.updating import redefine, update
from gamestate.values.steps import Step as Tracked
from gamestate.values.steps import read_step
from players.models import Player
from ruleset.law import Law, load
from ruleset.models import Revision, Rule
from ruleset.queries import names_at, tree_after
from ruleset.services import revise
from ruleset.text.synonyms import Words
from ruleset.text.tree import Tree, with_status
from votables.changes.in_english import changes_of_text
from votables.demo import accounts, company
from votables.demo.lookup import person, titled
from votables.demo.story import Story, StoryStep, read
from votables.models import Category
from votables.services import posting, resolving, roster, upkeep
from votables.services.ascending import Address, special_case_rules
from votables.services.commenting import comment
from votables.services.founding import found_game
from votables.services.leave import BY_THE_LAW

LAW = "ruleset-211"
ALL_YEAR = "The mail is carried on every night of the year."


class Strayed(Exception):
    """The story does not go as it is written. The message says where."""


@transaction.atomic
def tell(*, at: datetime) -> list[Player]:
    """Tell the story so that it ends at `at` (UTC, whole seconds), and answer everybody in it.

    Raises RuleBroken when the law in force refuses a step, Strayed when something is dated otherwise than told.
    """
    story = read()
    people = accounts.register({name: at - ago for name, ago in story.registered.items()})
    _found(story, people[story.founder], at=at)
    telling = _Telling(story, at)
    with told_afterwards():
        for step in story.steps:
            telling.do(step)
    return list(people.values())


def _found(story: Story, founder: Player, *, at: datetime) -> None:
    founded = at - story.founded
    found_game(
        founder=founder,
        law=LAW,
        at=founded,
        theme=story.theme,
        metadynasty=True,
        is_demo=True,
    )
    law = load(LAW)
    if season := season_within(law, founded, at):
        # In the season nobody may propose, so half of what the demo shows could not be there.
        last, tree = ruleset()
        (rule,) = tree.named(season)
        switched = tree.mapped({rule.key: replace(rule, title=with_status(rule.title, "Inactive"))})
        revise(tree=switched, seen=last, kind="upkeep", at=founded, by=founder, why=ALL_YEAR)


def season_within(law: Law, start: datetime, end: datetime) -> str:
    """The special case by which the game stands still in a season that touches `start` to `end` (UTC), or ""."""
    for stop in law.standstills:
        if stop.season is None:
            continue
        for year in range(start.year, end.year + 1):
            begins = datetime(year, *stop.season.begins, tzinfo=UTC)
            if start < datetime(year, *stop.season.ends, tzinfo=UTC) and begins <= end:
                return stop.special_case or ""
    return ""


class _Telling:
    """The story while it is told. Each method is a step; posts are known by their titles."""

    def __init__(self, story: Story, now: datetime):
        self.story = story
        self.now = now
        self.steps: dict[str, Callable[..., object]] = {
            "publish": self.publish,
            "comment": self.comment,
            "resolve": self.resolve,
            "edit": self.edit,
            "typo": self.edit,
            "draft": posting.save_draft,
            "admit": self.on_roster(roster.admit),
            "idle": self.on_roster(roster.idle),
            "idle-inactive": self.on_roster(roster.idle, inactive=True),
            "unidle": self.on_roster(roster.unidle),
            "make-admin": self.make_admin,
            "overrule": self.overrule,
            "overturn": self.overturn,
            "track": self.track,
            "value": self.set_value,
            "set-up": self.set_up,
            "change": self.change,
            "write-page": self.write_page,
            "declare-action": self.declare_action,
            "dispute": self.dispute,
            "undo": self.undo,
            "correct-rule": self.correct_rule,
            **company.STEPS,
        }

    def do(self, step: StoryStep) -> None:
        """Do one step at its instant."""
        if step.ago < timedelta():
            raise Strayed(f"{step.by}'s “{step.do}” would lie in the future.")
        extra = {"typo": True} if step.do == "typo" else {}
        self.steps[step.do](by=person(step.by), at=self.now - step.ago, **step.details, **extra)

    def publish(self, *, by: Player, at: datetime, category: str = "", **texts: object) -> None:
        texts["changes"] = _changes_in(str(texts["body"]), category=category, at=at) or []
        if category == Category.ASCENSION:
            texts["ascension"] = self.address()
        post = posting.publish(by=by, at=at, category=category, **texts)
        self.check(post.posted_at, at, f"“{post.title}”")

    def address(self) -> Address:
        """The story's address: its words, no rule kept, and every special case as it is."""
        words = self.story.words
        return Address(
            words=Words(
                words["player_word"], words["players_word"], words["emperor_word"], words["emperors_word"]
            ),
            special_cases={rule.name: rule.is_active for rule in special_case_rules(ruleset()[1])},
        )

    def comment(self, *, by: Player, at: datetime, post: str, text: str) -> None:
        written = comment(post=titled(post), by=by, at=at, text=text, confirmed=True)
        self.check(written.at, at, f"{by}'s comment on “{post}”")

    def resolve(self, *, by: Player, at: datetime, post: str, to: str) -> None:
        matter = titled(post)
        # What its text leaves to people is done by whoever enacts it.
        resolution = resolving.resolve(
            post=matter, to=to, by=by, at=at, ticked=range(len(matter.changes)) if to == "enacted" else ()
        )
        self.check(resolution.at, at, f"the resolution of “{post}”")

    def overrule(self, *, by: Player, at: datetime, post: str, to: str, reason: str) -> None:
        resolving.resolve_against_verdict(post=titled(post), to=to, by=by, at=at, reason=reason)

    def overturn(self, *, by: Player, at: datetime, post: str, to: str, reason: str) -> None:
        wrong = titled(post)
        seen = wrong.resolutions.order_by("-at", "-pk").values_list("pk", flat=True)[0]
        resolving.overturn(post=wrong, to=to, seen=seen, by=by, at=at, reason=reason)

    def edit(self, *, by: Player, at: datetime, post: str, find: str, put: str, typo: bool = False) -> None:
        old = titled(post)
        if find not in old.body:
            raise Strayed(f"“{post}” has no “{find}” to edit.")
        body = old.body.replace(find, put)
        posting.edit(
            post=old,
            seen=old.version,
            by=by,
            at=at,
            title=old.title,
            body=body,
            commentary=old.commentary,
            amends=old.amends,
            changes_nothing=old.changes_nothing,
            typo=typo,
        )

    def on_roster(self, act: Callable[..., Any], **how: object) -> Callable[..., None]:
        """A step that changes where the player `who` stands."""

        def step(*, by: Player, at: datetime, who: str) -> None:
            event = act(player=person(who), by=by, at=at, **how)
            self.check(event.at, at, f"what {by} did for {who}")

        return step

    def make_admin(self, *, by: Player, at: datetime, who: str, post: str, reason: str) -> None:
        roster.make_admin(player=person(who), matter=titled(post), by=by, at=at, reason=reason)

    def track(self, *, by: Player, at: datetime, key: str, name: str, description: str) -> None:
        definition = {"name": name, "kind": "whole", "description": description}
        step = read_step({"do": "define", "path": key, "scope": "game", "definition": definition})
        made = redefine(leave=BY_THE_LAW, by=by, at=at, steps=[step])
        self.check(made.at, at, f"what {by} began to track")

    def set_value(self, *, by: Player, at: datetime, key: str, value: int, why: str) -> None:
        made = update(
            leave=BY_THE_LAW, by=by, at=at, steps=[Tracked.set(key, ("game",), str(value))], comment=why
        )
        self.check(made.at, at, f"{by}'s update")

    def set_up(self, *, by: Player, at: datetime, steps: list[dict[str, Any]], comment: str) -> None:
        read = [read_step(step) for step in steps]
        made = redefine(leave=BY_THE_LAW, by=by, at=at, steps=read, comment=comment)
        self.check(made.at, at, f"what {by} began to track")

    def change(
        self,
        *,
        by: Player,
        at: datetime,
        comment: str,
        values: Sequence[list[str]] = (),
        actions: Sequence[str] = (),
    ) -> None:
        steps = [Tracked.set(path, (holder(whose),), typed) for path, whose, typed in values]
        taken = LimitedAction.objects.filter(name__in=actions)
        made = update(leave=BY_THE_LAW, by=by, at=at, steps=steps, comment=comment, actions=taken)
        self.check(made.at, at, f"{by}'s update")

    def write_page(self, *, by: Player, at: datetime, key: str, title: str, text: str, comment: str) -> None:
        made = update(
            leave=BY_THE_LAW, by=by, at=at, steps=[Tracked("page", key, name=title, to=text)], comment=comment
        )
        self.check(made.at, at, f"{by}'s page")

    def declare_action(self, *, rule: str, at: datetime, **action: Any) -> None:
        acting.declare(leave=BY_THE_LAW, rule=names_at(at)[rule.casefold()], at=at, **action)

    def dispute(self, *, by: Player, at: datetime, of: str, why: str) -> None:
        undoing.dispute(leave=BY_THE_LAW, update=Update.objects.get(comment=of), by=by, at=at, why=why)

    def undo(self, *, by: Player, at: datetime, of: str, why: str) -> None:
        undoing.undo(leave=BY_THE_LAW, updates=[Update.objects.get(comment=of)], by=by, at=at, why=why)

    def correct_rule(self, *, by: Player, at: datetime, name: str, find: str, put: str) -> None:
        last, tree = ruleset()
        (rule,) = tree.named(name)
        if find not in rule.text:
            raise Strayed(f"The rule “{name}” has no “{find}” to correct.")
        upkeep.correct_typo(
            rule=Rule.objects.get(pk=rule.key),
            title=rule.title,
            text=rule.text.replace(find, put),
            seen=last,
            by=by,
            at=at,
        )

    def check(self, dated: datetime, at: datetime, what: str) -> None:
        """Services move what would come too early to after what it follows; a story told in order needs none of it."""
        if dated != at:
            raise Strayed(f"{what} is dated {dated}, and not {at} as it is told.")


def ruleset() -> tuple[int, Tree]:
    """The key of the last revision, and what the rules say after it."""
    last = Revision.objects.order_by("-pk")[0].pk
    return last, tree_after(last)


def holder(whose: str) -> str:
    """Whose value a step of the story changes: "game", a row by its name, or a person."""
    return whose if whose == "game" or whose.startswith("row=") else f"player:{person(whose).pk}"


def _changes_in(body: str, *, category: str, at: datetime) -> list[dict[str, object]] | None:
    """What a proposal's text makes, as it is read for people, too; None for another post."""
    if category != Category.PROPOSAL:
        return None
    return changes_of_text(body, category=category, at=at, may_be_unclear=True)
