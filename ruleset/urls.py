"""The addresses of the law's pages, below /law/."""

from django.urls import path

from ruleset import views

app_name = "ruleset"

urlpatterns = [
    path("", views.law, name="law"),
    path("document/", views.document, name="document"),
]
