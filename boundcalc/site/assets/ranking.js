"use strict";
// The ranking of all ways where the controls stand.
const FEW = 8;
const PAUSE = 300; // milliseconds after which a control is taken to rest
const STEPS = 10; // of a slider between two certified points
const LONGEST = 24; // characters of a number

// Points of the grid in words: "τ = 0.1, k = 1 000".
function pointWords(stops, names = Object.keys(stops)) {
  return names.map((name) => kept.domains[name].letter + " = " +
    shown(kept.axes[name][stops[name]])).join(", ");
}

// Whether certified points, of all axes or of some, are the values themselves.
function isAt(stops, values, names = Object.keys(stops)) {
  return names.every((name) => compare(kept.axes[name][stops[name]], values[name]) === 0);
}

// Why a text is no value of a quantity, in words; empty where it is one.
function refusal(name, text, example, subject = kept.domains[name].letter) {
  const domain = kept.domains[name];
  const found = text.length <= LONGEST ? decimal(text) : null;
  if (found === null || found.digits === 0n)
    return subject + " is to be a positive number as " + example + ", without separators" +
      (text.length > LONGEST ? " and of at most " + LONGEST + " characters" : "");
  const isWhole = found.power >= 0 || found.digits % 10n ** BigInt(-found.power) === 0n;
  const side = domain.upper === null ? -1 : compare(text, domain.upper);
  return side > 0 || (side === 0 && !domain.closed) || (domain.integer && !isWhole)
    ? subject + " must lie in " + domain.text : "";
}

// The points of the grid where less is asked for; null beyond it.
function easyStops(values) {
  const stops = Object.fromEntries(
    Object.keys(kept.axes).map((name) => [name, easyStop(name, values[name])]));
  return Object.values(stops).some((stop) => stop < 0) ? null : stops;
}

// What fails with few records; what fails where less is asked for fails here, too.
function limitsAt(easy) {
  if (easy === null) return [];
  return kept.limits.map((limit) => ({ ...limit, value: limit.values[placeOf(easy)] }))
    .filter((limit) => limit.value !== null);
}

// How the answers are made, with the parameters that a server found.
function liveHow(answer, way) {
  const found = Object.entries(way ? way.settings : {})
    .filter(([name]) => answer.witness[name])
    .map(([name, letter]) => {
      const value = Number(answer.witness[name]), short = Number(value.toPrecision(6));
      return letter + (short === value ? " = " : " ≈ ") + short;
    });
  return found.length ? { how: way.how.slice(0, -1) + ", with " + found.join(" and ") + "." } : {};
}

// What a server answered: the ways that say something, the best first, and what fails.
function liveOrder(data) {
  const kinds = ["theorem", "baseline", "floor"];
  const known = Object.fromEntries(kept.ways.map((way) => [way.id, way]));
  return ranked(data.answers.filter((answer) => answer.certified && !answer.vacuous)
    .map((answer) => ({
      guarantee: answer.guarantee, ...known[answer.theorem], ...liveHow(answer, known[answer.theorem]),
      id: answer.theorem, title: answer.title, value: answer.value, steps: answer.steps,
      role: kinds.indexOf(answer.role), sharpened: answer.sharpened,
    })), true);
}

function liveLimits(data) {
  const known = Object.fromEntries(kept.limits.map((limit) => [limit.id, limit]));
  return (data.limits_below || []).map((limit) => ({
    ...known[limit.theorem], way: limit.way, value: limit.value,
  }));
}

function limitWords(limits, easy, order) {
  if (!limits.length) return "";
  const [first] = limits;
  const best = order.find((entry) => entry.premise === first.premise);
  const between = best && compare(first.value, best.value) < 0
    ? "The least n for " + first.way + " is between " + shown(first.value) + " and " +
      shown(best.value) + ". " : "";
  return between + "Too few, against one analyst: " +
    limits.map((limit) => "n up to " + shown(limit.value) + " for " + limit.way).join(", ") +
    " (certified " + (easy ? "at " + pointWords(easy) : "for exactly these values") +
    "; no other algorithm is limited).";
}

function note(entry) {
  if (entry.role === 1) return "baseline";
  if (entry.role === 2) return "floor: no adaptivity";
  return entry.sharpened ? "sharpened here" : "";
}

