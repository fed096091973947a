from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("players", "0013_causes_of_roster_events")]

    operations = [
        migrations.AddField(model_name="reign", name="won", field=models.BooleanField(default=False)),
    ]
