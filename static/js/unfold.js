// What a link within the page leads to is unfolded, also by browsers that do not do that themselves.
"use strict";
(function () {
  function unfold() {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const fold = target && target.closest("details");
    if (!fold || fold.open) return;
    fold.open = true;
    target.scrollIntoView();
  }
  addEventListener("hashchange", unfold);
  unfold();
})();
