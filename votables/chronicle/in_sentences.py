"""The chronicle in sentences, as HTML with links to what they tell of: made from the facts alone, no queries."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext_lazy

from blognomic.i18n.dynasty_words import said
from blognomic.text.one_line import isolated
from players.models import Player, RosterEvent
from ruleset.models import Revision
from votables.chronicle.gathering import Ended, Moved, Rolled, RuleChanges, WeekFacts
from votables.chronicle.odds import RARE
from votables.models import Category, Post, Status

NAMED = 12  # of a kind; the others are counted
FEW = 4
WORDS = (
    pgettext_lazy("number", "no"), pgettext_lazy("number", "one"), pgettext_lazy("number", "two"),
    pgettext_lazy("number", "three"), pgettext_lazy("number", "four"), pgettext_lazy("number", "five"),
    pgettext_lazy("number", "six"), pgettext_lazy("number", "seven"), pgettext_lazy("number", "eight"),
    pgettext_lazy("number", "nine"), pgettext_lazy("number", "ten"), pgettext_lazy("number", "eleven"),
    pgettext_lazy("number", "twelve"),
)  # fmt: skip
Kind = RosterEvent.Kind


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the chronicle: its title and its sentences."""

    title: str
    sentences: list[SafeString]


@dataclass(frozen=True, slots=True)
class ToldWeek:
    """A week told: the first sentence, which stands for all where there is no room, and the parts."""

    headline: str
    sections: list[Section]


def tell(facts: WeekFacts, *, is_over: bool) -> ToldWeek:
    """The week in sentences, in the words of the dynasty that now is."""
    parts = (
        (_("The throne"), _throne(facts)),
        (_("What was decided"), _decided(facts)),
        (_("What was posted and said"), _talk(facts)),
        (_("Who came and went"), _people(facts.events)),
        (_("The rules"), _rules(facts.rules)),
        (_("The gamestate"), _gamestate(facts)),
        (_("Dice"), _dice(facts)),
    )
    return ToldWeek(
        _headline(facts, is_over), [Section(said(title), lines) for title, lines in parts if lines]
    )


# -- words


def figure(number: int) -> str:
    """A number as it is told: "three", "31", "1,300"; before the plural of what is counted "no"."""
    return str(WORDS[number]) if number < len(WORDS) else number_format(number, force_grouping=True)


def count(number: int, one: str, many: str = "") -> str:
    """ "three votes", "one vote", "31 votes", "no votes": of what has no message of its own."""
    return f"{figure(number)} {one if number == 1 else many or f'{one}s'}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def listed(items: Sequence[SafeString], others: int = 0) -> SafeString:
    """ "A, B and C", "A, B and 3 others"."""
    parts = list(items)
    if others:
        words = ngettext("{number} other", "{number} others", others)
        parts.append(format_html(words, number=others))
    if len(parts) < 2:
        return parts[0] if parts else SafeString()
    return format_html(
        _("{} and {}"), format_html_join(", ", "{}", ((one,) for one in parts[:-1])), parts[-1]
    )


def some(items: Iterable[SafeString], most: int = NAMED) -> SafeString:
    """As many of them as are named, and how many others."""
    parts = list(items)
    return listed(parts[:most], len(parts) - most) if len(parts) > most + 1 else listed(parts)


def sentence(pattern: str, *parts: object, **named: object) -> SafeString:
    """The sentence with its parts escaped; the pattern, which is ours, in the words of the dynasty."""
    return format_html(said(pattern), *parts, **named)


def _link(url: str, words: str) -> SafeString:
    return format_html('<a href="{}">{}</a>', url, words)


def _post(post: Post) -> SafeString:
    return format_html(_("“{}”"), _link(post.get_absolute_url(), post.title))


def _who(player: Player) -> SafeString:
    return _link(player.get_absolute_url(), player.name)


# -- the parts


def _headline(facts: WeekFacts, is_over: bool) -> str:
    ended = [one.post.status for one in facts.ended]
    parts = []
    for status in (Status.ENACTED.value, Status.FAILED.value, Status.ILLEGAL.value):
        if number := ended.count(status):
            parts.append(_came_out(status, number).format(number=figure(number)))
    if facts.begun:
        parts.insert(0, _("{dynasty} began").format(dynasty=facts.begun[-1].name))
    if not parts and facts.posts:
        parts.append(_made(len(facts.posts)))
    if not parts and facts.comments:
        words = ngettext("one comment was written", "{number} comments were written", facts.comments)
        parts.append(words.format(number=figure(facts.comments)))
    if not parts and not facts.is_empty:
        parts.append(_("the game went on without a post"))
    if parts:
        first = ", ".join(parts[:-1])
        both = _("{first} and {last}").format(first=first, last=parts[-1]) if first else parts[-1]
        return f"{capital(both)}."
    return (
        _("Nothing was posted; the game took a rest.")
        if is_over
        else _("Nothing has happened yet: the week is young.")
    )


