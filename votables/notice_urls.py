"""The addresses of notices, of webhooks and of the admins' page on fair play."""

from django.urls import path

from players.views import notices, webhooks
from votables.views import fair_play
from votables.views.resolving import admin_only

app_name = "notices"
FOR_ADMINS = {"check_admin": admin_only}

urlpatterns = [
    # /notices/
    path("notices/", notices.inbox, name="inbox"),
    path("notices/read-all/", notices.read_all, name="read_all"),
    path("notices/settings/", notices.notice_settings, name="settings"),
    path("notices/<int:pk>/", notices.open_notice, name="open"),
    path("notices/unsubscribe/<str:token>/", notices.unsubscribe, name="unsubscribe"),
    # /dashboard/
    path("dashboard/webhooks/", webhooks.webhooks, FOR_ADMINS, name="webhooks"),
    path("dashboard/webhooks/<int:pk>/", webhooks.webhook, FOR_ADMINS, name="webhook"),
    path("dashboard/webhooks/<int:pk>/test/", webhooks.test_webhook, name="test_webhook"),
    path("dashboard/webhooks/<int:pk>/sign/", webhooks.sign_webhook, name="sign_webhook"),
    path("dashboard/webhooks/<int:pk>/remove/", webhooks.remove_webhook, FOR_ADMINS, name="remove_webhook"),
    path("dashboard/fair-play/", fair_play.fair_play_desk, name="fair_play"),
]
