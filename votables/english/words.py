"""The words of instructions by their class: what the grammar calls them. Pure.

Articles, polite words and adverbs that change nothing are passed over; every other word has a class, or is one that the
grammar does not know.
"""

from collections.abc import Iterable, Iterator

from .atoms import Token

_CLASSES = {
    # Verbs, in the forms in which they order or tell what happens to something.
    "ADD": "add|added|append|appended|attach|attached|insert|inserted|include|put|place|placed|go|goes|adding|appending|"
    "inserting|addition of|tack|tack on|come|comes|stand|stands|appear",
    "PREPEND": "prepend|prepended",
    "CREATE": "create|created|enact|enacted|make|made|introduce|introduced|establish|established|write|institute|"
    "creating|there be|draw up",
    "REPLACE": "replace|replaced|replacing|swap out|overwrite",
    "SUBSTITUTE": "substitute|substituted|substituting",
    "CHANGE": "change|changed|amend|amended|alter|altered|modify|modified|edit|edited|revise|revised|update|updated|"
    "changing|amending|altering|correct|corrected|turn|becomes|become|rephrase|rephrased|reword|reworded|rewrite|"
    "rewritten|rewording|rewriting",
    "REMOVE": "remove|removed|delete|deleted|strike|struck|strike out|struck out|excise|excised|erase|erased|cut|drop|"
    "dropped|omit|omitted|removing|deleting|striking|take out|get rid of|cut out|strike from|scrap|scrapped|blank out",
    "REPEAL": "repeal|repealed|abolish|abolished|revoke|revoked|rescind|rescinded|repealing",
    "RENAME": "rename|renamed|retitle|retitled|renaming",
    "MOVE": "move|moved|relocate|relocated|shift|shifted|transfer|transferred|moving|make it",
    "COPY": "copy|copied|duplicate|duplicated",
    "SWAP": "swap|swapped|exchange|exchanged|swap round|switch round|interchange",
    "SET": "set|switch|switched|mark|marked|flag|set status of",
    "ACTIVATE": "activate|activated|enable|enabled|turn on|switch on|turned on|switched on",
    "DEACTIVATE": "deactivate|deactivated|disable|disabled|turn off|switch off|turned off|switched off|inactivate",
    "CALL": "call|entitle|call it|name it|title it|entitle it|call rule|call new rule|call subrule|call new subrule|"
    "call this rule|name rule|it is called|it should be called|it shall be called|name this rule|title this rule|"
    "call this subrule|it will be called|it shall be titled|it should be titled|it is titled|it is named|it is entitled",
    "GIVE": "give|given|give rule|give new rule|give this rule|give subrule|give new subrule|give this subrule",
    "DO": "carry out|do|perform|apply",
    # What stands between.
    "AND": "and|and then|as well as|&|plus|then",
    "BY": "by|by means of",
    "WITH": "with|by words|for following|in favour of|in favor of",
    "TO": "to|into|onto",
    "IN": "in|at|within|inside|under|of|from|out of|throughout|across|on|everywhere in|wherever in|for",
    "AFTER": "after|following on from|just after|below|beneath|underneath|behind|right after|straight after",
    "BEFORE": "before|above|in front of|just before|ahead of|preceding|just above|right before",
    "BETWEEN": "between",
    "FROM_TO": "up to and including|through",
    "READ": "to read|so that it reads|so it reads|so that they read|to say|to be|reads|read|should read|shall read|"
    "so as to read|such that it reads|to instead read|instead read|to now read|to have|contain|as reading|"
    "to read instead|so that it reads instead|says|say|to become|so that it says|is to read|to state|to contain",
    "AS": "as",
    "AS_FOLLOWS": "as follows|thus|like so|like this|thusly|to following effect",
    "CALLED": "called|named|titled|entitled|with title|under title|with name|under name|with heading|by name of|"
    "by title|headed|known as|to be called|to be titled|to be named|to be entitled|bearing title|"
    "whose title is|whose name is|whose title will be|having title|so that it is called|so that it is titled",
    "HAVING": "with text|with following text|with this text|with body|with following body|with contents|with content|"
    "with wording|with following contents|with following content|with following wording|containing text|containing|"
    "consisting of|consisting of text|which reads|which says|that reads|reading|stating|saying|that says|which shall read|"
    "with text as follows|and text|text of which is|whose text is|having text|which states|that states|comprising|"
    "whose body is|with these contents|with these words|with rule text|that runs|running|worded|beginning with text|"
    "that go|that goes|that read|with its text being|with body text",
    "STARTING": "starting|starting with|beginning|beginning with|that begins|that begins with|that starts|that starts with|"
    "which begins|which begins with|which starts|which starts with|begins|begins with|starts with|opening|opening with|"
    "that opens|that opens with|whose first words are|which opens with|commencing|which opens",
    "ENDING": "ending|ending with|ending in|that ends|that ends with|which ends|which ends with|that ends in|closing with",
    "CONTAINING": "that contains|which contains|that mentions|that includes|which includes|including|mentioning",
    "SO_THAT": "so that it is|so that it becomes|so it is|so it becomes|such that it is|and make it|to become|to be|"
    "so that they are|so that they become",
    # What is spoken of.
    "RULE": "rule|rules|special case|special cases|special case rule|building block|dynastic rule|dynastic rules|core rule|"
    "core rules rule|appendix rule|ruleset rule|dynastic ruleset rule|core ruleset rule",
    "RULES_OF": "dynastic rules|core rules|special case rules|ruleset|rule set|ruleset section|appendix|dynastic ruleset|"
    "dynastic section|core section|building blocks|glossary|entire ruleset|whole ruleset|rulebook|rule book|"
    "dynastic section of ruleset|dynastic rules section|core rules section",
    "SUBRULE": "subrule|subrules|sub-rule|sub-rules|sub rule|sub rules",
    "SECTION": "section|sections",
    "TEXT": "text|wording|words|word|phrase|string|strings|phrases|contents|content|body|entire text|body text|rule text|"
    "whole text|text body|clause|passage|line|quotation|bit|wording of|figure|number|letters|character|characters|"
    "full text|entire contents|all text|all of text|existing text|current text|terms|term|entirety|whole contents|"
    "value|part",
    "TITLE": "title|titles|heading|name",
    "EDITS": "changes|change|amendments|edits|replacements|replacement|amendment|alterations|substitutions|alteration",
    "ACTIVE": "active|inactive",
    "SENTENCE": "sentence|sentences",
    "PARAGRAPH": "paragraph|paragraphs|para",
    "BLOCK": "paragraph or sentence|sentence or paragraph",
    "LIST": "list|lists|bulleted list|bullet list|numbered list|unordered list|ordered list|bullet point list|"
    "list of bullet points|list of bullets|bullet-point list|bulletted list|bullets list|steps list|list of steps|"
    "ordered steps|bullet points list",
    "ITEM": "item|items|bullet|bullets|bullet point|bullet points|list item|list items|step|steps|entry|entries|point|points|"
    "bulleted item|numbered item|list entry|bullet item|bullet-point|bullet-points|numbered step",
    "TABLE": "table|tables",
    "ROW": "row|rows|line of table|table row",
    "COLUMN": "column",
    "CELL": "cell",
    "BRACKETS": "bracketed text|bracketed words|parenthetical|parenthetical text|text in brackets|words in brackets|"
    "bracketed phrase|text in parentheses|words in parentheses|parenthesised text|bracketed part|part in brackets|"
    "parenthesis|parenthesized text|bracketed passage|bracketed clause|bracketed remark",
    "END": "end|bottom|very end|end of text|foot",
    "START": "beginning|start|top|very beginning|very start|front|head",
    "STATUS": "status",
    # Which of them.
    "ORDINAL": "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|final|penultimate|1st|2nd|3rd|4th|"
    "5th|6th|7th|8th|9th|10th|second to last|second-to-last|next to last|opening paragraph|only|sole|closing|lone",
    "CARDINAL": "two|three|four|five|six",
    "NEW": "new|additional|another|extra|further|separate|brand new|newly created",
    "SAME": "same|that|said|this same|aforementioned|above-mentioned",
    "FOLLOWING": "following|this|below|these|text below|following text below|those",
    "IT": "it|them|they|that one|its|their|itself",
    "ALL": "all|every|each|all of|any|every one of|each of|every single",
    "BOTH": "both|both of",
    "INSTANCE": "instance|instances|occurrence|occurrences|instance of|instances of|occurrence of|occurrences of|mention of|"
    "mentions of|appearance of|appearances of|use of|uses of|occurences of|occurence of|instances of word|"
    "occurrences of word|instances of phrase|occurrences of phrase|instances of text|occurrences of text|"
    "instances of words|occurrences of words|uses of word|mentions of word",
    "WHOLE": "in full|in its entirety|entirely|completely|in their entirety|altogether|whole|entire|wholly|in entirety",
    "WITH_SUBRULES": "and all its subrules|and all of its subrules|along with its subrules|with all its subrules|"
    "and its subrules|including its subrules|together with its subrules|and any subrules|including any subrules|"
    "including all subrules|and all subrules|including subrules|together with all its subrules|with its subrules",
    "THROUGHOUT": "wherever it appears|wherever it occurs|everywhere|wherever they appear|wherever they occur|"
    "each time it appears|every time it appears|each time it occurs|throughout|throughout rule|where it appears|"
    "wherever that appears|at each occurrence|in all places|in every place",
    "IF_THERE": "if it exists|if they exist|where it exists|if there is one|if any|if present|if it is there|"
    "so far as strings are there|where present|if they are there|as far as they are there|if it still exists|"
    "if such rule exists|if that rule exists|so far as they are there|as far as strings are there|"
    "so far as strings exist|where strings are there|so far as they exist|so far as it is there|insofar as they exist|if they still exist|"
    "where they exist|where they are there|where strings exist|if strings are there|if strings exist|"
    "to extent that they exist|to extent that strings exist|as far as they exist|insofar as strings exist|"
    "insofar as strings are there|if it is still there|if it appears there|where there is one|if found|where found|"
    "so far as words are there|so far as texts are there|so far as phrases are there|if still there|"
    "ignoring any that are not there|skipping any that are not there",
    # Conditions.
    "IF": "if|in case|provided|provided that|in event that|assuming",
    "UNLESS": "unless",
    "OTHERWISE": "otherwise|else|if not|if it does not|if it is not|if there is not|if there is none|if it doesn't|"
    "if there isn't|if no such rule exists|failing that|if there is no such rule|if it isn't|if that is not so|"
    "if it does not exist|if not so",
    "THERE_IS": "there is|there exists|there are|there exist|exists|exist|ruleset has|ruleset contains|there is currently|"
    "is there|are there|is present|rules include|we have|ruleset includes|is in ruleset|is part of ruleset",
    "THERE_IS_NOT": "there is no|there is not|there exists no|there are no|does not exist|do not exist|doesn't exist|"
    "is not there|is not present|ruleset has no|there isn't|no longer exists|is not in ruleset|no rule",
    "CONTAINS": "contains|includes|has|still contains|mentions|appears|occurs|is|are|appears in|is found|can be found",
    "CONTAINS_NOT": "does not contain|doesn't contain|contains no|does not include|has no|lacks|does not appear|"
    "does not mention|doesn't appear|does not have|does not occur|is not",
    "NOTHING": "do nothing|nothing happens|nothing changes|nothing|this proposal does nothing|make no change|"
    "change nothing|ignore this|skip this|skip this step|this does nothing|ignore this step|no change is made",
    "UNQUOTED": "unbulleted|bulleted|non-bulleted|un-bulleted|plain|no bullet|normal|ordinary|numbered|unnumbered|"
    "not bulleted|existing|current|relevant|present|single|subsequent|whole new|such",
}

