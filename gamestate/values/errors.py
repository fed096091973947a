"""What is raised when something typed, or computed, cannot be a value, a formula or a definition."""


class ValueRefused(ValueError):
    """A refusal, as a sentence for the person, of at most 300 characters.

    `rule` names the rule of the law that refuses, "" where it is the definition or the form of what was typed.
    `recordable`: `value` (as it is kept in JSON; None for blank) is of the right kind, only outside the range, set,
    length or blankness that its definition allows, so that a player who holds it to be legal may
    record it all the same.
    """

    def __init__(
        self, sentence: str, *, rule: str = "", value: object = None, recordable: bool = False
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.rule = rule
        self.value = value
        self.recordable = recordable
