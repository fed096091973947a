"""What is tracked, drawn: boards, and the course of numbers over time."""
