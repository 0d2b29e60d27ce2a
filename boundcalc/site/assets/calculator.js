"use strict";
// Looks certified answers up where the sliders stand; computes no number of its own.
const grids = JSON.parse(document.getElementById("answers").textContent);

const KINDS = { baseline: " (baseline)", floor: " (floor: no adaptivity)" };

function row(title, target, value, role) {
  const found = document.createElement("tr");
  if (role !== "theorem") found.className = "baseline";
  const first = cell("");
  first.append(link(title, target), KINDS[role] || "");
  found.append(first, cell(value === null ? "no answer" : shown(value), "number"));
  return found;
}

// The columns with the best value first; those that are no theorems last, as what has no answer.
function listed(grid, place) {
  const late = (column) => 2 * (column.values[place] === null) + (column.role !== "theorem");
  const value = (column) => (grid.least ? 1 : -1) * Number(column.values[place]);
  return [...grid.columns].sort((a, b) => late(a) - late(b) || value(a) - value(b));
}

function setUp(grid) {
  const section = document.querySelector('[data-key="' + grid.key + '"]');
  const sliders = [...section.querySelectorAll("input")];
  const outputs = [...section.querySelectorAll("output")];
  const names = Object.keys(grid.axes);
  const body = section.querySelector("tbody");
  const command = section.querySelector(".command");

  function show() {
    let place = 0;
    const given = names.map((name, axis) => {
      const values = grid.axes[name];
      const at = Number(sliders[axis].value);
      place = place * values.length + at;
      outputs[axis].textContent = shown(values[at]);
      sliders[axis].setAttribute("aria-valuetext", values[at]);
      return name + "=" + values[at];
    });
    body.replaceChildren(
      ...listed(grid, place).map((column) =>
        row(column.title, column.page, column.values[place], column.role)));
    command.textContent = "boundcalc solve " + [grid.unknown, ...given].join(" ");
  }

  sliders.forEach((slider, axis) => {
    slider.value = grid.start[axis];
    slider.addEventListener("input", show);
  });
  show();
}

grids.forEach(setUp);

const form = document.getElementById("ask");
if (form) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const place = document.getElementById("answer");
    place.textContent = "…";
    const typed = document.getElementById("question").value.trim();
    const data = await solved(typed);
    if (data.error) {
      place.textContent = data.error;
      return;
    }
    const table = document.createElement("table");
    table.append(...data.answers.map((answer) =>
      row(answer.title + (answer.vacuous ? " (" + answer.vacuity + ")" : ""),
        answer.page, answer.value, answer.role)));
    place.replaceChildren(table);
  });
}
