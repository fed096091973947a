from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("gamestate", "0012_for_whom_values_are")]

    operations = [
        migrations.RemoveField(model_name="entry", name="hidden"),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(
                condition=models.Q(("audience", "all"), _negated=True),
                fields=["audience", "variable"],
                name="entry_hidden",
            ),
        ),
    ]
