"""What happens when a part of the site fails: real processes, served as in production, and real faults. `make faults`.

places.py    databases of their own, that can be stopped, filled up and damaged
lines.py     a line of TCP that can be cut or go silent
figures.py   how long an answer took, written down before anything is asserted
"""
