"""The addresses of the tracker's pages that only read; `blognomic.urls` joins them with those that write."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
