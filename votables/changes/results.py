"""What became of the changes of an enacted matter, each written down with the names of what it is about. No query."""

from blognomic.i18n.dynasty_words import in_the_games_language
from blognomic.i18n.stored_messages import StoredMessage, as_message

from .apply import OF_ITSELF, ChangesOutcome, Effect, Settlement

MOST_NAMED = 3  # of the things that one change is about, as many by their names


def became_of(effect: Effect, settled: Settlement | None, outcome: ChangesOutcome) -> dict[str, object]:
    """What became of one change, as the resolution records it: the place of the `change`, its `name` and what it is
    `about`, with what its kind keeps of it besides, and what the admin put right."""
    with in_the_games_language():  # labels that are made once forget where they come from
        name = effect.change.name
    record: dict[str, object] = {"change": effect.place, "name": StoredMessage(name)}
    kind = effect.change.kind
    record |= kind.recorded(effect, outcome)
    names = list(dict.fromkeys(filter(None, kind.about(effect, outcome))))
    if names:
        record["about"] = ", ".join(names[:MOST_NAMED]) + ("…" if len(names) > MOST_NAMED else "")
    if effect.finding is not None:
        record["condition"] = {"said": as_message(str(effect.change.when)), **effect.finding.as_json()}
    for name in ("skipped", "corrected"):
        if value := getattr(effect, name):
            record[name] = StoredMessage(value) if value in OF_ITSELF else value
    if effect.merged:
        record["merged"] = True
    if effect.corrected and settled is not None:
        below = outcome.after.tree.find(settled.parent or "")
        put_right = {"words": settled.text, "below": below and below.title, "title": settled.title}
        record |= {name: value for name, value in put_right.items() if value}
    return record
