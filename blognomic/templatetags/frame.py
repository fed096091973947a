"""Tags and filters of the page frame, known to every template: thin wrappers round `blognomic.display`."""

from collections.abc import Callable, Iterable
from contextlib import nullcontext
from datetime import date, datetime, timedelta
from typing import Any
from zlib import crc32

from django import template
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.forms import BoundField
from django.template import defaulttags
from django.template.defaulttags import URLNode
from django.urls import NoReverseMatch
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from blognomic import customs, display
from blognomic.i18n import dynasty_words
from blognomic.i18n.filling import ends_a_sentence
from blognomic.text import one_line
from blognomic.text.instants import format_instant
from blognomic.text.prose import summary
from blognomic.web import holes
from blognomic.web.addresses import address_named, address_of
from players.models import Dynasty, Topic
from players.present import Present
from ruleset.law import phrases
from ruleset.law.model import Icon
from ruleset.queries.agreement import Carried
from votables.queries.command_palette import goals, words_of_path
from votables.queries.vote_icons import Mark, mark_of
from votables.templatetags.own import said as said_to_reader

register = template.Library()
NEAR = 5  # things that somebody may have looked for
# Links that are kept, by the part of the page that they are in.
PLACES = {
    "site": (
        "home", "votables:queue", "players:roster", "dashboard", "ruleset:rules", "ruleset:law", "gamestate:values",
    ),
    "gamestate": (
        "gamestate:values", "gamestate:standings", "gamestate:pages", "gamestate:log", "gamestate:dice",
        "gamestate:secrets", "gamestate:sealings", "gamestate:actions", "gamestate:retired",
    ),
}  # fmt: skip
GIST = 200  # letters of a text that those who show a link to it have room for


@register.filter
def moment(when: datetime | None, at: datetime | None = None) -> SafeString:
    """{{ post.posted_at|moment:frame.at }}: in full, with the distance from now."""
    return display.moment_html(when, at)


@register.filter
def told_as(when: datetime | None, words: str) -> SafeString:
    """{{ post.edited_at|told_as:edited }}: the words, with the instant in full on hover."""
    return display.instant_html(when, words)


@register.filter
def ago(when: datetime | None, at: datetime) -> SafeString:
    """{{ comment.at|ago:frame.at }}: the distance from now, in full on hover."""
    return display.ago_html(when, at)


@register.filter
def countdown(when: datetime | None, at: datetime) -> SafeString:
    """{{ verdict.next_change|countdown:frame.at }}: the time left, kept up to date by js/clock.js."""
    return display.countdown_html(when, at)


@register.simple_tag(takes_context=True)
def clock(context: template.Context) -> SafeString:
    """{% clock %}: what time it is, kept up to date by js/clock.js."""
    frame = context.get("frame")
    return display.NOTHING if frame is None else display.clock_html(frame.at)


@register.simple_tag(takes_context=True)
def now_on(context: template.Context, line: Any) -> tuple[SafeString, SafeString]:
    """{% now_on line as now %}: where now is on the line of a pending matter, in hundredths, and the anchor there."""
    return display.now_on_line(context["frame"].at, line.posted.at, line.ends)


@register.filter
def day(when: date | None) -> SafeString:
    """{{ player.since|day }}: the day in UTC, "21 November 2026", with its instant on hover."""
    return display.day_html(when, "DATE_FORMAT")


@register.filter
def short_day(when: date | None) -> SafeString:
    """{{ post.posted_at|short_day }}: the same where there is little room, "21 Nov 2026"."""
    return display.day_html(when, "SHORT_DATE_FORMAT")


@register.filter
def utc(when: datetime | None) -> str:
    """{{ when|utc }}: plain text, for attributes and titles."""
    return display.utc_text(when) if when else ""


@register.filter
def iso(when: datetime | None) -> str:
    """{{ when|iso }}: for the datetime attribute."""
    return display.iso(when) if when else ""


@register.filter
def instant(when: datetime) -> str:
    """{{ when|instant }}: for ?at=, to the microsecond."""
    return format_instant(when)


@register.filter
def hours(delta: timedelta | None) -> str:
    """{{ delta|hours }}: "31 h 10 min"."""
    return "" if delta is None else display.hours_text(delta)


@register.filter
def unbroken(text: Any) -> Any:
    """{{ case.sentence|unbroken }}: no line ends between a number and its unit, or within a tally."""
    return display.unbroken(text if isinstance(text, str) else str(text))


