// What a browser keeps of the site: pages that were read, for when there is no connection, and notices that are pushed.
// With a connection everything is asked of the site, so nothing that is shown is older than the site says.
"use strict";
const OFFLINE = "/offline/";
const MOST = 40; // pages that are kept

self.addEventListener("install", (event) => {
  event.waitUntil(keepOffline().then(() => self.skipWaiting()));
});

// The page without a connection, and what it is drawn with.
async function keepOffline() {
  const offline = await caches.open("offline");
  const answer = await fetch(OFFLINE);
  const parts = [...(await answer.clone().text()).matchAll(/(?:src|href)="([^"]+\.(?:css|js|svg)[^"]*)"/g)];
  await offline.put(OFFLINE, answer);
  await offline.addAll([...new Set(parts.map((part) => part[1]))]);
}

self.addEventListener("activate", (event) => {
  const preload = self.registration.navigationPreload;
  event.waitUntil(Promise.all([preload && preload.enable(), self.clients.claim()]));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method !== "GET") {
    // Somebody signs in or out: what the one before them read is theirs.
    if (url.pathname.startsWith("/accounts/")) event.waitUntil(caches.delete("pages"));
    if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
    return;
  }
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (["style", "script", "image", "font"].includes(request.destination)) event.respondWith(part(event));
});

async function page(event) {
  try {
    const answer = (await event.preloadResponse) || (await fetch(event.request));
    const isPage = answer.ok && (answer.headers.get("Content-Type") || "").startsWith("text/html");
    // What says that it is not to be stored (messages, drafts, forms of one's own) is not.
    if (isPage && !(answer.headers.get("Cache-Control") || "").includes("no-store")) event.waitUntil(keep("pages", event.request, answer.clone()));
    return answer;
  } catch (error) {
    return (await kept("pages", event.request)) || caches.match(OFFLINE);
  }
}

async function part(event) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(keep("parts", event.request, answer.clone()));
    return answer;
  } catch (error) {
    const answer = (await kept("parts", event.request)) || (await kept("offline", event.request));
    if (answer) return answer;
    throw error;
  }
}

async function kept(where, request) {
  return (await caches.open(where)).match(request);
}

async function keep(where, request, answer) {
  const cache = await caches.open(where);
  await cache.delete(request); // so that the list is in the order of reading
  await cache.put(request, answer);
  const all = await cache.keys();
  const most = where === "pages" ? MOST : 3 * MOST;
  await Promise.all(all.slice(0, Math.max(all.length - most, 0)).map((one) => cache.delete(one)));
}

// -- notices

self.addEventListener("push", (event) => {
  const notice = event.data ? event.data.json() : {};
  const how = { body: notice.body, tag: notice.tag, data: { url: notice.url }, icon: "/favicon.ico" };
  event.waitUntil(self.registration.showNotification(notice.title || "BlogNomic", how));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL((event.notification.data || {}).url || "/notices/", location.origin).href;
  event.waitUntil(clients.matchAll({ type: "window" }).then((open) => {
    const here = open.find((one) => one.url === url);
    return here ? here.focus() : clients.openWindow(url);
  }));
});
