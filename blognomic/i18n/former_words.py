"""Sentences that the site wrote down in other words: what it said then, and what it says now. A message that was kept
in the old words is told in the new ones, in every language. The new words have no places of their own, and no line
leaves this table, for what was written down stays."""

from typing import Final

FORMER: Final[dict[str, str]] = {
    "As the table has it.": "This is what the table says.",
    "No secure connection to the server could be made.": "The site could not connect to the server securely.",
    "No server of that name was found.": "There is no server with that name.",
    "So the table has it; these votes would not have allowed it then.": (
        "This is what the table says. The law of that time would not have allowed it with these votes."
    ),
    "The address must begin with https:// or http://.": "Begin the address with https:// or http://.",
    "The address must begin with https://.": "Begin the address with https://.",
    "The address must not hold a name or password.": "Leave the name and password out of the address.",
    "The e-mail could not be sent ({error}).": "The site could not send the e-mail ({error}).",
    "The server could not be reached.": "The site could not reach the server.",
    "There is no confirmed e-mail address.": "You have no confirmed e-mail address.",
    "This is no address.": "This is not a web address.",
    "{old} is called {name} now": "{old} is now called {name}",
}
