// Times: UTC is written in the page; beside it stands the reader's own time, or where there is no room for it, it shows
// when the time is pointed at, tapped or reached by keyboard. Clocks and countdowns are kept up to date.
// A page with <html data-now="instant"> lives at that instant: it is looked at as of another time.
"use strict";
(function () {
  const MONTHS = [
    gettext("January"), gettext("February"), gettext("March"), gettext("April"),
    gettext("May"), gettext("June"), gettext("July"), gettext("August"),
    gettext("September"), gettext("October"), gettext("November"), gettext("December"),
  ];
  const MINUTE = 60 * 1000;
  const HOURS_UP_TO = 4 * 24 * 60;
  const said = Date.parse(document.documentElement.dataset.now || "");
  const shift = Number.isNaN(said) ? 0 : said - Date.now();
  const two = (number) => String(number).padStart(2, "0");
  const clockOf = (when) => two(when.getHours()) + ":" + two(when.getMinutes());
  const told = (words, named) => interpolate(words, named, true);
  const dayOf = (when) => told(gettext("%(day)s %(month)s"), { day: when.getDate(), month: MONTHS[when.getMonth()] });

  function utc(when) {
    return told(gettext("%(day)s %(month)s %(year)s, %(time)s UTC"), {
      day: when.getUTCDate(), month: MONTHS[when.getUTCMonth()], year: when.getUTCFullYear(),
      time: two(when.getUTCHours()) + ":" + two(when.getUTCMinutes()),
    });
  }

  // The reader's own time: the hour, and the day where it is another one than in UTC.
  function own(when) {
    const sameDay = when.getDate() === when.getUTCDate();
    if (sameDay) return told(gettext("%(time)s your time"), { time: clockOf(when) });
    return told(gettext("%(day)s, %(time)s your time"), { day: dayOf(when), time: clockOf(when) });
  }
  const elsewhere = (when) => when.getTimezoneOffset() !== 0;
  const both = (when) => utc(when) + (elsewhere(when) ? " · " + own(when) : "");

  // The same words as blognomic/display.py.
  function left(milliseconds) {
    const minutes = Math.floor(milliseconds / MINUTE);
    if (minutes < 1) return gettext("in less than a minute");
    if (minutes >= HOURS_UP_TO) {
      const number = Math.floor(minutes / 1440);
      return told(ngettext("in %(number)s day", "in %(number)s days", number), { number });
    }
    const hours = Math.floor(minutes / 60);
    const span = [hours ? hours + " h" : "", minutes % 60 ? (minutes % 60) + " min" : ""].filter(Boolean).join(" ");
    return told(gettext("in %(span)s"), { span });
  }

  function ago(milliseconds) {
    const minutes = Math.floor(milliseconds / MINUTE);
    const days = Math.floor(minutes / 1440);
    if (minutes < 1) return gettext("just now");
    const number = minutes < 60 ? minutes : days < 1 ? Math.floor(minutes / 60) : days < 60 ? days
      : days < 730 ? Math.floor(days / 30.44) : Math.floor(days / 365.25);
    const words = minutes < 60 ? ngettext("%(number)s minute ago", "%(number)s minutes ago", number)
      : days < 1 ? ngettext("%(number)s hour ago", "%(number)s hours ago", number)
        : days < 60 ? ngettext("%(number)s day ago", "%(number)s days ago", number)
          : days < 730 ? ngettext("%(number)s month ago", "%(number)s months ago", number)
            : ngettext("%(number)s year ago", "%(number)s years ago", number);
    return told(words, { number });
  }

  // In hours and minutes, as the law counts: what has lasted so long, and what is to wait, of which the minute that has
  // begun is the last.
  function lasting(minutes, waits) {
    const hours = Math.floor(minutes / 60);
    const rest = minutes % 60;
    return waits && hours && !rest ? hours + "\u00a0h" : hours + "\u00a0h " + rest + "\u00a0min";
  }

  const tell = (place, words) => { if (place.textContent !== words) place.textContent = words; };

  // What time alone changes has changed: the page is brought up to date, once a minute until the site agrees, for this
  // clock may be ahead of its own; where it cannot be, or never agrees, it says how.
  let lately = 0;
  function due(time, rest) {
    time.textContent = gettext("due now");
    if (shift === 0 && window.blognomic.refresh && rest > -60 * MINUTE) {
      if (Date.now() - lately < MINUTE) return;
      lately = Date.now();
      setTimeout(window.blognomic.refresh, 1500);
      return;
    }
    time.removeAttribute("data-countdown");
    const reload = document.createElement("a");
    reload.href = location.href;
    reload.textContent = gettext("reload");
    reload.addEventListener("click", (event) => { event.preventDefault(); location.reload(); });
    time.after(", ", reload);
  }

  function tick() {
    const now = new Date(Date.now() + shift);
    for (const clock of document.querySelectorAll("time[data-clock]")) {
      clock.textContent = utc(now);
      clock.dateTime = now.toISOString();
      beside(clock, now);
    }
    for (const place of document.querySelectorAll("[data-ago]")) {
      const past = now - Date.parse(place.dataset.ago || place.dateTime);
      const words = past > 0 ? ago(past) : left(-past);
      if (!Number.isNaN(past)) tell(place, place.dataset.ago ? "(" + words + ")" : words);
    }
    for (const place of document.querySelectorAll("[data-since], [data-until]")) {
      const { since, until } = place.dataset;
      const length = since ? Math.floor((now - Date.parse(since)) / MINUTE) : Math.ceil((Date.parse(until) - now) / MINUTE);
      if (!Number.isNaN(length)) tell(place, lasting(Math.max(length, 0), !since));
    }
    for (const time of document.querySelectorAll("time[data-countdown]")) {
      const rest = Date.parse(time.dateTime) - now;
      if (Number.isNaN(rest)) continue;
      if (rest <= 0) due(time, rest);
      else if (time.textContent !== left(rest)) time.textContent = left(rest);
    }
  }

  // Side by side: the reader's own time after the one in UTC, before the distance from now.
  function beside(time, when) {
    if (!elsewhere(when)) return;
    let local = time.querySelector(".local-time");
    if (!local) {
      local = document.createElement("span");
      local.className = "local-time";
      time.insertBefore(local, time.querySelector(".relative"));
    }
    local.textContent = " · " + own(when) + (time.querySelector(".relative") ? " " : "");
  }

  // Where there is no room: a small box, for the mouse, the finger and the keyboard alike.
  const box = document.createElement("span");
  box.className = "time-box";
  box.hidden = true;
  box.id = "time-box";
  box.setAttribute("role", "tooltip");
  let described = null;
  function show(time, target) {
    if (!box.isConnected) document.body.append(box);
    hide();
    described = target.closest("a, summary, button") || time;
    described.setAttribute("aria-describedby", box.id);
    box.textContent = time.dataset.both;
    box.hidden = false;
    const at = time.getBoundingClientRect();
    const most = document.documentElement.clientWidth - box.offsetWidth - 8;
    box.style.left = Math.max(8, Math.min(at.left, most)) + scrollX + "px";
    box.style.top = (at.top > box.offsetHeight + 8 ? at.top - box.offsetHeight - 4 : at.bottom + 4) + scrollY + "px";
  }
  function hide() {
    box.hidden = true;
    if (described) described.removeAttribute("aria-describedby");
    described = null;
  }
  const timeOf = (target) => target instanceof Element
    && (target.closest("time[data-both]") || (target.matches("a, summary, button") && target.querySelector("time[data-both]")));
  for (const name of ["pointerover", "focusin", "click"]) {
    document.addEventListener(name, (event) => {
      const time = timeOf(event.target);
      if (time) show(time, event.target);
      else hide();
    });
  }
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });

  // Instants within sentences of the site are times, too. What people wrote stays as they wrote it, and so do fields,
  // values that are edited in place, and comparisons.
  const OTHERS = ".prose, .diff, .diff-prose, .tracker, .state, .game-values, [contenteditable], time, textarea, select, "
    + "button, script, style, pre, code, svg, del, ins, mark, blockquote, q";
  const ENGLISH = "%(day)s %(month)s %(year)s, %(time)s UTC";
  const NAMED = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December"];
  const PLACES = { day: "\\d{1,2}", year: "\\d{4}", time: "\\d\\d:\\d\\d" };
  const asPattern = (words, months) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/%\\\((\w+)\\\)s/g, (all, name) =>
    "(?<" + name + ">" + (name === "month" ? months.join("|") : PLACES[name]) + ")");
  const patterns = [[ENGLISH, NAMED], [gettext(ENGLISH), MONTHS]]
    .filter(([words], index, all) => index === 0 || words !== all[0][0])
    .map(([words, months]) => ({ months, found: new RegExp("(?<!\\d)" + asPattern(words, months)) }));

  function instantIn(text) {
    for (const { months, found } of patterns) {
      const hit = found.exec(text);
      if (!hit) continue;
      const { day, month, year, time } = hit.groups;
      const when = new Date(Date.UTC(year, months.indexOf(month), day, ...time.split(":")));
      if (when.getUTCDate() === Number(day)) return { hit, when };
    }
    return null;
  }

  function markInstants(part) {
    const walker = document.createTreeWalker(part === document ? document.body : part, NodeFilter.SHOW_TEXT,
      (node) => (node.data.includes(" UTC") && !node.parentElement.closest(OTHERS)
        ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP));
    const nodes = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    for (let node of nodes) {
      for (let told = instantIn(node.data); told; told = instantIn(node.data)) {
        const words = node.splitText(told.hit.index);
        node = words.splitText(told.hit[0].length);
        const time = document.createElement("time");
        time.dateTime = told.when.toISOString();
        words.replaceWith(time);
        time.append(words);
      }
    }
  }

  window.blognomic.each((part) => {
    markInstants(part);
    for (const time of part.querySelectorAll("time[datetime]:not([data-clock])")) {
      const when = new Date(time.dateTime);
      if (Number.isNaN(when.getTime()) || time.dataset.both || time.querySelector(".local-time")) continue;
      if (/ UTC/.test(time.textContent)) { beside(time, when); continue; }
      // The box says what the title said, and more.
      time.dataset.both = both(when);
      time.removeAttribute("title");
    }
  });

  tick();
  setInterval(tick, MINUTE / 2);
})();
