"""What may be tracked and how it changes, without a database: kinds of values, formulas, steps and what they do."""
