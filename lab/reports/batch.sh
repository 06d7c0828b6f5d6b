#!/bin/sh
# Prints the tables of "Growth" in lab/reports/batches.md: what batches of made ads and pages take. `make bench-batch` calls it. SIZES are numbers of
# ads, PAGES are numbers of pages.
set -eu
GO=${GO:-go}
OUT=${OUT:-out}
SIZES=${SIZES:-100000 1000000 10000000}
MEMORY=${MEMORY:-4G}
PLAIN=${PLAIN:-1000000}
PAGES=${PAGES:-10000 100000}
mkdir -p "$OUT/batch"
GANNET=${GANNET:-$OUT/batch/gannet}
test -x "$GANNET" || "$GO" build -trimpath -o "$GANNET" ./cmd/gannet
# measure NAME COMMAND…: prints a row of the table.
measure() {
	name=$1
	shift
	/usr/bin/time -o "$OUT/batch/time" -f '%U %S %M %e' env GOMAXPROCS=1 "$@" 2>"$OUT/batch/errors" || { cat "$OUT/batch/errors" >&2; exit 1; }
	awk -v name="$name" -v n="$n" '{ cpu = $1 + $2; printf "| %s | %d | %.0f | %.0f | %.0f | %.0f |\n", name, n, cpu, n / cpu, $3 / 1024, $4 }' "$OUT/batch/time"
}
printf '| command | ads | CPU s | ads a CPU second | memory, MiB | wall s |\n|---|---|---|---|---|---|\n'
for n in $SIZES; do
	sh lab/run.sh makeads -n "$n" -seed 1 >"$OUT/batch/ads.jsonl"
	measure '`gannet batch dedup`' "$GANNET" batch dedup "$OUT/batch/ads.jsonl" --memory "$MEMORY" --dir "$OUT/batch" --json -o "$OUT/batch/batch.jsonl"
	test "$n" -gt "$PLAIN" && continue
	measure '`gannet dedup`' sh -c '"$0" dedup "$1" --json >"$2"' "$GANNET" "$OUT/batch/ads.jsonl" "$OUT/batch/plain.jsonl"
	cmp "$OUT/batch/plain.jsonl" "$OUT/batch/batch.jsonl"
done
rm -f "$OUT"/batch/*.jsonl
printf '\n| command | pages | CPU s | pages a CPU second | memory, MiB | wall s |\n|---|---|---|---|---|---|\n'
for n in $PAGES; do
	sh lab/run.sh makewarc -pages "$n" -files 4 -dir "$OUT/batch"
	measure '`gannet batch extract`' "$GANNET" batch extract "$OUT"/batch/*.warc.gz --quiet -o "$OUT/batch/jobs.jsonl"
	measure '`gannet batch pages`' "$GANNET" batch pages "$OUT"/batch/*.warc.gz --dir "$OUT/batch" -o "$OUT/batch/pages.jsonl"
done
rm -r "$OUT/batch"
