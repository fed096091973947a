"""The log of the tracker: updates, their entries, and disputes about them. Never edited; undoing is another update."""

from types import MappingProxyType
from typing import Final, Self, get_args

from django.db import models
from django.utils.translation import gettext_lazy as _

from blognomic.database.fields import MessageField
from blognomic.web.addresses import address_of
from gamestate.models.variables import Page, Row, Table, Variable
from gamestate.values.definitions import Audience
from gamestate.values.plans import CardsDealt
from players.models import Player

CARDS: Final = tuple((each, each) for each in get_args(CardsDealt))


class UpdateQuerySet(models.QuerySet):
    def newest_first(self) -> Self:
        return self.order_by("-at", "-pk")


class KnownUpdates(models.Manager.from_queryset(UpdateQuerySet)):  # type: ignore[misc]
    """The updates of which everybody may know. So what forgets to ask who looks tells too little, never too much."""

    def get_queryset(self) -> UpdateQuerySet:
        return super().get_queryset().exclude(kept=Update.Kept.ACT)


class Update(models.Model):
    """One act that changed any number of tracked things, or none, with who, when and a comment in somebody's own words;
    the `note` is what the site itself says of it.

    `link` is the page that shows the reason (a path of this site), such as the enacted matter's. A `correction` makes
    the tracker show what the gamestate is, and is no action of the game. Updates are numbered by their keys.
    `sets_off`: something fell due by it as it was written. `cards`: whether it shuffled or moved cards, which are put
    back together or not at all, or showed some to somebody, which nothing takes back.

    `kept`: of a move that not everybody sees, whether its `result` is for its witnesses alone, or they alone may know
    that there is such an update; `result` then has what was answered, rolled and said, and is read in
    `gamestate.queries.log` alone. `objects` has no update of which not everybody may know, `every` has all.
    """

    sets_off = False

    class Kind(models.TextChoices):
        CHANGE = "change", _("update")
        UNDO = "undo", _("undoing")
        ENACTMENT = "enactment", _("enactment")
        DEFINITION = "definition", _("definition")
        ROSTER = "roster", _("change of the roster")
        DYNASTY = "dynasty", _("new dynasty")
        AFRESH = "afresh", _("reinitialisation")
        UPKEEP = "upkeep", _("upkeep")

    class Kept(models.TextChoices):
        NOTHING = "", _("nothing")
        RESULT = "result", _("what came of it")
        ACT = "act", _("that it was done")

    kind = models.CharField(max_length=10, choices=Kind, default=Kind.CHANGE)
    at = models.DateTimeField()
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="updates", null=True)
    comment = models.TextField(blank=True)
    note = MessageField(blank=True)
    html = models.TextField(blank=True, editable=False)
    link = models.CharField(max_length=300, blank=True)
    correction = models.BooleanField(default=False)
    cards = models.CharField(max_length=5, choices=CARDS, blank=True)
    kept = models.CharField(max_length=6, choices=Kept, default=Kept.NOTHING, blank=True)
    result = models.JSONField(default=dict, blank=True, editable=False)

    objects = KnownUpdates()
    every = UpdateQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["-at", "-id"], name="update_at"),
            models.Index(fields=["by", "-at", "-id"], name="update_by"),
            models.Index(fields=["kept"], name="update_kept", condition=~models.Q(kept="")),
        ]

    def __str__(self) -> str:
        return _("Update {number}").format(number=self.pk)

    def get_absolute_url(self) -> str:
        return address_of("gamestate:update", self.pk)

    @property
    def in_english(self) -> str:
        """What is said of it, for files and programs: the comment in Markdown, or the note."""
        return self.comment or self.note.in_english


class Witness(models.Model):
    """A player who sees what came of an update that not everybody sees: who that is stood fast as it began."""

    update = models.ForeignKey(Update, on_delete=models.PROTECT, related_name="witnesses")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["update", "player"], name="witness_once")]

    def __str__(self) -> str:
        return f"{self.player} sees {self.update}"  # for developers, in English


# Whom a value is for, as definitions say it: for nobody to read, so that there is nothing to translate.
AUDIENCES: Final = tuple((each, each) for each in get_args(Audience))
# What an entry has of which everybody may read both sides.
PUBLIC: Final = MappingProxyType({"audience": "all", "audience_before": "all"})


