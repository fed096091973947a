"""Names of the API as clients have them: one that is made from the description calls its functions and fields after
them; and what is said of each."""

from typing import Any

import pytest

from blognomic.api.site import WORDS, description

# Words that each language keeps for itself, so that nothing can be called so (without quotes, or an underscore).
RESERVED = {
    "Python": (
        "False None True and as assert async await break class continue def del elif else except finally "
        "for from global if import in is lambda nonlocal not or pass raise return self try while with "
        "yield"
    ),
    "TypeScript": (
        "any await break case catch class const continue debugger default delete do else enum export "
        "extends false finally for function if implements import in instanceof interface let new null "
        "package private protected public return static super switch this throw true try typeof var void "
        "while with yield"
    ),
    "Go": (
        "break case chan const continue default defer else fallthrough for func go goto if import "
        "interface map package range return select struct switch type var"
    ),
    "Java": (
        "abstract assert boolean break byte case catch char class const continue default do double else "
        "enum extends final finally float for goto if implements import instanceof int interface long "
        "native new package private protected public return short static strictfp super switch "
        "synchronized this throw throws transient try void volatile while"
    ),
    "Kotlin": (
        "as break class continue do else false for fun if in interface is null object package return "
        "super this throw true try typealias typeof val var when while"
    ),
    "Rust": (
        "Self abstract as async await become box break const continue crate do dyn else enum extern false "
        "final fn for gen if impl in let loop macro match mod move mut override priv pub ref return self "
        "static struct super trait true try type typeof unsafe unsized use virtual where while yield"
    ),
    "C#": (
        "abstract as base bool break byte case catch char checked class const continue decimal default "
        "delegate do double else enum event explicit extern false finally fixed float for foreach goto if "
        "implicit in int interface internal is lock long namespace new null object operator out override "
        "params private protected public readonly ref return sbyte sealed short sizeof stackalloc static "
        "string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using virtual "
        "void volatile while"
    ),
    "Swift": (
        "Any Self as associatedtype await break case catch class continue default defer deinit do else "
        "enum extension fallthrough false fileprivate for func guard if import in init inout internal is "
        "let nil open operator private protocol public repeat rethrows return self static struct "
        "subscript super switch throw throws true try typealias var where while"
    ),
    # What clients in Python import to read an answer, and would shadow by a field.
    "Python's typing": "cast overload",
}
# RFC 9457 gives a problem this name.
NAMED_BY_OTHERS = {"Problem.type"}


def names(document: dict[str, Any]) -> dict[str, str]:
    """What clients call by a name, and that name: operations, their parameters, and the fields of every shape."""
    named = {}
    for methods in document["paths"].values():
        for operation in methods.values():
            name = operation["operationId"]
            named[name] = name
            named |= {f"{name}({one['name']})": one["name"] for one in operation.get("parameters", ())}
    for shape, schema in document["components"]["schemas"].items():
        named |= {f"{shape}.{field}": field for field in schema.get("properties", {})}
    return named


@pytest.mark.parametrize("language", RESERVED)
def test_no_name_is_a_word_of_a_language(language):
    taken = set(RESERVED[language].split())
    named = names(description())
    assert {where for where, name in named.items() if name in taken} <= NAMED_BY_OTHERS
    assert len(named) > 1_500


def test_name_that_is_taken_is_found():
    operation = {"operationId": "move", "parameters": [{"name": "from"}]}
    shape = {"properties": {"cast": {}, "icon": {}}}
    named = names({"paths": {"/": {"put": operation}}, "components": {"schemas": {"Vote": shape}}})

    taken = {word for words in RESERVED.values() for word in words.split()}
    assert {where for where, name in named.items() if name in taken} == {"move", "move(from)", "Vote.cast"}


def parts(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Every parameter of an operation, and every field of a shape, by where it stands."""
    described = {}
    for methods in document["paths"].values():
        for operation in methods.values():
            for one in operation.get("parameters", ()):
                described[f"{operation['operationId']}({one['name']})"] = one
    for shape, schema in document["components"]["schemas"].items():
        described |= {f"{shape}.{name}": field for name, field in schema.get("properties", {}).items()}
    return described


def test_every_part_says_what_it_is():
    described = parts(description())
    assert [where for where, part in described.items() if not part.get("description")] == []
    assert len(described) > 1_500


def test_part_that_says_nothing_is_found():
    document = {
        "paths": {"/": {"get": {"operationId": "look", "parameters": [{"name": "way", "description": ""}]}}},
        "components": {"schemas": {"Vote": {"properties": {"icon": {}, "id": {"description": "Its key."}}}}},
    }
    silent = [where for where, part in parts(document).items() if not part.get("description")]
    assert silent == ["look(way)", "Vote.icon"]


def test_words_stand_in_order_and_each_is_needed():
    needed = {
        where.rstrip(")").replace("(", ".").rpartition(".")[2]
        for where, part in parts(description()).items()
        if part["description"] in WORDS.values()
    }
    assert list(WORDS) == sorted(WORDS)
    assert WORDS.keys() - needed == set()
