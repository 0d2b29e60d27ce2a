"use strict";
// The first page: the answer in words, its curve, the reader's own records, a link to all of it.
const section = document.querySelector('[data-view="size"]');
const own = document.getElementById("own");
const figure = document.querySelector("figure.curve");
const readout = figure.querySelector(".readout");
const inputs = Object.fromEntries([...section.querySelectorAll("input.exact")]
  .map((box) => [box.previousElementSibling.dataset.name, box]));
let curve = null, series = null;

function filled(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, name) => shown(values[name] ?? name));
}

function isCount(text) {
  const found = text.length <= 24 ? decimal(text) : null;
  return found !== null && found.digits > 0n;
}

function say(name, text) {
  section.querySelector("." + name).textContent = text;
}

// What the reader's own number of records is good for.
function ownWords(detail, records) {
  if (!records) return "";
  if (!isCount(records)) return "The number of your records is to be a positive number as 25000, without separators.";
  const best = leading(detail);
  const reached = series.best.filter(([, n]) => compare(n, records) <= 0).map(([k]) => k);
  const most = reached.length ? " They are certified for k up to " +
    shown(reached[reached.length - 1]) + " among the points of the curve." : "";
  if (compare(records, best.value) >= 0)
    return "Your " + shown(records) + " records suffice." + most;
  const [limit] = detail.limits;
  const closed = limit && compare(records, limit.value) <= 0
    ? " With " + limit.way + " they are certified to be too few, against one analyst." : "";
  return "No theorem here shows that your " + shown(records) + " records suffice." + closed + most;
}

function leading(detail) {
  return detail.order.find((entry) => entry.role !== 2 && entry.guarantee);
}

function show() {
  const detail = section.latest;
  const best = leading(detail);
  const records = own.value.trim();
  const hash = new URLSearchParams({ ...detail.values, ...(records && { n: records }) });
  history.replaceState(null, "", "#" + hash);
  figure.hidden = !best || !detail.stops;
  if (!best) {
    for (const name of ["number", "guarantee", "how", "mine"]) say(name, "");
    return;
  }
  say("number", shown(best.value) + " records suffice");
  say("guarantee", filled(best.guarantee, detail.values));
  say("how", (best.how ? best.how + " " : "") + "The command prints its parameters, and code that runs it. Shown by: " + best.title +
    (best.sharpened ? " (sharpened here)." : "."));
  series = detail.stops ? seriesAt(detail.stops, detail.easy) : null;
  say("mine", series ? ownWords(detail, records) : "");
  draw();
}

function draw() {
  const detail = section.latest;
  if (!series) return;
  const records = own.value.trim();
  const marks = [[detail.values.k, leading(detail).value, "asked"]];
  if (isCount(records)) marks.push([detail.values.k, records, "own"]);
  curve = drawCurve(figure, series, marks);
  curve.picture.setAttribute("aria-label", "Records n against answers k: " +
    series.best.filter((_, at) => at % 6 === 0)
      .map(([k, n]) => shown(n) + " for " + shown(k)).join(", "));
  curve.picture.addEventListener("pointermove", (event) => {
    const box = curve.picture.getBoundingClientRect();
    const [k, n] = nearest(series, curve.x, event.clientX - box.left);
    const published = series.published.find((point) => point[0] === k);
    readout.textContent = "k = " + shown(k) + ": n = " + shown(n) + " certified" +
      (published ? "; best published " + shown(published[1]) : "");
  });
}

// Puts the state that a link names into the controls.
function restore() {
  const state = new URLSearchParams(location.hash.slice(1));
  own.value = (state.get("n") || "").slice(0, 24);
  for (const [name, box] of Object.entries(inputs)) {
    const text = state.get(name);
    if (text === null || text.length > 24 || box.value === text) continue;
    box.value = text;
    box.dispatchEvent(new Event("input"));
  }
}

section.addEventListener("ranked", show);
own.addEventListener("input", show);
window.addEventListener("resize", draw);
window.addEventListener("hashchange", restore);
document.getElementById("copy-command").addEventListener("click", (event) =>
  copied(event.target, section.querySelector(".command").textContent));
document.getElementById("copy-link").addEventListener("click", (event) =>
  copied(event.target, location.href));
restore();
show();
