#!/bin/sh
# Makes lab/reports/arena.md and its pictures: our orders of links, and crawlers of others, on the frozen webs. `make arena` calls it. TRY=1
# runs one small topic of planetmath and prints the page. REAL_TOPICS is how many topics of each web, the smallest, are crawled by programs of
# others, REAL_DRAWS how many draws, and LIMIT the longest time of such a crawl. SB_CLASSIFIER says where the three files of its code lie
# (generic_local_crawler.py, rl_actions.py, auer.py); without it that program is left out. The others come from PyPI.
set -eu
DATA=${DATA:-../shared/data}
OUT=${OUT:-out}
TRY=${TRY:-}
WEBS=${WEBS:-${TRY:+planetmath}} WEBS=${WEBS:-enwiki6k uci planetmath}
DRAWS=${DRAWS:-${TRY:+1}} DRAWS=${DRAWS:-10}
TOPICS=${TOPICS:-${TRY:+1}} TOPICS=${TOPICS:-0}
REAL_DRAWS=${REAL_DRAWS:-${TRY:+1}} REAL_DRAWS=${REAL_DRAWS:-3}
REAL_TOPICS=${REAL_TOPICS:-${TRY:+1}} REAL_TOPICS=${REAL_TOPICS:-2}
LIMIT=${LIMIT:-${TRY:+1m}} LIMIT=${LIMIT:-10m}
DOC=${DOC:-${TRY:+$OUT/arena/arena.md}} DOC=${DOC:-lab/reports/arena.md}
test -d "$DATA/webs" || { echo "no data in $DATA: set GANNET_DATA" >&2; exit 1; }
mkdir -p "$OUT/arena"
venv=${TMPDIR:-/tmp}/gannet-arena
python=$venv/bin/python
test -x "$python" || python3 -m venv "$venv"
"$venv/bin/pip" install -q crawl4ai==0.9.5 scikit-learn==1.9.1 hnswlib==0.8.0 tqdm requests
programs=crawl4ai,crawl4ai-adaptive
test -z "${SB_CLASSIFIER:-}" || programs=sb-classifier,$programs
export SB_CLASSIFIER="${SB_CLASSIFIER:-}"

{
	cat lab/reports/arena.head.md
	for web in $WEBS; do
		sh lab/run.sh arena -data "$DATA" -web "$web" -draws "$DRAWS" -topics "$TOPICS" -out "$OUT/arena/$web"
		sh lab/run.sh arena -data "$DATA" -web "$web" -draws "$REAL_DRAWS" -topics "$REAL_TOPICS" -strategies bfs,learned -programs "$programs" \
			-python "$python" -limit "$LIMIT" -out "$OUT/arena/$web-programs"
		printf '\n## %s\n\nOrders by our code. ' "$web"
		cat "$OUT/arena/$web/arena.md"
		printf '\nPrograms of others, on the test topics with the fewest pages. '
		cat "$OUT/arena/$web-programs/arena.md"
		test -n "$TRY" || {
			cp "$OUT/arena/$web-programs/recall.svg" "lab/reports/arena-$web.svg"
			printf '\n![Recall on %s](arena-%s.svg)\n' "$web" "$web"
		}
	done
} >"$OUT/arena/page.md"
mv "$OUT/arena/page.md" "$DOC"
test -z "$TRY" || cat "$DOC"
