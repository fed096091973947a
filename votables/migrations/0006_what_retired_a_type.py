import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("gamestate", "0008_what_retired_an_action"),
        ("votables", "0005_history_from_a_table"),
    ]

    operations = [
        migrations.AddField(
            model_name="officialtype",
            name="retired_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="gamestate.update",
            ),
        ),
    ]
