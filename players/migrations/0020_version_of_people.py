from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0019_problems_as_messages'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='people_version',
            field=models.PositiveBigIntegerField(default=0),
        ),
    ]
