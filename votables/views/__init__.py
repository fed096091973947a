"""The pages of the weblog and the admins' dashboard: read the request, ask a query or a service, answer."""