def _came_out(status: str, number: int) -> str:
    """So many matters were enacted, failed, or were found illegal; with a place for the number."""
    if status == Status.ENACTED:
        return ngettext("one matter was enacted", "{number} matters were enacted", number)
    if status == Status.FAILED:
        return ngettext("one matter failed", "{number} matters failed", number)
    return ngettext("one matter was found illegal", "{number} matters were found illegal", number)


def _made(number: int) -> str:
    """ "one post was made", "two posts were made"."""
    words = ngettext("one post was made", "{number} posts were made", number)
    return words.format(number=figure(number))


def _throne(facts: WeekFacts) -> list[SafeString]:
    sentences = []
    for one in facts.begun:
        link = _link(reverse("players:dynasty", args=[one.number]), one.name)
        if one.theme:
            words = _("{dynasty} began. Its theme: {theme}")
            sentences.append(format_html(words, dynasty=link, theme=one.theme))
        else:
            sentences.append(format_html(_("{dynasty} began."), dynasty=link))
    for post in facts.posts:
        if post.category == Category.DOV:
            sentences.append(sentence(_("{} declared victory in {}."), _who(post.author), _post(post)))
        elif post.category == Category.ASCENSION:
            sentences.append(
                sentence(_("{} wrote an Ascension Address, {}."), _who(post.author), _post(post))
            )
    for ended in facts.ended:
        if ended.post.category == Category.DOV:
            pattern = _VICTORY[ended.post.status]
            sentences.append(sentence(_(pattern), post=_post(ended.post), tally=_tally(ended)))
    return sentences


_VICTORY = {
    Status.ENACTED: gettext_noop("The declaration of victory {post} was enacted{tally}."),
    Status.FAILED: gettext_noop("The declaration of victory {post} failed{tally}."),
    Status.ILLEGAL: gettext_noop("The declaration of victory {post} was found illegal{tally}."),
}


def _tally(ended: Ended) -> str:
    return f", {ended.post.tally}" if ended.post.tally else ""


def _decided(facts: WeekFacts) -> list[SafeString]:
    matters = [one for one in facts.ended if one.post.category != Category.DOV]
    sentences = []
    for status, pattern in (
        (Status.ENACTED, _("Enacted: {}.")),
        (Status.FAILED, _("Failed: {}.")),
        (Status.ILLEGAL, _("Found illegal: {}.")),
    ):
        rows = [one for one in matters if one.post.status == status]
        if rows:
            sentences.append(sentence(pattern, some(_with_tally(one) for one in rows)))
    measured = [
        (margin, one) for one in matters if (margin := one.margin) is not None and not one.post.vetoed
    ]
    margin, closest = min(measured, key=lambda one: one[0]) if len(measured) > 1 else (None, None)
    if margin is not None and closest is not None and margin <= 2:
        pattern = ngettext(
            "The closest vote was on {post}: one vote lay between the sides.",
            "The closest vote was on {post}: {number} votes lay between the sides.",
            margin,
        )
        if not margin:
            pattern = _("The closest vote was on {post}: it stood even.")
        sentences.append(sentence(pattern, post=_post(closest.post), number=figure(margin)))
    if vetoed := [one for one in matters if one.post.vetoed and one.post.status == Status.FAILED]:
        sentences.append(sentence(_("The veto fell on {}."), some(_post(one.post) for one in vetoed)))
    return sentences


def _with_tally(ended: Ended) -> SafeString:
    inner = f"{isolated(ended.post.author.name)}{f', {ended.post.tally}' if ended.post.tally else ''}"
    return format_html("{} ({})", _post(ended.post), inner)


def plural(label: str) -> str:
    """Of what a law calls a kind of its own, in English as the law is."""
    for link in (" for ", " of "):
        before, between, after = label.partition(link)
        if between:
            return f"{before}s{between}{after}"
    return f"{label}s"


