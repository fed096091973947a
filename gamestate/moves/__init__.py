"""Moves: what an action asks, needs, costs and does, read from lines that people write, and worked out on a state.
Pure.

reading    the lines of a move
answering  what a move asks, and what somebody answers
doing      whether somebody may make a move, and what it does
"""
