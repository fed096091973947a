"""Between two dynasties: the Ascension Address, shown before it is made, and the passing of the mantle."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from blognomic.web.attempting import attempt
from blognomic.web.errors import RuleBroken
from gamestate.queries.acting import live_actions
from gamestate.queries.snapshot import state_now
from gamestate.values.coming import retiring
from gamestate.values.state import State
from players.models import Player
from players.queries.roster import dynasty_at
from ruleset.queries import revision_at, tree_after, words_of
from ruleset.text.comparing import compare
from ruleset.text.synonyms import Words
from ruleset.text.tree import Tree
from votables.changes.law_preview import Foreseen, after_switching
from votables.changes.preview import MANY, ShownDifference
from votables.changes.word_differences import words_between
from votables.forms.ascension import AscensionForm, MantleForm
from votables.models import Category, Post
from votables.permissions import refuse_unless
from votables.permissions.posting import leave_to_post
from votables.post_types.models import OfficialType
from votables.queries.fair_play import check_post
from votables.queries.judge_facts import Docket, docket_at
from votables.queries.rendering import render_prose
from votables.services import ascending, mantle, posting
from votables.services.address_text import AddressNotClear, reading_of_address, with_text
from votables.views.asking_once import FIELD, ask_once, is_warned


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def ascend(request: HttpRequest) -> HttpResponse:
    """The Ascension Address: what it would do is shown first, and done when it is sent from there."""
    game = request.frame
    if game.docket_or_none is None:
        raise RuleBroken(_("No game has been founded on this site yet."), status=409)
    leave = leave_to_post(game.docket_or_none, by=request.user, category=Category.ASCENSION)
    if not leave.allowed:
        return render(request, "votables/ascend.html", {"leave": leave}, status=403)
    parts, lasting, tree = to_keep(
        game.docket_or_none, state_now(pages=True), words_of(dynasty_at(request.at)), at=request.at
    )
    to_pass = mantle.leave_to_pass(game.docket_or_none, by=request.user)
    sent = request.POST if request.method == "POST" else None
    form = AscensionForm(sent, initial={"keep_types": [str(one.pk) for one in lasting]}, **parts)
    if parts["keeps"] == "all":
        form.tick_all()
    if sent is None:
        return render(request, "votables/ascend.html", {"leave": leave, "form": form, "to_pass": to_pass})
    context: dict[str, Any] = {"leave": leave, "form": form, "to_pass": to_pass}
    status = 400
    if form.is_valid():
        try:
            address = _with_text(request, form, tree, parts)
            prospect = ascending.prospect(address, at=request.at)
            ascending.check(address, prospect)
            # What it would do stays in sight when something is asked about it.
            context |= foreseen(prospect, address, parts)
            context["pending"] = pending_after(prospect, game.docket_or_none)
            text = form.cleaned_data["body"]
            context["address_html"] = render_prose(text, prefix="preview", at=request.at)
            if request.POST.get("step") == "publish":
                data = form.cleaned_data
                ask_once(request, check_post, body=data["body"], commentary="")
                post = posting.publish(
                    by=request.user,
                    at=request.at,
                    category=Category.ASCENSION,
                    title=data["title"],
                    body=data["body"],
                    ascension=address,
                )
                messages.success(request, _("The new dynasty has begun."))
                return redirect(post)
        except RuleBroken as broken:
            context["refusal"], status = broken, broken.status
        else:
            status = 200
    refusal = context.get("refusal")
    context["warned"] = is_warned(request, refusal)
    context["reading"] = refusal.reading if isinstance(refusal, AddressNotClear) else None
    return render(request, "votables/ascend.html", context, status=status)


def _with_text(
    request: HttpRequest, form: AscensionForm, tree: Tree, parts: Mapping[str, Any]
) -> ascending.Address:
    """What a valid form says, and what the text says of what it leaves as it was. Raises AddressNotClear, once."""
    words, text = parts["words"], form.cleaned_data["body"]
    ask = {"tree": tree, "words": words, "keeps": parts["keeps"], "state": parts["state"]}
    reading = reading_of_address(text, **ask)
    sure = FIELD in request.POST
    return with_text(form.address, text, reading, given=form.given, words=words, sure=sure)


def to_keep(
    docket: Docket, state: State, words: Words, *, at: datetime
) -> tuple[dict[str, Any], list[OfficialType], Tree]:
    """What an address may keep at `at` (UTC, now), as the form takes it; the types of official posts that outlast any
    address; and the rules. Four queries."""
    last = revision_at(at)
    tree = tree_after(last.pk if last else None)
    types = list(OfficialType.objects.filter(retired_at__isnull=True))
    parts = {
        "rules": ascending.dynastic_rules(tree),
        "cases": ascending.special_case_rules(tree),
        "state": state,
        "actions": live_actions(),
        "types": types,
        "keeps": docket.law.ascension.keeps,
        "words": words,
    }
    return parts, ascending.outlasting(types, tree), tree


def foreseen(
    prospect: ascending.Prospect, address: ascending.Address, parts: Mapping[str, Any]
) -> dict[str, object]:
    """What an address would do, for the page. `parts`: what it may keep, as the form takes them."""
    actions, types = parts["actions"], parts["types"]
    return {
        "prospect": prospect,
        "differences": _shown(prospect),
        "retired": _retired(parts["state"], address),
        "retired_actions": [action.name for action in actions if action.key not in address.keep_actions],
        "retired_types": [one.plural for one in types if one.pk not in address.keep_types],
        "address": address,
    }


def pending_after(prospect: ascending.Prospect, docket: Docket) -> list[Foreseen]:
    """The pending matters as they would stand after an address with the special cases as they are, and as it switches
    them; nothing where it switches none. No query."""
    return after_switching(docket, docket.law, before=prospect.before, after=prospect.bare, ascends=True)


def _retired(state: State, address: ascending.Address) -> list[str]:
    """The names of the tables, variables and pages that the address puts away; columns go with their tables."""
    gone = {(step.do, step.path) for step in retiring(state, address.keep_tracked)}
    return [
        *(table.definition.name for table in state.tables.values() if ("retire-table", table.key) in gone),
        *(each.definition.name for each in state.columns_of("") if ("retire", each.key) in gone),
        *(page.title for page in state.pages.values() if ("retire-page", page.key) in gone),
    ]


def _shown(prospect: ascending.Prospect) -> list[ShownDifference]:
    differences = compare(prospect.before, prospect.after)
    return [
        ShownDifference(
            each, words_between(each.old_text, each.new_text), is_one_of_many=len(differences) > MANY
        )
        for each in differences
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def pass_mantle(request: HttpRequest) -> HttpResponse:
    """Pass the mantle to another player."""
    if request.method != "POST":
        refuse_unless(mantle.leave_to_pass(docket_at(request.at), by=request.user))
    form = MantleForm(request.POST if request.method == "POST" else None, by=request.user)
    sent = attempt(request, form, lambda data: _pass_mantle(request, **data))
    if sent.is_done:
        messages.success(request, _("{player} wears the mantle now.").format(player=form.cleaned_data["to"]))
        return redirect(sent.made)
    context = {"form": form, "refusal": sent.refusal, "warned": is_warned(request, sent.refusal)}
    return render(request, "votables/mantle.html", context, status=sent.status)


def _pass_mantle(request: HttpRequest, *, to: Player, body: str) -> Post:
    ask_once(request, check_post, body=mantle.text_of(to, body), commentary="")
    return mantle.pass_mantle(by=request.user, to=to, at=request.at, body=body)
