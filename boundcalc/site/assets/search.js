"use strict";
// Shows the theorems of which every word is said that is typed, and the topics that have one.
const box = document.getElementById("search");
const rows = [...document.querySelectorAll("[data-words]")];
const topics = [...document.querySelectorAll(".topic")];
const count = document.getElementById("count");

function search() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of rows) {
    const fits = words.every((word) => row.dataset.words.includes(word));
    row.hidden = !fits;
    shown += fits;
  }
  for (const topic of topics) topic.hidden = !topic.querySelector("[data-words]:not([hidden])");
  count.textContent = shown === 1 ? "1 theorem" : shown + " theorems";
}

box.addEventListener("input", search);
search();
