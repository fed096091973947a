"""The site's addresses with the gallery among them, which they only are while developing."""

from django.urls import path

from blognomic import urls
from blognomic.gallery import gallery

urlpatterns = [*urls.urlpatterns, path("gallery/", gallery, name="gallery")]
