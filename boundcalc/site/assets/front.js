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
const confidence = document.createElement("small");
confidence.className = "faint";
inputs.beta.previousElementSibling.previousElementSibling.append(" ", confidence);
const buttons = ["copy-command", "copy-link"].map((id) => document.getElementById(id));
const AROUND = [0.1, 10, 0.01, 100]; // times k, where a server is asked for the curve
const MOST_OF_CONFIDENCE = 16; // digits, with their point
const ENOUGH = 3; // points of it, before which a curve that was computed before is drawn
let curve = null, series = null;
let around = { key: "", points: new Map(), stop: null }; // what it found for some tau and beta

function filled(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, name) => shown(values[name] ?? name));
}

// A number with what is said of many, or of one.
function counted(number, many, one) {
  return shown(number) + " " + (number === "1" ? one : many);
}

// What is said of a chance of failure that may be meant as a confidence.
function doubts(values) {
  return compare(values.beta, "0.5") >= 0
    ? " That is a chance of failure; for a confidence of 95% type 5%." : "";
}

function uncapped(sentence) {
  return sentence[0].toLowerCase() + sentence.slice(1);
}

// What holds, and that it holds of answers that are made so: a plain mean on the sample may not do.
function guaranteed(best, values) {
  const words = filled(best.guarantee, values);
  return best.how ? "If you answer as said below, then " + uncapped(words) : words;
}

// What people call one minus a chance of failure, exactly; nothing where the text is no chance, or
// one of more digits than anybody calls a confidence by.
function confidenceWords(text) {
  const found = text.length <= LONGEST ? decimal(text) : null;
  if (!found || found.digits === 0n || compare(text, "1") >= 0) return "";
  const places = Math.max(0, -found.power), whole = 10n ** BigInt(places);
  const share = found.digits * 10n ** BigInt(Math.max(0, found.power));
  const digits = String((whole - share) * 100n).padStart(places + 1, "0");
  const percent = digits.slice(0, digits.length - places) + (places ? "." + digits.slice(-places) : "");
  const words = places ? percent.replace(/\.?0+$/, "") : percent;
  return words.length > MOST_OF_CONFIDENCE ? "" : "= confidence " + words + "%";
}

function ownRefusal(records) {
  return records && refusal("n", records, "25000", "The number of your records");
}

function say(name, text) {
  section.querySelector("." + name).textContent = text;
}

// Whether the curve that was computed before is one for the very values that are asked for.
function isKept(detail) {
  return detail.stops && isAt(detail.stops, detail.values, fixed);
}

// Whether what a server found around the values that are asked for makes a curve.
function isAround(detail) {
  return detail.isLive && !isKept(detail) && around.points.size >= ENOUGH;
}

// What the reader's own number of records is good for.
function ownWords(detail, records) {
  if (!records) return "";
  const best = leading(detail);
  if (!best && "live" in section.dataset) return ""; // the server is asked, and what it says stands above
  if (!best)
    return "These pages cannot tell what your " + shown(records) + " records are good for at " +
      "these values, which lie outside of the points that were computed before. The command tells.";
  const reached = series.best.filter(([, n]) => compare(n, records) <= 0).map(([k]) => k);
  const others = isKept(detail) || isAround(detail)
    ? "" : ", which are for " + pointWords(detail.stops || detail.near, fixed);
  const isSafe = detail.stops || isAround(detail); // the nearest values may ask for less
  const most = reached.length && isSafe ? " They are certified for k up to " +
    shown(reached[reached.length - 1]) + " among the points of the curve" + others + "." : "";
  if (compare(records, best.value) >= 0)
    return "Your " + counted(records, "records suffice.", "record suffices.") +
      (reached.some((k) => compare(k, detail.values.k) > 0) ? most : "");
  const [limit] = detail.limits;
  const closed = limit && compare(records, limit.value) <= 0
    ? " With " + limit.way + " they are certified to be too few, against one analyst." : "";
  const denied = detail.isExact
    ? "No theorem here shows that your " + counted(records, "records suffice.", "record suffices.")
    : "These pages cannot tell whether your " +
      counted(records, "records suffice", "record suffices") + ": your values " +
      "lie between the points that were computed before. The command above tells.";
  return denied + closed + most;
}