def _of_kind(category: str, own: str, number: int) -> str:
    """So many posts of a kind: one that the law calls by a name of its `own`, or one of the usual."""
    if own:
        return count(number, own, plural(own))
    if category == Category.PROPOSAL:
        words = ngettext("one Proposal", "{number} Proposals", number)
    elif category == Category.CFJ:
        words = ngettext("one Call for Judgement", "{number} Calls for Judgement", number)
    elif category == Category.DOV:
        words = ngettext("one Declaration of Victory", "{number} Declarations of Victory", number)
    elif category == Category.ASCENSION:
        words = ngettext("one Ascension Address", "{number} Ascension Addresses", number)
    elif category == Category.STORY:
        words = ngettext("one Story Post", "{number} Story Posts", number)
    elif not category:
        words = ngettext("one post without a category", "{number} posts without a category", number)
    else:
        return count(number, category, plural(category))
    return words.format(number=figure(number))


def _talk(facts: WeekFacts) -> list[SafeString]:
    sentences = []
    if facts.posts:
        kinds: dict[tuple[str, str], int] = defaultdict(int)
        for post in facts.posts:
            kinds[post.category, post.label if post.category else ""] += 1
        bare = kinds.pop(("", ""), 0)
        named = [SafeString(escape(_of_kind(*kind, number))) for kind, number in kinds.items()]
        if bare and named:
            named.append(SafeString(escape(_of_kind("", "", bare))))
        made = capital(_made(len(facts.posts)))
        sentences.append(format_html("{}: {}.", made, listed(named)) if named else format_html("{}.", made))
    if facts.comments:
        sentences.append(_comments(facts))
        most = facts.talked[0]
        if most.comments > 2 and len(facts.talked) > 1:
            link = _link(reverse("votables:post", args=[most.pk]), most.title)
            words = _("Most was said on “{post}”: {comments} {by}.")
            sentences.append(
                format_html(words, post=link, comments=_number_of(most.comments), by=_by(len(most.people)))
            )
    return sentences


def _comments(facts: WeekFacts) -> SafeString:
    """ "Nine comments by five people on two posts, eight votes among them."."""
    comments = capital(_number_of(facts.comments))
    by = _by(len({who for one in facts.talked for who in one.people}))
    number = len(facts.talked)
    on = ngettext("on one post", "on {number} posts", number).format(number=figure(number))
    if not facts.votes:
        return format_html(_("{comments} {by} {on}."), comments=comments, by=by, on=on)
    votes = ngettext("one vote", "{number} votes", facts.votes).format(number=figure(facts.votes))
    words = _("{comments} {by} {on}, {votes} among them.")
    return format_html(words, comments=comments, by=by, on=on, votes=votes)


def _number_of(comments: int) -> str:
    return ngettext("one comment", "{number} comments", comments).format(number=figure(comments))


def _by(people: int) -> str:
    return ngettext("by one person", "by {number} people", people).format(number=figure(people))


def _act(kind: str, number: int) -> str:
    """What so many people did, with a place for their names."""
    if kind == Kind.JOINED:
        return ngettext("{} joined the game.", "{} joined the game.", number)
    if kind == Kind.UNIDLED:
        return ngettext("{} came back from idle.", "{} came back from idle.", number)
    if kind == Kind.IDLED:
        return ngettext("{} went idle.", "{} went idle.", number)
    if kind == Kind.LEFT:
        return ngettext("{} left the game.", "{} left the game.", number)
    if kind == Kind.ADMIN:
        return ngettext("{} became admin.", "{} became admin.", number)
    if kind == Kind.NOT_ADMIN:
        return ngettext("{} stopped being admin.", "{} stopped being admin.", number)
    if kind == Kind.EMPEROR:
        return ngettext("{} became emperor.", "{} became emperor.", number)
    return ngettext("{} stopped being emperor.", "{} stopped being emperor.", number)


_ACTS = (
    Kind.JOINED, Kind.UNIDLED, Kind.IDLED, Kind.LEFT, Kind.ADMIN, Kind.NOT_ADMIN, Kind.EMPEROR,
    Kind.NOT_EMPEROR,
)  # fmt: skip


