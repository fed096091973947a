"""How far the import of a history has come."""

from django.db import models


class Annals(models.Model):
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
        verbose_name_plural = "annals"
        constraints = [
            models.CheckConstraint(condition=models.Q(pk=1), name="one_import_of_annals"),
            models.CheckConstraint(
                condition=models.Q(written__lte=models.F("rows")), name="no_more_written_than_rows"
            ),
        ]

    def __str__(self):
        return f"{self.written} of {self.rows} rows"

    @property
    def is_complete(self) -> bool:
        return self.written == self.rows
