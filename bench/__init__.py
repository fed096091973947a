"""How fast the site is on twenty years of play: `make bench`. Nothing here is part of the site."""
