"""What is posted and decided, for programs: a router for each room, over the queries and services of the pages."""