@register.filter
def said(text: Any) -> str:
    """{{ "Only players vote."|said }}, {{ field.label|said }}: a sentence of the site in the words of the dynasty."""
    if text is None:
        return ""
    return dynasty_words.said(conditional_escape(text) if hasattr(text, "__html__") else str(text))


@register.filter
def stop(text: Any) -> str:
    """{{ reason }}{{ reason|stop }}: a full stop, unless the text that stands before it ends with one."""
    return "" if ends_a_sentence(str(text)) else "."


@register.filter
def isolated(line: Any) -> str:
    """{{ frame.game|isolated }}: for a name in a sentence without markup, such as the title of a page."""
    return one_line.isolated(str(line))


class ApartNode(template.Node):
    """What several templates put into one line: within isolates if it turns the writing round."""

    def __init__(self, nodelist: template.base.NodeList):
        self.nodelist = nodelist

    def render(self, context: template.Context) -> SafeString:
        return mark_safe(
            one_line.isolated(self.nodelist.render(context))
        )  # rendered, and so escaped, by the nodes


@register.tag
def apart(parser: template.base.Parser, token: template.base.Token) -> ApartNode:
    """<title>{% apart %}{% block title %}{% endblock %}{% endapart %} · {{ frame.game|isolated }}</title>"""
    nodelist = parser.parse(("endapart",))
    parser.delete_first_token()
    return ApartNode(nodelist)


@register.filter
def of_the_law(labels: Iterable[str]) -> str:
    """{{ consequence.because|of_the_law }}: labels of the law that were written down, in the reader's language."""
    return ", ".join(map(phrases.told, labels))


@register.filter
def cited(rule: Any) -> str:
    """{{ refusal.rule|cited }}: the name of a rule, which is the game's whatever the reader's language."""
    return customs.cited(rule or "")


@register.filter
def gist(html: str) -> str:
    """{{ post.body_html|gist }}: the beginning of a rendered text in plain words, for whoever shows a link to it."""
    return summary(html, GIST)


@register.filter
def marked(pieces: Iterable[tuple[str, bool]]) -> SafeString:
    """{{ hit.snippet|marked }}: a text in pieces, those that were looked for as <mark>."""
    return display.marked_html(pieces)


@register.filter
def whole_address(path: str) -> str:
    """{{ post.get_absolute_url|whole_address }}: with the site's name, for what is read elsewhere."""
    return f"{settings.SITE_URL}{path}"


@register.filter
def vote_name(code: str | None) -> str:
    """{{ vote.cast|vote_name }}: "FOR"."""
    return display.VOTE_NAMES.get(code or "", "")


@register.simple_tag
def icon(name: str, label: str | None = None) -> SafeString:
    """{% icon "for" %}, {% icon "pencil" %}, {% icon "star" "admin" %}"""
    return display.icon_html(name, label, display.sprite())


@register.simple_tag
def vote_mark(cast: str, legend: Any = None, *, silent: bool = False) -> SafeString:
    """{% vote_mark vote.cast verdict.legend %}: the picture of an icon of the law, or of a named choice."""
    return mark_of(cast, legend or None).html(silent=silent)


@register.simple_tag
def icon_mark(icon: Icon) -> SafeString:
    """{% icon_mark icon %}: the picture of an icon of a law, where its words stand beside it."""
    return Mark(icon.label, icon.picture, icon.glyph).silent


@register.filter
def called(cast: str, legend: Any = None) -> str:
    """{{ vote.cast|called:verdict.legend }}: the same in words: "FOR", "REVISE", "Bobby"."""
    return mark_of(cast, legend or None).label if cast else ""


@register.filter
def toned(cast: str, legend: Any = None) -> str:
    """class="tone-{{ vote.cast|toned:verdict.legend }}": what colours it."""
    return mark_of(cast, legend or None).tone if cast else "plain"


@register.simple_tag
def options(choices: Iterable[tuple[Any, Any]], chosen: Any) -> SafeString:
    """{% options choices chosen %}: what a select offers, pairs of a value and words."""
    return display.options_html(choices, chosen)


@register.filter
def numbered(dynasties: Iterable[Dynasty]) -> list[tuple[int, str]]:
    """{% options dynasties|numbered chosen.number %}: each dynasty's number, and the same with its name."""
    return [(one.number, f"{one.number}: {one}") for one in dynasties]


