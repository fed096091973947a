"""The addresses of the tracker's pages that only read; `blognomic.urls` joins them with those that write."""

from django.urls import path

from gamestate.views import log

urlpatterns = [
    path("log/<int:pk>/", log.update, name="update"),
]
