"""The addresses of the weblog, the players' pages and the dashboard; `blognomic.urls` puts them in their places."""

from django.urls import path, re_path

from votables.views import (
    blog,
    changing,
    dashboard,
    demo,
    people,
    resolving,
    tracking,
    upkeep,
    voting,
    writing,
)

app_name = "votables"

# /
urlpatterns = [
    path("queue/", blog.queue, name="queue"),
    path("queue/mine/", blog.needs_vote, name="needs_vote"),
    path("archive/", blog.archive, name="archive"),
    path("preview/", writing.preview, name="preview"),
    path("demo/sign-in/", demo.sign_in, name="demo_sign_in"),
    # /drafts/
    path("drafts/", writing.drafts, name="drafts"),
    path("drafts/save/", writing.autosave, name="autosave"),
    path("drafts/<int:draft_pk>/", writing.new, name="draft"),
    path("drafts/<int:draft_pk>/changes/", changing.changes, name="draft_changes"),
    path("drafts/<int:draft_pk>/changes/add/", changing.add_change, name="add_draft_change"),
    path("drafts/<int:draft_pk>/discard/", writing.discard, name="discard"),
    # /posts/
    path("posts/new/", writing.new, name="new"),
    path("posts/<int:pk>/", blog.post, name="post"),
    path("posts/<int:pk>/versions/", blog.versions, name="versions"),
    path("posts/<int:pk>/judged.json", blog.judged, name="judged"),
    path("posts/<int:pk>/comment/", voting.add_comment, name="comment"),
    path("posts/<int:pk>/changes/", changing.changes, name="post_changes"),
    path("posts/<int:pk>/changes/add/", changing.add_change, name="add_post_change"),
    path("posts/<int:pk>/edit/", writing.edit, name="edit"),
    path("posts/<int:pk>/remove/", writing.remove, name="remove"),
    path("posts/<int:pk>/move/", writing.move, name="move"),
    re_path(r"^posts/(?P<pk>\d{1,15})/resolve/(?P<to>enacted|failed)/$", resolving.resolve, name="resolve"),
    path("posts/<int:pk>/illegal/", resolving.illegal, name="illegal"),
    path("posts/<int:pk>/overrule/", resolving.overrule, name="overrule"),
    path("posts/<int:pk>/overturn/", resolving.overturn, name="overturn"),
    path("posts/<int:pk>/reflect/", upkeep.reflect, name="reflect"),
    path("posts/<int:pk>/make-proposal/", dashboard.make_proposal, name="make_proposal"),
    # /rules/, beside the ruleset's own pages
    path("rules/<int:pk>/typo/", upkeep.typo, name="typo"),
    path("rules/<int:pk>/mend/", upkeep.mend, name="mend"),
    path("rules/add-section/", upkeep.mend_section, name="mend_section"),
    path("rules/<int:pk>/delete/", upkeep.delete_empty, name="delete_empty"),
    path("rules/<int:pk>/still-holds/", upkeep.still_holds, name="still_holds"),
    path("rules/revisions/<int:pk>/undo/", upkeep.undo, name="undo"),
    # /dashboard/
    path("dashboard/resign/", dashboard.resign, name="resign"),
    re_path(
        r"^dashboard/players/(?P<pk>\d{1,15})/(?P<act>admit|idle|idle-inactive|unidle|leave)/$",
        dashboard.change_roster,
        name="change_roster",
    ),
    re_path(
        r"^dashboard/players/(?P<pk>\d{1,15})/(?P<act>rename|make-admin|unmake-admin|emperor)/$",
        dashboard.by_matter,
        name="by_matter",
    ),
]

# /gamestate/
gamestate_urls = [path("", tracking.values, name="values")]

# /players/, beside the roster's own pages
people_urls = [path("<int:pk>/", people.profile, name="profile")]
