"""The tracker's pages: read the request, ask a query or a service, answer."""