PASSED_OVER = frozenset(
    "the a an also please simply additionally finally besides furthermore hereby immediately directly just therefore "
    "moreover accordingly instead respectively now either already again currently still duly hence".split()
)
# What helps a verb to say what happens: "is to be replaced".
_HELPS = frozenset("is are be been shall should will must was gets get needs".split())

_PHRASES: dict[tuple[str, ...], str] = {
    tuple(phrase.split()): name for name, phrases in _CLASSES.items() for phrase in phrases.split("|")
}
_LONGEST: dict[str, int] = {}
for _phrase in _PHRASES:
    _LONGEST[_phrase[0]] = max(_LONGEST.get(_phrase[0], 0), len(_phrase))

_MARKS = {
    ",": "COMMA",
    ";": "SEMICOLON",
    "(": "OPEN",
    ")": "CLOSE",
    "quote": "QUOTE",
    "strong": "STRONG",
    "number": "NUMBER",
    "body": "BODY",
    "item": "NEXT",
    "tag": "TAG",
    "&": "AND",
}
_NAMED = {"rule": "NAME", "part": "PART"}
_SILENT = frozenset((":", "-", "–", "—", "stop", "”", '"'))
VERBS = frozenset(
    "ADD PREPEND CREATE REPLACE SUBSTITUTE CHANGE REMOVE REPEAL RENAME MOVE COPY SWAP SET ACTIVATE DEACTIVATE".split()
)


