from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0008_version_of_the_game"),
    ]

    operations = [
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("resolved", "A matter of mine was resolved"),
                    ("vote", "A matter needs my vote"),
                    ("resolvable", "A matter may be resolved"),
                    (
                        "victory",
                        "A declaration of victory, a new emperor or a new dynasty",
                    ),
                    ("message", "Somebody wrote to me in private"),
                    ("mention", "Somebody mentioned me in a post or comment"),
                    ("idling", "I am about to be idled"),
                    (
                        "mentee",
                        "My mentee posted, had a matter resolved, or is about to be idled",
                    ),
                ],
                max_length=12,
            ),
        ),
    ]
