import django.db.models.deletion
from django.db import migrations, models


def count_cards(apps, schema_editor):
    shuffle = apps.get_model("gamestate", "Shuffle")
    for each in shuffle.objects.only("before").iterator(chunk_size=500):
        shuffle.objects.filter(pk=each.pk).update(amount=len(each.before))


class Migration(migrations.Migration):
    dependencies = [
        ("gamestate", "0020_decks"),
    ]

    operations = [
        migrations.AddField(
            model_name="shuffle",
            name="amount",
            field=models.PositiveIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.RunPython(count_cards, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="shuffle",
            name="before",
            field=models.JSONField(blank=True, editable=False, null=True),
        ),
        migrations.AlterField(
            model_name="shuffle",
            name="after",
            field=models.JSONField(blank=True, editable=False, null=True),
        ),
        migrations.AlterField(
            model_name="deckseed",
            name="dynasty",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="deck_seeds", to="players.dynasty"
            ),
        ),
        migrations.AlterField(
            model_name="deckseed",
            name="secret",
            field=models.CharField(blank=True, editable=False, max_length=64),
        ),
    ]
