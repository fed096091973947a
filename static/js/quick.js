// Quick ways: keys, the command box, the help for both. All of it is extra; help/keys/ says what there is, and holds the
// switch for whoever speaks to their browser or meets keys by accident (WCAG 2.1.4).
"use strict";
(function () {
  const site = window.blognomic;
  const root = document.body;
  const own = document.querySelector("[data-jump]");
  if (!own) return;

  // -- whether keys are used

  function areOn() {
    try { return localStorage.getItem("keys") !== "off"; } catch (error) { return true; }
  }
  function use(on) {
    try {
      if (on) localStorage.removeItem("keys");
      else localStorage.setItem("keys", "off");
    } catch (error) {
      // Without storage they stay on.
    }
  }
  function showSwitch(place) {
    const line = place.querySelector("[data-keys-switch]");
    if (!line) return;
    line.hidden = false;
    const box = line.querySelector("input");
    box.checked = areOn();
    box.addEventListener("change", () => {
      use(box.checked);
      site.say(box.checked ? gettext("Keys are on.") : gettext("Keys are off."));
    });
  }
  showSwitch(document);

  // -- dialogs

  function dialog(className, label) {
    const one = document.createElement("dialog");
    one.className = className;
    one.setAttribute("aria-label", label);
    one.addEventListener("click", (event) => { if (event.target === one) one.close(); });
    root.append(one);
    return one;
  }

  // The help is the page of that name, so that there is one text of it.
  let help = null;
  async function openHelp() {
    if (!help) {
      const answer = await fetch(own.dataset.help, { headers: { "X-Requested-With": "fetch" } }).catch(() => null);
      if (!answer || !answer.ok) { location.href = own.dataset.help; return; }
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const text = page.getElementById("keys");
      if (!text || help) return;
      help = dialog("help-box", gettext("Keys"));
      const head = document.createElement("h2");
      head.textContent = gettext("Keys");
      const close = document.createElement("button");
      close.type = "button";
      close.className = "button";
      close.autofocus = true; // rather than the switch of the keys, which a space would turn
      close.textContent = gettext("Close");
      close.addEventListener("click", () => help.close());
      text.removeAttribute("id");
      for (const noscript of text.querySelectorAll("noscript")) noscript.remove();
      help.append(head, document.adoptNode(text), close);
      showSwitch(help);
    }
    help.showModal();
  }

  // -- the command box: a text field with a list of what it may mean. What is done, is done by the page of the act: the box
  // shows it, filled in, and its form is sent as it is there.

  let box = null;
  function openBox() {
    if (!box) box = makeBox();
    box.dialog.showModal();
    box.field.select();
    box.ask();
  }

  function makeBox() {
    const place = dialog("jump-box", gettext("Command box"));
    place.innerHTML = '<div class="jump-ask"><label class="label" for="jump-field"></label>'
      + '<input id="jump-field" type="text" role="combobox" aria-expanded="true" aria-controls="jump-list"'
      + ' aria-autocomplete="list" aria-describedby="jump-help" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="300">'
      + '<ul id="jump-list" role="listbox"></ul>'
      + '<p class="help" id="jump-help"></p></div><p class="unseen" role="status"></p>'
      + '<div class="jump-act" role="group" aria-labelledby="jump-act-title" hidden><button type="button" class="button button-quiet"></button>'
      + '<h2 id="jump-act-title" tabindex="-1"></h2><div></div></div>';
    place.querySelector("label").textContent = own.dataset.jumpLabel;
    place.querySelector(".help").innerHTML = gettext("<kbd>↑</kbd> <kbd>↓</kbd> choose, <kbd>Enter</kbd> opens, <kbd>?</kbd> lists what you can say");
    const asking = place.querySelector(".jump-ask");
    const act = place.querySelector(".jump-act");
    const back = act.querySelector("button");
    back.textContent = gettext("Back");
    const field = place.querySelector("input");
    const list = place.querySelector("ul");
    list.setAttribute("aria-label", gettext("What it means"));
    const status = place.querySelector("[role=status]");
    let options = [];
    let chosen = -1;
    let timer = 0;
    let question = null;

    function choose(index) {
      if (options[chosen]) options[chosen].setAttribute("aria-selected", "false");
      chosen = options.length ? (index + options.length) % options.length : -1;
      const option = options[chosen];
      if (!option) { field.removeAttribute("aria-activedescendant"); return; }
      option.setAttribute("aria-selected", "true");
      option.scrollIntoView({ block: "nearest" });
      field.setAttribute("aria-activedescendant", option.id);
    }

    function row(index, { kind, name, url, note = "", here = false, line = "" }) {
      const option = document.createElement("li");
      option.id = "jump-" + index;
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      Object.assign(option.dataset, { url, line });
      if (here) option.dataset.here = "";
      const what = document.createElement("small");
      what.textContent = kind;
      const called = document.createElement("span");
      called.className = "isolated";
      called.textContent = name;
      option.append(called, " ", what);
      if (note) {
        const more = document.createElement("span");
        more.className = "jump-note";
        more.textContent = note;
        option.append(" ", more);
      }
      option.addEventListener("click", () => take(option));
      option.addEventListener("pointermove", () => { if (chosen !== index) choose(index); });
      return option;
    }

    function take(option) {
      const { url, line } = option.dataset;
      if (line) {
        field.value = line;
        field.focus();
        ask();
      } else if ("here" in option.dataset) {
        openAct(url);
      } else {
        go(url);
      }
    }

    function go(url) {
      place.close();
      location.href = url;
    }

    // The page of the act without its frame. Where it is no page of an act, such as that for signing in, one goes there.
    async function openAct(url) {
      const answer = await fetch(url, { credentials: "same-origin" }).catch(() => null);
      const page = answer && !answer.redirected && new DOMParser().parseFromString(await answer.text(), "text/html");
      const main = page && page.querySelector("main");
      if (!main) { go(url); return; }
      for (const sheet of page.querySelectorAll("link[rel=stylesheet]")) {
        if (![...document.styleSheets].some((one) => one.href === new URL(sheet.getAttribute("href"), location.href).href)) {
          document.head.append(document.adoptNode(sheet));
        }
      }
      const title = act.querySelector("h2");
      const heading = main.querySelector("h1");
      title.replaceChildren(...(heading ? heading.childNodes : []));
      if (heading) heading.remove();
      for (const one of main.querySelectorAll("#part-messages, noscript, script, [data-beside-act]")) one.remove();
      setApart(main);
      for (const form of main.querySelectorAll("form:not([action])")) form.action = url;
      act.querySelector("div").replaceChildren(...document.adoptNode(main).childNodes);
      show("act");
      const first = act.querySelector("[aria-invalid=true]") || act.querySelector("form[method=post] :is(input, textarea, select):required:placeholder-shown")
        || act.querySelector("form[method=post] [type=submit]") || title;
      first.focus({ preventScroll: true });
      place.scrollTop = 0;
      // Where there is more to read than fits, the focus stays before it.
      if (first.getBoundingClientRect().bottom > place.getBoundingClientRect().bottom) title.focus();
      status.textContent = title.textContent.trim();
    }

    // What has a name of its own has another than on the page below.
    function setApart(main) {
      for (const one of main.querySelectorAll("[id]")) one.id = "act-" + one.id;
      for (const name of ["for", "list", "aria-describedby", "aria-labelledby", "aria-controls"]) {
        for (const one of main.querySelectorAll("[" + name + "]")) {
          one.setAttribute(name, one.getAttribute(name).split(/\s+/).filter(Boolean).map((id) => "act-" + id).join(" "));
        }
      }
    }

    function show(what) {
      asking.hidden = what === "act";
      act.hidden = what !== "act";
      if (what !== "act") field.focus();
    }
    back.addEventListener("click", () => show("list"));
    place.addEventListener("cancel", (event) => {
      if (act.hidden) return;
      event.preventDefault();
      show("list");
    });
    place.addEventListener("close", () => { if (!act.hidden) show("list"); });
    // A key that is held is pressed once.
    act.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.repeat) event.preventDefault(); });

    function fill(found, typed) {
      options = found.map((one, index) => row(index, one));
      if (typed && typed !== "?") {
        const name = interpolate(gettext("Search everything for “%(words)s”"), { words: typed }, true);
        options.push(row(options.length, { kind: gettext("search"), name, url: own.dataset.search + "?q=" + encodeURIComponent(typed) }));
      }
      list.replaceChildren(...options);
      choose(0);
      const number = found.length;
      status.textContent = number ? interpolate(ngettext("%(number)s found", "%(number)s found", number), { number }, true) : typed ? gettext("Nothing has this name") : "";
    }

    async function ask() {
      const typed = field.value.trim();
      if (question) question.abort();
      question = new AbortController();
      try {
        const answer = await fetch(own.dataset.jump + "?q=" + encodeURIComponent(typed), { signal: question.signal });
        if (!answer.ok) throw new Error(String(answer.status));
        fill((await answer.json()).found, typed);
      } catch (error) {
        // Without an answer there is still the search, which says itself what is wrong.
        if (error.name !== "AbortError") fill([], typed);
      }
    }

    field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(ask, 120); });
    field.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "ArrowDown") choose(chosen + 1);
      else if (event.key === "ArrowUp") choose(chosen - 1);
      else if (event.key === "Home" && event.ctrlKey) choose(0);
      else if (event.key === "Enter" && !event.repeat && options[chosen]) take(options[chosen]);
      else return;
      event.preventDefault();
    });
    return { dialog: place, field, ask };
  }

  // The glass on top opens the box; with a modifier, or without this script, it is the link to the search.
  own.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    openBox();
  });

  // -- from thing to thing on a page

  const THINGS = "article.post, .entry > article, article.task, li.comment, li.matter, .finds > li, section.rule, .rolls > li";
  const seen = (one) => (one.checkVisibility ? one.checkVisibility() : one.getClientRects().length > 0);
  let last = null;

  function step(by) {
    const things = [...document.querySelectorAll(THINGS)].filter(seen);
    if (!things.length) return;
    const focused = document.activeElement.closest(THINGS) || (last && last.isConnected ? last : null);
    let place = things.indexOf(focused);
    if (place < 0) {
      // From where one reads: the first thing below the upper edge.
      const below = things.findIndex((one) => one.getBoundingClientRect().top > 0);
      place = by > 0 ? (below < 0 ? things.length : below) - 1 : below < 0 ? things.length : below;
    }
    const next = things[place + by];
    if (!next) { site.say(by > 0 ? gettext("That was the last one on this page.") : gettext("That was the first one on this page.")); return; }
    goTo(next);
  }

  function goTo(thing) {
    last = thing;
    thing.tabIndex = -1;
    thing.focus({ preventScroll: true });
    thing.scrollIntoView({ block: thing.offsetHeight < innerHeight ? "nearest" : "start" });
  }

  // The next comment that is new, and after the last the first again.
  function unread() {
    const fresh = [...document.querySelectorAll(".comment-new")];
    if (!fresh.length) { site.say(gettext("Nothing here is new to you.")); return; }
    goTo(fresh[(fresh.indexOf(document.activeElement.closest(".comment-new")) + 1) % fresh.length]);
  }

  function openThing(thing) {
    const link = thing.querySelector("h1 a, h2 a, h3 a, a.comment-time, a");
    if (link) link.click();
  }

  // -- from matter to matter

  function matter(by) {
    const links = [...document.querySelectorAll("#part-queue .queue-title, li.matter > h2 a")];
    if (!links.length) { site.say(gettext("Nothing is pending.")); return; }
    const here = links.findIndex((link) => new URL(link.href).pathname === location.pathname);
    const next = here < 0 ? links[by > 0 ? 0 : links.length - 1] : links[here + by];
    if (!next) { site.say(by > 0 ? gettext("That is the last pending matter.") : gettext("That is the first pending matter.")); return; }
    location.href = next.href;
  }

  // -- making a vote ready: never sent by the key itself, which goes to its button

  const NAMES = { f: "for", a: "against", d: "deferential" };

  function prepare(vote) {
    const form = document.querySelector(".vote-now");
    if (!form) {
      const thing = document.activeElement.closest("article.post, .entry > article, li.matter") || last;
      const link = thing && thing.isConnected && thing.querySelector("h2 a, h3 a");
      if (link) location.href = link.href.split("#")[0] + "#vote-" + vote;
      else site.say(document.querySelector("#part-answer") ? gettext("You cannot vote here.") : gettext("Choose a matter first, with j and k or n and p."));
      return;
    }
    const button = form.querySelector('[data-vote="' + vote + '"]');
    if (!button) { site.say(interpolate(gettext("You cannot vote %(icon)s on this."), { icon: vote.toUpperCase() }, true)); return; }
    button.focus();
    button.scrollIntoView({ block: "nearest" });
    site.say(interpolate(gettext("%(vote)s is ready. Enter sends it, Escape leaves it."), { vote: button.textContent.trim() }, true));
  }

  const asked = /^#vote-(for|against|deferential)$/.exec(location.hash);
  if (asked) {
    history.replaceState(null, "", location.pathname + location.search);
    prepare(asked[1]);
  }

  // What was said of the vote that was ready is not so any more.
  document.addEventListener("submit", () => site.say(""));

  // -- resolving, for admins: to the page that asks before it is done, with its button ready

  function resolve() {
    if (!document.getElementById("part-count-dashboard")) return;
    const thing = document.activeElement.closest(THINGS) || (last && last.isConnected ? last : null);
    const chosen = thing ? [...thing.querySelectorAll("[data-resolve]")] : [];
    const links = chosen.length ? chosen : [...document.querySelectorAll("main [data-resolve]")].filter(seen);
    const matter = thing && thing.querySelector(".post-title a, h2[id^=matter-] a");
    if (!links.length && matter) { location.href = matter.href.split("#")[0] + "#resolve"; return; }
    if (!links.length) { site.say(gettext("Nothing here can be resolved now.")); return; }
    // What may be enacted and failed is for the admin to choose.
    const other = links.find((link) => link !== links[0] && link.dataset.resolve === links[0].dataset.resolve && link.href !== links[0].href);
    if (other) { links[0].focus(); site.say(gettext("You can enact it or fail it: choose with Tab, and press Enter.")); return; }
    location.href = links[0].href + "#decide";
  }

  const deciding = location.hash === "#decide" && document.querySelector("form[data-decide]");
  if (deciding) {
    history.replaceState(null, "", location.pathname + location.search);
    // Where there is something to read or to settle first, the focus stays before it.
    const first = deciding.querySelector("h2") || deciding.querySelector("[type=submit]");
    if (first.localName === "h2") first.tabIndex = -1;
    first.focus();
    first.scrollIntoView({ block: "nearest" });
  }

  if (location.hash === "#resolve") {
    history.replaceState(null, "", location.pathname + location.search);
    resolve();
  }

  // -- the keys

  const KEYS = {
    "/": openBox, "?": openHelp, j: () => step(1), k: () => step(-1), n: () => matter(1), p: () => matter(-1),
    f: () => prepare(NAMES.f), a: () => prepare(NAMES.a), d: () => prepare(NAMES.d), r: resolve, u: unread,
  };
  const isWriting = (one) => one.isContentEditable || one.matches("textarea, select, [role=combobox], [role=textbox]")
    || (one.matches("input") && !/^(button|submit|reset|checkbox|radio|image|file)$/.test(one.type));

  document.addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : root;
    if (event.defaultPrevented || event.isComposing || event.repeat && !"jk".includes(event.key)) return;
    if (event.key === "Escape" && target.matches(".vote-now button")) { target.blur(); site.say(""); return; }
    if (event.ctrlKey || event.altKey || event.metaKey || isWriting(target) || document.querySelector("dialog[open]")) return;
    if (event.key === "Enter" && target === last) { openThing(target); return; }
    if (!areOn() || !Object.hasOwn(KEYS, event.key)) return;
    event.preventDefault();
    KEYS[event.key]();
  });
})();
