"""The pages of the roster, of notices and of webhooks: read the request, ask a query or a service, answer."""
