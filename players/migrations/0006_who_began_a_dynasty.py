import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0005_bars_from_joining"),
    ]

    operations = [
        migrations.AddField(
            model_name="dynasty",
            name="begun_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="dynasties_begun",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
