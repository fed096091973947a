import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("gamestate", "0007_without_the_old_log"),
    ]

    operations = [
        migrations.AddField(
            model_name="limitedaction",
            name="retired_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="actions_retired",
                to="gamestate.update",
            ),
        ),
    ]
