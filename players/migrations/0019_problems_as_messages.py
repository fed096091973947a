"""What went wrong with a letter or a call, which was written down in English, becomes a message."""

import re

from django.db import migrations, models

from players.migrations._english_of_before import _pattern, become_messages

# Those first that say more than others which they hold.
PROBLEMS = (
    "The e-mail could not be sent ({error}).",
    "The server answered {status}: the channel is gone.",
    "The server answered {status}.",
    "There is no confirmed e-mail address.",
    "The webhook is off.",
    "The webhook was turned off.",
    "The webhook was removed.",
    "This is no address.",
    "The address must begin with https:// or http://.",
    "The address must begin with https://.",
    "The address must not hold a name or password.",
    "The address leads into a private network, which is not allowed.",
    "No server of that name was found.",
    "The server did not answer in time.",
    "No secure connection to the server could be made.",
    "The server could not be reached.",
)


def as_problem(text):
    """The data of the message that the text was written from; the text, where it is another."""
    for words in PROBLEMS:
        if found := re.fullmatch(_pattern(words), text):
            return {"says": words, "with": found.groupdict()}
    return text


class Migration(migrations.Migration):
    dependencies = [("players", "0018_versions_of_topics")]

    operations = [
        operation
        for model in ("notice", "webhookcall")
        for operation in become_messages(
            "players", model, as_problem, problem=models.CharField(max_length=300, blank=True)
        )
    ]
