"""Shows what the site says that no translation reaches: `python scripts/untranslated.py [PATH…]`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import django
from django.conf import settings

from tests.blognomic.i18n.sentences import bare_in_module, bare_in_template, modules, templates

settings.configure()
django.setup()
beginnings = tuple(sys.argv[1:]) or ("",)
number = 0
for name, look in [*((n, bare_in_template) for n in templates()), *((n, bare_in_module) for n in modules())]:
    if name.startswith(beginnings):
        for words in look(name):
            number += 1
            print(f"{name}: {words}")
print(f"{number} in all.")
