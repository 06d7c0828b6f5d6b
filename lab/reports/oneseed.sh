#!/bin/sh
# Makes lab/reports/oneseed.md: how well pages are recognised whose topic is known by a few seeds. `make eval-seeds` calls it.
set -eu
DATA=${DATA:-../shared/data}
OUT=${OUT:-out}
mkdir -p "$OUT"
{
	cat <<'END'
# Topics known by a few seeds

A user gives some seeds and three keywords. How well are the pages recognised that a crawl from these seeds fetches? The
tables below are made by `make eval-seeds` on frozen webs with labels. What crawls harvest with it is in [oneseed-harvest.md](oneseed-harvest.md).

- Topics have at least 60 pages. Seeds are drawn five times. Keywords are in `lab/fewseeds/keywords.go`; they were chosen by the
  topics' names before anything was measured.
- Pages: `bfs`, the first 1,000 breadth first; `focused`, the first 300 of a crawl best first, by keywords and seeds.
- The judge's model was learned from the topics of the other web. The background is of other webs, too.
- Figures are means over draws, then over topics. The seeds are left out. If no page is called relevant, P is 0.
- today: the classifier that is learned from seeds and keywords alone, with which a crawl begins. AP is the average precision of
  the order.
- precise: the threshold of `--precise`. Next pages: the judge's classifier alone, on as many pages that `bfs` fetches next.

## How it was chosen

The weights that are measured on a web were learned on the other one. Two numbers were chosen by the mean F1 over both webs and
both kinds of pages, with P of at least 0.5. One is added to all log-odds, one if there are three seeds or more. The threshold of
`--precise` was chosen by P of at least 0.65 with one seed. No number was chosen by one topic.

- The features of the seeds themselves were worth the most. If the seeds have few keywords, other pages of the topic have few,
  too, and pages count from a lower score. The more seeds there are, the more that says.
- With three seeds or more, a lower threshold is better on focused pages, and costs little on others. It trades P for R.
- Birds with one seed in a focused crawl stay below R 0.6: many of its pages are birds that hardly have the keywords.

Left out, because it made F1 worse on one of the webs, or no better on both:

- features relative to the pages that are off topic by a first judgement, instead of to all pages
- the raw cosine, and the margin of the seeds' classifier relative to the seeds
- the estimated share of the topic as a feature, alone and times the score. Pools with a high estimate have too many pages called
  relevant on enwiki6k, where birds have too few; on planetmath it says nothing.
- a shift of the prior by expectation maximisation (Saerens et al. 2002): it gives birds their recall, and makes the mean F1 of both
  webs much worse
- training on focused crawls of 1,000 pages as well
- for `--precise`, as many pages as have a mean probability above a limit, instead of a threshold

Fewer of the next pages are on topic than of those before, so F1 is lower for any classifier. These changes made the
classifier no better: another cost or damping of idf, rarer words left out, sharper or softer probabilities. Nor did
probabilities of the combined order, or the margin of the seeds' classifier added.
END
	sh lab/run.sh evalseeds -data "$DATA"
} >"$OUT/oneseed.md"
mv "$OUT/oneseed.md" lab/reports/oneseed.md
