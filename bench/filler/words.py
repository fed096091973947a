"""What nobody ever wrote: texts for matters and comments of which a table has no more than the title. Pure.

They are made up from a title and a random source. They hold no names in brackets and no `@`, so rendering them asks the
database nothing; and nothing in them reads as a request to the admins, or as dice.
"""

import re
from random import Random

_MARKS = re.compile(r"\[[^\[\]]*\]|[\\`*_<>&@#|~\[\]{}]")

THINGS = (
    "lantern map harbour ledger garden tower wheel letter mask bridge candle coin mirror engine anchor orchard signal "
    "parcel thread compass gate kettle banner ladder clock drum feather basket river tunnel"
).split()
QUALITIES = (
    "bright hidden borrowed crooked public quiet second broken sealed spare weekly open heavy famous northern rusty "
    "patient minor official loose"
).split()
DEEDS = (
    "hold trade mend hide reveal claim count carry burn paint swap guard share measure rename collect deliver lift"
).split()
ROLES = "Keeper Scout Clerk Pilot Warden Broker Herald Mason Guest Rival".split()
PLACES = "Archive Market Quay Workshop Hall Cellar Meadow Tower".split()

OPENINGS = (
    "This is about {subject}, which the rules have left open for too long.",
    "A short proposal on {subject}.",
    "We have talked about {subject} twice now, so here is something to vote on.",
    "At the moment nothing in the ruleset says how {subject} is meant to work.",
    "If everybody does as they did last week, {subject} will decide the dynasty by accident.",
    "I had hoped that somebody else would write this one: {subject}.",
    "It came up under the last post that {subject} has no limit at all.",
    "Two small changes and one larger, all of them about {subject}.",
)
CLAUSES = (
    "Each {role} has a number called {thing}s, which starts at {number} and is tracked.",
    "As a daily action, a {role} may {deed} one {quality} {thing}, if they have fewer than {number} of them.",
    "Whenever somebody would {deed} a {thing}, they may {deed} a {other} instead, once in each week.",
    "No {role} may {deed} more than {number} {thing}s between two sunrises at the {place}.",
    "The {place} is a list of {thing}s, each {quality} or not; by default it is empty.",
    "If a {role} has no {quality} {thing} left, their {other} becomes {number}.",
    "The {role} with the most {thing}s may name one {other} as {quality}; it stays so for {number} days.",
    "A {thing} that nobody has used for {number} days goes back to the {place}.",
    "When the {place} holds {number} {thing}s or more, the {quality} ones are removed from it.",
)
REASONS = (
    "The number is a guess, and can be mended later.",
    "This leaves what has been done already as it is.",
    "I have kept it simple on purpose, since we can always add to it.",
    "It should slow down whoever is in front without stopping anybody.",
    "Without this the first {role} to notice takes all of it.",
    "The wording follows that of the rule on {thing}s.",
    "Nobody has to do anything on the day when it passes.",
    "There is a hole in it that I can see, but a small one.",
)
IN_FAVOUR = (
    "Good idea.",
    "This works for me.",
    "I can live with it.",
    "Simple and clear.",
    "About time.",
    "Better than the last version.",
    "Let us see how it goes.",
    "Nice touch with the wording.",
    "We can mend the rest later.",
    "Not sure, but it does no harm.",
    "I had something like this in mind, too.",
    "That settles the question, at least.",
)
OPPOSED = (
    "Too much book-keeping for what it gives.",
    "I think that it breaks something.",
    "The numbers look wrong to me.",
    "Not in this form.",
    "It needs a limit.",
    "As was said above.",
    "This would make the game slower.",
    "A bit early for this.",
    "We have a rule for that.",
    "I liked it better as it was.",
)
IN_BETWEEN = (
    "Fair enough.",
    "Hm.",
    "As was said above.",
    "That is one way to read it.",
    "Noted.",
    "Quite so.",
)
REMARKS = {"for": IN_FAVOUR, "against": OPPOSED, "veto": OPPOSED, "def": IN_BETWEEN}
TALK = (
    "How does this work with {subject}?",
    "What happens to {thing}s that are {quality} already?",
    "On {subject}: does “{deed}” include what was done today?",
    "There is a typing mistake in the second line.",
    "The {place} has no {thing}s yet, so the second part does nothing.",
    "I would rather {deed} the {quality} {thing} first.",
    "Does this count for a {role} who came in this week?",
    "Read closely, it lets one {role} {deed} every {thing} at once.",
    "I see what you mean about {subject}, and I still think that {number} is too many.",
    "As it stands, {subject} would start at {number} for everybody.",
    "Thanks. I will write a version with {number} instead.",
    "It is the same as what we had about the {place}, only with {thing}s.",
)
QUOTED = "> {clause}\n\nI do not think that this does what it says. A {role} with no {thing} could still {deed} one."
LONG = (
    "Three things about {subject}:\n\n1. the {thing} is never defined;\n2. *{deed}* is used for two different acts;\n"
    "3. with {number} or more of them the {place} is full at once.\n\nThe first is easy to mend, the others are not."
)


