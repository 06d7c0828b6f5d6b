#!/bin/sh
# Makes lab/reports/oneseed-harvest.md: how much crawls harvest whose topic is known by a few seeds, with and without the judge.
# `make eval-seeds-harvest` calls it. WEBS=planetmath DRAWS=1 shows sooner that it works.
set -eu
DATA=${DATA:-../shared/data}
OUT=${OUT:-out}
SEED=${SEED:-1}
DRAWS=${DRAWS:-5}
WEBS=${WEBS:-enwiki6k uci planetmath}
test -d "$DATA/webs" || { echo "no data in $DATA: set GANNET_DATA" >&2; exit 1; }
mkdir -p "$OUT"
go build -o "$OUT/gannet" ./cmd/gannet

# area WEB SEEDS CLASSIFIER prints that of learned.
area() {
	web=$1 report="$OUT/harvest/$1-$2-$3"
	set -- --seeds-per-topic "$2" --classifier "$3"
	test "$web" = planetmath || set -- --split "$DATA/labels/topics.json:test" "$@"
	"$OUT/gannet" eval --web "$DATA/webs/$web.warc.zst" --labels "$DATA/labels/$web.tsv" --seed "$SEED" --draws "$DRAWS" \
		--strategies learned --out "$report" "$@" >/dev/null
	sed -n 's/^| learned | \([0-9.]*\) .*/\1/p' "$report/eval.md" | head -n 1
}
{
	cat <<'END'
# What crawls from a few seeds harvest

`make eval-seeds-harvest` makes this table. It has the area under the harvest curve of `learned`, as in lab/reports/evaluation.md. A
topic is known by its seeds and by words of its training pages. The classifier is learned from these alone, or renewed in the
crawl by the judge. The topics are the test topics, and all of planetmath. The shipped judge was learned on enwiki6k and
planetmath, but not on uci.
END
	printf 'Seed %s, %s draws.\n\n| web | seeds | from seeds | with the judge |\n|---|--:|--:|--:|\n' "$SEED" "$DRAWS"
	for web in $WEBS; do
		for n in 1 10; do
			from=$(area "$web" "$n" seeds)
			with=$(area "$web" "$n" judge)
			echo "| $web | $n | $from | $with |"
		done
	done
} >"$OUT/oneseed-harvest.md"
mv "$OUT/oneseed-harvest.md" lab/reports/oneseed-harvest.md
