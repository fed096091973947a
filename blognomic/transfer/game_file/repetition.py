"""What the rest of a game file says already of a row, so that `history` need not repeat it.

A post that stands among the `matters` leaves out what its entry says, a comment there its author, instant and words;
the newest version of a post leaves out what the post itself says. Each function gives columns with their values as
they stand in a file: an export leaves out those that are the same, an import puts them back.
"""

from collections.abc import Mapping
from typing import Any

from .database_tables import BY_NAME

Row = Mapping[str, Any]


def said_of_post(entry: Row) -> dict[str, Any]:
    """What an entry of `matters`, with every key written out, says of its post."""
    return {
        "author": entry["author"],
        "posted_at": entry["posted"],
        "category": entry["kind"],
        "title": entry["title"],
        "status": entry["status"],
        "matter_since": entry["posted"],
        "resolved_at": entry["resolved"],
        "amends": entry["amends"],
        "changes_nothing": entry["changes_nothing"],
        "illegal": entry["illegal"],
    }


def said_of_comment(entry: Row) -> dict[str, Any]:
    """What a comment of an entry of `matters` says of its row."""
    return {"author": entry["author"], "at": entry["at"], "text": entry["text"]}


# What a post and its versions both say: the title, the texts, and whatever else the author may edit.
SAME_IN_BOTH = {column.name for column in BY_NAME["posts"].columns} & {
    column.name for column in BY_NAME["post_versions"].columns
}


def said_of_version(post: Row, number: Any) -> dict[str, Any]:
    """What a post says of its version of that number."""
    sources = {"by": "author"}
    if number == 1:
        sources |= {"at": "posted_at"}
    if number == post.get("version"):
        sources |= {name: name for name in SAME_IN_BOTH}
    first = {"kind": "published"} if number == 1 else {}
    return first | {name: post[source] for name, source in sources.items() if source in post}
