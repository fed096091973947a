// The gamestate: its tables sorted by a column, and values edited in place with a keyboard, in a table or in a list. Every
// cell says what its field is called in the form (data-field) and what stands in it (data-typed, or its text); the server
// computes and checks. tests/gamestate/test_editing_in_place.py holds this file and the templates together.
"use strict";
(function () {
  // Sorting: the links of the head work without this, by loading the page again.
  const heads = [...document.querySelectorAll("table[data-sortable] a[data-sort]")];
  for (const link of heads) {
    link.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      closeOpen(true);
      const key = link.dataset.sort;
      const down = link.closest("th").getAttribute("aria-sort") === "ascending";
      for (const other of heads) {
        const head = other.closest("th");
        if (other.dataset.sort === key) head.setAttribute("aria-sort", down ? "descending" : "ascending");
        else head.removeAttribute("aria-sort");
      }
      for (const table of document.querySelectorAll("table[data-sortable]")) sort(table, key, down);
      const here = new URL(location.href);
      here.searchParams.set("sort", (down ? "-" : "") + key);
      history.replaceState(null, "", here);
    });
  }

  function sort(table, key, down) {
    const place = [...table.tHead.rows[0].cells].findIndex((cell) => cell.querySelector(`a[data-sort="${CSS.escape(key)}"]`));
    if (place < 0) return;
    const body = table.tBodies[0];
    const told = [...body.rows].map((row) => {
      const cell = row.cells[place];
      const text = cell.querySelector(".value-hidden, .value-blank") ? "" : cell.dataset.sorts || cell.dataset.typed || plainText(cell);
      return { row, text, number: cell.classList.contains("number") ? parseFloat(text.replace("=", "")) : NaN };
    });
    const known = told.filter((one) => one.text !== "");
    const rest = told.filter((one) => !known.includes(one));
    const words = new Intl.Collator("en", { sensitivity: "base" });
    known.sort((a, b) => (isNaN(a.number) || isNaN(b.number) ? words.compare(a.text, b.text) : a.number - b.number) * (down ? -1 : 1));
    body.append(...[...known, ...rest].map((one) => one.row));
  }

  function plainText(cell) {
    return cell.textContent.trim();
  }

  // Editing in place.
  const bar = document.querySelector("form[data-bar]");
  const trackers = bar ? [...document.querySelectorAll("[data-tracker]")] : [];
  const changes = new Map();
  const shown = new Map();
  let open = null;
  if (trackers.some((tracker) => tracker.querySelector("[data-field]"))) start();

  function start() {
    for (const hint of document.querySelectorAll("[data-with-script]")) hint.hidden = false;
    for (const tracker of trackers) {
      const cells = cellsOf(tracker);
      for (const cell of cells) cell.tabIndex = -1;
      if (cells[0]) cells[0].tabIndex = 0;
      tracker.addEventListener("focusin", (event) => {
        const cell = event.target.closest("[data-field]");
        if (!cell || event.target !== cell) return;
        for (const other of cells) other.tabIndex = other === cell ? 0 : -1;
      });
      tracker.addEventListener("dblclick", (event) => {
        const cell = event.target.closest("[data-field]");
        if (cell && cell !== open?.cell) edit(cell);
      });
      let held = null; // what had the focus before the finger came down
      tracker.addEventListener("pointerdown", () => { held = document.activeElement; });
      tracker.addEventListener("click", (event) => {
        const cell = event.target.closest("[data-field]");
        if (!cell || cell === open?.cell || event.target.closest("a")) return;
        // Two taps are a double click only where the page cannot be magnified.
        if (event.pointerType === "touch" && held === cell) edit(cell);
        else cell.focus();
      });
      tracker.addEventListener("keydown", pressed);
    }
    bar.querySelector("[data-discard]").addEventListener("click", discard);
    bar.querySelector("[data-preview-changes]").addEventListener("click", preview);
    bar.addEventListener("submit", () => {
      closeOpen(true);
      fill(bar);
      removeEventListener("beforeunload", warn);
    });
  }

  function cellsOf(tracker) {
    return [...tracker.querySelectorAll("[data-field]")];
  }

  function pressed(event) {
    const cell = event.target.closest("[data-field]");
    if (!cell) return;
    if (open) {
      const many = open.field.tagName === "TEXTAREA";
      if (event.key === "Escape") { event.preventDefault(); closeOpen(false); cell.focus(); }
      else if (event.key === "Tab") { event.preventDefault(); closeOpen(true); step(cell, 0, event.shiftKey ? -1 : 1); }
      else if (event.key === "Enter" && (!many || event.ctrlKey || event.metaKey)) { event.preventDefault(); closeOpen(true); step(cell, event.shiftKey ? -1 : 1, 0); }
      return;
    }
    if (event.target !== cell || event.altKey) return;
    const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    if (moves[event.key]) { event.preventDefault(); step(cell, ...moves[event.key]); }
    else if (event.key === "Enter" || event.key === "F2") { event.preventDefault(); edit(cell); }
    else if (event.key === "Escape" && changes.has(cell)) { event.preventDefault(); keep(cell, typedIn(cell)); }
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && event.key !== " ") { event.preventDefault(); edit(cell, isLong(cell) ? undefined : event.key); }
    else if (event.key === "Delete") { event.preventDefault(); edit(cell, isLong(cell) ? undefined : ""); }
  }

  // A long text is not overwritten by one key: it is opened as it is.
  function isLong(cell) {
    return cell.dataset.long !== undefined;
  }

  function go(cell) {
    cell.focus();
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // In a list, down and right are the next one, up and left the one before.
  function step(cell, down, across) {
    const body = cell.closest("tbody");
    if (!body) {
      const cells = cellsOf(cell.closest("[data-tracker]"));
      return go(cells[cells.indexOf(cell) + (down || across)] || cell);
    }
    const rows = [...body.rows];
    let row = rows.indexOf(cell.parentElement) + down;
    let place = cell.cellIndex;
    for (let tries = 0; tries < 500; tries++) {
      place += across;
      if (across && rows[row] && !rows[row].cells[place]) { row += across; place = across > 0 ? 0 : (rows[row]?.cells.length || 1) - 1; }
      const next = rows[row]?.cells[place];
      if (!rows[row]) break;
      if (next?.dataset.field !== undefined) return go(next);
      if (!across) row += down || 1;
    }
    cell.focus();
  }

  function typedIn(cell) {
    if (cell.dataset.typed !== undefined) return cell.dataset.typed;
    return contents(cell).map((node) => node.textContent).join("").trim();
  }

  // What the server put into a cell, from before anything was written in its place.
  function contents(cell) {
    if (!shown.has(cell)) shown.set(cell, [...cell.childNodes]);
    return shown.get(cell);
  }

  // In a table, its line and its column say what a value is called.
  function labelOf(cell) {
    if (cell.dataset.label !== undefined) return cell.dataset.label;
    const column = cell.closest("table").tHead.rows[0].cells[cell.cellIndex];
    const names = { what: column.dataset.label, whose: cell.parentElement.dataset.label };
    return interpolate(gettext("%(what)s of %(whose)s"), names, true);
  }

  function edit(cell, begin) {
    closeOpen(true);
    const was = changes.has(cell) ? changes.get(cell) : typedIn(cell);
    contents(cell);
    const field = document.createElement(isLong(cell) ? "textarea" : "input");
    if (field.tagName === "INPUT") field.type = "text";
    if (cell.dataset.list) field.setAttribute("list", cell.dataset.list);
    field.autocomplete = "off";
    field.value = begin === undefined ? was : begin;
    field.setAttribute("aria-label", labelOf(cell));
    cell.replaceChildren(field);
    cell.classList.add("tracker-open");
    open = { cell, field, was };
    field.focus();
    if (begin === undefined) field.select();
    field.addEventListener("blur", () => setTimeout(() => { if (open?.field === field && document.activeElement !== field && document.hasFocus()) closeOpen(true); }));
  }

  function closeOpen(keepIt) {
    if (!open) return;
    const { cell, field, was } = open;
    open = null;
    cell.classList.remove("tracker-open");
    keep(cell, keepIt ? field.value : was);
  }

  // Keeps what was written for a cell, or lets the cell be as it was.
  function keep(cell, typed) {
    if (typed.trim() === typedIn(cell).trim()) {
      changes.delete(cell);
      cell.classList.remove("tracker-changed");
      cell.replaceChildren(...contents(cell));
    } else {
      changes.set(cell, typed);
      cell.classList.add("tracker-changed");
      cell.textContent = typed.trim() || "—";
    }
    show();
  }

  function show() {
    const number = changes.size;
    bar.hidden = number === 0;
    bar.querySelector("[data-count]").textContent = interpolate(ngettext("%(number)s value changed", "%(number)s values changed", number), { number }, true);
    bar.querySelector("[data-outcome]").hidden = true;
    if (number) addEventListener("beforeunload", warn);
    else removeEventListener("beforeunload", warn);
  }

  function warn(event) {
    event.preventDefault();
  }

  function discard() {
    for (const cell of [...changes.keys()]) keep(cell, typedIn(cell));
    document.querySelector("[data-tracker] [tabindex='0']")?.focus();
  }

  function fill(form) {
    for (const old of form.querySelectorAll("[data-filled]")) old.remove();
    for (const [cell, typed] of changes) {
      const field = document.createElement("textarea");
      field.hidden = true;
      field.name = cell.dataset.field;
      field.value = typed;
      field.dataset.filled = "";
      form.append(field);
    }
  }

  async function preview() {
    closeOpen(true);
    fill(bar);
    const sent = new FormData(bar);
    sent.set("act", "preview");
    const output = bar.querySelector("[data-outcome]");
    output.hidden = false;
    output.textContent = "…";
    try {
      const answer = await fetch(bar.action, { method: "POST", body: sent, credentials: "same-origin", headers: { "X-Requested-With": "fetch" } });
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      output.innerHTML = await answer.text(); // made by the site's own template, which escapes every value
    } catch {
      output.textContent = gettext("No preview this time. Save, or try again.");
    }
  }

  // A definition: only what means something for the chosen kind.
  const definition = document.querySelector("form[data-definition]");
  const kind = definition?.querySelector("[name=kind]");
  if (kind) {
    const fit = () => {
      for (const group of definition.querySelectorAll("[data-kinds]"))
        group.hidden = !group.dataset.kinds.split(" ").includes(kind.value);
    };
    kind.addEventListener("change", fit);
    fit();
  }
})();