function wayRow(entry, first) {
  const found = document.createElement("tr");
  if (entry.role) found.className = "baseline";
  const name = cell("");
  name.append(entry.title);
  if (note(entry)) name.append(" (" + note(entry) + ")");
  const steps = document.createElement("div");
  steps.className = "steps";
  entry.steps.forEach((step, place) => {
    if (place) steps.append(" → ");
    steps.append(link(step.id, step.page));
  });
  name.append(steps);
  const ratio = Number(entry.value) / Number(first.value);
  found.append(name, cell(shown(entry.value), "number"), cell(ratio.toPrecision(3), "number"));
  return found;
}

// The best published way at each point of the last axis, as ranges of that axis.
function leaders(places) {
  const ranges = [];
  for (const [stop, place] of places) {
    const [best] = ranked(entriesAt(place).filter((entry) => !entry.role && !entry.sharpened), true);
    const last = ranges[ranges.length - 1];
    if (!best) continue;
    if (last && last.id === best.id) last.to = stop;
    else ranges.push({ id: best.id, title: best.title, from: stop, to: stop });
  }
  return ranges;
}

// For each way the largest certified k that n records suffice for.
function answersFor(stops, records) {
  const best = new Map();
  for (const [k, place] of along(stops))
    for (const entry of entriesAt(place))
      if (compare(entry.value, records) <= 0) best.set(entry.id, { ...entry, value: k });
  return [...best.values()];
}

