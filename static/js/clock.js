// Clocks and countdowns, brought up to date every half minute; every instant says the reader's own time on hover.
// A page with <html data-now="instant"> lives at that instant: the gallery, and whoever looks at another time.
"use strict";
(function () {
  const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December"];
  const MINUTE = 60 * 1000;
  const HOURS_UP_TO = 4 * 24 * 60;
  const said = Date.parse(document.documentElement.dataset.now || "");
  const shift = Number.isNaN(said) ? 0 : said - Date.now();
  const two = (number) => String(number).padStart(2, "0");

  function utc(when) {
    const day = when.getUTCDate() + " " + MONTHS[when.getUTCMonth()] + " " + when.getUTCFullYear();
    return day + ", " + two(when.getUTCHours()) + ":" + two(when.getUTCMinutes()) + " UTC";
  }

  // The same words as blognomic/display.py.
  function left(milliseconds) {
    const minutes = Math.floor(milliseconds / MINUTE);
    if (minutes < 1) return "in less than a minute";
    if (minutes >= HOURS_UP_TO) return "in " + Math.floor(minutes / 1440) + " days";
    const hours = Math.floor(minutes / 60);
    return "in " + [hours ? hours + " h" : "", minutes % 60 ? (minutes % 60) + " min" : ""].filter(Boolean).join(" ");
  }

  function due(time) {
    const reload = document.createElement("a");
    reload.href = location.href;
    reload.textContent = "reload";
    reload.addEventListener("click", (event) => { event.preventDefault(); location.reload(); });
    time.removeAttribute("data-countdown");
    time.textContent = "due now";
    time.after(", ", reload);
  }

  function tick() {
    const now = new Date(Date.now() + shift);
    for (const clock of document.querySelectorAll("time[data-clock]")) {
      clock.textContent = utc(now);
      clock.dateTime = now.toISOString();
    }
    for (const time of document.querySelectorAll("time[data-countdown]")) {
      const rest = Date.parse(time.dateTime) - now;
      if (Number.isNaN(rest)) continue;
      if (rest <= 0) due(time);
      else if (time.textContent !== left(rest)) time.textContent = left(rest);
    }
  }

  const own = new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeStyle: "short" });
  for (const time of document.querySelectorAll("time[datetime]:not([data-clock])")) {
    const when = new Date(time.dateTime);
    if (Number.isNaN(when.getTime())) continue;
    time.title = (time.title ? time.title + " · " : "") + "your time: " + own.format(when);
  }

  tick();
  setInterval(tick, MINUTE / 2);
})();
