import django.db.models.deletion
from base64 import b64encode
from secrets import token_bytes

from django.conf import settings
from django.db import migrations, models


def give_secrets(apps, schema_editor):
    """Sign the calls of the webhooks that there are, too."""
    Webhook = apps.get_model("players", "Webhook")
    for webhook in Webhook.objects.filter(removed_at=None, secret=""):
        webhook.secret = f"whsec_{b64encode(token_bytes(32)).decode()}"
        webhook.save(update_fields=["secret"])


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0009_notices_of_the_throne'),
    ]

    operations = [
        migrations.CreateModel(
            name='Token',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('start', models.CharField(max_length=16)),
                ('hash', models.CharField(max_length=64, unique=True)),
                ('scopes', models.JSONField(default=list)),
                ('made_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField(blank=True, null=True)),
                ('last_used_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['player', '-made_at'], name='token_player')],
            },
        ),
        migrations.AddField(
            model_name='webhook',
            name='secret',
            field=models.CharField(blank=True, max_length=100),
        ),
        migrations.RunPython(give_secrets, migrations.RunPython.noop),
    ]
