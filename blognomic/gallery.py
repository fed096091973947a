"""The gallery: every component in every state, with made-up things. While developing only."""

from types import SimpleNamespace as Thing

from django import forms
from django.conf import settings
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from blognomic import gallery_data as data
from blognomic import gallery_dice as dice
from blognomic import gallery_effects as effects
from blognomic.display import CATEGORY_SIGNS, STATE_SIGNS, STATUS_SIGNS, VOTE_NAMES
from players.speech import speaking
from ruleset.law.pictures import PICTURES
from ruleset.queries import words_of
from ruleset.synonyms import spoken


class ExampleForm(forms.Form):
    title = forms.CharField(help_text="Up to 200 characters. Tags go in brackets: [Core].")
    body = forms.CharField(widget=forms.Textarea, required=False, help_text="Markdown.")
    category = forms.ChoiceField(
        choices=[(code, sign.word) for code, sign in CATEGORY_SIGNS.items()],
        help_text="What kind of post it is.",
    )
    amends = forms.MultipleChoiceField(
        choices=[("core", "Core rules"), ("dynastic", "Dynastic rules"), ("gamestate", "Gamestate")],
        widget=forms.CheckboxSelectMultiple,
        help_text="What it changes decides which limits hold.",
    )
    asks = forms.ChoiceField(
        choices=[("", "nothing"), ("join", "to become a player")], widget=forms.RadioSelect
    )
    nothing = forms.BooleanField(
        label="It would change nothing", required=False, help_text="It may be failed at once."
    )


class CommentForm(forms.Form):
    text = forms.CharField(
        label="Comment", widget=forms.Textarea(attrs={"rows": 4}), help_text="A vote alone is a comment too."
    )
    vote = forms.CharField(required=False)
    confirmed = forms.BooleanField(required=False)


class ConditionForm(forms.Form):
    """A form for one change: what it asks for, and the condition that it may hang on."""

    op = forms.CharField(widget=forms.HiddenInput)
    text = forms.CharField(
        label="What the admin does by hand",
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Shown to them.",
    )
    when = forms.ChoiceField(
        label="It takes effect",
        choices=[("", "always"), ("rule", "if a rule exists")],
        help_text="What it hangs on.",
    )
    when_words = forms.CharField(label="Name of the rule", required=False, help_text="To the letter.")
    condition_is_open = False

    def __init__(self, **kwargs):
        super().__init__(auto_id="change_%s", **kwargs)

    @property
    def main_fields(self) -> list[forms.BoundField]:
        return [self["text"]]

    @property
    def condition_fields(self) -> list[forms.BoundField]:
        return [self["when"], self["when_words"]]


MESSAGES = {
    constants.SUCCESS: "Your comment counts: you voted FOR.",
    constants.INFO: "Your draft was kept.",
    constants.WARNING: "This matter closes in 2 hours.",
    constants.ERROR: "Somebody else resolved it first.",
}
BUTTONS = [
    Thing(icon="for", label="FOR", code=":for:", allowed=True, reason=""),
    Thing(icon="against", label="AGAINST", code=":against:", allowed=True, reason=""),
    Thing(icon="deferential", label="DEFERENTIAL", code=":def:", allowed=True, reason=""),
    Thing(icon="veto", label="VETO", code=":veto:", allowed=False, reason="Only the Warden may veto."),
]
RESOLVE = [
    Thing(url="#", label="Enact it", tone="enact"),
    Thing(url="#", label="Fail it", tone="fail"),
]
VIEWERS = {"guest": data.GUEST, "player": data.PEOPLE["Bobby"], "admin": data.PEOPLE["Alice"]}
# Those that a law may choose for its icons come last, so far as nothing else has them.
SITE_ICONS = (
    "for against deferential veto abstain tick cross ring hourglass up down stack undo pause flag moon sun "
    "half quill scales laurel crown star book speech pencil clock history link chevron left right plus "
    "person info warning lock ballot letter die"
).split()
ICONS = [*SITE_ICONS, *(name for name in PICTURES if name not in SITE_ICONS)]


@require_safe
def gallery(request: HttpRequest) -> HttpResponse:
    """All components on one page. ?as=guest|player|admin, ?standstill=1, ?game=none and ?queue=none change
    the frame around them."""
    if not settings.DEBUG:
        raise Http404("The gallery is for developers.")
    fields: dict = {}
    if request.GET.get("standstill"):
        fields["standstill"] = data.STANDSTILL
    if request.GET.get("queue") == "none":
        fields |= {"queue": [], "needs_vote": []}
    if request.GET.get("game") == "none":
        fields |= {"dynasty": None, "emperor": None, "roster": [], "idle": [], "queue": [], "quorum": None}
    wrong = ExampleForm({"title": "", "body": "Some text", "asks": "join"}, auto_id="wrong_%s")
    wrong.add_error(None, "You have made 3 proposals today already.")
    viewer = VIEWERS.get(request.GET.get("as", "player"), data.GUEST)
    frame = data.frame(player=viewer if viewer.is_authenticated else None, **fields)
    context = {
        "frame": frame,
        "user": viewer,
        "messages": [Message(level, words) for level, words in MESSAGES.items()],
        "refusal": Thing(
            sentence="You have two proposals pending already.",
            rule="Rule 1.4, Proposals",
            when=data.AT + 9 * data.HOUR,
            status=403,
        ),
        "votes": VOTE_NAMES,
        "icons": ICONS,
        "states": STATE_SIGNS,
        "statuses": STATUS_SIGNS,
        "categories": CATEGORY_SIGNS,
        "verdicts": data.verdicts(),
        "courses": data.courses(),
        "crowd": data.crowd(),
        "bars": data.bars(),
        "posts": data.posts(),
        "alone": data.alone(),
        "post_actions": data.ACTIONS,
        "comments": data.comments(),
        "legend": {},
        "rolls": dice.rolls(),
        "tallies": dice.tallies(),
        "change_form": ConditionForm(initial={"op": "step"}),
        "comment_form": CommentForm(),
        "wrong_comment_form": CommentForm({"text": "", "vote": ":against:"}, auto_id="wrong_%s"),
        "buttons": BUTTONS,
        "comment_asks": [("idle", "to be idled"), ("leave", "to leave the game")],
        "form": ExampleForm(),
        "wrong_form": wrong,
        "diff": data.DIFF,
        "running": data.RUNNING,
        "first_steps": Thing(joined=True, asked=True, voted=False, proposed=False),
        "resolved": data.resolved(),
        "settled": data.settled(),
        "errands": data.errands(),
        "effects": effects.effects(),
        "foreseen": effects.foreseen(),
        "law": effects.law(),
        "missing_tags": effects.missing_tags(),
        "remarks": effects.remarks(),
        "log_page": Paginator(range(90), 30).page(2),
        "blog_page": Thing(older=100, newest=False),
        "confirm_points": data.POINTS,
        "moments": data.moments(),
        "resolve_actions": RESOLVE,
    }
    with speaking(lambda text: spoken(text, lambda: words_of(frame.dynasty))):
        return render(request, "gallery.html", context)
