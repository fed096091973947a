"""The addresses of the players' pages, below /players/, and of notices."""

from django.urls import path

from players.views import introductions, mentors, messages, notices, orders, roster, webhooks

app_name = "players"

urlpatterns = [
    path("", roster.roster, name="roster"),
    path("history/", roster.roster_history, name="roster_history"),
    path("introduction/", introductions.edit_introduction, name="introduction"),
    path("admin-log/", roster.admin_log, name="admin_log"),
    # /players/messages/
    path("messages/", messages.all_messages, name="messages"),
    path("messages/new/", messages.write, name="write"),
    path("messages/blocked/", messages.blocked, name="blocked"),
    path("messages/<int:pk>/", messages.thread, name="thread"),
    path("messages/<int:pk>/sort/", messages.sort_thread, name="sort_thread"),
    # /players/orders/
    path("orders/turn/", orders.change_turn, name="change_turn"),
    path("orders/<int:pk>/mark/", orders.mark_order, name="mark_order"),
    # /players/mentors/
    path("mentors/", mentors.mentors, name="mentors"),
    path("mentors/ask/", mentors.ask, name="ask_mentoring"),
    path("mentors/requests/<int:pk>/", mentors.settle, name="settle_mentoring"),
    path("mentors/offers/new/", mentors.ask_mentor, name="ask_mentor"),
    path("mentors/offers/<int:pk>/", mentors.answer, name="answer_offer"),
]

# /notices/, and beside them what the dashboard has of webhooks
notice_urls = [
    path("notices/", notices.inbox, name="inbox"),
    path("notices/read-all/", notices.read_all, name="read_all"),
    path("notices/settings/", notices.notice_settings, name="settings"),
    path("notices/devices/", notices.add_device, name="add_device"),
    path("notices/devices/<int:pk>/remove/", notices.remove_device, name="remove_device"),
    path("notices/<int:pk>/", notices.open_notice, name="open"),
    path("notices/unsubscribe/<str:token>/", notices.unsubscribe, name="unsubscribe"),
    path("dashboard/webhooks/<int:pk>/test/", webhooks.test_webhook, name="test_webhook"),
    path("dashboard/webhooks/<int:pk>/sign/", webhooks.sign_webhook, name="sign_webhook"),
]
