#!/bin/sh
# Measures what a page costs today and at an earlier commit, in turn, and writes lab/reports/cost-table.md. `make bench-cost` calls it. All
# figures are of processor time, so that a busy machine spoils them little. BEFORE is the earlier commit, PAIRS how often both are run, PARTS
# the crawls in process (of BenchmarkCost), and LIVE the pages of the crawls over loopback, beside crawlers of others; 0 leaves these out. A
# crawler that cannot be installed here is left out. It takes half an hour.
set -eu
cd "$(dirname "$0")/../.."
DATA=$(realpath "${DATA:-../shared/data}")
BEFORE=${BEFORE:-097fee34}
PAIRS=${PAIRS:-3}
PARTS=${PARTS:-uci/1000 uci/8000 uci/all enwiki6k/6000}
LIVE=${LIVE:-1000}
DOC=${DOC:-lab/reports/cost-table.md}
test -f "$DATA/webs/uci.warc.zst" || { echo "no data in $DATA: set GANNET_DATA" >&2; exit 1; }
dir=${TMPDIR:-/tmp}/gannet-cost
rm -rf "$dir" && mkdir -p "$dir/tmp" "$dir/live"
trap 'git worktree remove --force "$dir/before" 2>/dev/null || :; rm -rf "$dir"' EXIT

# build NAME DIRECTORY builds the benchmark and the program of a revision.
build() {
	(cd "$2" && CGO_ENABLED=0 go test -c -o "$dir/$1.test" ./cmd/gannet && CGO_ENABLED=0 go build -o "$dir/$1" ./cmd/gannet)
}
git worktree add -q --detach "$dir/before" "$BEFORE"
eval=$(grep -o '"gannet/.*/eval"' "$dir/before/cmd/gannet/bench_test.go")
sed "s#\"gannet/training/eval\"#$eval#" cmd/gannet/bench_cost_test.go >"$dir/before/cmd/gannet/bench_cost_test.go"
build gannet . && build gannet-before "$dir/before"

# crawl NAME PART prints: name, part, pages, processor seconds, times html.Parse, digest.
crawl() {
	(cd "$dir" && TMPDIR=$dir/tmp GANNET_DATA=$DATA "./$1.test" -test.run '^$' -test.bench "Cost/$2\$" -test.benchtime 1x) |
		awk -v name="$1" -v part="$2" '{ for (i = 2; i <= NF; i++) { if ($i == "cpu-s") cpu = $(i-1); if ($i == "cpu/parse") parse = $(i-1) } }
			/digest/ { pages = $2; digest = $NF } END { print name, part, pages, cpu, parse, digest }'
}
# program NAME prints the same of the program with --web, without the opening of the web.
program() {
	whole=$(one "$1" 1000) && opening=$(one "$1" 1)
	echo "$1 --web/1000 1000 $(awk "BEGIN { print $whole - $opening }") - -"
}
one() {
	rm -rf "$dir/tmp/crawl"
	{ "$dir/$1" crawl --seeds "$dir/live/seeds.txt" --web "$DATA/webs/uci.warc.zst" --keywords algorithm,geometry,graph --jobs --pages "$2" --quiet --out "$dir/tmp/crawl" >/dev/null
		times; } | awk 'END { for (i = 1; i <= NF; i++) { split($i, t, /[ms]/); s += 60 * t[1] + t[2] } print s }'
}
awk -F '\t' '$2 ~ /algorithms_geometry/ { print $1 }' "$DATA/labels/uci.tsv" | LC_ALL=C sort >"$dir/topic.txt"
awk -v n="$(wc -l <"$dir/topic.txt")" 'int((NR - 1) * 10 / n) != int((NR - 2) * 10 / n) || NR == 1' "$dir/topic.txt" >"$dir/live/seeds.txt"
for _ in $(seq "$PAIRS"); do
	for part in $PARTS; do crawl gannet-before "$part" && crawl gannet "$part"; done
	program gannet-before && program gannet
done | tee "$dir/runs.txt" >&2
{
	printf '# What a page costs, today and at %s\n\nMade by `make bench-cost` (`lab/reports/cost.sh`), in alternating pairs. Times are of the processor, for all of a crawl. Medians of %s.\n\n' "$BEFORE" "$PAIRS"
	printf '| crawl | pages | seconds before | now | ratio of pairs | × html.Parse before | now | same pages |\n|---|--:|--:|--:|--:|--:|--:|---|\n'
	awk 'function median(list, n,  a, i, j, t) { n = split(list, a, " "); for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) if (a[j] + 0 < a[i] + 0) { t = a[i]; a[i] = a[j]; a[j] = t }
			return a[int((n + 1) / 2)] }
		$1 == "gannet-before" { if (!($2 in b)) order[++k] = $2; b[$2] = b[$2] " " $4; bp[$2] = bp[$2] " " $5; last = $4; digest = $6 }
		$1 == "gannet" { n[$2] = n[$2] " " $4; np[$2] = np[$2] " " $5; r[$2] = r[$2] " " $4 / last; pages[$2] = $3; same[$2] = digest == "-" ? "" : digest == $6 ? "yes" : "no" }
		END { for (i = 1; i <= k; i++) { p = order[i]; printf "| %s | %d | %.2f | %.2f | %.2f | %s | %s | %s |\n", p, pages[p], median(b[p]), median(n[p]), median(r[p]), median(bp[p]), median(np[p]), same[p] } }' "$dir/runs.txt"
} >"$dir/table.md"
if test "$LIVE" != 0; then
	(cd bench/crawl && CGO_ENABLED=0 go build -o "$dir/colly" ./colly && CGO_ENABLED=0 go build -o "$dir/compare" .)
	{ python3 -m venv "$dir/venv" && "$dir/venv/bin/pip" install -q aiohttp==3.14.5 selectolax==1.0.2 uvloop==0.23.0 && cp bench/crawl/aio.py "$dir"; } >&2 ||
		echo "it cannot be installed here" >"$dir/aiohttp.skipped"
	{ mkdir "$dir/spider" && cp bench/crawl/spider/* "$dir/spider" && (cd "$dir/spider" && cargo build -q --release) && cp "$dir/spider/target/release/spider-crawl" "$dir"; } >&2 ||
		echo "it cannot be built here" >"$dir/spider.skipped"
	{
		printf '\nOver loopback, each through a proxy of its own, from the same seeds. Times of the wall are of a machine that may have been busy:\n\n'
		"$dir/compare" -web "$DATA/webs/uci.warc.zst" -labels "$DATA/labels/uci.tsv" -dir "$dir" -pages "$LIVE" -runs "$PAIRS" -only gannet-before,gannet,colly,aiohttp,spider -out "$dir/live"
	} >>"$dir/table.md"
fi
mv "$dir/table.md" "$DOC"
