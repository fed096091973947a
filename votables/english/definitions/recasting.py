"""Sentences that define something, put as the reader takes them: "for each Fern, a Height is tracked" as "each Fern has a
tracked Height"."""

import re
from typing import Final

from .heads import Owners
from .words import NAME

_HOW: Final = r"(?:publicly |privately |secretly |openly )?tracked"
_MANY: Final = r"two|three|four|five|six|several|some"


def forms_of(owners: Owners) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Forms of sentences, each with the same in words that are understood: what stands in braces is a group of the
    form."""
    player, one = owners.player, owners.words["player"]
    names = rf"{NAME}(?:, {NAME})*,? and {NAME}"
    return tuple(
        (re.compile(form), canonical)
        for form, canonical in (
            (
                rf"For (?:each|every) (?P<of>{NAME}),? (?P<a>an?|the) (?P<name>{NAME}) is (?P<how>{_HOW}(?: [^,.;]{{1,40}})?)(?P<rest>[,.;].*|$)",
                "Each {of} has {a} {name}, which is {how}{rest}",
            ),
            (
                rf"(?:An?|The) (?P<what>number|amount|quantity) of (?P<name>{NAME}) is (?P<how>{_HOW}) for (?:each|every) (?P<of>{NAME})(?:, and (?:it )?|, )?(?P<rest>.*|$)",
                "Each {of} has a {how} {what} of {name}, which {rest}",
            ),
            (
                rf"(?P<who>(?:Each|Every|All) {player}) (?:own|owns|have|has|hold|holds) (?P<name>{NAME}), (?:how (?:many|much)|the (?:number|amount) of which) (?:being|is) (?P<how>{_HOW})(?P<rest>[,.;].*|$)",
                "{who} has a {how} number of {name}{rest}",
            ),
            (
                rf"(?P<who>(?:Each|Every|All) {player}) (?:has|have) (?:the following )?(?:{_MANY}) (?:statistics|stats|attributes|values|numbers|variables|scores|traits|qualities)(?:,? (?:called|named|namely))?:? (?P<names>{names})(?P<rest>[,.;].*|$)",
                "{who} has a {names}{rest}",
            ),
            (
                rf"(?![^:]*\b(?:tracked|tracks|has|have|GNDT)\b)[^:;\d\"]{{3,60}}: (?P<who>(?:an?|each|every|no|any) {player}) (?P<rest>(?:may|can|cannot|starts|begins|has) .*)",
                "{who} {rest}",
            ),
            (
                rf"(?P<who>(?:Each|Every|All) {player}) (?P<has>has|have) (?P<what>an? [^,.;:]{{2,60}}?|some text) (?:in|under|recorded in|kept in|stored in|tracked in) (?:the|a) (?P<where>(?:GNDT|wiki|gamestate|tracker) (?:column|field))(?: which is| that is)? (?:called|named|titled|headed|labelled|for) (?P<name>{NAME}|\"[^\"]{{1,60}}\")(?P<rest>[,.;].*| (?:which|that|defaulting|with|starting) .*|$)",
                "{who} {has} {what} called {name}, which is tracked in the GNDT{rest}",
            ),
            (
                rf"(?P<who>(?:Each|Every|All|A|An) {player}) (?:(?:either )?(?:does|do) or (?:does|do) not (?:have|own|hold|possess|carry)|(?:may|can) or (?:may|can) ?not (?:have|own|hold|possess|carry)|(?:either )?(?:has|have) or lacks?) (?P<name>(?:an? |the |any )?{NAME})(?P<rest>[ ,.;(].*|$)",
                "{who} has {name} or does not{rest}",
            ),
            (
                rf"The (?P<name>{NAME})'s (?P<what>identity|name|holder) (?P<rest>(?:is|shall be|will be) .*)",
                "The {what} of the {name} {rest}",
            ),  # in English
            (
                rf"(?:An?|One) (?P<what>{_HOW} [a-z-]+(?: [a-z]+)?),? (?:called |named |known as )?the (?P<name>{NAME}),? (?P<rest>.*)",
                "The {name} is a {what}, which {rest}",
            ),
            (
                rf"(?:{owners.emperor}) (?P<how>secretly|privately|publicly) (?:tracks|records|keeps track of|keeps) an? (?P<name>{NAME}) (?:for|of) (?:each|every) {player}(?P<rest>[,.;].*|$)",
                f"Each {one} has a {{how}} tracked {{name}}{{rest}}",  # in English
            ),
            (
                rf"(?:There (?:is|shall be|will be) an? (?P<name>{NAME}) column (?:in|of|on) the (?:GNDT|wiki|gamestate|tracker)|The (?:GNDT|wiki|gamestate|tracker) (?:has|shall have|contains) an? (?P<other>{NAME}) column)(?P<rest>[,.;]?.*)",
                "There is a column in the GNDT called {name}{other}{rest}",  # in English
            ),
            (
                rf"(?P<lead>.*\bcolumn\b.*?),? (?:in which|where) (?P<what>an? [a-z -]{{3,40}}) (?:is|shall be) (?:held|kept|tracked|recorded|noted) for (?P<who>each|every) {player}(?P<rest>.*)",
                f"{{lead}}, holding {{what}} for {{who}} {one}{{rest}}",  # in English
            ),
            (
                rf"(?:At no (?:time|point|stage|moment)|Never|Under no circumstances|In no case) (?P<may>may|can|shall|will) (?:an?|any|each) (?P<who>{player}) (?P<rest>(?:have|hold|own|carry|possess) .*)",
                "No {who} {may} {rest}",
            ),
            (rf"{player} each (?P<rest>(?:has|have) .*)", f"Each {one} {{rest}}"),  # in English
            (
                rf"The (?P<name>{NAME}) is an? {player},? (?P<rest>(?:is |and is |which is |who is )?{_HOW}.*)",
                "The identity of the {name} is {rest}",  # in English
            ),
            (
                rf"(?:An?|Each|Every) {player}'s (?P<name>{NAME}) (?:is always|always is|is|always)? ?(?:equals|equal to) (?P<formula>[^.;]{{3,200}}\.?)$",
                f"Each {one} has a {{name}}, which is equal to {{formula}}",  # in English
            ),
            (
                rf"The (?P<name>{NAME}) of (?:an?|each|every) {player} (?:is always|always is|is) equal to (?P<formula>[^.;]{{3,200}}\.?)$",
                f"Each {one} has a {{name}}, which is equal to {{formula}}",  # in English
            ),
        )
    )
