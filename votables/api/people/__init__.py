"""Who plays and what they did, what is new to them, and the posts of mentors."""
