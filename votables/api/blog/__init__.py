"""Posts, comments, matters and their votes."""
