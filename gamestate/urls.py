"""The addresses of the gamestate, below /gamestate/."""

from django.urls import path

from gamestate import views

app_name = "gamestate"

urlpatterns = [path("", views.values, name="values")]
