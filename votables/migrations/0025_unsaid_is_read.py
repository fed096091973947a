from django.db import migrations


class Migration(migrations.Migration):
    """Which changes a text does not say is read from it when it is shown."""

    dependencies = [("votables", "0024_unsaid_changes")]

    operations = [migrations.RemoveField(model_name="post", name="unsaid")]
