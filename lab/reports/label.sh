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
cat lab/reports/label.head.md "$OUT/label.md" >lab/reports/label.md
