"""What a service raises when a person may not do what they asked for."""

from datetime import datetime

from .site_rules import called


class RuleBroken(Exception):
    """A refusal, as a sentence for the person.

    `sentence` says what cannot be done and why, `rule` names the rule that stops it, as the law in force calls it (""
    when it is not a rule of the game), `when` is the first instant (UTC) at which time alone would allow it, if that is
    known. `status` is the HTTP status that a view answers with: 403 for what the rules refuse, 409 for what somebody
    else did first or what has changed since one looked, 400 for what makes no sense.
    """

    def __init__(self, sentence: str, *, rule: str = "", when: datetime | None = None, status: int = 403):
        super().__init__(sentence)
        self.sentence = sentence
        self.rule = called(rule)
        self.when = when
        self.status = status


class Stale(RuleBroken):
    """Somebody else was first, or the thing has changed since one looked at it. Nothing was done."""

    def __init__(self, sentence: str, *, rule: str = ""):
        super().__init__(sentence, rule=rule, status=409)


class NeedsConfirmation(RuleBroken):
    """It would do what cannot be undone, so it must be sent once more. `submit` and `cancel` are the words on the
    buttons for that; "" where the page has its own."""

    def __init__(self, sentence: str, *, rule: str, submit: str = "", cancel: str = ""):
        super().__init__(sentence, rule=rule, status=409)
        self.submit, self.cancel = submit, cancel
