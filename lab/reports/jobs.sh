#!/bin/sh
# Makes lab/reports/jobs.md: extraction, kinds of pages, sketches, verdicts, a crawl for jobs, and what they cost. `make eval-jobs`
# calls it. SECTIONS=crawl BENCH=0 shows in two minutes that it works.
set -eu
DATA=${DATA:-../shared/data}
JOBS=${JOBS:-.data/pack_dev}
OUT=${OUT:-out}
SEED=${SEED:-1}
SECTIONS=${SECTIONS:-}
BENCH=${BENCH:-1}
test -d "$DATA/webs" || { echo "no data in $DATA: set GANNET_DATA" >&2; exit 1; }
test -d "$JOBS" || { echo "no job ads in $JOBS: make data unpacks them" >&2; exit 1; }
mkdir -p "$OUT"

# bench TITLE TEXT PACKAGE PATTERN FLAG… runs benchmarks on one core.
bench() {
	printf '\n### %s\n\n%s\n\n```\n' "$1" "$2"
	package=$3
	pattern=$4
	shift 4
	go test -run '^$' -bench "$pattern" -benchmem -cpu 1 -timeout 30m "$@" "$package" >"$OUT/jobs.bench" || { cat "$OUT/jobs.bench" >&2; exit 1; }
	grep '^Benchmark' "$OUT/jobs.bench"
	printf '```\n'
}
speed() {
	printf '\n## Speed\n\nOn one core, with %s (%s).\n' "$(go env GOVERSION)" "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
	bench "Extraction" "A page to its posting, by source, and pages that post nothing." ./job/extract .
	bench "A page's own words" "Without markup or template." ./job/pagetext .
	bench "Kinds" "Posting, listing or other." ./job/kind .
	bench "Sketches" "From text to sketch; the bar is 50,000 documents of 3 kB a second, 20 µs each." ./dedup/sketch .
	bench "Candidates" "The index in memory and in Pebble; the bars are 150,000 and 10,000 documents a second. With \"make bench-sketches\" ten million sketches took 325 bytes each and 3.23 GiB at most, of the 6 GiB allowed." ./dedup/index .
	bench "Decisions" "A posting prepared, and one decided on. Lines is all from JSON to verdict; the bar is 6,600 ads per core second. In turn with 64b1997, where the bar comes from, it is .96 times as fast: six runs each, on a slower machine." ./dedup .
	bench "Store" "Pages with and without postings, and lists of them." ./store Posting
	if test -f bench/sketch.sh; then
		printf '\n### Beside other libraries\n\n'
		sh bench/sketch.sh
	fi
}
{
	cat <<'END'
# Jobs

Made by `make eval-jobs` (`lab/reports/jobs.sh`). The same seed gives the same numbers on any machine, except times and speeds. The
ads and pages are those that `make data` unpacks, described in their own README. They are real, and nothing of their text is
part of this repository. The packages and models are measured as they are shipped.

**What the models have seen.** The topic `jobs`, the kinds of pages and the verdict are learned from these ads as well, because
there are no others. A section that splits them says how: by site, by source, by user or employer, never by page or pair. The
end-to-end crawl has no split. Its topic classifier and verdict may have seen ads that it posts, but none of its pages, whose
markup, URLs, copies and surroundings are generated.

**Precision and recall** of a field are counted on normal forms. Precision is the share of right values among those extracted,
recall the share of right values among those on the pages. A pair of postings is right if the truth and the clusters both say
that it is one job.
END
	printf '\n'
	# shellcheck disable=SC2086 # SECTIONS are words
	sh lab/run.sh evaljobs -ads "$JOBS" -webs "$DATA/webs" -seed "$SEED" $SECTIONS
	test "$BENCH" = 0 || speed
} >"$OUT/jobs.md"
mv "$OUT/jobs.md" lab/reports/jobs.md
