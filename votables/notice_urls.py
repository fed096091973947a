"""The addresses of notices, of webhooks and of the admins' page on fair play."""

from django.urls import path

from votables.views import fair_play, notices, webhooks

app_name = "notices"

urlpatterns = [
    # /notices/
    path("notices/", notices.inbox, name="inbox"),
    path("notices/read-all/", notices.read_all, name="read_all"),
    path("notices/settings/", notices.notice_settings, name="settings"),
    path("notices/<int:pk>/", notices.open_notice, name="open"),
    path("notices/unsubscribe/<str:token>/", notices.unsubscribe, name="unsubscribe"),
    # /dashboard/
    path("dashboard/webhooks/", webhooks.webhooks, name="webhooks"),
    path("dashboard/webhooks/<int:pk>/", webhooks.webhook, name="webhook"),
    path("dashboard/webhooks/<int:pk>/test/", webhooks.test_webhook, name="test_webhook"),
    path("dashboard/webhooks/<int:pk>/sign/", webhooks.sign_webhook, name="sign_webhook"),
    path("dashboard/webhooks/<int:pk>/remove/", webhooks.remove_webhook, name="remove_webhook"),
    path("dashboard/fair-play/", fair_play.fair_play_desk, name="fair_play"),
]
