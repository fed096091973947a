"""What was sent with a key, so that it is done once however often it comes."""

from datetime import timedelta

from django.db import models

HASH_LENGTH = 64


class Sending(models.Model):
    """One thing that somebody sent, and what they were answered. It is written in the transaction that did it: whoever
    finds the row finds the thing done. Of who sent it, where and with which key it holds a hash alone, and of what they
    sent another."""

    KEPT = timedelta(days=1)

    name = models.CharField(max_length=HASH_LENGTH, primary_key=True)
    sent = models.CharField(max_length=HASH_LENGTH)
    at = models.DateTimeField(db_index=True)
    answer = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"{self.name[:8]}, {self.at:%Y-%m-%d %H:%M}"
