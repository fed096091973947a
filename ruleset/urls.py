"""The addresses of the ruleset's pages, below /rules/, and the law's, below /law/."""

from django.urls import path

from ruleset import views

app_name = "ruleset"

urlpatterns = [
    # /rules/
    path("rules/", views.rules, name="rules"),
    path("rules/<int:pk>/", views.rule, name="rule"),
    path("rules/history/", views.history, name="history"),
    path("rules/revisions/<int:pk>/", views.revision, name="revision"),
    path("rules/difference/", views.difference, name="difference"),
    # /law/
    path("law/", views.law, name="law"),
    path("law/document/", views.document, name="document"),
]
