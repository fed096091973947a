"""What is posted and decided: posts, their versions, comments with their icons, resolutions with their ballots."""

import re
from functools import cached_property
from typing import Any, Self

from django.db import models
from django.db.models.functions import Coalesce
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from blognomic.database.fields import LineField, MessageField, MessagesField, RecordField
from blognomic.i18n.dynasty_words import said_lazy
from blognomic.i18n.stored_messages import StoredMessage, as_message
from blognomic.web.addresses import address_of
from players.models import Player
from players.present import digest
from ruleset.models import LawVersion
from votables.post_types import models as post_type_models  # noqa: F401  (where Django looks for all models of this room)
from votables.visits import models as visit_models  # noqa: F401  (likewise)

TITLE_LENGTH = 200
TAG = re.compile(r"\[([^\[\]]{1,40})\]")


class Category(models.TextChoices):
    """The categories that the program itself speaks of. Those of votable matters are kinds of matter that the law
    defines, and it may define others; a post whose category the law called otherwise keeps that name (`label`)."""

    PROPOSAL = "proposal", _("Proposal")
    CFJ = "cfj", _("Call for Judgement")
    DOV = "dov", _("Declaration of Victory")
    ASCENSION = "ascension", _("Ascension Address")
    STORY = "story", _("Story Post")
    NONE = "", _("No category")


# The categories of posts that are no votable matters, in the order in which a form offers them.
OTHERS = (Category.ASCENSION, Category.STORY, Category.NONE)
STANDARD_LABELS = {category.value: category.label for category in Category}


class Labelled(models.Model):
    """What has a category, and the words for it that the law in force had then: "" for the standard words."""

    category = models.CharField(max_length=20, default=Category.NONE, blank=True)
    label = models.CharField(max_length=40, blank=True)

    class Meta:
        abstract = True

    def get_category_display(self) -> str:
        return str(self.label or STANDARD_LABELS.get(self.category, self.category))


class Status(models.TextChoices):
    """How a votable matter stands; other posts have none."""

    NONE = "", _("not a votable matter")
    PENDING = "pending", _("pending")
    ENACTED = "enacted", _("enacted")
    FAILED = "failed", _("failed")
    ILLEGAL = "illegal", _("illegal")


_STATUS_LABELS = {status.value: status.label for status in Status}


class Asks(models.TextChoices):
    """What a post or comment asks of the admins."""

    NOTHING = "", _("nothing")
    JOIN = "join", said_lazy(_("to become a player"))
    IDLE = "idle", _("to be idled")
    UNIDLE = "unidle", _("to be unidled")
    LEAVE = "leave", _("to leave the game")


class HasBracket(models.Func):
    """1 for a text with a "[" in it, else 0. What it compares with is written out, not passed to the database beside
    the statement, so that an index over it is found."""

    function = "INSTR"
    template = "CASE WHEN %(function)s(%(expressions)s, '[') > 0 THEN 1 ELSE 0 END"
    arity = 1
    output_field = models.IntegerField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, function="STRPOS", **context)


class Month(models.Func):
    """The month of an instant (UTC) as text: "2014-03". Written so that an index over it is found, and may be made."""

    template = "SUBSTR(%(expressions)s, 1, 7)"
    arity = 1
    output_field = models.CharField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        at = "EXTRACT({} FROM %(expressions)s AT TIME ZONE 'UTC')::text"
        year, month = f"LPAD({at.format('YEAR')}, 4, '0')", f"LPAD({at.format('MONTH')}, 2, '0')"
        return self.as_sql(compiler, connection, template=f"({year} || '-' || {month})", **context)


