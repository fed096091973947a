"""An entry says for whom each of its sides is, as its variable was defined when it was written down; until now it said
whether it was hidden, and whom from was asked of the definition as it had become since."""

from django.db import migrations, models

CHOICES = [("all", "all"), ("emperor", "emperor"), ("holder", "holder")]


def _audience(told):
    return told.get("audience", "all") if isinstance(told, dict) else "all"


def keep_for_whom_they_were(apps, schema_editor):
    entries = apps.get_model("gamestate", "Entry").objects
    hidden = entries.filter(about="value", hidden=True).order_by()
    for variable in hidden.values_list("variable", flat=True).distinct():
        defined, standing, changed = "all", {}, []
        for entry in entries.filter(variable=variable).order_by("pk").iterator(chunk_size=2000):
            if entry.about == "variable" and entry.new is not None:
                defined = _audience(entry.new)
                if defined == "all":
                    _show(standing.values())
            elif entry.about == "value":
                holder = (entry.player_id, entry.row_id)
                before = standing.get(holder)
                entry.audience = defined
                entry.audience_before = before.audience if before is not None else defined
                if entry.hidden and (entry.audience, entry.audience_before) == ("all", "all"):
                    entry.audience_before = "emperor"
                standing[holder] = entry
                changed.append(entry)
        entries.bulk_update(changed, ["audience", "audience_before"], batch_size=500)


def _show(standing):
    """A definition for everybody showed the values that stood; the log went on to hide how they had come about."""
    for entry in standing:
        if entry.audience != "all":
            entry.audience, entry.audience_before = "all", "emperor"


def say_whether_they_were_hidden(apps, schema_editor):
    entries = apps.get_model("gamestate", "Entry").objects
    entries.exclude(audience="all", audience_before="all").update(hidden=True)


class Migration(migrations.Migration):
    dependencies = [("gamestate", "0011_entries_then")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="audience",
            field=models.CharField(
                choices=CHOICES,
                default="all",
                max_length=7,
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="audience_before",
            field=models.CharField(
                choices=CHOICES,
                default="all",
                max_length=7,
            ),
        ),
        migrations.RunPython(keep_for_whom_they_were, say_whether_they_were_hidden),
    ]
