#!/bin/sh
# Makes lab/reports/load.md: a crawl under load, sampled each half minute. `make load` calls it. It wants the machine for itself;
# the servers take a part of it. What is shorter than an hour is printed and written to out/load.md alone.
set -eu
GO=${GO:-go}
OUT=${OUT:-out}
GANNET_LOAD=${GANNET_LOAD:-1h}
mkdir -p "$OUT"
export GANNET_LOAD
GANNET_LOAD_REPORT=$(pwd)/$OUT/load.report "$GO" test -count=1 -v -timeout 0 -run 'Load$' ./cmd/gannet
{
	cat lab/reports/load.head.md
	printf '\nMade by `make load` (`lab/reports/load.sh`) at %s with %s on %s processors (%s).\n\n' "$(git rev-parse --short HEAD 2>/dev/null || echo '?')" \
		"$("$GO" env GOVERSION)" "$(getconf _NPROCESSORS_ONLN)" "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
	cat "$OUT/load.report"
} >"$OUT/load.md"
test "$GANNET_LOAD" != 1h || cp "$OUT/load.md" lab/reports/load.md
