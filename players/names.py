"""What any name must be, under whatever law: something that people can read, type and tell from others."""

from django.utils.translation import gettext as _

from blognomic.text.outside import check_line
from blognomic.web.errors import RuleBroken
from players.models import NAME_LENGTH, Player, name_key


def check_name_form(name: str) -> None:
    """Raise RuleBroken for a name that is empty, too long, begins with @, or holds what cannot be seen: control and
    formatting characters, strange or doubled spaces."""
    if not name.isprintable() or name != " ".join(name.split()):
        raise RuleBroken(
            _("A name has only printable characters, and never two spaces in a row."), status=400
        )
    check_line(name)
    if not name or name.startswith("@"):
        raise RuleBroken(_("A name cannot be empty or begin with @."), status=400)
    if len(name) > NAME_LENGTH or len(name_key(name)) > Player._meta.get_field("name_key").max_length:
        raise RuleBroken(_("A name can have {most} characters at most.").format(most=NAME_LENGTH), status=400)
