"""What pages of gamestate say can be searched."""

from django.db import migrations

from blognomic.search.indexes import Index, install, remove

WORDS = Index("gamestate_page", ("text",), heading="title")


class Migration(migrations.Migration):
    dependencies = [("gamestate", "0009_a_kind_of_update")]

    operations = [
        migrations.RunPython(
            lambda apps, schema_editor: install(WORDS, schema_editor),
            lambda apps, schema_editor: remove(WORDS, schema_editor),
        )
    ]
