#!/bin/sh
# Makes docs/evaluation.md and its pictures: every strategy on the three frozen webs. `make eval` calls it.
set -eu
DATA=${DATA:-../shared/data}
OUT=${OUT:-out}
SEED=${SEED:-1}
DRAWS=${DRAWS:-5}
test -d "$DATA/webs" || { echo "no data in $DATA: set GANNET_DATA" >&2; exit 1; }
mkdir -p "$OUT" docs
go build -o "$OUT/gannet" ./cmd/gannet

evaluate() {
	web=$1
	shift
	"$OUT/gannet" eval --web "$DATA/webs/$web.warc.zst" --labels "$DATA/labels/$web.tsv" --seed "$SEED" --draws "$DRAWS" \
		--out "$OUT/eval/$web" "$@" >/dev/null
	cp "$OUT/eval/$web/recall.svg" "docs/recall-$web.svg"
	cp "$OUT/eval/$web/harvest.svg" "docs/harvest-$web.svg"
}
evaluate enwiki6k --split "$DATA/labels/topics.json:test"
evaluate uci --split "$DATA/labels/topics.json:test"
evaluate planetmath

# Shark's query, on the training topics: the length that does best there is the default.
lengths() {
	printf '\n## How many words Shark looks for\n\nArea of Shark Search on the training topics, 2 draws, by the number of words in its query:\n\n'
	printf '| words | enwiki6k | uci |\n|---|---|---|\n'
	for n in 5 10 20 50; do
		printf '| %s |' $n
		for web in enwiki6k uci; do
			"$OUT/gannet" eval --web "$DATA/webs/$web.warc.zst" --labels "$DATA/labels/$web.tsv" --seed "$SEED" --draws 2 \
				--split "$DATA/labels/topics.json:train" --strategies shark --query-terms $n |
				sed -n 's/^| shark | \([0-9.]*\) .*/ \1 |/p' | head -n 1 | tr -d '\n'
		done
		printf '\n'
	done
}
lengths >"$OUT/eval/lengths.md"

{
	cat docs/evaluation.head.md
	for web in enwiki6k uci planetmath; do
		cat "$OUT/eval/$web/eval.md"
		printf '\n![Recall on %s](recall-%s.svg)\n\n![Harvest rate on %s](harvest-%s.svg)\n\n' $web $web $web $web
	done
	cat "$OUT/eval/lengths.md"
} >docs/evaluation.md
