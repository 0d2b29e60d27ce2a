"use strict";
// Records against answers, both in powers of ten: certified points, and lines that lead the eye.
const SVG = "http://www.w3.org/2000/svg";
const EDGE = { left: 52, right: 14, top: 12, bottom: 44 };

function drawn(name, attributes, text) {
  const found = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) found.setAttribute(key, value);
  if (text !== undefined) found.textContent = text;
  return found;
}

function power(exponent) {
  const raised = [...String(exponent)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
  return exponent < 4 ? shown(String(10 ** exponent)) : "10" + raised;
}

// The curves through points [k, ways], series by series, each [k, n] as texts.
function seriesOf(points, limit) {
  const least = (fits) => points.flatMap(([k, ways]) => {
    const [first] = ranked(ways.filter(fits), true);
    return first ? [[k, first.value]] : [];
  });
  return {
    best: least((entry) => entry.role !== 2),
    published: least((entry) => entry.role === 0 && !entry.sharpened),
    splitting: least((entry) => entry.role === 1),
    limit,
  };
}

// The kept values along k where the other controls stand.
function seriesAt(stops, easy) {
  const limit = kept.limits[0];
  return seriesOf(along(stops).map(([k, place]) => [k, entriesAt(place)]),
    !limit || !easy ? [] : along(easy).flatMap(([k, place]) =>
      limit.values[place] === null ? [] : [[k, limit.values[place]]]));
}

// The values that a server found around a question: points by k, each with its ways and limits.
function seriesAround(points) {
  const ascending = [...points.entries()].sort((a, b) => compare(a[0], b[0]));
  const id = kept.limits[0]?.id;
  return seriesOf(ascending.map(([k, point]) => [k, point.order]),
    ascending.flatMap(([k, point]) =>
      point.limits.filter((limit) => limit.id === id).slice(0, 1).map((limit) => [k, limit.value])));
}

function scaleOf(texts, low, high) {
  const places = texts.map((text) => Math.log10(Number(text)));
  const first = Math.floor(Math.min(...places)), last = Math.ceil(Math.max(...places));
  const place = (text) =>
    low + (high - low) * (Math.log10(Number(text)) - first) / Math.max(1, last - first);
  const ticks = Array.from({ length: last - first + 1 }, (_, step) => first + step);
  return { place, ticks };
}

function pathOf(points, x, y) {
  return points.map(([k, n], at) => (at ? "L" : "M") + x(k).toFixed(1) + " " + y(n).toFixed(1)).join("");
}

// Draws the picture anew, as wide as its figure; `marks` are points [k, n, class] besides.
function drawCurve(figure, series, marks) {
  const width = Math.max(280, figure.clientWidth), height = Math.max(240, Math.min(400, width * 0.6));
  const picture = drawn("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img" });
  const all = [...Object.values(series).flat(), ...marks];
  const across = scaleOf(all.map(([k]) => k), EDGE.left, width - EDGE.right);
  const up = scaleOf(all.map(([, n]) => n), height - EDGE.bottom, EDGE.top);
  const [x, y] = [across.place, up.place];
  const floor = height - EDGE.bottom;
  if (series.limit.length) {
    const [first, last] = [series.limit[0][0], series.limit[series.limit.length - 1][0]];
    const area = pathOf(series.limit, x, y) + `L${x(last)} ${floor}L${x(first)} ${floor}Z`;
    picture.append(drawn("path", { d: area, class: "closed" }));
  }
  for (const tick of across.ticks) {
    const at = x("1e" + tick);
    picture.append(drawn("line", { x1: at, x2: at, y1: EDGE.top, y2: floor, class: "rule" }));
    picture.append(drawn("text", { x: at, y: floor + 16, "text-anchor": "middle" }, power(tick)));
  }
  for (const tick of up.ticks) {
    const at = y("1e" + tick);
    picture.append(drawn("line", { x1: EDGE.left, x2: width - EDGE.right, y1: at, y2: at, class: "rule" }));
    picture.append(drawn("text", { x: EDGE.left - 6, y: at + 4, "text-anchor": "end" }, power(tick)));
  }
  const middle = (EDGE.left + width - EDGE.right) / 2;
  picture.append(drawn("text", { x: middle, y: height - 8, "text-anchor": "middle" }, "adaptive answers k"));
  picture.append(drawn("text", {
    x: -(EDGE.top + floor) / 2, y: 12, transform: "rotate(-90)", "text-anchor": "middle",
  }, "records n"));
  for (const name of ["limit", "splitting", "published", "best"]) {
    picture.append(drawn("path", { d: pathOf(series[name], x, y), class: "line " + name }));
  }
  for (const [k, n] of series.best) {
    picture.append(drawn("circle", { cx: x(k), cy: y(n), r: 2.2, class: "point best" }));
  }
  for (const [k, n, name] of marks) {
    picture.append(drawn("circle", { cx: x(k), cy: y(n), r: 6, class: "mark " + name }));
  }
  figure.querySelector("svg")?.remove();
  figure.prepend(picture);
  return { picture, x, first: EDGE.left, last: width - EDGE.right };
}

// The certified point of the best series that is nearest to a place of the picture.
function nearest(series, x, place) {
  return series.best.reduce((found, point) =>
    Math.abs(x(point[0]) - place) < Math.abs(x(found[0]) - place) ? point : found);
}
