// Notices on this device: <form data-push="the site's key"> with fields endpoint, public_key, auth and name, which this fills.
"use strict";
(function () {
  const form = document.querySelector("form[data-push]");
  if (!form || !("serviceWorker" in navigator) || !("PushManager" in window)) return;

  function bytesOf(word) {
    const padded = (word + "=".repeat(-word.length & 3)).replace(/-/g, "+").replace(/_/g, "/");
    return Uint8Array.from(atob(padded), (one) => one.charCodeAt(0));
  }
  function wordOf(buffer) {
    return btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  }
  // Such as "Firefox, Android".
  function nameOf() {
    const made = navigator.userAgent;
    const browser = ["Firefox", "Edg", "OPR", "Chrome", "Safari"].find((one) => made.includes(one + "/")) || "";
    const system = ["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"].find((one) => made.includes(one)) || "";
    return [{ Edg: "Edge", OPR: "Opera" }[browser] || browser, system].filter(Boolean).join(", ");
  }

  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("[type=submit]");
    button.disabled = true;
    try {
      if ((await Notification.requestPermission()) !== "granted") throw new Error("refused");
      const worker = await navigator.serviceWorker.ready;
      const old = await worker.pushManager.getSubscription();
      if (old) await old.unsubscribe(); // it may be for another key
      const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(form.dataset.push) });
      form.elements.endpoint.value = found.endpoint;
      form.elements.public_key.value = wordOf(found.getKey("p256dh"));
      form.elements.auth.value = wordOf(found.getKey("auth"));
      form.elements.name.value = nameOf();
      form.submit();
    } catch (error) {
      button.disabled = false;
      window.blognomic.say(gettext("Your browser does not allow notices from this site. You can change that in its settings."));
    }
  });
})();
