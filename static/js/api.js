// The page of the API: a form for each operation that sends it and shows the answer. And the page of tokens: a button that
// copies a new one. Both can be read, and the token copied by hand, without.
"use strict";
(function () {
  const token = document.getElementById("api-token");
  const panel = document.querySelector("[data-token-panel]");
  const forms = document.querySelectorAll("form.try");

  function addressOf(form) {
    let path = form.dataset.path;
    const query = new URLSearchParams();
    for (const field of form.querySelectorAll("[data-place]")) {
      const value = field.value.trim();
      if (field.dataset.place === "path") path = path.replace("{" + field.name + "}", encodeURIComponent(value));
      else if (field.dataset.place === "query" && value) query.append(field.name, value);
    }
    return path + (query.size ? "?" + query : "");
  }

  function pretty(text, type) {
    if (!/json/.test(type)) return text;
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch (error) {
      return text;
    }
  }

  async function send(form) {
    const place = form.querySelector(".try-answer");
    const status = place.querySelector("[data-status]");
    const shown = place.querySelector("pre");
    const button = form.querySelector("button");
    const body = form.querySelector('[data-place="body"]');
    const headers = { Accept: "application/json" };
    if (token.value.trim()) headers.Authorization = "Bearer " + token.value.trim();
    if (body) headers["Content-Type"] = "application/json";
    const method = form.dataset.method;
    const address = addressOf(form);
    button.disabled = true;
    place.hidden = false;
    status.textContent = method + " " + address + " …";
    shown.textContent = "";
    try {
      // Without cookies: a token alone opens something there.
      const answer = await fetch(address, { method, headers, body: body ? body.value : undefined, credentials: "omit", cache: "no-store" });
      const text = await answer.text();
      status.textContent = method + " " + address + " → " + answer.status + " " + answer.statusText;
      shown.textContent = pretty(text, answer.headers.get("Content-Type") || "") || gettext("(nothing more)");
    } catch (error) {
      status.textContent = gettext("No answer. Are you offline?");
    } finally {
      button.disabled = false;
    }
  }

  if (panel) panel.hidden = false;
  const inert = document.querySelector("[data-token-form]");
  if (inert) inert.addEventListener("submit", (event) => event.preventDefault());
  for (const form of forms) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      send(form);
    });
  }

  // An address that names an operation or a shape opens it.
  function open() {
    const named = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (named && named.matches("details")) {
      named.open = true;
      named.scrollIntoView();
    }
  }
  addEventListener("hashchange", open);
  open();

  const made = document.querySelector("[data-token]");
  const button = document.querySelector("[data-copy-token]");
  if (made) {
    made.select();
    if (button && navigator.clipboard) {
      button.hidden = false;
      button.addEventListener("click", async () => {
        const said = document.querySelector("[data-copied]");
        try {
          await navigator.clipboard.writeText(made.value);
          said.textContent = gettext("Copied.");
        } catch (error) {
          made.select();
          said.textContent = gettext("Selected. Copy it with the keyboard.");
        }
      });
    }
  }
})();
