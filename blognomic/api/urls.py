"""The addresses of the API, and of what is said about it."""

from django.urls import path, re_path

from blognomic.api import pages
from blognomic.api.site import api, nowhere, openapi

urlpatterns = [
    # /api/
    path("api/", pages.documentation, name="api"),
    path("api/v1/openapi.json", openapi, name="openapi"),
    path("api/v1/", api.urls),
    re_path(r"^api/v1(?:/.*)?$", nowhere, name="api_nowhere"),
    # /accounts/tokens/
    path("accounts/tokens/", pages.all_tokens, name="api_tokens"),
    path("accounts/tokens/<int:pk>/revoke/", pages.revoke_token, name="revoke_api_token"),
]
