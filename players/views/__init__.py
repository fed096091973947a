"""The pages of people and of what they write to each other: read the request, ask a query or a service, answer."""
