// What a page of the documents does: the search of search-index.js.
"use strict";
const up = document.documentElement.dataset.up;
const form = document.getElementById("search"), input = form.elements.q, results = document.getElementById("found");
const mostResults = 20;

// wordsOf returns the words of a text in lower case.
function wordsOf(text) {
  return text.toLowerCase().split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
}

// rate says how well a section fits: each word has to begin a word of it. Titles count most.
function rate(section, words) {
  let sum = 0;
  for (const word of words) {
    const begins = (list) => list.reduce((n, w) => n + (w === word ? 2 : w.startsWith(word) ? 1 : 0), 0);
    const inTitle = begins(section.titleWords), inPage = begins(section.pageWords), inText = begins(section.textWords);
    if (!inTitle && !inPage && !inText) return 0;
    sum += 20 * inTitle + 5 * inPage + Math.min(inText, 8);
  }
  return sum;
}

// excerpt returns a part of a text around the first of the words, which it marks.
function excerpt(text, words) {
  const lower = text.toLowerCase();
  const places = words.map((w) => lower.search(new RegExp("(?<![\\p{L}\\p{N}_])" + w, "u"))).filter((at) => at >= 0);
  const from = Math.max(0, Math.min(...places, text.length) - 60);
  const part = document.createElement("span");
  part.className = "quiet";
  const shown = text.slice(places.length ? from : 0).slice(0, 180);
  const pattern = new RegExp("(?<![\\p{L}\\p{N}_])(" + words.join("|") + ")", "giu");
  let end = 0;
  for (const m of shown.matchAll(pattern)) {
    const mark = document.createElement("mark");
    mark.textContent = m[0];
    part.append(shown.slice(end, m.index), mark);
    end = m.index + m[0].length;
  }
  part.append(shown.slice(end));
  return part;
}

// search shows the sections that fit best.
function search() {
  const words = wordsOf(input.value);
  results.hidden = words.length === 0;
  if (results.hidden) return;
  for (const s of window.searchIndex) {
    s.textWords ||= wordsOf(s.w);
    s.titleWords ||= wordsOf(s.t);
    s.pageWords ||= wordsOf(s.p);
  }
  const fits = window.searchIndex.map((s) => [rate(s, words), s]).filter(([n]) => n > 0).sort((a, b) => b[0] - a[0]);
  const head = document.createElement("p"), list = document.createElement("ol");
  head.textContent = fits.length === 0 ? "No section has these words." :
    fits.length === 1 ? "One section has them." : `${fits.length} sections have them${fits.length > mostResults ? ", the best first:" : "."}`;
  for (const [, s] of fits.slice(0, mostResults)) {
    const item = document.createElement("li"), link = document.createElement("a");
    link.href = up + s.u;
    link.textContent = s.t === s.p ? s.p : s.p + ": " + s.t;
    item.append(link, document.createElement("br"), excerpt(s.w, words));
    list.append(item);
  }
  results.replaceChildren(head, list);
}

input.addEventListener("input", search);
results.addEventListener("click", (event) => {
  if (event.target.closest("a")) results.hidden = true;
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  search();
  results.querySelector("a")?.focus();
});
addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.target.matches("input")) {
    event.preventDefault();
    input.focus();
  }
  if (event.key === "Escape" && document.activeElement === input) {
    input.value = "";
    search();
  }
});
form.hidden = false;
chooseThemes(() => {});
