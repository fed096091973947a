"""What rules say and have said can be searched."""

from django.db import migrations

from blognomic.search.indexes import Index, install, remove

WORDS = Index("ruleset_ruleversion", ("text",), heading="title")


class Migration(migrations.Migration):
    dependencies = [("ruleset", "0004_authors_of_matters")]

    operations = [
        migrations.RunPython(
            lambda apps, schema_editor: install(WORDS, schema_editor),
            lambda apps, schema_editor: remove(WORDS, schema_editor),
        )
    ]
