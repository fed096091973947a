"""The addresses of the roster's pages, below /players/."""

from django.urls import path

from players import views

app_name = "players"

urlpatterns = [
    path("", views.roster, name="roster"),
    path("history/", views.roster_history, name="roster_history"),
    path("admin-log/", views.admin_log, name="admin_log"),
]
