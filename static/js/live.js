// A page that stays open stays true: every quarter of a minute it asks whether the game has changed (a number, nothing
// else), and when it has, says which parts it has and has the others exchanged (htmx, out of band; see templates/live/). Comments are
// sent in the same way. Without this script, or without htmx, forms and links do as they always did.
"use strict";
(function () {
  const EVERY = 15 * 1000;
  const LONGEST = 5 * 60 * 1000;
  const root = document.body;
  const says = document.getElementById("live-says");
  const version = () => (document.getElementById("game-version") || { dataset: {} }).dataset.version || "";
  if (!window.htmx || !root.dataset.live || !says) return;

  // -- what is said to those who do not see it change

  const sentence = () => (document.querySelector("[data-says]") || { textContent: "" }).textContent.trim();
  let known = sentence();

  function say(words) {
    says.textContent = "";
    setTimeout(() => { says.textContent = words; }, 50);
  }

  // -- asking, less and less often while nobody answers, and not at all while nobody looks

  let timer = 0;
  let wait = EVERY;
  let busy = false;
  let behind = false; // something new has been put off, because the reader was in the middle of it

  async function ask() {
    clearTimeout(timer);
    if (document.hidden) return;
    try {
      const answer = await fetch("/live/version/?seen=" + encodeURIComponent(behind ? "" : version()), { cache: "no-store" });
      if (answer.status === 200) await refresh();
      else if (answer.status !== 204) throw new Error(String(answer.status));
      wait = EVERY;
    } catch (error) {
      wait = Math.min(wait * 2, LONGEST);
    }
    timer = setTimeout(ask, wait + Math.random() * 2000);
  }

  function refresh() {
    if (busy) return Promise.resolve();
    behind = false;
    const seen = [...document.querySelectorAll("[data-part]")].map((part) => part.id.replace("part-", "") + ":" + part.dataset.part);
    const headers = { "X-Seen-Parts": seen.join(" ") };
    return window.htmx.ajax("GET", root.dataset.live, { source: root, target: root, swap: "none", headers });
  }
  window.blognomic.refresh = refresh;

  document.addEventListener("visibilitychange", () => { if (!document.hidden) { wait = EVERY; ask(); } });
  window.addEventListener("online", () => { wait = EVERY; ask(); });
  timer = setTimeout(ask, EVERY);

  // -- exchanging a part, so that nobody loses their place in it

  const kinds = "a[href], button, summary, input, select, textarea, [tabindex]";
  const signOf = (one) => one.dataset.fold || [one.tagName, one.getAttribute("href") || one.name || one.id, one.textContent.trim().slice(0, 60)].join("|");
  const folds = (part) => [...part.querySelectorAll("details")].map((one) => [signOf(one.querySelector("summary") || one), one.open]);
  const before = new Map();
  let sent = null; // the form that is being sent: {form, text}

  function isInUse(part) {
    const chosen = getSelection();
    if (chosen && !chosen.isCollapsed && part.contains(chosen.anchorNode)) return true;
    // A form belongs to who writes in it, until it is sent.
    if (sent && part.contains(sent.form)) return false;
    return [...part.querySelectorAll("textarea, input:not([type=hidden])")].some((field) =>
      field === document.activeElement || (field.type === "checkbox" || field.type === "radio"
        ? field.checked !== field.defaultChecked : field.value !== field.defaultValue));
  }

  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const part = event.detail.target;
    const next = event.detail.fragment.querySelector ? event.detail.fragment.querySelector("[data-part]") : null;
    if (!part.dataset || !part.dataset.part) return;
    if (next && next.dataset.part === part.dataset.part) { event.detail.shouldSwap = false; return; }
    // The form: only after it was sent, or when it can be used no more. What was said once stays until something new is.
    // What a vote in the first card is asked about stands there, too; what is being written is kept meanwhile.
    const asks = !!(sent && next && next.querySelector("#confirm"));
    const ofForm = part.id === "part-answer" && !asks && !(sent && part.contains(sent.form));
    if (ofForm && next && !!next.querySelector("form") === !!part.querySelector("form")) { event.detail.shouldSwap = false; return; }
    if (part.id === "part-messages" && next && !next.firstElementChild && !sent) { event.detail.shouldSwap = false; return; }
    if (!asks && isInUse(part)) { event.detail.shouldSwap = false; behind = part.id !== "part-answer"; if (ofForm) close(part); return; }
    const held = part.contains(document.activeElement) ? document.activeElement : null;
    const same = held ? [...part.querySelectorAll(kinds)].filter((one) => signOf(one) === signOf(held)) : [];
    before.set(part.id, { folds: new Map(folds(part)), held: held && signOf(held), place: same.indexOf(held) });
  });

  document.addEventListener("htmx:oobAfterSwap", (event) => {
    const part = document.getElementById(event.detail.target.id);
    const was = part && before.get(part.id);
    if (!was) return;
    before.delete(part.id);
    for (const fold of part.querySelectorAll("details")) {
      const open = was.folds.get(signOf(fold.querySelector("summary") || fold));
      if (open !== undefined) fold.open = open;
    }
    window.blognomic.renew(part);
    if (!was.held) return;
    const found = [...part.querySelectorAll(kinds)].filter((one) => signOf(one) === was.held)[Math.max(was.place, 0)];
    if (found) found.focus({ preventScroll: true });
    else { part.tabIndex = -1; part.focus({ preventScroll: true }); }
  });

  // Whoever writes while the matter is resolved keeps the text, and is told.
  function close(part) {
    const place = part.querySelector("[data-trouble]");
    if (place) tell(place, gettext("This was closed to comments while you wrote. Your text is still here to copy."));
  }

  // -- sending a comment

  function tell(place, words) {
    place.replaceChildren();
    if (!words) return;
    const note = document.createElement("p");
    note.className = "note note-error";
    note.setAttribute("role", "alert");
    note.textContent = words;
    place.append(note);
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    busy = true;
    const text = form.elements.namedItem("text");
    sent = {
      form,
      text: text ? text.value : "",
      held: form.contains(document.activeElement),
      comments: new Set([...document.querySelectorAll(".comment")].map((one) => one.id)),
    };
    tell(form.querySelector("[data-trouble]"), "");
  });

  // By the time htmx tells of the end, the form may have been exchanged for another.
  const isOf = (event) => !!event.detail.requestConfig && event.detail.requestConfig.elt === sent.form;

  document.addEventListener("htmx:afterRequest", (event) => {
    if (!sent || !isOf(event)) return;
    const { form, text, comments, held } = sent;
    const done = event.detail.successful && event.detail.xhr.getResponseHeader("X-Parts");
    // htmx has exchanged the parts by now: within this turn for what was swapped, or not at all.
    setTimeout(() => {
      sent = null;
      busy = false;
      const question = document.getElementById("confirm");
      if (question) question.scrollIntoView({ block: "center" });
      if (!done) { if (form.isConnected && text) form.dataset.dirty = "yes"; return; }
      keepOn(form, text);
      const send = document.querySelector("#part-answer [type=submit]");
      if (held && send && document.activeElement === root) send.focus({ preventScroll: true });
      const fresh = [...document.querySelectorAll(".comment")].filter((one) => !comments.has(one.id)).pop();
      if (fresh) fresh.scrollIntoView({ block: "nearest" });
      const now = sentence();
      say(gettext("Comment posted.") + (now && now !== known ? " " + now : ""));
      known = now;
    }, 0);
  });

  // What was typed while the comment was on its way is not part of it, and stays.
  function keepOn(form, text) {
    const old = form.elements.namedItem("text");  // which a vote alone has not
    const place = document.querySelector("#part-answer textarea[name=text]:not([readonly])");
    if (!old || !place || (old !== place && old.value === text)) return;
    // Where nothing else in the form has changed, it has stayed, with what was sent.
    place.value = old.value.startsWith(text) ? old.value.slice(text.length).trimStart() : old.value;
    place.dispatchEvent(new Event("input", { bubbles: true }));
  }

  document.addEventListener("htmx:afterSettle", () => {
    const now = sentence();
    if (sent || now === known) return;
    known = now;
    if (now) say(now);
  });

  // -- what goes wrong, in words beside the form

  const PLAIN = {
    401: gettext("You are signed out. Sign in in another window, and send it again."),
    403: gettext("That is not allowed."),
    404: gettext("That is no longer here."),
    409: gettext("Somebody was faster, and something has changed. Look again."),
    413: gettext("That is too much at once."),
    429: gettext("Wait a moment: try again in a minute."),
  };

  function reason(xhr) {
    if (/^\/accounts\/login\//.test(new URL(xhr.responseURL || location.href, location.href).pathname)) return PLAIN[401];
    if (xhr.status >= 500 && xhr.status !== 503) return gettext("The site has made a mistake, and nothing was done. Try again in a minute.");
    const page = new DOMParser().parseFromString(xhr.responseText || "", "text/html");
    const lead = page.querySelector("main .lead, .lead");
    return (lead && lead.textContent.trim()) || PLAIN[xhr.status] || gettext("That did not work.");
  }

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    const parts = xhr.getResponseHeader("X-Parts");
    // Refusals come as parts of the page, with the form as it was sent; anything else is a page of its own.
    event.detail.shouldSwap = !!parts;
    if (parts) event.detail.serverResponse = placed(event.detail.serverResponse);
    if (!parts && sent) tell(sent.form.querySelector("[data-trouble]"), reason(xhr) + " " + gettext("Your text is still here."));
  });
  for (const [name, words] of [
    ["htmx:sendError", gettext("You seem to be offline, so it was not sent. Your text is still here.")],
    ["htmx:timeout", gettext("The site did not answer. Send it again: it is done only once. Your text is still here.")],
  ]) {
    document.addEventListener(name, (event) => {
      if (sent && isOf(event)) tell(sent.form.querySelector("[data-trouble]"), words);
      else wait = Math.min(wait * 2, LONGEST);
    });
  }

  // What has no place on this page is taken out of an answer, for htmx takes it for a fault; that there is a new post
  // among it is told.
  function placed(answer) {
    const homeless = [...answer.matchAll(/ id="(part-[^"]+)"/g)].map((found) => found[1])
      .filter((id) => !document.getElementById(id));
    if (!homeless.length) return answer;
    const parts = document.createElement("template");
    parts.innerHTML = answer;
    for (const id of homeless) parts.content.getElementById(id).remove();
    if (homeless.some((id) => id.startsWith("part-entry-"))) tellOfNews();
    return parts.innerHTML;
  }

  function tellOfNews() {
    if (document.getElementById("live-new")) return;
    const note = document.createElement("p");
    note.id = "live-new";
    note.className = "note";
    const link = document.createElement("a");
    link.href = location.href;
    link.textContent = gettext("Show it");
    note.append(gettext("There is something new."), " ", link);
    document.getElementById("content").prepend(note);
    say(gettext("There is something new."));
  }
})();