@register.simple_tag
def badge(kind: str, code: str | None, label: Any = "") -> SafeString:
    """{% badge "status" post.status %}, {% badge "state" case.state case.state_label %}: a small mark of how something
    stands, in word and picture, with other words for it where it has them; nothing where it is not known."""
    return (
        display.badge_html(kind, code or "", str(label))
        if code or (code == "" and kind == "category")
        else display.NOTHING
    )


@register.simple_tag
def tally(verdict: Any) -> display.TallyBar:
    """{% tally verdict as it %}: .seats, .sentence, .groups, .dense"""
    return display.TallyBar(verdict)


@register.simple_tag
def seats(seats: Iterable[display.Seat], mark: str) -> SafeString:
    """{% seats it.seats mark %}: the seats of the bar, with the mark where the line of quorum is."""
    return display.seats_html(seats, mark)


@register.simple_tag
def ballots(votes: Iterable[Any], legend: Any, weighted: bool) -> SafeString:
    """{% ballots group.votes verdict.legend verdict.weighted %}: whose votes they are, and how each looks."""
    return display.ballots_html(
        votes, _profile, lambda cast: mark_of(cast, legend or None).html(), weighted=weighted
    )


@register.simple_tag
def waiting(players: Iterable[Any]) -> SafeString:
    """{% waiting verdict.waiting %}: the names of those who have not voted."""
    return display.waiting_html(players, _profile)


@register.simple_tag(takes_context=True)
def player(context: template.Context, who: Any, marks: bool = True) -> SafeString:
    """{% player post.author %}: the name as a link, with the marks of emperor and admin."""
    emperor, admin = _marks(context.get("frame"), who) if marks else ("", "")
    return display.player_html(who, _profile(who), emperor=emperor, admin=admin)


@register.simple_tag
def portrait(who: Any) -> SafeString:
    """{% portrait subject %}: a picture made from somebody's name."""
    return display.portrait_html(who.name)


def _now(context: template.Context) -> tuple[datetime | None, Present | None]:
    """The instant of the page (UTC), and what all readers share, also within what is kept."""
    frame = context.get("frame")
    return (None, None) if frame is None else (frame.at, frame.present)


@register.simple_tag(takes_context=True)
def custom(context: template.Context, rule: str) -> bool:
    """{% custom refusal.rule as by_custom %}: whether the ruleset in force lacks a rule of that name."""
    at, present = _now(context)
    return at is not None and customs.is_custom(rule, at=at, present=present)


@register.simple_tag(takes_context=True)
def in_doubt(context: template.Context, rule: Any) -> Carried | None:
    """{% in_doubt refusal.rule as doubt %}: where what the rule says is no longer what the law carries out."""
    at, present = _now(context)
    return None if at is None else customs.doubt_on(rule or "", at=at, present=present)


@register.simple_tag(takes_context=True)
def differing(context: template.Context, link: str = "") -> list[Carried]:
    """{% differing as doubts %}: the rules that say something else than the law that carries them out; with a `link`,
    those that the matter of that address has changed."""
    at, present = _now(context)
    doubtful = customs.in_doubt(at=at, present=present) if at else {}
    rules = {one.name: one for one in doubtful.values()}
    return [one for one in rules.values() if not link or (one.doubt and one.doubt.revision.link == link)]


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """{% languages as known %}: the codes of what the site is told in, each with its name in itself."""
    return settings.LANGUAGES


@register.simple_tag(takes_context=True)
def here(context: template.Context, url: str, exact: bool = False) -> SafeString:
    """<a href="{{ url }}"{% here url %}>: marks the link to the page that is being shown, or to its section; `exact`:
    to the page alone."""
    request, places = context.get("request"), context.get("places")
    if places is not None:
        mark = places[url]
    else:
        mark = _mark_of_place(request.path if request is not None else "", url)
    return display.NOTHING if exact and mark == _SECTION else mark


@register.simple_tag(takes_context=True)
def places(context: template.Context, group: str) -> dict[str, SafeString]:
    """{% places "site" as places %}: how `here` marks each link of a group where they are kept. It is what they are
    kept by."""
    request = context.get("request")
    path = request.path if request is not None else ""
    return {url: _mark_of_place(path, url) for url in map(address_named, PLACES[group])}


def _mark_of_place(path: str, url: str) -> SafeString:
    if path == url:
        return _PAGE
    return _SECTION if url != "/" and path.startswith(url) else display.NOTHING


