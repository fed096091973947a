"""What a password has to be, asked by Django's own validators and said in one sentence."""

from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from players.models import Player


class Sound:
    """Long enough, not like the name or the address, not one of those that are tried first, not only digits."""

    def __init__(self) -> None:
        self.length = password_validation.MinimumLengthValidator()
        self.others = (
            password_validation.UserAttributeSimilarityValidator(user_attributes=["name", "email"]),
            self.length,
            password_validation.CommonPasswordValidator(),
            password_validation.NumericPasswordValidator(),
        )

    def validate(self, password: str, user: Player | None = None) -> None:
        """Raise ValidationError with all that is wrong with it."""
        wrong = []
        for one in self.others:
            try:
                one.validate(password, user)
            except ValidationError as error:
                wrong.append(error)
        if wrong:
            raise ValidationError(wrong)

    def get_help_text(self) -> str:
        """All of it, in a sentence."""
        sentence = _("At least {number} characters. Not your name, a common word or only digits.")
        return sentence.format(number=self.length.min_length)
