from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("gamestate", "0008_what_retired_an_action"),
    ]

    operations = [
        migrations.AlterField(
            model_name="update",
            name="kind",
            field=models.CharField(
                choices=[
                    ("change", "update"),
                    ("undo", "undoing"),
                    ("enactment", "enactment"),
                    ("definition", "definition"),
                    ("roster", "change of the roster"),
                    ("dynasty", "new dynasty"),
                    ("afresh", "reinitialisation"),
                ],
                default="change",
                max_length=10,
            ),
        ),
    ]
