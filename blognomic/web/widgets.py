"""Fields of forms as the site writes them."""

from html import escape
from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.safestring import SafeString, mark_safe


class LongSelect(forms.Select):
    """One of very many, such as all players that there ever were: the options are written at once, where Django renders
    a template for each. Groups of options are none of its."""

    def render(self, name: str, value: object, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = {str(each) for each in self.format_value(value)}
        options = "".join(
            f'<option value="{escape(key)}"{" selected" if key in chosen else ""}>{escape(label)}</option>'
            for key, label in ((str(key), str(label)) for key, label in self.choices)
        )
        return mark_safe(
            f"<select{flatatt({'name': name, **self.build_attrs(self.attrs, attrs)})}>{options}</select>"
        )
