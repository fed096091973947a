// Writing: the vote that a comment holds, a live preview, drafts that save themselves, a warning before text is lost.
"use strict";
(function () {
  const PREVIEW_AFTER = 600;
  const SAVE_AFTER = 2500;

  // An icon that is typed in a comment is a vote: the last counts, and is named on the button that sends it.
  window.blognomic.each((part) => part.querySelectorAll("form.comment-form").forEach((form) => {
    const text = form.elements.namedItem("text");
    const send = form.querySelector("[type=submit]");
    const plain = send.textContent;
    const placeOf = (vote) => text.value.toLowerCase().lastIndexOf(vote.value.toLowerCase());
    const name = () => {
      const votes = [...document.querySelectorAll(".vote-now button[data-vote]")].filter((vote) => placeOf(vote) >= 0);
      const last = votes.sort((one, other) => placeOf(other) - placeOf(one))[0];
      send.textContent = last ? interpolate(gettext("Vote %(vote)s"), { vote: last.textContent.trim() }, true) : plain;
    };
    text.addEventListener("input", name);
    name();
  }));

  // Whether the field holds what the page did not bring: typed before this ran, or put back by the browser.
  function isFilledIn(field) {
    if (field.options) return field.selectedIndex !== Math.max(0, [...field.options].findIndex((one) => one.defaultSelected));
    if (/^(checkbox|radio)$/.test(field.type)) return field.checked !== field.defaultChecked;
    return /^(textarea|text|search|url|email|number)$/.test(field.type) && field.value !== field.defaultValue;
  }

  // Tells of what is typed, and once of what had been typed when there was nobody to tell, or of what `stands` there.
  function whenTyped(form, tell, stands = false) {
    form.addEventListener("input", tell);
    if (stands || [...form.elements].some(isFilledIn)) tell();
  }

  // Waits until typing pauses; an answer that comes after a later question is dropped.
  function whenCalm(form, delay, ask, stands = false, besides = null) {
    let timer = 0;
    let asked = 0;
    whenTyped(form, (event) => {
      if (event && besides && besides.contains(event.target)) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const mine = ++asked;
        ask(() => mine === asked).catch(() => {});
      }, delay);
    }, stands);
  }

  // What is asked by the way takes the token of the cookie, which is of whoever is signed in now: that of the page is void
  // once its reader signed in anew in another tab.
  function post(url, body) {
    const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie);
    if (token) body.set("csrfmiddlewaretoken", token[1]);
    // Whoever is asked to sign in is not sent there: what is asked by the way has no page to come back to.
    return fetch(url, { method: "POST", body, credentials: "same-origin", redirect: "manual", headers: { "X-Requested-With": "fetch" } });
  }

  // <form data-preview="URL"> with [data-preview-output]: the URL answers `text` with HTML that the server has cleaned.
  // The text is that of [data-markdown], or else of the field `text`. In data-preview-output="writing" there are buttons
  // that put another sentence in place of one of the text.
  window.blognomic.each((part) => part.querySelectorAll("form[data-preview]").forEach((form) => {
    const output = form.querySelector("[data-preview-output]");
    if (!output) return;
    const source = form.querySelector("[data-markdown]") || form.elements.namedItem("text");
    for (const button of form.querySelectorAll("button[name=preview]")) button.hidden = true;  // it comes by itself
    const isBlank = output.hidden && source.value.trim();
    whenCalm(form, PREVIEW_AFTER, async (current) => {
      const question = new FormData();
      question.set("text", source.value);
      if (output.dataset.previewOutput) question.set(output.dataset.previewOutput, "on");
      for (const name of ["category", "title", "post"]) {
        const field = form.elements.namedItem(name);
        if (field) question.set(name, field.value);
      }
      for (const field of output.querySelectorAll("[name^=fold-]")) question.set(field.name, field.value);
      const answer = await post(form.dataset.preview, question);
      if (!answer.ok || answer.redirected || !current()) return;  // or somebody is asked to sign in
      output.innerHTML = await answer.text();
      output.hidden = !source.value.trim();
    }, isBlank, output);
    output.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-words]");
      if (button && putInstead(source, button.dataset)) event.preventDefault();
    });
  }));

  // A better sentence in place of one that is not clear. One that stands there twice is for the server to find.
  function putInstead(text, { insteadOf, words }) {
    if (text.value.split(insteadOf).length !== 2) return false;
    const start = text.value.indexOf(insteadOf);
    text.setRangeText(words, start, start + insteadOf.length, "end");
    text.dispatchEvent(new Event("input", { bubbles: true }));
    text.focus();
    return true;
  }

  // <section data-rule-editor> in a form: its buttons, and those that take up an offer, are sent without leaving the page,
  // of which the answer brings the section and the text anew. Its toolbar writes Markdown into the words; what they look
  // like comes by itself.
  for (const form of document.querySelectorAll("form.writing")) {
    const source = form.querySelector("[data-markdown]");
    form.addEventListener("click", async (event) => {
      const button = event.target.closest("[data-rule-editor] button[type=submit], button[name=offer]");
      if (!button) return;
      event.preventDefault();
      const kept = button.name === "offer" ? "[data-preview-output]" : "[data-rule-editor]";
      const section = button.closest(kept);
      const question = new FormData(form);
      question.set(button.name, button.value);
      button.disabled = true;
      let page = null;
      try {
        page = new DOMParser().parseFromString(await (await post(location.href, question)).text(), "text/html");
      } catch (error) {
        page = null;
      }
      const fresh = page && page.querySelector(kept);
      if (!fresh) {
        button.disabled = false;
        sayUnsent(section);
        return;
      }
      const text = page.querySelector("[data-markdown]").value;
      if (button.name === "offer") section.innerHTML = fresh.innerHTML; else section.replaceWith(fresh);
      window.blognomic.renew(button.name === "offer" ? section : fresh.parentNode);
      if (text !== source.value) source.value = text;
      source.dispatchEvent(new Event("input", { bubbles: true }));
      if (button.name === "offer") { source.focus(); return; }
      (fresh.querySelector("#rule_text") || fresh.querySelector("select")).focus();
    });
  }

  function sayUnsent(section) {
    let status = section.querySelector("[data-unsent]");
    if (!status) {
      status = document.createElement("p");
      status.className = "note note-warning";
      status.dataset.unsent = "";
      status.setAttribute("role", "alert");
      section.prepend(status);
    }
    status.textContent = gettext("The site did not answer. What you wrote is still here: try again.");
  }

  window.blognomic.each((part) => part.querySelectorAll("[data-rule-editor]").forEach((section) => {
    const words = section.querySelector("#rule_text");
    if (!words || words.dataset.ready) return;
    words.dataset.ready = "yes";
    const form = words.form;
    const output = section.querySelector("[data-rule-preview]");
    const toolbar = section.querySelector("[data-toolbar]");
    toolbar.hidden = false;
    section.querySelector("button[name=look_rule]").hidden = true;
    const put = (text, start, end, mode) => {
      words.setRangeText(text, start, end, mode);
      words.dispatchEvent(new Event("input", { bubbles: true }));
      words.focus();
    };
    const chosen = () => words.value.slice(words.selectionStart, words.selectionEnd);
    const wrap = (mark) => {
      const [start, end] = [words.selectionStart, words.selectionEnd];
      put(mark + words.value.slice(start, end) + mark, start, end, "select");
      words.setSelectionRange(start + mark.length, end + mark.length);
    };
    const block = (lines) => {
      const before = words.value.slice(0, words.selectionStart).replace(/\n+$/, "");
      const after = words.value.slice(words.selectionEnd).replace(/^\n+/, "");
      put((before ? "\n\n" : "") + lines + (after ? "\n\n" : ""), before.length, words.value.length - after.length, "end");
    };
    toolbar.addEventListener("click", (event) => {
      const { wrap: mark, line, block: kind } = (event.target.closest("button") || { dataset: {} }).dataset;
      if (mark) wrap(mark);
      if (line) block((chosen() || "…").split("\n").filter((one) => one.trim()).map((one) => line + one).join("\n"));
      if (kind === "table") block("| … | … |\n| --- | --- |\n| … | … |");
    });
    toolbar.querySelector("[data-link]").addEventListener("change", (event) => {
      if (event.target.value) put(`[[${event.target.value}]]`, words.selectionStart, words.selectionEnd, "end");
      event.target.value = "";
    });
    words.addEventListener("keydown", (event) => {
      const mark = (event.ctrlKey || event.metaKey) && { b: "**", i: "*" }[event.key];
      if (!mark) return;
      event.preventDefault();
      wrap(mark);
    });
    let timer = 0;
    words.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(async () => {
        const question = new FormData();
        const asked = words.value;
        question.set("text", asked);
        const answer = await post(form.dataset.preview, question).catch(() => null);
        if (answer && answer.ok && !answer.redirected && words.value === asked) output.innerHTML = await answer.text();
      }, PREVIEW_AFTER);
    });
  }));

  // A form of a page that was open while its reader signed out and in again gets the token of a new page. False where
  // nobody is signed in, or nobody answers.
  async function isLetIn(form) {
    try {
      const answer = await fetch(location.href, { credentials: "same-origin" });
      if (answer.status >= 500 || new URL(answer.url).pathname !== location.pathname) return false;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const token = page.querySelector("main [name=csrfmiddlewaretoken]");
      if (token) form.elements.namedItem("csrfmiddlewaretoken").value = token.value;
      return true;
    } catch (error) {
      return false;
    }
  }

  const NOTHING_SAVED = gettext("Nothing can be saved: you are signed out, or the site does not answer. Your text is still here. Sign in in another tab, then go on here.");

  // <form data-let-in>: it is sent once somebody is there to take it; [data-autosave-status] says if not.
  for (const form of document.querySelectorAll("form[data-let-in]")) {
    form.addEventListener("submit", async (event) => {
      if (form.dataset.letIn === "yes") { form.dataset.letIn = ""; return; }
      event.preventDefault();
      event.stopImmediatePropagation();
      if (await isLetIn(form)) {
        form.dataset.letIn = "yes";
        form.requestSubmit(event.submitter);
      } else {
        form.querySelector("[data-autosave-status]").textContent = NOTHING_SAVED;
      }
    }, true);
  }

  // <form data-autosave="URL"> with [data-autosave-status]: the URL answers {"draft": id, "url": its page}, kept in the
  // field `draft` and in the address, so that the page comes back with it. While nothing can be saved, nothing is sent.
  for (const form of document.querySelectorAll("form[data-autosave]")) {
    const status = form.querySelector("[data-autosave-status]");
    const say = (words) => { if (status) status.textContent = words; };
    // The hour is a time like any other: the reader's own stands beside it.
    const sayWhen = (words) => {
      if (!status) return;
      const time = document.createElement("time");
      time.dateTime = new Date().toISOString();
      time.textContent = time.dateTime.slice(11, 16) + " UTC";
      const [before, after] = words.split("%(time)s UTC");
      status.replaceChildren(before, time, after);
      window.blognomic.renew(status);
    };
    let isLost = false;
    const sayLost = () => say(NOTHING_SAVED);
    // One after the other: each tells what the last one left. With 409, the draft was changed in another window, and what
    // is written here is a draft of its own from now on.
    let last = Promise.resolve();
    const send = async () => {
      const answer = await post(form.dataset.autosave, new FormData(form)).catch(() => null);
      if (!answer || answer.redirected || !(answer.ok || answer.status === 409)) return null;
      const draft = await answer.json().catch(() => null);
      if (!draft) return null;
      for (const [name, value] of [["draft", draft.draft], ["draft_seen", draft.seen]]) {
        const field = form.elements.namedItem(name);
        if (field && value) field.value = value;
      }
      const apart = form.querySelector("[data-apart]");
      if (draft.other && apart) {
        apart.querySelector("a").href = draft.other;
        apart.hidden = false;
      }
      return draft;
    };
    const saved = () => (last = last.then(send));
    form.addEventListener("submit", async (event) => {
      if (!isLost) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      isLost = !(await isLetIn(form));
      if (isLost) { form.dataset.dirty = "yes"; sayLost(); } else form.requestSubmit(event.submitter);
    }, true);
    whenCalm(form, SAVE_AFTER, async (current) => {
      let draft = await saved();
      if (!draft && await isLetIn(form)) draft = await saved();
      if (!current()) return;
      isLost = !draft;
      if (!draft) { sayLost(); return; }
      if (draft.url !== location.pathname) history.replaceState(history.state, "", draft.url);
      delete form.dataset.dirty;
      sayWhen(gettext("Draft saved at %(time)s UTC"));
    });
  }

  // <form data-matters="proposal cfj">: what only a matter says is asked for once such a category is chosen.
  for (const form of document.querySelectorAll("form[data-matters]")) {
    const chooser = form.elements.namedItem("category");
    const fields = [...form.querySelectorAll("[name=amends], [name=changes_nothing], [name=choices]")];
    if (!chooser || !fields.length) continue;
    const show = () => {
      const isMatter = form.dataset.matters.split(" ").includes(chooser.value);
      const said = fields.some((field) => field.checked || (field.name === "choices" && field.value));
      for (const field of fields) (field.closest("details") || field.closest(".field")).hidden = !isMatter && !said;
    };
    chooser.addEventListener("change", show);
    show();
  }

  // <form data-kept>: its text is kept in this browser until it has been sent, or somebody signs out.
  const keptAs = (form) => "kept:" + new URL(form.action).pathname;
  function store(change) {
    try { return change(localStorage); } catch (error) { return null; } // Without storage nothing is kept.
  }
  const forget = (key) => store((kept) => { kept.removeItem(key); kept.removeItem("sent " + key); });
  window.blognomic.each((part) => part.querySelectorAll("form[data-kept]").forEach((form) => {
    const key = keptAs(form);
    const text = form.elements.namedItem("text");
    // It was sent by the browser itself, and this is the page that shows it.
    if (location.hash.startsWith("#comment-") && store((kept) => kept.getItem("sent " + key))) forget(key);
    const typed = store((kept) => kept.getItem(key));
    if (typed && !text.value) {
      text.value = typed;
      text.dispatchEvent(new Event("input", { bubbles: true }));
      window.blognomic.say(gettext("Here is what you typed before."));
    }
    text.addEventListener("input", () => store((kept) => { text.value ? kept.setItem(key, text.value) : kept.removeItem(key); }));
    form.addEventListener("submit", () => store((kept) => kept.setItem("sent " + key, "yes")));
  }));
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const form = event.target.closest && event.target.closest("form[data-kept]");
    if (form && event.detail.xhr.status < 400) forget(keptAs(form));
  });
  document.addEventListener("submit", (event) => {
    const leaving = new URL(event.target.action, location.href).pathname === "/accounts/logout/";
    if (leaving) store((kept) => Object.keys(kept).filter((key) => /^(sent )?kept:/.test(key)).forEach((key) => kept.removeItem(key)));
  });

  // <form data-guard>: leaving with unsent text asks first.
  window.blognomic.each((part) => part.querySelectorAll("form[data-guard]").forEach((form) => {
    whenTyped(form, () => { form.dataset.dirty = "yes"; });
    form.addEventListener("submit", () => { delete form.dataset.dirty; });
  }));
  window.addEventListener("beforeunload", (event) => {
    if (document.querySelector("form[data-guard][data-dirty]")) event.preventDefault();
  });
})();
