"""Moves: what an action asks, needs, costs and does, read from lines that people write, and worked out on a state.
Pure.

reading    the lines of a move
answering  what a move asks, and what somebody answers
making     a move that is being made, which knows no kind of deed
lines      the lines of deeds; how each kind is written, and what it does, is a file in `deeds`
doing      whether somebody may make a move, and what it does
"""
