#!/bin/sh
# Runs every fuzz target for $FUZZTIME (5s), or those whose file or name matches $FUZZ. One after the other, since each
# takes all cores. Inputs that fail are written into the package's testdata/fuzz, where go test finds them from then on.
set -eu
cd "$(dirname "$0")/.."
said=$(mktemp)
trap 'rm -f "$said"' EXIT
failed= n=0
for target in $(grep -ro --include='*_test.go' --exclude-dir=bench '^func Fuzz[A-Za-z0-9_]*' . | sed 's/:func /:/' |
	sort | grep -e "${FUZZ:-.}"); do
	package=$(dirname "${target%%:*}") name=${target##*:}
	echo "$package $name"
	n=$((n + 1))
	# On a busy machine a worker may still be at an input when the time is up, which go test calls a failure.
	"${GO:-go}" test -run '^$' -fuzz "^$name\$" -fuzztime "${FUZZTIME:-5s}" "$package" >"$said" 2>&1 ||
		{ grep -q 'context deadline exceeded' "$said" && ! grep -q 'Failing input\|panic:' "$said"; } || {
		cat "$said"
		failed="$failed $package.$name"
	}
done
test -z "$failed" || { echo "failed:$failed"; exit 1; }
test "$n" -gt 0 || { echo "no fuzz target matches $FUZZ"; exit 1; }
