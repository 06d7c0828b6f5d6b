#!/bin/sh
# Compares gannet with other crawlers on the frozen web uci, and replaces that section of lab/reports/benchmarks.md (DOC).
# `make bench-crawlers` calls it. Logs and numbers of all runs are in $OUT/crawlers. It takes 40 minutes and needs the
# machine for itself. TRY=1 runs each crawler once on few pages and prints the section: some minutes. The others are
# installed under ${TMPDIR:-/tmp}, which needs Python, Node, a C compiler, Cargo, Maven and a JDK. ACHE is in no registry: ACHE says where
# its sources of version 0.13.0 lie, with its ache/libs. Where one is missing, the crawler's line says so.
set -eu
cd "$(dirname "$0")/.."
DATA=${DATA:-../shared/data}
OUT=${OUT:-out}
TRY=${TRY:-}
RUNS=${RUNS:-${TRY:+1}} RUNS=${RUNS:-5}
PAGES=${PAGES:-${TRY:+400}} PAGES=${PAGES:-2000} # of all crawlers
ALL=${ALL:-${TRY:+800}} ALL=${ALL:-40000}        # of the fastest: the whole web, WHOLE times
WHOLE=${WHOLE:-$((RUNS < 3 ? RUNS : 3))}
HARVEST=${HARVEST:-$RUNS} # runs for a topic
AREA=${AREA:-${TRY:+400}} AREA=${AREA:-0} # of gannet and ACHE for a topic: five times its pages, for the area
DOC=${DOC:-lab/reports/benchmarks.md}
web=$DATA/webs/uci.warc.zst
test -f "$web" || { echo "no data in $DATA: set GANNET_DATA" >&2; exit 1; }
for part in all whole topic area-algorithms_geometry area-graphics_vision area-networks_systems patient hasty; do mkdir -p "$OUT/crawlers/$part"; done
DATA=$(realpath "$DATA") OUT=$(realpath "$OUT")/crawlers
web=$DATA/webs/uci.warc.zst
dir=${TMPDIR:-/tmp}/gannet-bench-crawlers
mkdir -p "$dir/crawlee" "$dir/ache" "$dir/spider" "$dir/built"
rm -f "$dir"/*.skipped

# ready NAME COMMAND… installs a crawler, or writes down why it cannot.
ready() {
	name=$1
	shift
	"$@" >"$dir/$name.install" 2>&1 || { tail -n 1 "$dir/$name.install" | tr '|' ' ' >"$dir/$name.skipped"; }
}
katana() { cd bench/crawl/katana && CGO_ENABLED=1 go build -o "$dir/built/katana" . && cp "$dir/built/katana" "$dir"; }
python() { # a script's name, the packages that it needs
	script=$1
	shift
	{ test -x "$dir/venv/bin/python" || python3 -m venv "$dir/venv"; } && "$dir/venv/bin/pip" install -q "$@" && cp "bench/crawl/$script" "$dir"
}
spider() { cp bench/crawl/spider/* "$dir/spider" && cd "$dir/spider" && cargo build -q --release && cp target/release/spider-crawl "$dir"; }
ache() {
	test -d "${ACHE:-}/ache/src/main/java" && test -d "$ACHE/ache/libs" || { echo "its sources are in no registry: ACHE=DIR says where they lie"; return 1; }
	cp bench/crawl/ache/* "$dir/ache" && cd "$dir/ache" &&
		mvn -q -B "-Dache=$(realpath "$ACHE")" compile dependency:build-classpath -Dmdep.outputFile=classpath &&
		mkdir -p target/classes/public && echo '<html><head></head></html>' >target/classes/public/index.html # in place of its dashboard
}
crawlee() { cp bench/crawl/crawlee/* "$dir/crawlee" && cd "$dir/crawlee" && npm install --no-audit --no-fund; }

# Programs are copied, as packages are. Of a file that Go's linker has just written up to 24 MiB more are resident.
go build -trimpath -ldflags='-s -w' -tags static -o "$dir/built/gannet" ./cmd/gannet
(cd bench/crawl && go build -o "$dir/built/colly" ./colly && go build -o "$dir/compare" .)
cp "$dir/built/gannet" "$dir/built/colly" "$dir"
(ready katana katana)
(ready scrapy python scrapy.py scrapy==2.19.0 twisted==26.10.0 lxml==6.1.3 parsel==1.12.1)
(ready aiohttp python aio.py aiohttp==3.14.5 selectolax==1.0.2 uvloop==0.23.0)
(ready spider spider)
(ready ache ache)
(ready crawlee crawlee)

compare() { "$dir/compare" -web "$web" -dir "$dir" "$@"; }
geometry="algorithm,geometry,graph,polygon,triangulation,theorem,planar,vertices,complexity,combinatorial"
harvest() { # topic, keywords, further flags
	topic=$1
	words=$2
	shift 2
	compare -connections 1 -runs "$HARVEST" -pages "$((PAGES < 1000 ? PAGES : 1000))" -labels "$DATA/labels/uci.tsv" -topic "$topic" -keywords "$words" "$@"
}
medians() { test "$1" = 1 && printf 'one run' || printf 'medians of %s runs' "$1"; }
processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
{
	printf '## Crawlers side by side\n\nMade by `make bench-crawlers` (`bench/crawl.sh`) on %s processors (%s).\n\n' "$(getconf _NPROCESSORS_ONLN)" "$processor"
	cat bench/crawl/head.md
	printf '\nAt most %s pages, %s:\n\n' "$PAGES" "$(medians "$RUNS")"
	compare -runs "$RUNS" -pages "$PAGES" -out "$OUT/all"
	printf '\nThe whole web, %s:\n\n' "$(medians "$WHOLE")"
	compare -runs "$WHOLE" -pages "$ALL" -only gannet,gannet-polite,colly,aiohttp,spider -out "$OUT/whole"
	printf '\n### Harvest\n\n'
	cat bench/crawl/harvest.md
	printf '\nShares, %s:\n\n' "$(medians "$HARVEST")"
	harvest algorithms_geometry "$geometry" -workers 1 -out "$OUT/topic"
	for more in "algorithms_geometry:$geometry" graphics_vision:graphics,vision,image networks_systems:network,system,protocol; do
		printf '\nGannet and ACHE from ten pages of the topic `%s`:\n\n' "${more%%:*}"
		harvest "${more%%:*}" "${more#*:}" -pages "$AREA" -workers 1 -only gannet,ache -out "$OUT/area-${more%%:*}"
	done
	printf '\nGannet with 16 workers, `--patience 10s` being the default:\n\n'
	harvest algorithms_geometry "$geometry" -workers 16 -only gannet -out "$OUT/patient"
	printf '\nThe same with `--patience 0`:\n\n'
	harvest algorithms_geometry "$geometry" -workers 16 -only gannet -patience 0 -out "$OUT/hasty"
} >"$OUT/section.md"
test -z "$TRY" || { cat "$OUT/section.md" && rm "$OUT/section.md" && exit; }
if test -f "$DOC"; then
	awk '/^## /{ skip = /^## Crawlers side by side/ } !skip' "$DOC" >"$OUT/others.md"
	sed -e :a -e '/^\n*$/{$d;N;ba' -e '}' "$OUT/others.md" >"$DOC" # without empty lines at its end
fi
{ echo && cat "$OUT/section.md"; } >>"$DOC"
