"""The addresses of the API, and of what is said about it."""

from django.urls import path

from blognomic import api_manual
from blognomic.api.site import api, nowhere, openapi

urlpatterns = [
    path("api/", api_manual.documentation, name="api"),
    path("api/v1/openapi.json", openapi, name="openapi"),
    path("api/v1/", api.urls),
    path("api/v1", nowhere, name="api_nowhere"),
]
