"""The site's settings for the suite: as for development, on whatever database DATABASE_URL names.

Nothing else is read from the environment, so that a developer's own settings cannot turn a test red or green.
"""

import os
from unittest import mock

with mock.patch.dict(os.environ, {"DATABASE_URL": os.environ.get("DATABASE_URL", "")}, clear=True):
    from blognomic.settings import *  # noqa: F403 (settings are all names of the module)

# The real hasher is slow on purpose; a suite that signs in thousands of times need not be.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# As pytest-django has it for every test; here too, so that it does not matter who is the first to read the site's
# addresses: in development there are more.
DEBUG = False
