"""What a section is to the law is its own from now on. Those that stand or stood have it from their titles: a section
that was renamed to what says nothing stays what it was."""

import re

from django.db import migrations, models

from blognomic.search.indexes import Index, install, remove

WORDS = Index("ruleset_ruleversion", ("text",), heading="title")
TITLED = (
    ("core", re.compile(r"core|ruleset and gamestate", re.IGNORECASE)),
    ("special_case", re.compile(r"special case|building block", re.IGNORECASE)),
    ("appendix", re.compile(r"appendix|glossary", re.IGNORECASE)),
)


def set_parts(apps, schema_editor):
    versions = apps.get_model("ruleset", "RuleVersion").objects.filter(parent__isnull=True)
    last: dict[int, str] = {}
    changed = []
    for version in versions.order_by("revision_id").only("rule_id", "title"):
        said = next((part for part, words in TITLED if words.search(version.title)), None)
        version.part = last[version.rule_id] = said or last.get(version.rule_id, "dynastic")
        changed.append(version)
    apps.get_model("ruleset", "RuleVersion").objects.bulk_update(changed, ["part"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("ruleset", "0005_words_of_rules")]

    operations = [
        # SQLite makes the table anew, and with it goes what keeps the words up to date.
        migrations.RunPython(
            lambda apps, schema_editor: remove(WORDS, schema_editor),
            lambda apps, schema_editor: install(WORDS, schema_editor),
        ),
        migrations.AddField(
            model_name="ruleversion",
            name="part",
            field=models.CharField(
                blank=True,
                choices=[(part, part) for part in ("", "core", "special_case", "appendix", "dynastic")],
                default="",
                help_text="What a section is to the law; of a rule, nothing.",
                max_length=12,
            ),
            preserve_default=False,
        ),
        migrations.RunPython(
            lambda apps, schema_editor: install(WORDS, schema_editor),
            lambda apps, schema_editor: remove(WORDS, schema_editor),
        ),
        migrations.RunPython(set_parts, migrations.RunPython.noop, elidable=True),
    ]