def subject_of_words(title: str) -> str:
    """What a title is about, as it can stand in a sentence: no tags, and nothing that Markdown would read."""
    plain = " ".join(_MARKS.sub(" ", title).replace(":", " ").split()).rstrip(".!?…, ")
    return f"“{plain}”" if plain else "the matter at hand"


class TextWriter:
    """Writes on one matter, by its title, from a random source."""

    def __init__(self, title: str, rng: Random) -> None:
        self.rng, self.subject = rng, subject_of_words(title)

    def body(self) -> str:
        """The Markdown of a matter: mostly a few sentences, sometimes a page."""
        rng = self.rng
        parts = [self._say(rng.choice(OPENINGS))]
        length = min(1 + int(rng.expovariate(0.6)), 9)
        heading = f"{rng.choice(QUALITIES)} {rng.choice(THINGS)}s".capitalize()
        clauses = [self._say(rng.choice(CLAUSES)) for _ in range(length)]
        if length > 2 and rng.random() < 0.5:
            parts.append(f"Add a rule called “{heading}”, with these points:")
            parts.append("\n".join(f"- {clause}" for clause in clauses))
        elif rng.random() < 0.6:
            parts.append(f"Add to the dynastic rules, as **{heading}**:")
            parts.append("\n>\n".join(f"> {clause}" for clause in clauses))
        else:
            parts += [" ".join(clauses[at : at + 3]) for at in range(0, length, 3)]
        if rng.random() < 0.1:
            parts.append(self._table())
        if rng.random() < 0.5:
            parts.append(self._say(rng.choice(REASONS)))
        return "\n\n".join(parts)

    def commentary(self) -> str:
        """A remark of the author beside the matter, or nothing."""
        return self._say(self.rng.choice(REASONS)) if self.rng.random() < 0.25 else ""

    def comment(self, code: str) -> str:
        """The Markdown of a comment, with the voting icon of that code, or "" for talk."""
        rng = self.rng
        if not code:
            return self._talk()
        icon, chance = f":{code}:", rng.random()
        if chance < 0.5:
            return icon
        if chance < 0.8:
            return f"{icon} {rng.choice(REMARKS[code])}"
        return f"{self._talk()}\n\n{icon}" if chance < 0.85 else f"{icon} {self._say(rng.choice(TALK))}"

    def _talk(self) -> str:
        chance = self.rng.random()
        if chance < 0.3:
            return self.rng.choice(IN_BETWEEN)
        if chance < 0.92:
            return self._say(self.rng.choice(TALK))
        return self._say(QUOTED if chance < 0.97 else LONG)

    def _table(self) -> str:
        rows = [f"| {self.rng.choice(THINGS)} | {self.rng.randint(1, 20)} |" for _ in range(3)]
        return "\n".join(["| Name | Cost |", "| --- | --- |", *rows])

    def _say(self, sentence: str) -> str:
        rng = self.rng
        if "{clause}" in sentence:
            sentence = sentence.replace("{clause}", rng.choice(CLAUSES))
        thing, other = rng.sample(THINGS, 2)
        return sentence.format(
            subject=self.subject,
            thing=thing,
            other=other,
            quality=rng.choice(QUALITIES),
            deed=rng.choice(DEEDS),
            role=rng.choice(ROLES),
            place=rng.choice(PLACES),
            number=rng.randint(2, 30),
        )
