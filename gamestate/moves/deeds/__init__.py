"""The kinds of deeds: what a move may do, a file for each, with how it is written and what it changes. Pure. Which
there are, `deed_kinds` says; nothing else names one."""
