from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("players", "0014_sessions_and_last_use")]

    operations = [
        migrations.AddField(model_name="reign", name="won", field=models.BooleanField(default=False)),
    ]
