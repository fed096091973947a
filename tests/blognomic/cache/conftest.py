"""The stage of the pages' tests, whose addresses are all asked for here."""

from tests.votables.conftest import built_stage, stage

__all__ = ["built_stage", "stage"]
