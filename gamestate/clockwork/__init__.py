"""Things that happen by themselves: when they do, read from a line that people write. Pure.

when       the line that says when: by the clock, when a condition becomes true, when something befalls a player
"""
