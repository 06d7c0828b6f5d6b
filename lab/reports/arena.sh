#!/bin/sh
# Makes lab/reports/arena.md and its pictures: our orders of links, and crawlers of others, on the frozen webs. `make arena` calls it. TRY=1
# runs one small topic of planetmath and prints the page. REAL_TOPICS is how many topics of each web, the smallest, are crawled by programs of
# others, REAL_DRAWS how many draws, and LIMIT the longest time of such a crawl. SB_CLASSIFIER says where the three files of its code lie
# (generic_local_crawler.py, rl_actions.py, auer.py), and ACHE where `python3 lab/arena/ache_build.py SOURCE $ACHE` has built that; without them
# these programs are left out. Crawl4AI comes from PyPI. It can be run in parts: what OUT/arena has already is not run again.
set -eu
DATA=${DATA:-../shared/data}
OUT=${OUT:-out}
TRY=${TRY:-}
WEBS=${WEBS:-${TRY:+planetmath}} WEBS=${WEBS:-enwiki6k uci planetmath}
DRAWS=${DRAWS:-${TRY:+1}} DRAWS=${DRAWS:-10}
TOPICS=${TOPICS:-${TRY:+1}} TOPICS=${TOPICS:-0}
REAL_DRAWS=${REAL_DRAWS:-${TRY:+1}} REAL_DRAWS=${REAL_DRAWS:-3}
REAL_TOPICS=${REAL_TOPICS:-${TRY:+1}} REAL_TOPICS=${REAL_TOPICS:-2}
LIMIT=${LIMIT:-${TRY:+30s}} LIMIT=${LIMIT:-10m}
DOC=${DOC:-${TRY:+$OUT/arena/arena.md}} DOC=${DOC:-lab/reports/arena.md}
test -d "$DATA/webs" || { echo "no data in $DATA: set GANNET_DATA" >&2; exit 1; }
mkdir -p "$OUT/arena"
venv=${TMPDIR:-/tmp}/gannet-arena
python=$venv/bin/python
test -f "$venv/crawl4ai-0.9.5" || {
	python3 -m venv "$venv"
	"$venv/bin/pip" install -q crawl4ai==0.9.5
	touch "$venv/crawl4ai-0.9.5"
}
test -z "${SB_CLASSIFIER:-}" || test -f "$venv/sb-classifier" || {
	"$venv/bin/pip" install -q scikit-learn==1.9.1 hnswlib==0.8.0 tqdm requests # hnswlib is compiled: it needs g++
	touch "$venv/sb-classifier"
}
programs=crawl4ai,crawl4ai-adaptive
test -z "${ACHE:-}" || programs=ache,$programs
test -z "${SB_CLASSIFIER:-}" || programs=sb-classifier,$programs
export SB_CLASSIFIER="${SB_CLASSIFIER:-}" ACHE="${ACHE:-}"

