"use strict";
// Shows the theorems whose id, title or symbols hold every word that is typed.
const box = document.getElementById("search");
const rows = [...document.querySelectorAll("[data-words]")];
const count = document.getElementById("count");

function search() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of rows) {
    const fits = words.every((word) => row.dataset.words.includes(word));
    row.hidden = !fits;
    shown += fits;
  }
  count.textContent = shown === 1 ? "1 theorem" : shown + " theorems";
}

box.addEventListener("input", search);
search();
