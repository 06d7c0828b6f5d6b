// What the page does beside showing what the server wrote: the theme, the curve, and events.
"use strict";
const themes = { "": "as the system", light: "light", dark: "dark" };
const themeButton = document.getElementById("theme");

function showTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  themeButton.textContent = "Theme: " + themes[theme];
  drawCurve();
  drawLines();
}

themeButton.addEventListener("click", () => {
  const order = Object.keys(themes), now = localStorage.getItem("theme") || "";
  const next = order[(order.indexOf(now) + 1) % order.length];
  localStorage.setItem("theme", next);
  showTheme(next);
});

const curve = document.getElementById("curve");
let points = curve ? JSON.parse(curve.dataset.points || "null") || [] : [];
let breadth = curve ? JSON.parse(curve.dataset.breadth || "null") || [] : [];
let plot = null;

// breadthAt returns the harvest rate of breadth first after so many pages, null where it is not known.
function breadthAt(pages) {
  const i = breadth.findIndex((b) => b.pages >= pages);
  if (i < 0) return null;
  const from = i > 0 ? breadth[i - 1] : { pages: 0, relevant: 0 }, to = breadth[i];
  return (from.relevant + ((to.relevant - from.relevant) * (pages - from.pages)) / (to.pages - from.pages)) / pages;
}

// columns makes four lists of the points: pages, the harvest rate since the point before, that of all pages so far, and that of
// breadth first.
function columns() {
  const pages = [], latest = [], all = [];
  let before = { pages: 0, relevant: 0 };
  for (const p of points) {
    pages.push(p.pages);
    latest.push((p.relevant - before.relevant) / (p.pages - before.pages));
    all.push(p.relevant / p.pages);
    before = p;
  }
  return [pages, latest, all, pages.map(breadthAt)];
}

function drawCurve() {
  if (!curve || typeof uPlot === "undefined") return;
  curve.hidden = points.length < 2;
  if (curve.hidden) return;
  if (plot) plot.destroy();
  const style = getComputedStyle(document.documentElement), colour = (name) => style.getPropertyValue(name).trim();
  const axis = { stroke: colour("--quiet"), grid: { stroke: colour("--line"), width: 1 }, ticks: { stroke: colour("--line"), width: 1 } };
  plot = new uPlot({
    width: curve.clientWidth, height: 180, cursor: { drag: { x: false, y: false } },
    scales: { x: { time: false }, y: { range: [0, 1] } }, axes: [axis, axis],
    series: [
      { label: "pages" },
      { label: "latest", stroke: colour("--good"), width: 2, value: (_, v) => (v == null ? "" : v.toFixed(2)) },
      { label: "all", stroke: colour("--quiet"), width: 1, dash: [4, 4], value: (_, v) => (v == null ? "" : v.toFixed(2)) },
      { label: "breadth first, at most", stroke: colour("--link"), width: 1, dash: [1, 3], value: (_, v) => (v == null ? "" : v.toFixed(2)) },
    ],
  }, columns(), curve);
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
  const style = getComputedStyle(document.documentElement), colour = (name) => style.getPropertyValue(name).trim();
  const axis = { stroke: colour("--quiet"), grid: { stroke: colour("--line"), width: 1 }, ticks: { stroke: colour("--line"), width: 1 } };
  const strokes = [colour("--link"), colour("--warning")];
  const rates = crawls.map((c) => {
    const at = new Map((c.points || []).map((p) => [p.pages, p.relevant / p.pages]));
    return xs.map((x) => (at.has(x) ? at.get(x) : null));
  });
  linesPlot = new uPlot({
    width: lines.clientWidth, height: 220, cursor: { drag: { x: false, y: false } },
    scales: { x: { time: false }, y: { range: [0, 1] } }, axes: [axis, axis],
    series: [{ label: "pages" }, ...crawls.map((c, i) => ({
      label: c.name, stroke: strokes[i % 2], width: 2, dash: i ? [6, 3] : [], spanGaps: true, value: (_, v) => (v == null ? "" : v.toFixed(2)),
    }))],
  }, [xs, ...rates], lines);
}

// take replaces the parts that an event brings. A part that has the focus stays, so that nobody is interrupted.
function take(message) {
  const event = JSON.parse(message.data);
  for (const [name, html] of Object.entries(event.parts)) {
    const part = document.querySelector(`[data-live="${name}"]`);
    if (part && !part.contains(document.activeElement)) part.innerHTML = html;
  }
  points = event.curve || [];
  breadth = event.breadth || [];
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
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { drawCurve(); drawLines(); });
showTheme(document.documentElement.dataset.theme || "");