{
	cat <<'END'
# Arena

Orders of links against crawlers that others publish, on the same frozen webs, draws, seeds and budgets. Made by `make arena`
(`lab/reports/arena.sh`, `lab/arena`). `make arena TRY=1` shows in a few minutes that it works.

**How.** Topics, draws and figures are those of [the evaluation](evaluation.md). A crawl begins with ten seeds and has a budget of 5 × R pages,
where R is the number of relevant pages that can be reached. Pages that trained the topic's classifier do not count. A crawler of others is run as it is published. It
fetches the web through an HTTP proxy on the loopback interface and begins with one page that links to the ten seeds. Links out of the
web are removed from all pages, because our strategies do not follow them either. A page counts when it is requested with GET for the
first time. Nothing is counted for requests that end in 404, and nothing for HEAD requests.

| column | meaning |
|---|---|
| area | as in the evaluation; 1 is the order that fetches all relevant pages first |
| paired | difference in area to `learned` on the same topics and draws; ± is twice the larger standard error |
| harvest at R, recall at R, at 5 R | after so many pages |
| to 50 %, to 90 % | pages for each relevant page until this recall; 5 where it is not reached |
| pages | pages for each relevant page when the crawl ended: by itself, because its budget was spent, or because its time was up |
| recall then, of learned then | of the crawl when it ended, and of `learned` after as many pages |
| it needs | pages for each relevant page after which `learned` has the recall that the crawl ended with |

**Others' programs.**

- Crawl4AI 0.9.5 (from PyPI), its HTTP strategy without a browser and without pauses. `crawl4ai` is its best-first strategy with the scorer of
  keywords from its documentation; its keywords are the ten words of the query. `crawl4ai-adaptive` is its adaptive crawler, which stops by itself.
- SB-CLASSIFIER (Gauquier, Manolescu and Senellart, arXiv 2602.11874): the authors' crawler for local copies, commit d58d9a7, MIT. It looks for files,
  so pages that the topic's classifier takes for relevant are its files here. `lab/arena/sb_classifier.py` says where it differs from the original for it.
  The stop rule of the paper is not in this code. Its form is the row `slope` of the tables of stop rules: a moving average of the share of relevant
  pages stays below a bound. We had no access to the paper's settings, so the row has the best of many for these very crawls.
- ACHE, commit 81b29c0 (0.16 snapshot; Maven Central has no release), Apache 2.0, built by `lab/arena/ache_build.py`, with the configuration of its documentation for
  focused crawls and no pauses, `lab/arena/ache_crawl.py`. Its page classifier finds a mark that the proxy adds to pages which the topic's classifier takes for
  relevant. It follows links of relevant pages only, and it learns which links to follow after 1,000 pages, so in crawls of small topics never. It also
  requests the addresses of `link` elements, which the proxy does not have. The row in the upper table is our own code of its order.

**Commands.** `python3 lab/arena/crawl4ai_crawl.py best-first|adaptive PROXY START "WORDS" DIRECTORY`, and `sb_classifier.py` and `ache_crawl.py` likewise; `make arena`
with `SB_CLASSIFIER` and `ACHE` runs them all.

**Published orders by our own code.** `qmin` and `score-first` (Pezzuti, MacAvaney and Tonellotto, ICTIR 2025), with the topic probability as a page's
quality; `similarity` (Apache Nutch's scoring-similarity), with the seeds' pages as its text; `ache`, `bandit`: see `ranker`. `peek` judges a link by its
target's own text before that is fetched; so does the published simulation of Craw4LLM (ACL 2025).

**What it can and cannot say.** A crawl that is cut because its time is up has an area that is too low: compare the recall
with that of `learned` after as many pages. One topic and one draw of a program say little about others. SB-CLASSIFIER follows at once what it takes for a target. Targets of
a topic link to each other, so it goes deep first; its authors crawl for files. Crawl4AI's scorer sees URLs only. Its adaptive crawler
stops when it can answer a question, not when a topic is harvested.
END
	printf '\n**This run.** Our orders: %s draws, %s topics of each web. Programs of others: %s draws, %s topics, at most %s a crawl.\n' \
		"$DRAWS" "$(test "$TOPICS" = 0 && echo all || echo "at most $TOPICS test")" "$REAL_DRAWS" "$REAL_TOPICS" "$LIMIT"
	printf 'The machine has %s processors; its load is %s.\n' "$(getconf _NPROCESSORS_ONLN)" "$(cut -d ' ' -f 1 /proc/loadavg)"
	for web in $WEBS; do
		test -f "$OUT/arena/$web/arena.md" || sh lab/run.sh arena -data "$DATA" -web "$web" -draws "$DRAWS" -topics "$TOPICS" -out "$OUT/arena/$web"
		test -f "$OUT/arena/$web-programs/arena.md" || sh lab/run.sh arena -data "$DATA" -web "$web" -draws "$REAL_DRAWS" -topics "$REAL_TOPICS" -strategies bfs,learned -programs "$programs" \
			-python "$python" -limit "$LIMIT" -out "$OUT/arena/$web-programs"
		printf '\n## %s\n\nOrders by our code. ' "$web"
		cat "$OUT/arena/$web/arena.md"
		printf '\nPrograms of others, on the test topics with the fewest pages. '
		cat "$OUT/arena/$web-programs/arena.md"
		printf '\nHow these crawls ended:\n\n'
		cat "$OUT/arena/$web-programs/ends.md"
		test -n "$TRY" || {
			cp "$OUT/arena/$web-programs/recall.svg" "lab/reports/arena-$web.svg"
			printf '\n![Recall on %s](arena-%s.svg)\n' "$web" "$web"
		}
	done
} >"$OUT/arena/page.md"
mv "$OUT/arena/page.md" "$DOC"
test -z "$TRY" || cat "$DOC"
