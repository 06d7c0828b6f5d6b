#!/bin/sh
# Makes lab/reports/label.md: what it is worth that a person labels pages of a crawl. `make eval-label` calls it. A study that was broken off
# goes on. DRAWS=1, WEBS=uci or SPLITS=test measure a part, and the tables have all that was measured so far.
set -eu
DATA=${DATA:-../shared/data}
OUT=${OUT:-out}
SEED=${SEED:-1}
DRAWS=${DRAWS:-5}
WEBS=${WEBS:-enwiki6k,uci,planetmath}
SPLITS=${SPLITS:-test,train}
test -d "$DATA/webs" || { echo "no data in $DATA: set GANNET_DATA" >&2; exit 1; }
mkdir -p "$OUT"
study() { sh lab/run.sh evallabel -data "$DATA" -seed "$SEED" -results "$OUT/label-$SEED.jsonl" "$@"; }
study -draws "$DRAWS" -webs "$WEBS" -splits "$SPLITS" >"$OUT/label.md"
study -draws 0 >"$OUT/label.md"
{
	cat <<'END'
# What labelling by looking is worth

A crawl begins with seeds and keywords. A person then looks at some of its pages and says which are on topic, in the view Label
([serve.md](../../docs/guide/10-looking.md)). `make eval-label` measures what that is worth. The labels of frozen webs play the person.

**The crawl.** Three seeds are drawn from a topic's pages. The keywords are three, chosen by the topic's name (`lab/fewseeds/keywords.go`). The
strategy is `learned`, and the shipped judge judges the pages again as they become more. The person looks at the first 1,000
pages. Crawls with fewer than 20 pages of the topic are left out, and so are topics of fewer than 60 pages.

**The answers.** Of these pages a third, drawn by chance, is never shown: F1 is measured there, of the classifier alone. A person answers
80 questions, 16 of which are held out as in the view: they judge the classifier and teach nothing. After every ten answers it is learned
again. Then 200 random pages are answered, which all teach.

**What is learned.** Three log-odds of a page are weighed by how well they agree with the answers. The first are the judge's. The second
say what was answered about pages with like words (a Gaussian process). The third are those of a classifier of words. It is learned from
all pages of the crawl, and from 200 documents of the rest of the web, which are off topic. Answered pages count ten times as much as
others, whose labels are the probabilities so far.

**The orders.** All leave out near copies of pages that were asked about.

| order | asks about |
|---|---|
| random | any page |
| uncertain | the page whose probability is nearest to a half |
| uncertain × reach | the one with the largest product of uncertainty and reach: how many links wait on pages like it, less what earlier answers reach |
| uncertain × density | the same with the number of pages like it (Settles and Craven 2008) |
| positives first | the surest page while fewer than half of the answers are yes, then the most uncertain one |

**The next crawl** begins with the same seeds and keywords, and with the classifier that was learned. *Seeds alone* keeps the
classifier of the seeds, *seeds and judge* is the crawl that was looked at. The area is that of lab/reports/evaluation.md. Pages that were
asked about, and seeds, count in none of them.

The topics of enwiki6k and uci are split. All orders are compared on those for training; all topics of planetmath are for the test. The
shipped judge was learned on enwiki6k and planetmath, with which all three crawls begin.

The column *crawls* says of how many crawls a row is. A study makes five of each topic, and writes down each one: what was broken off goes
on with the next `make eval-label`.

**The rest of the web** is every third page that is not among the first 1,000 of the crawl. There the classifier judges what the crawl did not
reach.

## What to know

- 80 chosen answers, of which 64 teach, are worth about as much as 200 random ones that all teach: a little more on enwiki6k and planetmath,
  less on uci. Over all topics the difference is within its error.
- On uci some topics are of many kinds of pages, such as `courses` of the training topics. There the number of answers counts. Of four crawls
  of it, draws 0 to 3, the difference was -0.020 on average. With a quarter of the questions drawn by chance it was -0.022. With a quarter or a half about
  groups of pages that no answer had reached it was -0.031 and -0.028. So these orders are no remedy. They were tried by hand.
- The next crawl is better than from the seeds alone on all three webs. On uci the topics differ so much that the mean says little: `bioinformatics` gets
  worse. So did `news_events_outreach`, where nearly all answers are yes, until documents of the rest of the
  web became examples that are off topic.
- On the rest of the web few pages are on topic. The classifier orders the pages there better after answers
  (AUC), above all on uci. How many it calls relevant is learned from the crawl, where many more are on topic. So F1 is below that of the best
  threshold.
- The bounds of the estimate are wide: 16 answers do not say more.
END
	cat "$OUT/label.md"
} >lab/reports/label.md
