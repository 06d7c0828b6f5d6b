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

{
	cat docs/evaluation.head.md
	for web in enwiki6k uci planetmath; do
		cat "$OUT/eval/$web/eval.md"
		printf '\n![Recall on %s](recall-%s.svg)\n\n![Harvest rate on %s](harvest-%s.svg)\n\n' $web $web $web $web
	done
} >docs/evaluation.md
