"""What posts and comments say can be searched."""

from django.db import migrations

from blognomic.search.indexes import Index, install, remove

WORDS = (
    Index("votables_post", ("body", "commentary", "admin_field"), heading="title"),
    Index("votables_comment", ("text",)),
)


def index(apps, schema_editor):
    for words in WORDS:
        install(words, schema_editor)


def forget(apps, schema_editor):
    for words in WORDS:
        remove(words, schema_editor)


class Migration(migrations.Migration):
    dependencies = [("votables", "0008_who_asks")]

    operations = [migrations.RunPython(index, forget)]
