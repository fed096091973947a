"""Who may see what is hidden: the one table. Whatever shows a canary to anybody else is a fault, and so is it if who
may see it does not."""

from .game import READERS

TABLE = """
                                               stranger guest player idle holder shown admin former emperor
value for the emperor                             -       -      -     -     -     -     -      -      x
value for the holder                              -       -      -     -     x     -     -      -      x
value for the own                                 -       -      -     -     x     -     -      -      -
value for the nobody                              -       -      -     -     -     -     -      -      -
value that is shown                               -       -      -     -     -     x     -      -      x
value of the first dynasty for the emperor        -       -      -     -     -     -     -      x      -
value of the first dynasty for the holder         -       -      -     -     x     -     -      x      -
value of the first dynasty for the own            -       -      -     -     x     -     -      -      -
value of the first dynasty for the nobody         -       -      -     -     -     -     -      -      -
value of the first dynasty that was shown         -       -      -     -     -     x     -      x      -
value that a formula shows                        -       -      -     -     x     x     -      -      -
what came of a move                               -       -      -     -     x     x     -      -      -
move that not everybody knows of                  -       -      -     -     x     -     -      -      x
secret of a player                                -       -      -     -     x     -     -      -      -
secret of the emperor                             -       -      -     -     -     -     -      -      x
secret that the first emperor kept                -       -      -     -     -     -     -      x      -
sealed order                                      -       -      -     -     x     -     -      -      -
sealed order that some read                       -       -      -     -     x     x     -      -      -
order                                             -       -      -     -     x     -     -      -      x
order of the first dynasty                        -       -      -     -     x     -     -      x      -
message                                           -       -      -     -     x     x     -      -      -
draft                                             -       -      -     -     x     -     -      -      -
removed post                                      -       -      -     -     -     -     -      -      -
notice                                            -       -      -     -     x     -     -      -      -
address of a person                               -       -      -     -     x     -     -      -      -
fair play                                         -       -      -     -     -     -     x      -      -
address of a webhook                              -       -      -     -     -     -     -      -      -
signing secret                                    -       -      -     -     -     -     x      -      -
seed to come                                      -       -      -     -     -     -     -      -      -
password                                          -       -      -     -     -     -     -      -      -
second factor                                     -       -      -     -     -     -     -      -      -
link of a letter                                  -       -      -     -     -     -     -      -      -
session                                           -       -      -     -     -     -     -      -      -
where somebody is signed in                       -       -      -     -     x     -     -      -      -
a device                                          -       -      -     -     -     -     -      -      -
what was sent                                     -       -      -     -     -     -     -      -      -
what came of a call                               -       -      -     -     -     -     x     -      -
token                                             -       -      -     -     -     -     -      -      -
"""


def _read(table: str) -> dict[str, dict[str, bool]]:
    head, *lines = table.strip().splitlines()
    readers = head.split()
    assert readers == list(READERS)
    rights = {}
    for line in lines:
        *place, marks = line.rsplit(maxsplit=len(readers))[0], line.split()[-len(readers) :]
        assert set(marks) <= {"x", "-"}
        rights[" ".join(place)] = dict(zip(readers, (mark == "x" for mark in marks), strict=True))
    return rights


WHO = _read(TABLE)


def seen_by(reader: str) -> set[str]:
    """The places of which a reader of this kind may see what is hidden."""
    return {place for place, readers in WHO.items() if readers[reader]}