def classes() -> Iterable[str]:
    """The classes that the grammar may speak of."""
    return {*_CLASSES, *_MARKS.values(), "NAME", "PART", "WORD", "BARE"}


def classified(tokens: Iterable[Token]) -> Iterator[tuple[str, Token]]:
    """The tokens of a sentence by class, phrases as one, and what says nothing left out."""
    some = [one for one in tokens if one.kind not in _SILENT and not _is_silent(one)]
    some = list(_without_helpers(some))
    place = 0
    while place < len(some):
        here = some[place]
        if here.kind == "name":
            yield _NAMED.get(here.of, "WORD"), here
            place += 1
            continue
        if here.kind != "word":
            yield _MARKS.get(here.kind, "WORD"), here
            place += 1
            continue
        name, count = _phrase_at(some, place)
        last = some[place + count - 1]
        said = " ".join(one.lower for one in some[place : place + count])
        yield name, Token("word", said if count > 1 else here.text, here.start, last.end)
        place += count


def _is_silent(token: Token) -> bool:
    return token.kind == "word" and token.lower in PASSED_OVER


def _without_helpers(some: list[Token]) -> Iterator[Token]:
    """Without "is", "should be" and so on before a verb that says what is done."""
    place = 0
    while place < len(some):
        end = place
        while (
            end < len(some)
            and end < place + 4
            and (some[end].lower in _HELPS or (end > place and some[end].lower == "to"))
        ):
            end += 1
        if end > place and end < len(some) and _phrase_at(some, end)[0] in VERBS and some[end].lower != "set":
            place = end
        yield some[place]
        place += 1


def _phrase_at(some: list[Token], place: int) -> tuple[str, int]:
    first = some[place].lower.replace("’", "'")
    words: list[str] = []
    for one in some[place : place + _LONGEST.get(first, 1)]:
        if one.kind != "word":
            break
        words.append(one.lower.replace("’", "'"))
    for count in range(len(words), 0, -1):
        if name := _PHRASES.get(tuple(words[:count])):
            return name, count
    return "WORD", 1
