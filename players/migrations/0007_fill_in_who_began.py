"""Which emperor began each dynasty of before: who reigned then. A metadynasty was begun by nobody."""

from django.db import migrations
from django.db.models import Q


def say_who_began(apps, schema_editor):
    Dynasty = apps.get_model("players", "Dynasty")
    Reign = apps.get_model("players", "Reign")
    named_after_somebody = Q(name__contains=" Dynasty of ")
    for dynasty in Dynasty.objects.exclude(~named_after_somebody, name__endswith=" Metadynasty"):
        began = dynasty.started_at
        reigns = Reign.objects.filter(Q(until__isnull=True) | Q(until__gt=began), since__lte=began)
        head = reigns.order_by("pk").first()
        if head is not None:
            dynasty.begun_by_id = head.player_id
            dynasty.save(update_fields=["begun_by"])


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0006_who_began_a_dynasty"),
    ]

    operations = [
        migrations.RunPython(say_who_began, migrations.RunPython.noop),
    ]
