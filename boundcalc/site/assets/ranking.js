"use strict";
// The ranking of all ways where the controls stand: kept certified numbers, chosen on the safe side.
// Numbers are compared as exact decimals, never as doubles.
const kept = JSON.parse(document.getElementById("rankings").textContent);
const FEW = 8;
const PAUSE = 300; // milliseconds after which a control is taken to rest
const STEPS = 10; // of a slider between two certified points

function decimal(text) {
  const found = /^([0-9]*)\.?([0-9]*)(?:[eE]([+-]?[0-9]{1,3}))?$/.exec(text.trim());
  if (!found || !(found[1] + found[2])) return null;
  return { digits: BigInt(found[1] + found[2]), power: Number(found[3] || 0) - found[2].length };
}

function compare(a, b) {
  const left = decimal(a), right = decimal(b);
  const power = Math.min(left.power, right.power);
  const x = left.digits * 10n ** BigInt(left.power - power);
  const y = right.digits * 10n ** BigInt(right.power - power);
  return x < y ? -1 : x > y ? 1 : 0;
}

// The certified point at a value, or the next one where more is asked for; -1 beyond the grid.
function safeStop(name, text) {
  const side = kept.safe[name] === "larger" ? 1 : -1;
  let best = -1;
  kept.axes[name].forEach((stop, place) => {
    if (side * compare(stop, text) < 0) return;
    if (best < 0 || side * compare(stop, kept.axes[name][best]) < 0) best = place;
  });
  return best;
}

// The certified point at a value, or the next one where less is asked for; -1 beyond the grid.
function easyStop(name, text) {
  const side = kept.safe[name] === "larger" ? -1 : 1;
  let best = -1;
  kept.axes[name].forEach((stop, place) => {
    if (side * compare(stop, text) < 0) return;
    if (best < 0 || side * compare(stop, kept.axes[name][best]) < 0) best = place;
  });
  return best;
}

// What fails with few records, in words; what fails where less is asked for fails here, too.
function limitWords(values, order) {
  const stops = Object.fromEntries(
    Object.keys(kept.axes).map((name) => [name, easyStop(name, values[name])]));
  if (Object.values(stops).some((stop) => stop < 0)) return "";
  const limits = kept.limits.map((limit) => ({ ...limit, value: limit.values[placeOf(stops)] }))
    .filter((limit) => limit.value !== null);
  if (!limits.length) return "";
  const [first] = limits;
  const best = order.find((entry) => entry.premise === first.premise);
  const between = best && compare(first.value, best.value) < 0
    ? "The least n for " + first.way + " is between " + shown(first.value) + " and " +
      shown(best.value) + ". " : "";
  const there = Object.keys(stops).map((name) => name + " = " + kept.axes[name][stops[name]]);
  return between + "Too few, against one analyst: " +
    limits.map((limit) => "n up to " + shown(limit.value) + " for " + limit.way).join(", ") +
    " (certified at " + there.join(", ") + "; no other algorithm is limited).";
}

