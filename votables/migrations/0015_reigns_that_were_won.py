"""Reigns that began before their dynasty did were won, and so was the one that waits for its Ascension Address now."""

from django.db import migrations
from django.db.models import Q


def say_which_were_won(apps, schema_editor):
    reigns = apps.get_model("players", "Reign").objects
    dynasties = apps.get_model("players", "Dynasty").objects
    for dynasty in dynasties.exclude(begun_by=None):
        lasting = Q(until__isnull=True) | Q(until__gt=dynasty.started_at)
        reigns.filter(lasting, player=dynasty.begun_by, since__lt=dynasty.started_at).update(won=True)
    declared = apps.get_model("votables", "Post").objects.filter(category="dov", status="enacted")
    links = [f"/posts/{key}/" for key in declared.values_list("pk", flat=True)]
    last = dynasties.order_by("-number").first()
    if last is not None:
        reigns.filter(link__in=links, until__isnull=True, since__gt=last.started_at).update(won=True)


class Migration(migrations.Migration):
    dependencies = [("votables", "0014_index_of_past_dockets"), ("players", "0015_reigns_that_were_won")]

    operations = [migrations.RunPython(say_which_were_won, migrations.RunPython.noop)]
