"""The leave that tests of the gamestate hand in, where whether there is one is not what they are about."""

from gamestate.leave import Given

GIVEN = Given("a test sets the stage")
