"""The steps of the demo's story that pass between people: Events, mentors and letters."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from players.models import MentoringRequest, MentorOffer, Mentorship, Player, Thread
from players.services import mentors, messages
from ruleset.queries import names_at
from votables.demo.lookup import person, titled
from votables.services import closing_posts, typed_posts
from votables.services import mentoring as announcing
from votables.services.courier import LAWFUL


def define_events(*, by: Player, at: datetime, why: str, name: str, rule: str, **definition: object) -> None:
    """Define a type that stands in the rule of that name."""
    rule_key = names_at(at)[rule.casefold()]
    typed_posts.define(by=by, at=at, why=why, name=name, mark=name, rule=rule_key, **definition)


def end_event(*, by: Player, at: datetime, post: str, outcome: str, done: Sequence[int]) -> None:
    closing_posts.end(post=titled(post), by=by, at=at, outcome=outcome, done=done)


def enter_oneself(*, by: Player, at: datetime) -> None:
    mentors.change_own_tenure(by=by, at=at, tenured=True)


def grant(*, by: Player, at: datetime, who: str) -> None:
    """Grant the one thing that somebody asks for."""
    open_request = MentoringRequest.objects.get(player=person(who), outcome=MentoringRequest.Outcome.OPEN)
    mentors.settle(mentoring_request=open_request.pk, by=by, at=at, grant=True)


def find_mentor(*, by: Player, at: datetime, who: str, mentor: str) -> None:
    mentors.ask_mentor(mentee=person(who), mentor=person(mentor), by=by, at=at)


def take_on(*, by: Player, at: datetime, who: str) -> None:
    offer = MentorOffer.objects.get(mentor=by, mentee__name=who)
    mentors.answer(offer=offer.pk, by=by, at=at, answer=MentorOffer.Answer.ACCEPTED)


def announce(*, by: Player, at: datetime, who: str, title: str, body: str) -> None:
    mentorship = Mentorship.objects.get(mentee__name=who)
    announcing.announce(mentorship=mentorship.pk, by=by, at=at, title=title, body=body)


def write(
    *,
    by: Player,
    at: datetime,
    subject: str,
    text: str,
    to: Sequence[str] = (),
    to_emperor: bool = False,
) -> None:
    people = [person(name) for name in to]
    letter = {"to": people, "to_emperor": to_emperor, "subject": subject, "text": text}
    messages.send(courier=LAWFUL, by=by, at=at, **letter)


def answer(*, by: Player, at: datetime, subject: str, text: str) -> None:
    thread = Thread.objects.get(subject=subject)
    messages.reply(courier=LAWFUL, thread=thread.pk, by=by, at=at, text=text)


STEPS: Mapping[str, Callable[..., object]] = {
    "define-events": define_events,
    "end-event": end_event,
    "tenure": enter_oneself,
    "ask": mentors.ask,
    "grant": grant,
    "find-mentor": find_mentor,
    "take-on": take_on,
    "announce": announce,
    "write": write,
    "answer": answer,
}