class Entry(models.Model):
    """One thing before and after an update.

    `about` says what `old` and `new` hold: the value of a variable for its holder (`player`, `row` or the game), or
    the definition of a variable or table, the name and place of a row, the title and text of a page; None where there
    was, or is, none. `typed` is what was written in the field, such as "+5", where that is not the value itself;
    `note` says what the tracker made of it. `refused`: why the tracker would have refused the value that a player who
    holds it to be legal recorded all the same. `audience` and `audience_before` say for whom `new` and `old` are, as it
    was when they were written down, whatever becomes of the variable's definition; see `gamestate.hidden`.
    """

    class About(models.TextChoices):
        VALUE = "value", _("value")
        VARIABLE = "variable", _("variable")
        TABLE = "table", _("table")
        ROW = "row", _("row")
        PAGE = "page", _("page")

    update = models.ForeignKey(Update, on_delete=models.PROTECT, related_name="entries")
    at = models.DateTimeField(help_text="The update's, so that how things stood then needs no join.")
    about = models.CharField(max_length=8, choices=About)
    variable = models.ForeignKey(Variable, on_delete=models.PROTECT, related_name="entries", null=True)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="entries", null=True)
    row = models.ForeignKey(Row, on_delete=models.PROTECT, related_name="entries", null=True)
    page = models.ForeignKey(Page, on_delete=models.PROTECT, related_name="entries", null=True)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries", null=True)
    old = models.JSONField(null=True)
    new = models.JSONField(null=True)
    typed = models.CharField(max_length=300, blank=True)
    note = MessageField(blank=True)
    refused = MessageField(blank=True)
    audience = models.CharField(max_length=7, choices=AUDIENCES, default="all")
    audience_before = models.CharField(max_length=7, choices=AUDIENCES, default="all")

    class Meta:
        verbose_name_plural = "entries"
        indexes = [
            models.Index(fields=["variable", "player", "row", "-id"], name="entry_value"),
            models.Index(fields=["player", "-id"], name="entry_player"),
            models.Index(fields=["at"], name="entry_at"),
            models.Index(  # all that the last entry about each thing up to an instant is found by
                fields=["about", "variable", "player", "row", "table", "page", "at", "id"], name="entry_then"
            ),
            models.Index(  # few of many entries are hidden
                fields=["audience", "variable"], name="entry_hidden", condition=~models.Q(audience="all")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.about} of {self.variable or self.table or self.row or self.page}"  # for developers, in English

    @property
    def hidden(self) -> bool:
        """Whether not everybody may read both its sides."""
        return (self.audience, self.audience_before) != ("all", "all")


class Undoing(models.Model):
    """An update undoes an entry of an earlier one."""

    update = models.ForeignKey(Update, on_delete=models.PROTECT, related_name="undoings")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="undone_by")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["update", "entry"], name="an_entry_undone_once_an_update")
        ]

    def __str__(self) -> str:
        return f"{self.update} undoes {self.entry}"  # for developers, in English


class Dispute(models.Model):
    """A player's word that an update does not show the gamestate, or, where the tracker refused a value, that it does.

    Open until settled: upheld by an enacted matter, undone, or taken back by who raised it.
    """

    class Kind(models.TextChoices):
        DISPUTED = "disputed", _("disputed")
        REFUSED = "refused", _("recorded although the tracker refused it")

    class Outcome(models.TextChoices):
        OPEN = "", _("open")
        UPHELD = "upheld", _("upheld")
        UNDONE = "undone", _("undone")
        TAKEN_BACK = "taken_back", _("taken back")

    update = models.ForeignKey(Update, on_delete=models.PROTECT, related_name="disputes")
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.DISPUTED)
    at = models.DateTimeField()
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="disputes")
    why = MessageField()
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.OPEN, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    link = models.CharField(max_length=300, blank=True, help_text="What settled it: a path of this site.")

    class Meta:
        indexes = [models.Index(fields=["update", "outcome"], name="dispute_update")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(outcome="", settled_at__isnull=True)
                | ~models.Q(outcome="") & models.Q(settled_at__isnull=False),
                name="settled_dispute_has_an_instant",
            )
        ]

    def __str__(self) -> str:
        return f"{self.update} {self.get_kind_display()} by {self.by}"  # for developers, in English
