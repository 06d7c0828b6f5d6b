#!/bin/sh
# Runs every fuzz target for $FUZZTIME (5s), or those whose file or name matches $FUZZ. One after the other, since each
# takes all cores; a package is compiled once. Inputs that fail are written into the package's testdata/fuzz, where go
# test finds them from then on. FUZZTIME may be a number of inputs, as 500x.
set -eu
cd "$(dirname "$0")/.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed= n=0 compiled=
for target in $(grep -ro --include='*_test.go' --exclude-dir=bench '^func Fuzz[A-Za-z0-9_]*' . | sed 's/:func /:/' |
	sort | grep -e "${FUZZ:-.}"); do
	package=$(dirname "${target%%:*}") name=${target##*:}
	n=$((n + 1))
	test "$package" = "$compiled" || "${GO:-go}" test -c -fuzz . -o "$tmp/test" "$package"
	compiled=$package
	# Interesting inputs are not made small for long. On a busy machine a worker may still be at an input when the time is
	# up, which is called a failure.
	(cd "$package" && "$tmp/test" -test.run '^$' -test.fuzz "^$name\$" -test.fuzztime "${FUZZTIME:-5s}" \
		-test.fuzzminimizetime 100x -test.fuzzcachedir "$tmp/cache/$package") >"$tmp/said" 2>&1 ||
		{ grep -q 'context deadline exceeded' "$tmp/said" && ! grep -q 'Failing input\|panic:' "$tmp/said"; } || {
		echo "$package $name"
		cat "$tmp/said"
		failed="$failed $package.$name"
	}
done
test -z "$failed" || { echo "failed:$failed"; exit 1; }
test "$n" -gt 0 || { echo "no fuzz target matches $FUZZ"; exit 1; }
echo "$n fuzz targets, ${FUZZTIME:-5s} each"
