// A button beside each permalink (data-copy="this comment") that copies its whole address, and says so.
"use strict";
(function () {
  const site = window.blognomic;

  async function put(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch (error) {
      // Without HTTPS, or when the browser does not allow it: the old way, by a field that is selected.
      const field = document.createElement("textarea");
      field.value = text;
      field.className = "unseen";
      document.body.append(field);
      field.select();
      const done = document.execCommand("copy");
      field.remove();
      return done;
    }
  }

  site.each((part) => {
    for (const mark of part.querySelectorAll("[data-copy]")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy";
      button.setAttribute("aria-label", interpolate(gettext("Copy the link to %(thing)s"), { thing: mark.dataset.copy }, true));
      button.title = gettext("Copy the link");
      const picture = document.querySelector("#copy-sign .icon");
      button.append(picture ? picture.cloneNode(true) : "⧉");
      button.addEventListener("click", async () => {
        const link = mark.matches("a") ? mark.href : location.href.split("#")[0];
        const done = await put(link);
        button.focus();
        site.say(interpolate(done ? gettext("Copied: %(link)s") : gettext("Your browser could not copy it: %(link)s"), { link }, true));
      });
      mark.after(button);
      mark.removeAttribute("data-copy");
    }
  });
})();
