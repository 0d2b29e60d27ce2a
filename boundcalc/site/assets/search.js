"use strict";
// Shows the theorems of which every word is said that is typed, and the topics that have one.
const box = document.getElementById("search");
const rows = [...document.querySelectorAll("[data-words]")];
const topics = [...document.querySelectorAll(".topic")];
const list = document.querySelector("ul.topics");
const count = document.getElementById("count");

function search() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of rows) {
    const fits = words.every((word) => row.dataset.words.includes(word));
    row.hidden = !fits;
    shown += fits;
  }
  list.hidden = words.length > 0;
  for (const topic of topics) topic.hidden = !topic.querySelector("[data-words]:not([hidden])");
  count.textContent = shown === 1 ? "1 theorem" :
    shown ? shown + " theorems" : "no theorem has all of these words; fewer of them may be enough";
}

box.addEventListener("input", search);
search();