class PostQuerySet(models.QuerySet):
    def visible(self) -> Self:
        return self.filter(removed_at__isnull=True)

    def matters(self) -> Self:
        return self.exclude(status=Status.NONE)

    def pending(self) -> Self:
        """Matters not yet resolved, in the order of the queue."""
        return self.filter(status=Status.PENDING, removed_at__isnull=True).order_by("matter_since", "pk")

    def is_pending(self, key: int) -> bool:
        """Whether the post of that key is a matter not yet resolved. One query."""
        return self.pending().filter(pk=key).exists()

    def that_changed_something(self) -> Self:
        """Enacted proposals and calls for judgement, the last enacted first."""
        ways = {"status": Status.ENACTED, "category__in": [Category.PROPOSAL, Category.CFJ]}
        return self.matters().filter(**ways).order_by("-resolved_at", "-pk")

    def newest_first(self) -> Self:
        return self.order_by("-posted_at", "-pk")

    def with_numbers(self) -> Self:
        """With `comment_count`, how many comments each has.

        They are counted post by post: joined and grouped, those of twenty years were counted for each page.
        """
        comments = Comment.objects.filter(post=models.OuterRef("pk")).order_by()
        counted = comments.values("post").annotate(number=models.Count("pk")).values("number")
        number = Coalesce(models.Subquery(counted), 0, output_field=models.IntegerField())
        return self.annotate(comment_count=number)

    def for_front_page(self) -> Self:
        """Posts as the weblog shows them, newest first, with author and number of comments."""
        return self.visible().newest_first().select_related("author").with_numbers()


class Post(Labelled):
    """A post. `posted_at` is the server's and never changes; `matter_since` is when it became a votable matter.
    `choices` are the names that the vote is between, where its kind has such.

    `admin_field` is what admins' acts wrote on it, a paragraph each, in English: for the search, files and programs.
    `admin_notes` tell the same to each reader; null where it came as a text.

    The HTML beside each Markdown field is made when the text is written.
    """

    author = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="posts")
    posted_at = models.DateTimeField()
    title = LineField(max_length=TITLE_LENGTH)
    body = models.TextField(blank=True)
    body_html = models.TextField(blank=True, editable=False)
    commentary = models.TextField(blank=True)
    commentary_html = models.TextField(blank=True, editable=False)
    admin_field = models.TextField(blank=True)
    admin_notes = MessagesField(null=True, blank=True)
    asks = models.CharField(max_length=10, choices=Asks, default=Asks.NOTHING, blank=True)
    version = models.PositiveIntegerField(default=1)
    edited_at = models.DateTimeField(null=True, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)

    status = models.CharField(max_length=10, choices=Status, default=Status.NONE, blank=True)
    matter_since = models.DateTimeField(null=True, blank=True)
    resolved_at = models.DateTimeField(null=True, blank=True)
    amends = models.JSONField(default=list, blank=True)
    changes_nothing = models.BooleanField(default=False)
    changes = models.JSONField(default=list, blank=True)
    choices = models.JSONField(default=list, blank=True)
    illegal = models.BooleanField(default=False)
    vetoed = models.BooleanField(default=False)
    self_killed = models.BooleanField(default=False)
    tally = MessageField(blank=True)
    settled_by = models.ForeignKey(
        "Resolution",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="The resolution whose ballots are final; none while pending.",
    )

    objects = PostQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["-posted_at", "-id"], name="post_newest"),
            models.Index(fields=["author", "-posted_at"], name="post_author"),
            models.Index(fields=["category", "-posted_at"], name="post_category"),
            models.Index(
                fields=["matter_since", "id"], name="post_pending", condition=models.Q(status="pending")
            ),
            models.Index(fields=["category", "resolved_at", "matter_since"], name="post_resolved"),
            models.Index(
                fields=["resolved_at", "matter_since", "removed_at"],
                name="post_resolved_at",
                condition=models.Q(resolved_at__isnull=False),
            ),
            models.Index(fields=["category", "matter_since"], name="post_matter"),
            models.Index(
                fields=["removed_at"], name="post_removed", condition=models.Q(removed_at__isnull=False)
            ),
            models.Index(fields=["status", "-posted_at"], name="post_status"),
            models.Index(fields=["author", "-posted_at"], name="post_asks", condition=~models.Q(asks="")),
            models.Index(
                fields=["id"],
                name="post_unwritten",
                condition=models.Q(status="enacted", changes=[], changes_nothing=False),
            ),
            models.Index(Coalesce("matter_since", "posted_at"), name="post_dated"),
            models.Index(HasBracket("title"), models.F("posted_at").desc(), name="post_tagged"),
            models.Index(
                Month("posted_at"),
                # The instant, too: else PostgreSQL looks into the table for what it has the month of.
                *map(models.F, ("category", "status", "label", "posted_at")),
                name="post_counted",
                condition=models.Q(removed_at__isnull=True),
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(status="") | models.Q(matter_since__isnull=False),
                name="matter_has_a_beginning",
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=["", "pending"], resolved_at__isnull=True)
                | models.Q(status__in=["enacted", "failed", "illegal"], resolved_at__isnull=False),
                name="resolved_matter_has_an_instant",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_status_display(self) -> str:
        """As Django has it, which makes all choices hashable each time: a page tells of some dozens of posts."""
        return str(_STATUS_LABELS.get(self.status, self.status))

    def get_absolute_url(self) -> str:
        return address_of("votables:post", self.pk)

    @cached_property
    def sign(self) -> str:
        """What tells any two states of a post apart, but not of its comments: pages keep what shows it while it is the
        same. Of a row as it was read."""
        return digest([self.__dict__.get(field.attname) for field in self._meta.concrete_fields])

    def noted(self, *added: StoredMessage) -> dict[str, Any]:
        """The fields of admins with more notes; nothing that stands there is lost."""
        earlier = self.admin_notes or ([as_message(self.admin_field)] if self.admin_field else [])
        notes = [*earlier, *added]
        return {
            "admin_field": "\n\n".join(capfirst(one.in_english) for one in notes),
            "admin_notes": notes,
        }

    @property
    def told_by_admins(self) -> str:
        """What stands in the field of admins, in the reader's language."""
        notes = self.admin_notes
        return "\n\n".join(capfirst(str(one)) for one in notes) if notes else self.admin_field

    @property
    def is_matter(self) -> bool:
        return self.status != Status.NONE

    @property
    def is_pending(self) -> bool:
        return self.status == Status.PENDING

    @property
    def tags(self) -> list[str]:
        """The tags in the title: "[Core] Wording" has one, "Core"."""
        return TAG.findall(self.title)

    @property
    def subject(self) -> str:
        return subject_of(self.title)


