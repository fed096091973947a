"""The votes on the course of a matter, and all that happened in words: a line has up to a hundred, so no template is
gone through for each."""

from collections.abc import Iterable

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from blognomic.display import clock_html, iso, utc_text
from votables.queries.timeline import Tick, Timeline

register = template.Library()
AXIS = 46
STEMS = {"up": (30, 28), "down": (62, 64)}  # where the stem of a vote on that side ends, and its head is


@register.simple_tag
def course_votes(votes: Iterable[Tick]) -> SafeString:
    """{% course_votes line.votes %}: each vote on the line as a head on a stem, for the picture."""
    return SafeString("".join([_vote(vote) for vote in votes]))


def _vote(vote: Tick) -> str:
    x, (end, head) = f"{vote.x}%", STEMS.get(vote.side, (AXIS, AXIS))
    stem = f'<line x1="{x}" x2="{x}" y1="{AXIS}" y2="{end}" />' if end != AXIS else ""
    hollow = " course-hollow" if vote.hollow else ""
    return (
        f'<g class="course-vote tone-{vote.tone}{hollow}"><title>{conditional_escape(vote.words)}</title>'
        f'{stem}<circle cx="{x}" cy="{head}" r="4.5" /></g>'
    )


@register.simple_tag(takes_context=True)
def course_words(context: template.Context, line: Timeline) -> SafeString:
    """{% course_words line %}: all that is on the line in words, to stand in <ol>."""
    now = clock_html(context["frame"].at) if line.now else ""
    return SafeString(
        "\n".join(
            f"<li>{now if one is line.now else _instant(one)} <span>"
            f"{conditional_escape(one.label)}{': ' if one.label else ''}{conditional_escape(one.words)}</span></li>"
            for one in line.events
        )
    )


def _instant(one: Tick) -> str:
    return f'<time datetime="{iso(one.at)}">{conditional_escape(utc_text(one.at))}</time>'
