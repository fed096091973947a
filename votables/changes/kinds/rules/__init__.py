"""Amendments of the ruleset."""