def subject_of(title: str) -> str:
    """What follows the first colon of a title, or the whole title (the appendix's "Subject")."""
    before, colon, after = title.partition(":")
    return (after if colon else before).strip()


class PostVersion(Labelled):
    """One version of a post, kept whole: the first is what was published. Never edited."""

    class Kind(models.TextChoices):
        PUBLISHED = "published", _("published")
        EDIT = "edit", _("edited")
        TYPO = "typo", _("corrected a typographical mistake")
        CATEGORY = "category", _("changed the category")
        REMOVED = "removed", _("removed")

    post = models.ForeignKey(Post, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    at = models.DateTimeField()
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    title = LineField(max_length=TITLE_LENGTH)
    body = models.TextField(blank=True)
    commentary = models.TextField(blank=True)
    amends = models.JSONField(default=list, blank=True)
    changes_nothing = models.BooleanField(default=False)
    changes = models.JSONField(default=list, blank=True)
    choices = models.JSONField(default=list, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["post", "number"], name="one_version_of_a_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.title}, version {self.number}"  # for developers, in English


class DraftQuerySet(models.QuerySet):
    def of(self, author: Player) -> Self:
        """Somebody's own, the last saved first."""
        return self.filter(author=author).order_by("-saved_at", "-pk")


class Draft(Labelled):
    """A post that its author has not published. Nobody else sees it, and it has no date in the game."""

    author = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="drafts")
    saved_at = models.DateTimeField()
    title = LineField(max_length=TITLE_LENGTH, blank=True)
    body = models.TextField(blank=True)
    commentary = models.TextField(blank=True)
    amends = models.JSONField(default=list, blank=True)
    changes_nothing = models.BooleanField(default=False)
    changes = models.JSONField(default=list, blank=True)
    choices = models.JSONField(default=list, blank=True)
    asks = models.CharField(max_length=10, choices=Asks, default=Asks.NOTHING, blank=True)

    objects = DraftQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["author", "-saved_at"], name="draft_author")]

    def __str__(self) -> str:
        return self.title or gettext("Untitled")


