// The page without a connection: which pages this browser has kept, the last first.
"use strict";
(async function () {
  const place = document.querySelector("[data-read]");
  if (!place || !("caches" in window)) return;
  const pages = await caches.open("pages");
  for (const request of (await pages.keys()).reverse()) {
    if (new URL(request.url).pathname === location.pathname) continue;
    const answer = await pages.match(request);
    const title = new DOMParser().parseFromString(await answer.text(), "text/html").title;
    const link = document.createElement("a");
    link.href = request.url;
    link.textContent = title.replace(/ · BlogNomic$/, "") || request.url;
    const line = document.createElement("li");
    line.append(link);
    place.querySelector("ul").append(line);
    place.hidden = false;
  }
})();
