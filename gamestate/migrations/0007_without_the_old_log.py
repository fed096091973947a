from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("gamestate", "0006_numbers_become_variables")]

    operations = [migrations.DeleteModel(name="Change")]
