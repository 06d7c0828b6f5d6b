#!/bin/sh
# Makes docs/label.md: what it is worth that a person labels pages of a crawl. `make eval-label` calls it. A study that was broken off
# goes on; DRAWS=1 shows sooner that it works.
set -eu
DATA=${DATA:-../shared/data}
OUT=${OUT:-out}
SEED=${SEED:-1}
DRAWS=${DRAWS:-5}
test -d "$DATA/webs" || { echo "no data in $DATA: set GANNET_DATA" >&2; exit 1; }
mkdir -p "$OUT"
${GO:-go} run ./lab/evallabel -data "$DATA" -seed "$SEED" -draws "$DRAWS" -results "$OUT/label-$SEED.jsonl" >"$OUT/label.md"
cat docs/label.head.md "$OUT/label.md" >docs/label.md
