"""The gallery, and under every name that the frame and the components link to a page that says nothing."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from blognomic.gallery import gallery


def quiet(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("quiet")


def named(*routes: tuple[str, str], app: str):
    return include(([path(route, quiet, name=name) for route, name in routes], app))


urlpatterns = [
    path("gallery/", gallery, name="gallery"),
    path("", quiet, name="home"),
    path("dashboard/", quiet, name="dashboard"),
    path("law/", named(("", "law"), app="ruleset")),
    path("gamestate/", named(("", "values"), app="gamestate")),
    path(
        "players/",
        named(
            ("", "roster"),
            ("<int:pk>/", "profile"),
            ("history/", "roster_history"),
            ("log/", "admin_log"),
            app="players",
        ),
    ),
    path(
        "",
        named(
            ("queue/", "queue"),
            ("queue/mine/", "needs_vote"),
            ("archive/", "archive"),
            ("drafts/", "drafts"),
            ("posts/new/", "new"),
            ("posts/<int:pk>/", "post"),
            ("posts/<int:pk>/versions/", "versions"),
            ("posts/<int:pk>/comment/", "comment"),
            ("roster/<int:pk>/<str:act>/", "change_roster"),
            app="votables",
        ),
    ),
    path("accounts/", include("allauth.urls")),
]
