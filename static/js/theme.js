// Runs before the page is drawn, so that a chosen colour scheme does not flash: data-theme on <html>.
"use strict";
(function () {
  try {
    const chosen = localStorage.getItem("theme");
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch (error) {
    // Without storage the scheme of the system holds.
  }
})();
