"""What is tracked, as it stands now: tables, rows, variables, values and pages.

All of it is written by updates alone (`gamestate.models.log`), whose entries say how each thing stood before and
after; these rows repeat the last entry, so that a page need not ask the log.
"""

from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from blognomic.i18n.dynasty_words import said_lazy
from players.models import Dynasty, Player

KEY_LENGTH = 40
NAME_LENGTH = 80
PAGE_TITLE_LENGTH = 120


class Living(models.QuerySet):
    """Things that come into the game and leave it, and stay readable."""

    def live(self) -> Self:
        return self.filter(retired_at__isnull=True)

    def retired(self) -> Self:
        return self.filter(retired_at__isnull=False)


class Table(models.Model):
    """A table of rows that the rules make, such as Locations. `definition`: see `gamestate.values.definitions`."""

    key = models.CharField(max_length=KEY_LENGTH)
    dynasty = models.ForeignKey(
        Dynasty, on_delete=models.PROTECT, related_name="tables", null=True, blank=True
    )
    definition = models.JSONField(default=dict)
    made_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True, blank=True)

    objects = Living.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["key"], condition=models.Q(retired_at__isnull=True), name="one_live_table_of_a_key"
            )
        ]

    def __str__(self) -> str:
        return self.definition.get("name", self.key)


class Row(models.Model):
    """A row of a table, such as one Location."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="rows")
    name = models.CharField(max_length=NAME_LENGTH)
    order = models.IntegerField(default=0)
    made_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True, blank=True)

    objects = Living.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "name"],
                condition=models.Q(retired_at__isnull=True),
                name="one_live_row_of_a_name",
            )
        ]

    def __str__(self) -> str:
        return self.name


class Variables(Living):
    def texts_of_players(self) -> Self:
        """Those that hold a text for each player, now."""
        return self.live().filter(scope=Variable.Scope.PLAYER, definition__kind="text")


class Variable(models.Model):
    """Something that the rules track for each player, for the game, or for each row of `table`.

    Formulas call it by its `key`. `definition`: see `gamestate.values.definitions`.
    """

    class Scope(models.TextChoices):
        PLAYER = "player", said_lazy(gettext_noop("each player"))
        GAME = "game", _("the game")
        ROW = "row", _("each row of a table")

    key = models.CharField(max_length=KEY_LENGTH)
    scope = models.CharField(max_length=6, choices=Scope)
    table = models.ForeignKey(
        Table, on_delete=models.PROTECT, related_name="variables", null=True, blank=True
    )
    dynasty = models.ForeignKey(
        Dynasty, on_delete=models.PROTECT, related_name="variables", null=True, blank=True
    )
    definition = models.JSONField(default=dict)
    made_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True, blank=True)

    objects = Variables.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(scope="row", table__isnull=False)
                | ~models.Q(scope="row") & models.Q(table__isnull=True),
                name="a_column_has_a_table",
            ),
            models.UniqueConstraint(
                fields=["key"],
                condition=models.Q(retired_at__isnull=True, table__isnull=True),
                name="one_live_variable_of_a_key",
            ),
            models.UniqueConstraint(
                fields=["table", "key"],
                condition=models.Q(retired_at__isnull=True, table__isnull=False),
                name="one_live_column_of_a_key",
            ),
        ]

    def __str__(self) -> str:
        return self.definition.get("name", self.key)


class Cell(models.Model):
    """A value as it stands now: of `player`, of `row`, or, with neither, of the game. `value` None: left blank.

    `last` is the entry of the log that set it; who changes the value names the one that they saw.
    """

    variable = models.ForeignKey(Variable, on_delete=models.PROTECT, related_name="cells")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="cells", null=True, blank=True)
    row = models.ForeignKey(Row, on_delete=models.PROTECT, related_name="cells", null=True, blank=True)
    value = models.JSONField(null=True, blank=True)
    last = models.ForeignKey("Entry", on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(player__isnull=True) | models.Q(row__isnull=True),
                name="one_holder_of_a_value",
            ),
            models.UniqueConstraint(
                fields=["variable", "player"],
                condition=models.Q(player__isnull=False),
                name="one_value_a_player",
            ),
            models.UniqueConstraint(
                fields=["variable", "row"], condition=models.Q(row__isnull=False), name="one_value_a_row"
            ),
            models.UniqueConstraint(
                fields=["variable"],
                condition=models.Q(player__isnull=True, row__isnull=True),
                name="one_value_of_the_game",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.variable}: {self.value}"


class Page(models.Model):
    """A page of gamestate in Markdown, such as a gallery or a map. Its versions are entries of the log."""

    key = models.SlugField(max_length=KEY_LENGTH)
    dynasty = models.ForeignKey(
        Dynasty, on_delete=models.PROTECT, related_name="pages", null=True, blank=True
    )
    title = models.CharField(max_length=PAGE_TITLE_LENGTH)
    text = models.TextField(blank=True)
    html = models.TextField(blank=True, editable=False)
    last = models.ForeignKey("Entry", on_delete=models.PROTECT, related_name="+", null=True)
    made_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True, blank=True)

    objects = Living.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["key"], condition=models.Q(retired_at__isnull=True), name="one_live_page_of_a_key"
            )
        ]

    def __str__(self) -> str:
        return self.title
