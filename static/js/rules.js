// The ruleset's page: a box that filters the rules, and a mark in the contents where one reads. All of it is extra.
"use strict";
(function () {
  const rules = [...document.querySelectorAll(".rule")];
  const place = document.querySelector("[data-rules-filter]");
  if (!place || !rules.length) return;

  const entries = new Map();
  for (const link of document.querySelectorAll(".toc-list a")) entries.set(link.hash.slice(1), link);

  // The filter. A rule that is only there because a rule below it matches shows its heading alone.
  const box = document.createElement("input");
  box.type = "search";
  box.id = "rules-filter";
  box.placeholder = gettext("Filter the rules");
  box.setAttribute("aria-label", gettext("Filter the rules"));
  const count = document.createElement("p");
  count.setAttribute("role", "status");
  place.append(box, count);

  const plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const known = rules.map((rule) => ({
    rule, depth: Number(rule.dataset.depth), text: plain(rule.textContent), entry: entries.get(rule.id),
  }));

  function filter() {
    const words = plain(box.value).split(/\s+/).filter(Boolean);
    const found = known.map((one) => words.every((word) => one.text.includes(word)));
    const shown = [...found];
    let above = Infinity;
    for (let i = known.length - 1; i >= 0; i--) {
      if (found[i]) above = known[i].depth;
      else if (known[i].depth < above && above !== Infinity) { shown[i] = true; above = known[i].depth; }
      if (known[i].depth === 0) above = Infinity;
    }
    known.forEach((one, i) => {
      one.rule.hidden = !shown[i];
      one.rule.classList.toggle("rule-named-only", shown[i] && !found[i]);
      if (one.entry) one.entry.parentElement.hidden = !shown[i];
    });
    const many = found.filter(Boolean).length;
    count.textContent = words.length ? interpolate(ngettext("%(number)s rule", "%(number)s rules", many), { number: many }, true) : "";
  }

  box.addEventListener("input", filter);
  filter();

  // On a narrow screen the contents fold themselves up once they have been used.
  const bar = document.querySelector(".toc-bar");
  for (const link of entries.values()) link.addEventListener("click", () => { bar.open = false; });

  // Where one reads.
  let current = null;
  function mark(rule) {
    const entry = entries.get(rule.id);
    if (!entry || entry === current) return;
    if (current) current.removeAttribute("aria-current");
    current = entry;
    entry.setAttribute("aria-current", "location");
    const frame = entry.closest(".rules-aside");
    const top = entry.getBoundingClientRect().top - frame.getBoundingClientRect().top;
    if (top < 0 || top > frame.clientHeight - 40) frame.scrollTop += top - frame.clientHeight / 3;
  }
  let waiting = false;
  function look() {
    waiting = false;
    const seen = rules.filter((rule) => !rule.hidden && rule.getBoundingClientRect().top < 120);
    mark(seen[seen.length - 1] || rules[0]);
  }
  addEventListener("scroll", () => { if (!waiting) { waiting = true; requestAnimationFrame(look); } }, { passive: true });
  look();
})();
