"""The stage of the pages' tests, for programs."""

from tests.votables.conftest import built_stage, stage

__all__ = ["built_stage", "stage"]
