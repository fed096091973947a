"""What the routers of every app share: parts of lists, problems, and the shapes of what is sent."""
