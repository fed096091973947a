"""The addresses of the feeds, and the page that lists them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from gamestate.feeds import DiceFeed, UpdatesFeed
from ruleset.feeds import RevisionsFeed
from votables import feeds as of_posts
from votables.chronicle.feed import ChronicleFeed

app_name = "feeds"


@require_safe
def list_feeds(request: HttpRequest) -> HttpResponse:
    """All feeds with their addresses."""
    rooms = [
        *of_posts.feeds(request.at),
        (_("The weekly chronicle"), "feeds:chronicle", {}),
        (_("Revisions of the ruleset"), "feeds:rules", {}),
        (_("Updates of the gamestate"), "feeds:gamestate", {}),
        (_("Dice"), "feeds:dice", {}),
    ]
    feeds = [(what, request.build_absolute_uri(reverse(name, kwargs=more))) for what, name, more in rooms]
    return render(request, "feeds.html", {"feeds": feeds})


urlpatterns = [
    path("", list_feeds, name="list"),
    path("posts/", of_posts.PostsFeed(), name="posts"),
    path("posts/<int:pk>/comments/", of_posts.CommentsFeed(), name="comments"),
    path("comments/", of_posts.CommentsFeed(), name="all_comments"),
    path("categories/<slug:category>/", of_posts.PostsFeed(), name="category"),
    path("ascensions/", of_posts.AscensionsFeed(), name="ascensions"),
    path("chronicle/", ChronicleFeed(), name="chronicle"),
    path("rules/", RevisionsFeed(), name="rules"),
    path("gamestate/", UpdatesFeed(), name="gamestate"),
    path("dice/", DiceFeed(), name="dice"),
]