_PAGE, _SECTION = SafeString(' aria-current="page"'), SafeString(' aria-current="true"')


@register.simple_tag(takes_context=True)
def lost(context: template.Context) -> dict[str, Any]:
    """{% lost as near %}: .words of the address that there is not, and what is called so (.goals); nothing is called
    like a file, but that other weblogs end the addresses of their pages in .html."""
    request = context.get("request")
    is_file = request is None or "." in request.path.rpartition("/")[2].removesuffix(".html")
    words = "" if is_file else words_of_path(request.path)
    frame = context.get("frame")
    nearest = goals(words, frame) if len(words) > 2 and getattr(frame, "game", None) is not None else []
    return {"words": words, "goals": [goal.told for goal in nearest[:NEAR]]}


@register.filter
def bare_widget(field: BoundField, helped: str = "") -> SafeString:
    """{{ field|bare_widget }}: the widget without a placeholder, which would only repeat the label.
    {{ field|bare_widget:"help" }}: described by the element with the id FIELD_help, too, besides what Django names."""
    attrs: dict[str, Any] = {"placeholder": False}
    if helped:
        attrs["aria-describedby"] = f"{field.auto_id}_{helped} {field.aria_describedby or ''}".strip()
    return field.as_widget(attrs=attrs)


def _shown(html: str, context: template.Context) -> SafeString:
    """What was made with holes left open, as it is shown at the instant of the page's frame to its reader."""
    frame = context.get("frame")
    say_time: Callable[[str, str], str] | None = None

    def say(kind: str, value: str) -> str:
        nonlocal say_time
        if kind == holes.OWN:
            return said_to_reader(frame, value)
        if kind == holes.LIVE:
            return _OUT_OF_BAND if context.get("live") else ""
        if frame is None or kind == holes.TOKEN:
            return _FORMS_TOKEN.render(context)
        say_time = say_time or display.said_at(frame.at)
        return say_time(kind, value)

    return holes.filled(html, say, but=context.get("seen_parts") or ())


_OUT_OF_BAND = ' hx-swap-oob="true"'
_FORMS_TOKEN = defaulttags.CsrfTokenNode()


class TokenNode(template.Node):
    """The token of a form, which in a kept part is filled in when that is shown."""

    def render(self, context: template.Context) -> SafeString:
        return holes.hole(holes.TOKEN) if holes.is_open(holes.TOKEN) else _FORMS_TOKEN.render(context)


@register.tag
def csrf_token(parser: template.base.Parser, token: template.base.Token) -> TokenNode:
    """{% csrf_token %}: as Django has it, also within {% kept %}."""
    return TokenNode()


class KeptNode(template.Node):
    """A part of a page that is the same for everybody, made once for as long as the game stands as it does.

    It is rendered as a stranger would see it: without the user, the request, the messages and the token of forms, so
    that nothing of one reader can come before another.
    """

    def __init__(
        self, bits: list[str], parser: template.base.Parser, nodelist: template.NodeList, *, lately: bool
    ):
        without = [bit.partition("=")[2].strip('"') for bit in bits if bit.startswith("without=")]
        self.without = frozenset(Topic(name) for names in without for name in names.split(","))
        self.signs = [
            parser.compile_filter(bit.partition("=")[2]) for bit in bits if bit.startswith("while=")
        ]
        self.parts = [
            parser.compile_filter(bit) for bit in bits if not bit.startswith(("without=", "while="))
        ]
        self.nodelist, self.lately = nodelist, lately

    def render(self, context: template.Context) -> SafeString:
        frame = context.get("frame")
        present = getattr(frame, "present", None)
        if present is None:
            return self.nodelist.render(context)
        key, signs = (tuple(str(one.resolve(context)) for one in named) for named in (self.parts, self.signs))
        html = present.part(
            key,
            lambda: self._made(context, frame),
            without=self.without,
            lately=self.lately,
            sign=signs or None,
        )
        return _shown(html, context)

    def _made(self, context: template.Context, frame: Any) -> SafeString:
        unseen = {"request": None, "user": AnonymousUser(), "messages": (), "csrf_token": None, "perms": ()}
        # Numbers are told alike in all languages of the site, and a page may have two thousand. Dates go through
        # filters, which know the language themselves.
        localized, context.use_l10n = context.use_l10n, False
        try:
            with (
                context.push(frame=frame.for_strangers, **unseen),
                holes.left_open(holes.EVERY, now=frame.at),
            ):
                return self.nodelist.render(context)
        finally:
            context.use_l10n = localized


