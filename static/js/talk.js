// Talking beneath a post: a button that quotes a comment, names that are completed after an @, and Ctrl+Enter, which sends.
"use strict";
(function () {
  const QUOTED = 280; // characters of a comment that are quoted where nothing is selected
  const NAMES = 6;

  const box = () => document.querySelector("#part-answer textarea[name=text]:not([readonly])");
  const told = (text) => text.dispatchEvent(new Event("input", { bubbles: true }));

  // -- replying

  // What is selected in a comment, or how it begins; without voting icons and mentions, which would speak again.
  function wordsOf(comment) {
    const said = comment.querySelector(".prose");
    if (!said) return "";
    const prose = said.cloneNode(true);
    for (const inner of prose.querySelectorAll("blockquote, .icon")) inner.remove();
    const chosen = getSelection();
    const selected = chosen && !chosen.isCollapsed && comment.contains(chosen.anchorNode) && comment.contains(chosen.focusNode);
    const words = (selected ? chosen.toString() : prose.textContent).replace(/:([A-Za-z]+):/g, "$1").replace(/@(?=\w)/g, "").trim();
    return words.length > QUOTED && !selected ? words.slice(0, QUOTED).replace(/\s+\S*$/, "") + " …" : words;
  }

  function reply(comment) {
    const text = box();
    if (!text) return;
    const name = comment.querySelector(".comment-author a").textContent.replace(/[[\]\\*_`]/g, "\\$&");
    const key = comment.id.replace("comment-", "");
    const lines = `[${name}](${location.pathname}?comment=${key}#${comment.id}): ${wordsOf(comment)}`.split("\n");
    const quoted = lines.filter((line) => line.trim()).map((line) => "> " + line.trim()).join("\n> \n");
    const before = text.value.trimEnd();
    text.value = (before ? before + "\n\n" : "") + quoted + "\n\n";
    told(text);
    text.focus();
    text.setSelectionRange(text.value.length, text.value.length);
    text.scrollIntoView({ block: "center" });
  }

  window.blognomic.each((part) => {
    if (!box()) return;
    for (const comment of part.querySelectorAll("li.comment")) {
      const head = comment.querySelector(".comment-head");
      if (!head || head.querySelector(".reply")) continue;
      const name = comment.querySelector(".comment-author a");
      const button = document.createElement("button");
      button.type = "button";
      button.className = "reply";
      button.title = gettext("Reply");
      const picture = document.querySelector("#reply-sign .icon");
      button.append(picture ? picture.cloneNode(true) : button.title);
      button.setAttribute("aria-label", interpolate(gettext("Reply to %(name)s"), { name: name ? name.textContent : "" }, true));
      button.addEventListener("click", () => reply(comment));
      head.append(button);
    }
  });

  // -- a comment that is folded, and led to

  function unfold() {
    const place = location.hash.startsWith("#comment-") && document.getElementById(location.hash.slice(1));
    const fold = place && place.closest("details:not([open])");
    if (!fold) return;
    fold.open = true;
    place.scrollIntoView();
  }
  window.addEventListener("hashchange", unfold);
  unfold();

  // -- names after an @

  function names() {
    const found = [...document.querySelectorAll("aside a.player, .comment-author a.player")].map((one) => one.textContent);
    return [...new Set(found)].sort((one, other) => one.localeCompare(other));
  }

  const list = document.createElement("ul");
  list.className = "names";
  list.id = "names";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", gettext("Names"));
  list.hidden = true;
  let field = null;

  function begun(text) {
    return /(?:^|[\s(>])@([^\s@]{0,30})$/.exec(text.value.slice(0, text.selectionStart));
  }
  function close() {
    list.hidden = true;
    if (field) { field.removeAttribute("aria-activedescendant"); field.removeAttribute("aria-controls"); }
  }
  function choose(place) {
    [...list.children].forEach((one, at) => one.setAttribute("aria-selected", String(at === place)));
    field.setAttribute("aria-activedescendant", list.children[place].id);
  }
  const chosen = () => [...list.children].findIndex((one) => one.getAttribute("aria-selected") === "true");
  function take(name) {
    const typed = begun(field);
    // A name with a space in it is written in brackets.
    const written = /^[\w.-]+$/.test(name) ? `@${name} ` : `[[@${name}]] `;
    if (typed) field.setRangeText(written, field.selectionStart - typed[1].length - 1, field.selectionStart, "end");
    close();
    told(field);
    field.focus();
  }

  document.addEventListener("input", (event) => {
    const text = event.target;
    if (!(text instanceof HTMLTextAreaElement) || text.readOnly) return;
    const typed = begun(text);
    const fit = typed ? names().filter((name) => name.toLowerCase().startsWith(typed[1].toLowerCase())).slice(0, NAMES) : [];
    if (!fit.length || (fit.length === 1 && fit[0] === typed[1])) { close(); return; }
    field = text;
    list.replaceChildren(...fit.map((name, at) => {
      const one = document.createElement("li");
      one.id = "names-" + at;
      one.setAttribute("role", "option");
      one.textContent = name;
      one.addEventListener("mousedown", (press) => { press.preventDefault(); take(name); });
      return one;
    }));
    text.after(list);
    text.setAttribute("aria-controls", "names");
    list.hidden = false;
    choose(0);
  });

  document.addEventListener("keydown", (event) => {
    const text = event.target;
    if (!(text instanceof HTMLTextAreaElement)) return;
    if (!list.hidden && text === field) {
      const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const number = list.children.length;
      if (way) choose((chosen() + way + number) % number);
      else if ((event.key === "Enter" || event.key === "Tab") && !event.ctrlKey && !event.shiftKey) take(list.children[chosen()].textContent);
      else if (event.key === "Escape") close();
      else return;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && text.form && text.form.matches("[data-kept]")) {
      event.preventDefault();
      text.form.requestSubmit();
    }
  }, true);
  document.addEventListener("focusout", (event) => { if (event.target === field) close(); });
})();
