"""What admins do, and the emperor."""