function setUpRanking(section) {
  const view = section.dataset.view;
  const sliders = [...section.querySelectorAll("input[type=range]")];
  const boxes = [...section.querySelectorAll("input.exact")];
  const names = sliders.map((slider) => slider.dataset.name);
  const stand = section.querySelector(".stand");
  const body = section.querySelector("tbody");
  const more = section.querySelector(".more");
  const command = section.querySelector(".command");
  const starts = Object.fromEntries(sliders.map((item) => [item.dataset.name, item.dataset.start]));
  const scales = sliders.map((slider) =>
    slider.dataset.stops.split(" ").sort(compare));
  let isLong = false, asked = 0, running = null, filled = [], where = "";

  function textAt(axis, position) {
    const stops = scales[axis];
    const low = Math.floor(position / STEPS), part = (position % STEPS) / STEPS;
    if (!part) return stops[low];
    const value = Number(stops[low]) ** (1 - part) * Number(stops[low + 1]) ** part;
    const rounded = Number(value.toPrecision(3));
    return String(names[axis] === "k" || names[axis] === "n" ? Math.round(rounded) : rounded);
  }

  function say(name, text) {
    const place = section.querySelector("." + name);
    if (place) place.textContent = text;
  }

  // Shows ways; `at` says of which point they are, where it is not the one that is asked for.
  function fill(order, at) {
    [filled, where] = [order, at];
    for (const part of section.querySelectorAll(".ways")) part.hidden = !order.length;
    const seen = isLong ? order : order.slice(0, FEW);
    body.replaceChildren(...seen.map((entry) => wayRow(entry, order[0])));
    const isLeast = view === "size";
    const best = bestPublished(order);
    say("published", best
      ? "The best published" + where + ": " + best.title + " with " + (isLeast ? "n" : "k") + " = " +
        shown(best.value) + "." : "");
    more.hidden = order.length <= FEW;
    more.textContent = isLong ? "Show the best " + FEW : "Show all " + order.length + " ways";
  }

  function refusals(values) {
    return names.map((name) => refusal(name, values[name], starts[name])).filter(Boolean);
  }

  // Says which value lies beyond all certified points, if one does.
  function beyond(values) {
    const name = names.find((name) => name in kept.axes && safeStop(name, values[name]) < 0);
    if (!name) return "";
    const side = kept.safe[name] === "larger" ? "no larger " : "no smaller ";
    return side + kept.domains[name].letter + " than " + values[name] +
      " is among the points that were certified before";
  }

  function standing(stops, isExact) {
    if (view === "answers")
      return "Certified at " + pointWords(stops) + (isExact ? "." : ", the next certified point " +
        "on the safe side; what holds there holds for these values.");
    return isExact ? "Certified at exactly these values." :
      "Shown: " + pointWords(stops) + ", the next certified point on the safe side. " +
      "An n that suffices there suffices here; less may do.";
  }

  function show() {
    const values = Object.fromEntries(names.map((name, axis) => [name, plain(boxes[axis].value)]));
    const given = names.map((name) => name + "=" + values[name]).join(" ");
    const refused = refusals(values), isRefused = refused.length > 0;
    command.textContent = isRefused ? "" : "boundcalc solve " + (view === "size" ? "n " : "k ") + given;
    const wrong = isRefused ? refused.join("; ") : beyond(values);
    fill([], "");
    for (const part of section.querySelectorAll(".run")) part.hidden = isRefused;
    for (const name of ["published", "crossovers", "limits"]) say(name, "");
    const isLive = "live" in section.dataset;
    const answered = isLive ? "; these values are being looked at …" : "; the command below answers";
    stand.textContent = wrong + (wrong && !isRefused ? answered : "");
    const latest = {
      values, isRefused, isExact: false, isLive: false, stops: null, easy: null, near: null,
      order: [], limits: [],
    };
    if (!isRefused && view === "size")
      latest.near = Object.fromEntries(names.map((name) => [name, nearStop(name, values[name])]));
    if (!wrong) {
      const stops = Object.fromEntries(
        names.filter((name) => name in kept.axes).map((name) => [name, safeStop(name, values[name])]));
      const isExact = isAt(stops, values);
      const at = isExact ? "" : " at " + pointWords(stops);
      stand.textContent = standing(stops, isExact);
      if (view === "size") {
        const order = ranked(entriesAt(placeOf(stops)), true);
        fill(order, at);
        const easy = easyStops(values), fewer = limitsAt(easy);
        say("limits", limitWords(fewer, easy, order));
        Object.assign(latest, { isExact, stops, easy, order, limits: fewer });
        const fixed = Object.keys(stops).filter((name) => name !== "k");
        say("crossovers", "Best published way at " + pointWords(stops, fixed) +
          " and the certified points of k: " +
          leaders(along(stops)).map((range) => "from " + shown(range.from) + " to " +
            shown(range.to) + " " + range.title).join("; ") + ".");
      } else {
        const entries = answersFor(stops, values.n);
        fill(ranked(entries, false), at);
        if (!entries.length) stand.textContent += " No certified point has so few records.";
      }
    }
    tell(latest);
    if (isLive) askLater(isRefused ? "" : given);
  }

  // Lets other scripts of the page know what is shown.
  function tell(latest) {
    section.latest = latest;
    section.dispatchEvent(new Event("ranked"));
  }

  function askLater(given) {
    const number = ++asked;
    if (running) running.abort(); // the server then stops, too
    running = null;
    setTimeout(() => { if (given && number === asked) ask(number, given); }, PAUSE);
  }

  async function ask(number, given) {
    running = new AbortController();
    const data = await solved("n " + given, running.signal);
    if (number !== asked) return;
    if (data.error) {
      stand.textContent = (section.latest.stops ? stand.textContent + " " : "") + data.error;
      return;
    }
    const order = liveOrder(data), limits = liveLimits(data);
    fill(order, "");
    say("limits", limitWords(limits, null, order));
    stand.textContent = order.length ? "Certified just now for exactly these values."
      : "Asked just now for exactly these values: no way says anything there.";
    tell({ ...section.latest, isExact: true, isLive: true, order, limits });
  }

  sliders.forEach((slider, axis) => {
    slider.min = 0;
    slider.max = STEPS * (scales[axis].length - 1);
    slider.step = 1;
    slider.value = STEPS * scales[axis].findIndex((stop) => compare(stop, slider.dataset.start) === 0);
    boxes[axis].value = slider.dataset.start;
    slider.setAttribute("aria-valuetext", slider.dataset.start);
    slider.addEventListener("input", () => {
      boxes[axis].value = textAt(axis, Number(slider.value));
      slider.setAttribute("aria-valuetext", boxes[axis].value);
      show();
    });
    boxes[axis].addEventListener("input", () => {
      const text = plain(boxes[axis].value);
      slider.setAttribute("aria-valuetext", text);
      if (decimal(text)) {
        const below = scales[axis].filter((stop) => compare(stop, text) <= 0).length;
        slider.value = STEPS * Math.max(0, below - 1);
      }
      show();
    });
  });
  more.addEventListener("click", () => { isLong = !isLong; fill(filled, where); });
  show();
}

document.querySelectorAll(".ranking").forEach(setUpRanking);
