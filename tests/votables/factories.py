"""Plain factories with overrides, for what tests need many of."""

import factory

from players.models import Player

PASSWORD = "a long enough password"


class PersonFactory(factory.django.DjangoModelFactory):
    """Somebody with an account who does not play, with an address made from the name."""

    class Meta:
        model = Player

    name = factory.Sequence(lambda number: f"Person{number}")
    email = factory.LazyAttribute(lambda person: f"{person.name.lower()}@example.org")
    password = PASSWORD

    @classmethod
    def _create(cls, model_class: type[Player], *args: object, **kwargs: object) -> Player:
        return model_class.objects.create_user(*args, **kwargs)