// For which values the picture is drawn.
function drawnWords(detail) {
  if (isAround(detail))
    return "The curve is drawn for your values, at k = " +
      series.best.map(([k]) => shown(k)).join(", ") + ", certified just now.";
  if (!leading(detail) || !detail.stops)
    return "Your values lie outside of the points that were computed before; the curve is drawn " +
      "for the nearest of them, " + pointWords(detail.near, fixed) + ".";
  const isLimited = series.limit.length && !isAt(detail.easy, detail.values, fixed);
  return "The curve is drawn for " + pointWords(detail.stops, fixed) +
    (isKept(detail) ? "" : ", the nearest values computed before that ask for no less") +
    (isLimited ? "; what is too few, for " + pointWords(detail.easy, fixed) +
      ", the nearest that ask for no more" : "") + ".";
}

// The curve for what is asked: kept, or found by a server around it, or kept for the nearest values.
function seriesFor(detail) {
  if (!leading(detail)) return detail.near && seriesAt(detail.near, null);
  if (isAround(detail)) return seriesAround(around.points);
  return detail.stops ? seriesAt(detail.stops, detail.easy) : detail.near && seriesAt(detail.near, null);
}

// Asks the server for more points of a curve that was not computed before, one after another.
async function lookAround(detail) {
  const { k } = detail.values;
  const key = JSON.stringify(detail.values);
  if (around.key === key) return;
  around.stop?.abort(); // the server then stops, too
  if (!detail.isLive || isKept(detail) || !leading(detail)) {
    around = { key: "", points: new Map(), stop: null };
    return;
  }
  const mine = around = { key, points: new Map(), stop: new AbortController() };
  mine.points.set(k, { order: detail.order, limits: detail.limits });
  for (const times of AROUND) {
    const other = Math.round(Number(k) * times);
    if (other < 1 || other >= 1e15) continue;
    const given = fixed.map((name) => name + "=" + detail.values[name]).join(" ");
    const data = await solved("n " + given + " k=" + other, mine.stop.signal);
    if (around !== mine) return;
    if (data.error) continue;
    mine.points.set(String(other), { order: liveOrder(data), limits: liveLimits(data) });
    show();
  }
}

function leading(detail) {
  return detail.order.find((entry) => entry.role !== 2 && entry.guarantee);
}

function show() {
  const detail = section.latest;
  const best = leading(detail);
  const records = plain(own.value);
  const hash = new URLSearchParams({ ...detail.values, ...(records && { n: records }) });
  history.replaceState(null, "", "#" + hash);
  const refused = ownRefusal(records);
  for (const button of buttons) button.hidden = detail.isRefused;
  lookAround(detail);
  series = seriesFor(detail);
  figure.hidden = !series;
  say("number", best ? counted(best.value, "records suffice", "record suffices") : "");
  say("guarantee", best ? guaranteed(best, detail.values) + doubts(detail.values) : "");
  say("how", best && best.how ? "How to answer: " + uncapped(best.how) : "");
  say("shown", best ? "The command prints all parameters, and code that runs it. Shown by: " +
    best.title + (best.sharpened
      ? " (sharpened here: the argument stands in this library, and is not published)." : ".") : "");
  confidence.textContent = confidenceWords(detail.values.beta);
  say("mine", refused ? refused + "." : series ? ownWords(detail, records) : "");
  say("drawn", series ? drawnWords(detail) : "");
  readout.textContent = "";
  draw();
}

function draw() {
  const detail = section.latest;
  if (!series) return;
  const records = plain(own.value);
  const best = leading(detail);
  const marks = best ? [[detail.values.k, best.value, "asked"]] : [];
  if (best && records && !ownRefusal(records) && compare(records, FARTHEST) <= 0)
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