// Floors last, then the better value; at one value theorems first, and published before sharpened.
function ranked(entries, isLeast) {
  return entries.sort((a, b) =>
    (a.role === 2) - (b.role === 2) || (isLeast ? 1 : -1) * compare(a.value, b.value) ||
    a.role - b.role || a.sharpened - b.sharpened || (a.id < b.id ? -1 : 1));
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

// The best published theorem or route, where what leads is sharpened here.
function bestPublished(order) {
  if (!order.length || !order[0].sharpened) return null;
  return order.find((entry) => !entry.role && !entry.sharpened) || null;
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

function entriesAt(place) {
  return kept.ways
    .filter((way) => way.values[place] !== null)
    .map((way) => ({ ...way, value: way.values[place] }));
}

function placeOf(stops) {
  return Object.keys(kept.axes)
    .reduce((place, name) => place * kept.axes[name].length + stops[name], 0);
}

function along(stops) {
  const ascending = kept.axes.k.map((stop, place) => [stop, place])
    .sort((a, b) => compare(a[0], b[0]));
  return ascending.map(([stop, place]) => [stop, placeOf({ ...stops, k: place })]);
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
  const published = section.querySelector(".published");
  const more = section.querySelector(".more");
  const crossovers = section.querySelector(".crossovers");
  const limits = section.querySelector(".limits");
  const command = section.querySelector(".command");
  const scales = sliders.map((slider) =>
    slider.dataset.stops.split(" ").sort(compare));
  let isLong = false, asked = 0, running = null, filled = [];

  function textAt(axis, position) {
    const stops = scales[axis];
    const low = Math.floor(position / STEPS), part = (position % STEPS) / STEPS;
    if (!part) return stops[low];
    const value = Number(stops[low]) ** (1 - part) * Number(stops[low + 1]) ** part;
    const rounded = Number(value.toPrecision(3));
    return String(names[axis] === "k" || names[axis] === "n" ? Math.round(rounded) : rounded);
  }

  function fill(order) {
    filled = order;
    const seen = isLong ? order : order.slice(0, FEW);
    body.replaceChildren(...seen.map((entry) => wayRow(entry, order[0])));
    const isLeast = view === "size";
    const best = bestPublished(order);
    published.textContent = best
      ? "The best published: " + best.title + " with " + (isLeast ? "n" : "k") + " = " +
        shown(best.value) + "." : "";
    more.hidden = order.length <= FEW;
    more.textContent = isLong ? "Show the best " + FEW : "Show all " + order.length + " ways";
  }

  function problem(values) {
    for (const [name, text] of Object.entries(values)) {
      const found = text.length <= 24 ? decimal(text) : null;
      if (found === null || found.digits === 0n) return name + " is to be a positive decimal";
      const domain = kept.domains[name];
      const isWhole = found.power >= 0 || found.digits % 10n ** BigInt(-found.power) === 0n;
      const side = domain.upper === null ? -1 : compare(text, domain.upper);
      if (side > 0 || (side === 0 && !domain.closed) || (domain.integer && !isWhole))
        return name + " must lie in " + domain.text;
      if (name in kept.axes && safeStop(name, text) < 0) {
        const side = kept.safe[name] === "larger" ? "no larger " : "no smaller ";
        return side + name + " than " + text + " is among the certified points" +
          ("live" in section.dataset ? "" : "; the command below answers");
      }
    }
    return "";
  }

  function standing(values, stops) {
    const there = Object.keys(stops).map((name) => name + " = " + kept.axes[name][stops[name]]);
    const isExact = Object.keys(stops)
      .every((name) => compare(kept.axes[name][stops[name]], values[name]) === 0);
    if (view === "answers")
      return "Certified at " + there.join(", ") + (isExact ? "." : ", the next certified point " +
        "on the safe side; what holds there holds for these values.");
    return isExact ? "These values are a certified point." :
      "Shown: " + there.join(", ") + ", the next certified point on the safe side. " +
      "An n that suffices there suffices here; less may do.";
  }

  function show() {
    const values = Object.fromEntries(names.map((name, axis) => [name, boxes[axis].value.trim()]));
    const given = names.map((name) => name + "=" + values[name]).join(" ");
    command.textContent = "boundcalc solve " + (view === "size" ? "n " : "k ") + given;
    const wrong = problem(values);
    body.replaceChildren();
    published.textContent = "";
    more.hidden = true;
    crossovers.textContent = "";
    limits.textContent = "";
    stand.textContent = wrong;
    if (!wrong) {
      const stops = Object.fromEntries(
        names.filter((name) => name in kept.axes).map((name) => [name, safeStop(name, values[name])]));
      stand.textContent = standing(values, stops);
      if (view === "size") {
        const order = ranked(entriesAt(placeOf(stops)), true);
        fill(order);
        limits.textContent = limitWords(values, order);
        const fixed = Object.keys(stops).filter((name) => name !== "k")
          .map((name) => name + " = " + kept.axes[name][stops[name]]);
        crossovers.textContent = "Best published way at " + fixed.join(", ") +
          " and the certified points of k: " +
          leaders(along(stops)).map((range) => "from " + range.from + " to " + range.to + " " +
            range.title).join("; ") + ".";
      } else {
        const entries = answersFor(stops, values.n);
        fill(ranked(entries, false));
        if (!entries.length) stand.textContent += " No certified point has so few records.";
      }
    }
    if ("live" in section.dataset) askLater(given);
  }

  function askLater(given) {
    const number = ++asked;
    if (running) running.abort(); // the server then stops, too
    running = null;
    setTimeout(() => { if (number === asked) ask(number, given); }, PAUSE);
  }

  async function ask(number, given) {
    running = new AbortController();
    const data = await solved("n " + given, running.signal);
    if (number !== asked) return;
    if (data.error) {
      stand.textContent += " " + data.error;
      return;
    }
    const kinds = ["theorem", "baseline", "floor"];
    const certified = data.answers.filter((answer) => answer.certified && !answer.vacuous);
    fill(ranked(certified.map((answer) => ({
      id: answer.theorem, title: answer.title, value: answer.value, steps: answer.steps,
      role: kinds.indexOf(answer.role), sharpened: answer.sharpened,
    })), true));
    stand.textContent = certified.length ? "Certified just now for exactly these values."
      : "Asked just now for exactly these values: no way says anything there.";
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
      const text = boxes[axis].value.trim();
      slider.setAttribute("aria-valuetext", text);
      if (decimal(text)) {
        const below = scales[axis].filter((stop) => compare(stop, text) <= 0).length;
        slider.value = STEPS * Math.max(0, below - 1);
      }
      show();
    });
  });
  more.addEventListener("click", () => { isLong = !isLong; fill(filled); });
  show();
}

document.querySelectorAll(".ranking").forEach(setUpRanking);
