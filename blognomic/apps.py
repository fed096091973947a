from django.apps import AppConfig


class SiteConfig(AppConfig):
    """The shared page frame and the site's own commands."""

    name = "blognomic"
    label = "site"
