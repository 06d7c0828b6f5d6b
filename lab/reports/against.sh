#!/bin/sh
# Prints how the strategy learned of this revision compares with that of an earlier one, on the same topics and draws. `make
# eval-against REV=...` calls it.
set -eu
DATA=${DATA:-../shared/data}
OUT=${OUT:-out}
DRAWS=${DRAWS:-1}
SPLIT=${SPLIT:-test}
WEBS=${WEBS:-enwiki6k uci}
CLASSIFIER=${CLASSIFIER:-labelled}
SEED=${SEED:-1}
FLAGS=${FLAGS:-}
mkdir -p "$OUT/against"
OUT=$(cd "$OUT/against" && pwd)
tree=$(mktemp -d)
trap 'git worktree remove --force "$tree/old"; rmdir "$tree"' EXIT
git worktree add -q --detach "$tree/old" "$REV"
(cd "$tree/old" && go build -o "$OUT/gannet-old" ./cmd/gannet)
go build -o "$OUT/gannet-new" ./cmd/gannet
new= old=
for web in $WEBS; do
	set --
	test "$web" = planetmath || set -- --split "$DATA/labels/topics.json:$SPLIT"
	for which in old new; do
		"$OUT/gannet-$which" eval --web "$DATA/webs/$web.warc.zst" --labels "$DATA/labels/$web.tsv" --seed "$SEED" --draws "$DRAWS" \
			--classifier "$CLASSIFIER" --strategies learned $FLAGS --out "$OUT/$web-$which" "$@" >/dev/null
	done
	new="$new $OUT/$web-new" old="$old $OUT/$web-old"
done
sh lab/run.sh evalagainst $new -- $old
