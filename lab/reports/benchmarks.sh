#!/bin/sh
# Makes lab/reports/benchmarks.md: the hot paths, measured on this machine. `make benchmarks` calls it; it takes some
# twenty minutes and wants the machine for itself.
set -eu
OUT=${OUT:-out}
COUNT=${COUNT:-3}
mkdir -p "$OUT"

run() { # package, pattern, further flags
	package=$1
	pattern=$2
	shift 2
	go test -run '^$' -bench "$pattern" -timeout 60m "$@" "$package" | grep -E '^Benchmark|: (gannet|colly): ' || true
}
section() {
	printf '\n## %s\n\n%s\n\n```\n' "$1" "$2"
	shift 2
	run "$@"
	printf '```\n'
}
{
	printf '# Benchmarks\n\nMade by `make benchmarks` (`lab/reports/benchmarks.sh`) with %s on %s processors (%s).\n' \
		"$(go env GOVERSION)" "$(getconf _NPROCESSORS_ONLN)" "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
	section "A whole crawl beside bare colly" \
		"Both crawl a whole frozen web in process. Gannet extracts and compares postings, and keeps everything so that the crawl can go on. The bare colly collector fetches and parses every page, visits every link and keeps nothing. Its links wait in colly's own queue, each once, which is up to twice as fast as an asynchronous collector. Both get 404 for every link out of the web. The numbers are distinct pages a second and their ratio, and the CPU time of both per page, all fetches included. cpu/parse is gannet's CPU time as a multiple of html.Parse of the same pages. The bar is a ratio of 1. On enwiki6k 108 of 109 requests are for links out of the web. Over two thirds of them are to one host, which gannet asks one at a time." \
		./cmd/gannet Crawl -benchtime 1x -count "$COUNT"
	section "What a page costs in a crawl" \
		"The same by learned order without the 404s: links out of the web are ranked like all others, then left, and colly leaves them too. The bars for cpu/parse are 5 on uci and 8 on enwiki6k; the bar for the ratio is 1." \
		./cmd/gannet Pages -benchtime 1x -count "$COUNT"
	section "Reading a page" \
		"CPU time of Reader.Read (a compact tree, words, blocks, main content, links with their contexts) beside html.Parse alone, 300 pages of each web." \
		./features 'Parse|Read' -count "$COUNT"
	section "Features of links" \
		"CPU time of the 35 features of all links of a page beside html.Parse of it, and of telling its language. The bar is a ratio of 2." \
		./features 'Links|Language' -count "$COUNT"
	section "Frontier: ten million URLs" \
		"10 million links over 100,000 heavy-tailed hosts in the Pebble store, pushed in pages of 34 on one processor. The bars: memory under 1 GiB, 150,000 links/s, Take p99 under 1 ms, reopening under 5 s." \
		./frontier/pebblestore TenMillion -benchtime 1x
	section "Frontier: usual size" "Links pushed in pages of 34 over 100,000 hosts, and Take with Done among half a million links, in the Pebble store." ./frontier/pebblestore '^Benchmark(Push|Take)$' -benchmem
	section "Judging and ranking" "A page judged by a topic's classifier, the query's cosine with a link's context, the links of a page ranked." \
		./topic 'Probability|Cosine|Train' -benchmem
	section "Ranking the 500 links of a page" "All links of a page of 6,000 words by each strategy." ./ranker '^BenchmarkRank$' -benchmem
	section "The order learned in the crawl" \
		"500 links ranked with 100 trees, the features of one link, a page learned from, and 100,000 waiting links scored again; B/link is memory for each link known." \
		./ranker Learned -benchmem
	section "Training" "The learners, and the measures of a ranking." ./training . -benchtime 1x -benchmem
	section "Store" "Pages of 14 kB, synced to the disk." ./store . -benchmem
	section "Archives" "The three frozen webs opened, pages read and written." ./crawler/archive .
	section "One fetch" "A page of 20 kB from memory, through colly." ./crawler/fetch . -benchmem
	section "Links" "One href resolved to its canonical URL, and the same by the library alone." ./internal/weburl . -benchmem
} >"$OUT/benchmarks.md"
mv "$OUT/benchmarks.md" lab/reports/benchmarks.md
# Crawlers side by side take 40 minutes more: what their last run gave, or else a run.
if test -f "$OUT/crawlers/section.md"; then
	{ echo && cat "$OUT/crawlers/section.md"; } >>lab/reports/benchmarks.md
else
	DATA=${GANNET_DATA:-../shared/data} sh bench/crawl.sh
fi
