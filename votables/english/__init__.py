"""What the text of a proposal does: plain English into changes, or into questions for its author. Pure."""
