"""The weekly chronicle: what happened in a week of the game, told in sentences that are made from the record."""
