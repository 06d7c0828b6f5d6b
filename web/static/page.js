// What the page does beside showing what the server wrote: the curve, events, and keys.
"use strict";
const curve = document.getElementById("curve");
let points = curve ? JSON.parse(curve.dataset.points || "null") || [] : [];
let plot = null;

// columns makes three lists of the points: pages, the harvest rate since the point before, and that of all pages so far.
function columns() {
  const pages = [], latest = [], all = [];
  let before = { pages: 0, relevant: 0 };
  for (const p of points) {
    pages.push(p.pages);
    latest.push((p.relevant - before.relevant) / (p.pages - before.pages));
    all.push(p.relevant / p.pages);
    before = p;
  }
  return [pages, latest, all];
}

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const twoDigits = (_, v) => (v == null ? "" : v.toFixed(2));

// plotRates draws curves of harvest rates over pages. Each of the series has its label and its looks.
function plotRates(at, height, series, data) {
  const axis = { stroke: colour("--quiet"), grid: { stroke: colour("--line"), width: 1 }, ticks: { stroke: colour("--line"), width: 1 } };
  return new uPlot({
    width: at.clientWidth, height, cursor: { drag: { x: false, y: false } },
    scales: { x: { time: false }, y: { range: [0, 1] } }, axes: [axis, axis],
    series: [{ label: "pages", value: (_, v) => v ?? "" }, ...series.map((s) => ({ value: twoDigits, ...s }))],
  }, data, at);
}

function drawCurve() {
  if (!curve || typeof uPlot === "undefined") return;
  curve.hidden = points.length < 2;
  if (curve.hidden) return;
  if (plot) plot.destroy();
  plot = plotRates(curve, 180, [
    { label: "latest", stroke: colour("--good"), width: 2 },
    { label: "all", stroke: colour("--quiet"), width: 1, dash: [4, 4] },
  ], columns());
}

// drawLines draws the harvest of several crawls over each other, for the view that compares them.
const lines = document.getElementById("lines");
let linesPlot = null;

function drawLines() {
  if (!lines || typeof uPlot === "undefined") return;
  const crawls = JSON.parse(lines.dataset.lines || "null") || [];
  const xs = [...new Set(crawls.flatMap((c) => (c.points || []).map((p) => p.pages)))].sort((a, b) => a - b);
  lines.hidden = xs.length < 2;
  if (lines.hidden) return;
  if (linesPlot) linesPlot.destroy();
  const strokes = [colour("--link"), colour("--warning")];
  const rates = crawls.map((c) => {
    const at = new Map((c.points || []).map((p) => [p.pages, p.relevant / p.pages]));
    return xs.map((x) => (at.has(x) ? at.get(x) : null));
  });
  linesPlot = plotRates(lines, 220, crawls.map((c, i) => ({
    label: c.name, stroke: strokes[i % 2], width: 2, dash: i ? [6, 3] : [], spanGaps: true,
  })), [xs, ...rates]);
}

// take replaces the parts that an event brings. A part that has the focus stays, so that nobody is interrupted.
function take(message) {
  const event = JSON.parse(message.data);
  for (const [name, html] of Object.entries(event.parts)) {
    const part = document.querySelector(`[data-live="${name}"]`);
    if (part && !part.contains(document.activeElement)) part.innerHTML = html;
  }
  points = event.curve || [];
  if (plot && points.length > 1) plot.setData(columns());
  else drawCurve();
}

const live = document.querySelector("[data-events]");
if (live) {
  const source = new EventSource(live.dataset.events);
  source.onmessage = take;
  source.onopen = () => live.classList.remove("lost");
  source.onerror = () => live.classList.add("lost");
  addEventListener("pagehide", () => source.close());
  addEventListener("resize", () => plot && plot.setSize({ width: curve.clientWidth, height: 180 }));
}
// A key presses the button that names it, unless something is typed.
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
  const button = document.querySelector(`[aria-keyshortcuts="${CSS.escape(event.key)}"]`);
  if (button && !event.repeat) button.click();
});
const draw = () => { drawCurve(); drawLines(); };
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
chooseThemes(draw);