def _people(events: Iterable[RosterEvent]) -> list[SafeString]:
    """Who joined, went idle and so on; each once, however often."""
    by_kind: dict[str, dict[int, Player]] = defaultdict(dict)
    sentences = []
    for event in events:
        by_kind[event.kind].setdefault(event.player_id, event.player)
    for kind in _ACTS:
        if kind in by_kind:
            people = by_kind[kind].values()
            sentences.append(sentence(_act(kind, len(people)), some(_who(one) for one in people)))
    for event in events:
        if event.kind == Kind.RENAMED:
            sentences.append(format_html(_("{} is called {} now."), event.old_name, _who(event.player)))
    return sentences


def _rules(rules: RuleChanges) -> list[SafeString]:
    if not rules.revisions:
        return []
    last = rules.revisions[-1]
    url = reverse("ruleset:revision", args=[last.pk])
    if len(rules.revisions) > 1 and rules.before is not None:
        url = f"{reverse('ruleset:difference')}?from={rules.before}&to={last.pk}"
    number = len(rules.revisions)
    words = ngettext(
        'The ruleset <a href="{url}">changed in one revision</a>.',
        'The ruleset <a href="{url}">changed in {number} revisions</a>.',
        number,
    )
    sentences = [format_html(words, url=url, number=figure(number))]
    if any(
        one.kind in (Revision.Kind.ASCENSION, Revision.Kind.FOUNDING, Revision.Kind.IMPORT)
        for one in rules.revisions
    ):
        new, amended, gone = len(rules.new), len(rules.amended), len(rules.gone)
        counted = [
            words.format(number=figure(number))
            for number, words in (
                (new, ngettext("one rule came in", "{number} rules came in", new)),
                (amended, ngettext("one rule changed", "{number} rules changed", amended)),
                (gone, ngettext("one rule went out", "{number} rules went out", gone)),
            )
            if number
        ]
        return [*sentences, format_html("{}.", capital(", ".join(counted)))] if counted else sentences
    for rows, pattern in (
        (rules.new, _("New: {}.")),
        (rules.amended, _("Amended: {}.")),
        (rules.gone, _("Repealed: {}.")),
    ):
        if rows:
            sentences.append(format_html(pattern, some(_rule(*one) for one in rows)))
    return sentences


def _rule(pk: int, title: str) -> SafeString:
    return format_html(_("“{}”"), _link(reverse("ruleset:rule", args=[pk]), title))


def _gamestate(facts: WeekFacts) -> list[SafeString]:
    if not facts.updates:
        return []
    first, last = facts.week.monday, facts.week.monday + timedelta(days=6)
    url = f"{reverse('gamestate:log')}?since={first:%Y-%m-%d}&until={last:%Y-%m-%d}"
    words = ngettext(
        'Values changed in <a href="{url}">one update</a>.',
        'Values changed in <a href="{url}">{number} updates</a>.',
        facts.updates,
    )
    sentences = [format_html(words, url=url, number=figure(facts.updates))]
    return sentences + [_move(one) for one in facts.moved[:FEW]]


def _move(one: Moved) -> SafeString:
    what = _link(reverse("gamestate:variable", args=[one.variable]), one.what)
    rose = one.by > 0
    if one.whose:
        words = (
            _("{what} of {whose} rose from {old} to {new}.")
            if rose
            else _("{what} of {whose} fell from {old} to {new}.")
        )
    else:
        words = _("{what} rose from {old} to {new}.") if rose else _("{what} fell from {old} to {new}.")
    return format_html(words, what=what, whose=one.whose, old=_figure(one.old), new=_figure(one.new))


def _figure(number: Fraction) -> str:
    """A number as it stands in the tracker: "12", "-3", "1.5"."""
    return str(number.numerator) if number.denominator == 1 else f"{float(number):.10g}"


def _dice(facts: WeekFacts) -> list[SafeString]:
    if not facts.rolls:
        return []
    words = ngettext(
        '<a href="{url}">One roll</a> was made.',
        '<a href="{url}">{number} rolls</a> were made.',
        facts.rolls,
    )
    sentences = [format_html(words, url=reverse("gamestate:dice_log"), number=capital(figure(facts.rolls)))]
    return sentences + [_rare(one) for one in facts.rare[:2] if one.odds.chance <= RARE]


def _rare(one: Rolled) -> SafeString:
    link = _link(one.roll.get_absolute_url(), one.roll.told)
    words = (
        _("{who} rolled {roll}: so much or more comes once in {number} times.")
        if one.odds.high
        else _("{who} rolled {roll}: so little or less comes once in {number} times.")
    )
    return format_html(words, who=one.roll.name, roll=link, number=one.odds.once_in)
