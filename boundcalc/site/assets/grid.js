"use strict";
// Kept certified numbers, and the points of their grid: chosen on the safe side, as exact decimals.
const kept = JSON.parse(document.getElementById("rankings").textContent);

function decimal(text) {
  const found = /^([0-9]*)\.?([0-9]*)(?:[eE]([+-]?[0-9]{1,3}))?$/.exec(text.trim());
  if (!found || !(found[1] + found[2])) return null;
  return { digits: BigInt(found[1] + found[2]), power: Number(found[3] || 0) - found[2].length };
}

// Digits in threes as these pages show them, "1 000", and a comma for a point where nothing else can
// be meant, "0,1"; what "1,000" is depends on who types it.
function ungrouped(text) {
  if (/^[1-9][0-9]{0,2}([ \u00a0\u2009\u202f])[0-9]{3}(\1[0-9]{3})*$/.test(text))
    return text.replace(/[^0-9]/g, "");
  return text.replace(/^0,(?=[0-9]+( *%)?$)/, "0.");
}

// A number as it is typed, as a decimal: "5%" as "0.05", "1 000" as "1000".
function plain(typed) {
  const text = ungrouped(typed.trim());
  const found = /^([0-9]*\.?[0-9]*) *%$/.exec(text);
  const number = found && decimal(found[1]);
  if (!number) return text;
  const digits = String(number.digits).padStart(3 - number.power, "0"), point = digits.length - 2 + number.power;
  return (digits.slice(0, point) + "." + digits.slice(point)).replace(/\.?0+$/, "");
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

// The certified point at a value or on the safe side of it; beyond the grid, the point at its end.
function nearStop(name, text) {
  const found = safeStop(name, text);
  if (found >= 0) return found;
  const side = kept.safe[name] === "larger" ? 1 : -1;
  return kept.axes[name].reduce((best, stop, place) =>
    side * compare(stop, kept.axes[name][best]) > 0 ? place : best, 0);
}

// Floors last, then the better value; at one value theorems first, and published before sharpened.
function ranked(entries, isLeast) {
  return entries.sort((a, b) =>
    (a.role === 2) - (b.role === 2) || (isLeast ? 1 : -1) * compare(a.value, b.value) ||
    a.role - b.role || a.sharpened - b.sharpened || (a.id < b.id ? -1 : 1));
}

// The best published theorem or route, where what leads is sharpened here.
function bestPublished(order) {
  if (!order.length || !order[0].sharpened) return null;
  return order.find((entry) => !entry.role && !entry.sharpened) || null;
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