@register.tag
def kept(parser: template.base.Parser, token: template.base.Token) -> KeptNode:
    """{% kept "post" post.pk %}…{% endkept %}: made once for all readers while the game stands as it does.

    What the part depends on besides the game is named in the tag, and what of the game it does not depend on:
    {% kept "rule" rule.pk without="posts,values" %}. What tells its changes itself is named, too:
    {% kept "verdict" post.pk without="posts,values" while=case.sign %}.
    """
    bits = token.split_contents()[1:]
    nodelist = parser.parse(("endkept",))
    parser.delete_first_token()
    return KeptNode(bits, parser, nodelist, lately=False)


@register.tag
def kept_lately(parser: template.base.Parser, token: template.base.Token) -> KeptNode:
    """{% kept_lately "log" query seen_as %}…{% endkept_lately %}: the same for what is asked for in very many ways,
    such as a search or an instant of the past: only what was made last is kept."""
    bits = token.split_contents()[1:]
    nodelist = parser.parse(("endkept_lately",))
    parser.delete_first_token()
    return KeptNode(bits, parser, nodelist, lately=True)


class PartNode(template.Node):
    """A part of a page that js/live.js brings up to date without reloading: an element with an id and a sign of what
    is in it for its reader, so that only what has changed is exchanged. That time passes is no change, and neither is a
    form's token.
    Among parts alone (`live`) it says where it goes, and is left out where the reader has it (`seen_parts`)."""

    def __init__(
        self, names: list[template.base.FilterExpression], tag: str, style: str, nodelist: template.NodeList
    ):
        self.names, self.tag, self.style, self.nodelist = names, tag, style, nodelist

    def render(self, context: template.Context) -> SafeString:
        frame = context.get("frame")
        with nullcontext() if frame is None else holes.left_open(holes.EVERY, now=frame.at):
            within = self.nodelist.render(context)
        name = "-".join(str(one.resolve(context)) for one in self.names)
        style = f' class="{self.style}"' if self.style else ""
        sign, goes = f"{crc32(within.encode()):08x}", holes.hole(holes.LIVE)
        opening = f'<{self.tag} id="part-{name}"{style} data-part="{holes.hole(holes.SIGN)}"{goes}>'
        begin, end = holes.hole(holes.BEGIN, f"{name}:{sign}"), holes.hole(holes.END)
        return _shown(f"{begin}{opening}{within}</{self.tag}>{end}", context)


@register.tag
def part(parser: template.base.Parser, token: template.base.Token) -> PartNode:
    """{% part "thread" %}…{% endpart %}, {% part "entry" post.pk tag="p" class="kicker" %}: what the part is called,
    and its element."""
    bits = token.split_contents()[1:]
    attributes = dict(bit.split("=", 1) for bit in bits if "=" in bit)
    names = [parser.compile_filter(bit) for bit in bits if "=" not in bit]
    nodelist = parser.parse(("endpart",))
    parser.delete_first_token()
    return PartNode(
        names, attributes.get("tag", "div").strip('"'), attributes.get("class", "").strip('"'), nodelist
    )


class AddressNode(URLNode):
    """The address of a name, which is not looked for each time where it takes nothing, or a number."""

    def render(self, context: template.Context) -> str:
        number = self.args[0].resolve(context) if len(self.args) == 1 else None
        if self.kwargs or (self.args and type(number) is not int):
            return super().render(context)
        name = self.view_name.resolve(context)
        try:
            address = address_named(name) if number is None else address_of(name, number)
        except NoReverseMatch:
            return super().render(context)
        if self.asvar:
            context[self.asvar] = address
            return ""
        return conditional_escape(address) if context.autoescape else address


@register.tag
def url(parser: template.base.Parser, token: template.base.Token) -> AddressNode:
    """{% url "votables:post" post.pk %}: as Django has it, and quicker."""
    node = defaulttags.url(parser, token)
    return AddressNode(node.view_name, node.args, node.kwargs, node.asvar)


def _profile(who: Any) -> str:
    return address_of("players:profile", who.pk)


def _marks(frame: Any, who: Any) -> tuple[str, str]:
    reigning = getattr(frame, "emperor", None)
    return display.office_marks(who, reigning.pk if reigning else None)
