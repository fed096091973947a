// The page frame: the colour switch, menus that close by themselves, wide things that scroll by keyboard. Every page works without.
"use strict";
// What other scripts do to the page they do to its new parts, too: blognomic.each(todo) calls todo(part) for the whole
// page now, and for every part that js/live.js exchanges later.
// The words of a script in the reader’s language: gettext is there where /language/words.js has been loaded before.
if (!window.gettext) {
  window.gettext = (words) => words;
  window.ngettext = (one, many, number) => (number === 1 ? one : many);
  window.interpolate = (words, named) => words.replace(/%\((\w+)\)s/g, (all, name) => String(named[name]));
}
window.blognomic = {
  todo: [],
  each(todo) { this.todo.push(todo); todo(document); },
  renew(part) { for (const todo of this.todo) todo(part); },
  // A few words at the foot of the window, also for those who listen.
  say(words) {
    const place = document.getElementById("toast");
    if (!place) return;
    clearTimeout(this.saying);
    place.textContent = "";
    setTimeout(() => { place.textContent = words; }, 30);
    this.saying = setTimeout(() => { place.textContent = ""; }, 6000);
  },
};
(function () {
  const root = document.documentElement;
  const next = { auto: "light", light: "dark", dark: "auto" };
  const names = { auto: gettext("Colours: automatic"), light: gettext("Colours: light"), dark: gettext("Colours: dark") };

  function remember(theme) {
    try {
      if (theme === "auto") localStorage.removeItem("theme");
      else localStorage.setItem("theme", theme);
    } catch (error) {
      // Without storage the choice lasts as long as the page.
    }
  }

  for (const button of document.querySelectorAll("[data-theme-switch]")) {
    const text = button.querySelector("span");
    const show = () => {
      const theme = root.dataset.theme || "auto";
      text.textContent = names[theme];
      // What a phone draws around the page follows, too.
      for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
        meta.dataset.media = meta.dataset.media || meta.media;
        meta.media = theme === "auto" ? meta.dataset.media : meta.dataset.media.includes(theme) ? "all" : "not all";
      }
    };
    button.hidden = false;
    show();
    button.addEventListener("click", () => {
      const theme = next[root.dataset.theme || "auto"];
      if (theme === "auto") delete root.dataset.theme;
      else root.dataset.theme = theme;
      remember(theme);
      show();
    });
  }

  // What people wrote may be wider than the screen: then it scrolls, also by keyboard.
  window.blognomic.each((part) => {
    for (const wide of part.querySelectorAll(".prose :is(pre, table)")) {
      if (wide.scrollWidth <= wide.clientWidth) continue;
    wide.tabIndex = 0;
    if (wide.localName === "pre") wide.setAttribute("role", "group");
    wide.setAttribute("aria-label", wide.localName === "pre" ? gettext("Wide text") : gettext("Wide table"));
    }
  });

  function closeMenus(except) {
    for (const menu of document.querySelectorAll("details.menu[open]")) if (menu !== except) menu.open = false;
  }
  document.addEventListener("click", (event) => closeMenus(event.target.closest("details.menu")));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const menu = event.target.closest("details.menu[open]");
    closeMenus(null);
    if (menu) menu.querySelector("summary").focus();
  });
})();

// The worker keeps what was read for when there is no connection, and shows notices. Nothing waits for it.
if ("serviceWorker" in navigator) {
  window.addEventListener("load", () => { navigator.serviceWorker.register("/worker.js").catch(() => {}); });
}
