"""The shipped laws to try something under that takes long: the newest in the suite, the others in the sweeps."""

import pytest

from ruleset.law import SHIPPED

EACH_LAW = [SHIPPED[-1], *(pytest.param(law, marks=pytest.mark.sweep) for law in SHIPPED[:-1])]
