"""What the site writes into the log of admins, as reasons into the roster's history, and as notices, becomes messages."""

import json

from django.db import migrations, models

from players.migrations._english_of_before import become_messages, in_english, let_alter

BATCH = 1_000
LONGEST = 500


def _notices(apps, editor, *, write):
    Notice = apps.get_model("players", "Notice")
    table, quote = Notice._meta.db_table, editor.connection.ops.quote_name
    statement = f"UPDATE {quote(table)} SET {quote('sentence')} = %s WHERE {quote('id')} = %s"
    rows, last = Notice.objects.using(editor.connection.alias).order_by("pk"), 0
    while batch := list(rows.filter(pk__gt=last).values_list("pk", "sentence", "facts")[:BATCH]):
        last = batch[-1][0]
        with editor.connection.cursor() as cursor:
            cursor.executemany(statement, [(write(sentence, facts), key) for key, sentence, facts in batch])
    let_alter(editor)


def to_messages(apps, editor):
    _notices(apps, editor, write=lambda sentence, facts: json.dumps(facts or sentence))


def to_facts(apps, editor):
    """Back: what tells it in other languages stands beside it again."""
    Notice = apps.get_model("players", "Notice")
    rows, last = Notice.objects.using(editor.connection.alias).order_by("pk"), 0
    while batch := list(rows.filter(pk__gt=last)[:BATCH]):
        last = batch[-1].pk
        for notice in batch:
            data = json.loads(notice.sentence)
            notice.facts = data if isinstance(data, dict) else {}
            notice.sentence = in_english(data)[:LONGEST]
        Notice.objects.bulk_update(batch, ["sentence", "facts"])
    let_alter(editor)


class Migration(migrations.Migration):
    dependencies = [("players", "0016_what_was_sent_with_a_key")]

    operations = [
        *become_messages(
            "players", "adminact", sentence=models.CharField(max_length=500), reason=models.TextField(blank=True)
        ),
        *become_messages("players", "rosterevent", why=models.TextField(blank=True)),
        *become_messages("players", "reign", why=models.TextField(blank=True)),
        *become_messages(
            "players", "bar", why=models.TextField(blank=True), lifted_why=models.TextField(blank=True)
        ),
        migrations.AlterField("notice", "sentence", models.TextField()),
        migrations.RunPython(to_messages, to_facts),
        migrations.AlterField("notice", "sentence", models.JSONField()),
        migrations.RemoveField("notice", "facts"),
    ]
