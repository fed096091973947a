"""What is stored of posts and matters, and whether it fits together (`manage.py check_game`).

comments.py     the icons in comments, what they cast, whose they are, and their HTML
posts.py        posts against their versions and resolutions; types of official posts
resolutions.py  verdicts against the facts that they were made from
dynasties.py    their numbers, which nobody but a table of the past leaves out
consequences.py what followed from matters and Ascension Addresses: rules, law, gamestate, dynasties
links.py        paths of this site, in whatever row, lead to what there is
search_indexes.py the indexes that people search by
"""

from players.checking import Check
from votables.checking import comments, consequences, dynasties, links, posts, resolutions, search_indexes

CHECKS: tuple[Check, ...] = (
    *dynasties.CHECKS,
    *posts.CHECKS,
    *comments.CHECKS,
    *resolutions.CHECKS,
    *consequences.CHECKS,
    *links.CHECKS,
    *search_indexes.CHECKS,
)
