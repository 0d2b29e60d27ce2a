"use strict";
// The first page: the answer in words, its curve, the reader's own records, a link to all of it.
const section = document.querySelector('[data-view="size"]');
const own = document.getElementById("own");
const figure = document.querySelector("figure.curve");
const readout = figure.querySelector(".readout");
const fixed = Object.keys(kept.axes).filter((name) => name !== "k"); // along the curve
const FARTHEST = "1e15"; // records that are marked in the picture
const inputs = Object.fromEntries([...section.querySelectorAll("input.exact")]
  .map((box) => [box.previousElementSibling.dataset.name, box]));
const buttons = ["copy-command", "copy-link"].map((id) => document.getElementById(id));
let curve = null, series = null;

function filled(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, name) => shown(values[name] ?? name));
}

function ownRefusal(records) {
  return records && refusal("n", records, "25000", "The number of your records");
}

function say(name, text) {
  section.querySelector("." + name).textContent = text;
}

// What the reader's own number of records is good for.
function ownWords(detail, records) {
  if (!records) return "";
  const best = leading(detail);
  const reached = series.best.filter(([, n]) => compare(n, records) <= 0).map(([k]) => k);
  const others = isAt(detail.stops, detail.values, fixed)
    ? "" : ", which are for " + pointWords(detail.stops, fixed);
  const most = reached.length ? " They are certified for k up to " +
    shown(reached[reached.length - 1]) + " among the points of the curve" + others + "." : "";
  if (compare(records, best.value) >= 0)
    return "Your " + shown(records) + " records suffice." +
      (reached.some((k) => compare(k, detail.values.k) > 0) ? most : "");
  const [limit] = detail.limits;
  const closed = limit && compare(records, limit.value) <= 0
    ? " With " + limit.way + " they are certified to be too few, against one analyst." : "";
  const denied = detail.isExact
    ? "No theorem here shows that your " + shown(records) + " records suffice."
    : "These pages cannot tell whether your " + shown(records) + " records suffice: your values " +
      "lie between the points that were computed before. The command above tells.";
  return denied + closed + most;
}

// For which values the picture is drawn.
function drawnWords(detail) {
  const isOwn = isAt(detail.stops, detail.values, fixed);
  const isLimited = series.limit.length && !isAt(detail.easy, detail.values, fixed);
  return "The curve is drawn for " + pointWords(detail.stops, fixed) +
    (isOwn ? "" : ", the nearest values computed before that ask for no less") +
    (isLimited ? "; what is too few, for " + pointWords(detail.easy, fixed) +
      ", the nearest that ask for no more" : "") + ".";
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
  const refused = ownRefusal(records);
  figure.hidden = !best || !detail.stops;
  for (const button of buttons) button.hidden = detail.isRefused;
  if (!best) {
    for (const name of ["number", "guarantee", "how"]) say(name, "");
    say("mine", refused && refused + ".");
    return;
  }
  say("number", shown(best.value) + " records suffice");
  say("guarantee", filled(best.guarantee, detail.values));
  say("how", (best.how ? best.how + " " : "") + "The command prints its parameters, and code that runs it. Shown by: " + best.title +
    (best.sharpened ? " (sharpened here)." : "."));
  series = detail.stops ? seriesAt(detail.stops, detail.easy) : null;
  say("mine", refused ? refused + "." : series ? ownWords(detail, records) : "");
  say("drawn", series ? drawnWords(detail) : "");
  draw();
}

function draw() {
  const detail = section.latest;
  if (!series) return;
  const records = own.value.trim();
  const marks = [[detail.values.k, leading(detail).value, "asked"]];
  if (records && !ownRefusal(records) && compare(records, FARTHEST) <= 0)
    marks.push([detail.values.k, records, "own"]);
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
  own.value = (state.get("n") || "").slice(0, LONGEST + 1); // what is longer is refused, not cut
  for (const [name, box] of Object.entries(inputs)) {
    const text = state.get(name)?.slice(0, LONGEST + 1);
    if (text === undefined || box.value === text) continue;
    box.value = text;
    box.dispatchEvent(new Event("input"));
  }
}

section.addEventListener("ranked", show);
own.addEventListener("input", show);
window.addEventListener("resize", draw);
window.addEventListener("hashchange", restore);
buttons[0].addEventListener("click", (event) =>
  copied(event.target, section.querySelector(".command").textContent));
buttons[1].addEventListener("click", (event) =>
  copied(event.target, location.href));
restore();
show();
