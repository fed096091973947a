"""A docket of the past finds by the index alone which of all matters that were resolved later had been posted by then."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("votables", "0013_first_steps")]

    operations = [
        migrations.RemoveIndex(model_name="post", name="post_resolved"),
        migrations.AddIndex(
            model_name="post",
            index=models.Index(fields=["category", "resolved_at", "matter_since"], name="post_resolved"),
        ),
    ]
