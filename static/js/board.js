// A place that is clicked on a board is chosen in the form beneath it. Without this, its link opens the form with it.
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-board] a[data-answer]");
  const board = link?.closest("[data-board]");
  const radios = board && [...document.querySelectorAll("input[type=radio]")].filter((one) => one.name === board.dataset.board);
  const radio = radios?.find((one) => one.value === link.dataset.answer);
  if (!radio || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  radio.checked = true;
  radio.dispatchEvent(new Event("change", { bubbles: true }));
});

document.addEventListener("change", (event) => {
  const radio = event.target;
  for (const board of document.querySelectorAll("[data-board]")) {
    if (radio.name !== board.dataset.board) continue;
    for (const link of board.querySelectorAll("a[data-answer]")) {
      const isChosen = link.dataset.answer === radio.value;
      link.classList.toggle("c-chosen", isChosen);
      link.classList.toggle("c-open", !isChosen);
    }
  }
});
