"""Where everything is."""

from django.urls import include, path
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.i18n import JavaScriptCatalog

from blognomic.accounts import tokens, views
from gamestate import urls as gamestate_urls
from players import urls as players_urls
from votables import urls as votables_urls
from votables.views import blog, dashboard

from . import languages, well_known

words = require_safe(cache_control(max_age=3600)(JavaScriptCatalog.as_view(domain="djangojs")))

urlpatterns = [
    # What begins with a word of its own comes first: who asks for it passes by all that does not.
    path("", blog.home, name="home"),
    path("dashboard/", dashboard.dashboard, name="dashboard"),
    path("gamestate/", include((votables_urls.gamestate_urls + gamestate_urls.urlpatterns, "gamestate"))),
    path("players/", include((players_urls.urlpatterns + votables_urls.people_urls, "players"))),
    path("feeds/", include("blognomic.feed_urls")),
    path("", include("ruleset.urls")),
    path("", include("votables.urls")),
    path("", include((players_urls.notice_urls + votables_urls.notice_urls, "notices"))),
    path("", include("blognomic.api.urls")),
    path("accounts/sessions/", views.all_sessions, name="account_sessions"),
    path("accounts/sessions/end/", views.end_other_sessions, name="account_end_other_sessions"),
    path("accounts/sessions/<slug:handle>/end/", views.end_session, name="account_end_session"),
    path("accounts/tokens/", tokens.all_tokens, name="api_tokens"),
    path("accounts/tokens/<int:pk>/revoke/", tokens.revoke_token, name="revoke_api_token"),
    path("accounts/close/", views.close, name="account_close"),
    path("accounts/email/back/<str:token>/", views.take_address_back, name="account_address_back"),
    path("accounts/password/set/", views.set_password, name="account_set_password"),
    path("accounts/", include("allauth.urls")),
    path("language/", languages.switch, name="set_language"),
    path("language/words.js", words, name="words"),
    # for programs
    path("robots.txt", well_known.robots, name="robots"),
    path(".well-known/security.txt", well_known.security, name="security"),
    path("favicon.ico", well_known.favicon, name="favicon"),
    path("worker.js", well_known.worker, name="worker"),
    path("offline/", well_known.offline, name="offline"),
    path("manifest.webmanifest", well_known.manifest, name="manifest"),
    path("sitemap.xml", well_known.site_map, name="sitemap"),
    path("sitemap-<slug:section>.xml", well_known.site_map, name="sitemap_section"),
]

handler400 = "blognomic.middleware.sizes.bad_request"
handler500 = "blognomic.reach.answers.fault"
handler429 = "blognomic.middleware.rates.too_often"  # django-allauth's