class Comment(models.Model):
    """A comment, never edited. `icons` are the voting icons in its text in their order; `ignored` gives, for the place
    of each icon that its author might not use when it was posted, the reason, a message; `cast` is the last allowed
    one."""

    post = models.ForeignKey(Post, on_delete=models.PROTECT, related_name="comments")
    author = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="comments")
    at = models.DateTimeField()
    text = models.TextField()
    html = models.TextField(editable=False)
    icons = models.JSONField(default=list, blank=True)
    ignored = MessagesField(default=dict, blank=True)
    cast = models.CharField(max_length=20, blank=True)
    by_player = models.BooleanField(
        default=False, help_text="Its author was in the roster when it was posted."
    )
    asks = models.CharField(max_length=10, choices=Asks, default=Asks.NOTHING, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["post", "at", "id"], name="comment_post"),
            models.Index(fields=["at"], name="comment_at"),
            models.Index(fields=["author", "-at"], name="comment_author"),
            models.Index(fields=["author", "-at"], name="comment_asks", condition=~models.Q(asks="")),
        ]

    def __str__(self) -> str:
        return f"{self.author} on {self.post}"  # for developers, in English

    def get_absolute_url(self) -> str:
        """Where its post shows it: of a long thread, it shows the comments about the one that is asked for."""
        return f"{address_of('votables:post', self.post_id)}?comment={self.pk}#comment-{self.pk}"


class Resolution(models.Model):
    """A status that an admin gave to a matter, with all that the judge looked at. Never edited: corrected by another.

    `verdict` is the judge's answer on this matter at that instant, `facts` the game file it was computed from.
    """

    post = models.ForeignKey(Post, on_delete=models.PROTECT, related_name="resolutions")
    at = models.DateTimeField()
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="resolutions")
    from_status = models.CharField(max_length=10, choices=Status)
    to_status = models.CharField(max_length=10, choices=Status)
    against_verdict = models.BooleanField(default=False)
    reason = MessageField(blank=True)
    tally = MessageField(blank=True)
    law = models.ForeignKey(LawVersion, on_delete=models.PROTECT, related_name="+")
    verdict = models.JSONField(default=dict)
    facts = models.JSONField(default=dict)
    consequences = RecordField(default=list, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["post", "-at", "-id"], name="resolution_post"),
            models.Index(fields=["at"], name="resolution_at"),
        ]

    def __str__(self) -> str:
        return f"{self.post}: {self.get_to_status_display()}"


class Ballot(models.Model):
    """How a player's vote stood when a matter was resolved. `cast` is empty for an implied vote; `weight` is what it
    weighed where it counted."""

    resolution = models.ForeignKey(Resolution, on_delete=models.PROTECT, related_name="ballots")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="ballots")
    cast = models.CharField(max_length=20, blank=True)
    counts_as = models.CharField(max_length=20, blank=True)
    weight = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["resolution", "player"], name="one_ballot_a_player")]
        indexes = [models.Index(fields=["player", "-resolution"], name="ballot_player")]

    def __str__(self) -> str:
        return f"{self.player}: {self.counts_as or self.cast}"


class TableImport(models.Model):
    """The import of a table that this game began from: a single row, for a game begins once.

    `digest` says which table it is (SHA-256, of the dynasties' lengths too), `seed` what texts and votes were made up
    from (None: there are none). `written` of its `rows` are in the database.
    """

    digest = models.CharField(max_length=64)
    seed = models.CharField(max_length=100, null=True)
    rows = models.PositiveIntegerField()
    written = models.PositiveIntegerField(default=0)
    began_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(pk=1), name="one_import_of_a_table"),
            models.CheckConstraint(
                condition=models.Q(written__lte=models.F("rows")), name="no_more_written_than_rows"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.written} of {self.rows} rows"  # for the host, in English

    @property
    def is_complete(self) -> bool:
        return self.written == self.rows
