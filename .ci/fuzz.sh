#!/bin/sh
# Runs every fuzz target for $FUZZTIME (5s), or those whose file or name matches $FUZZ. They run one after the other,
# because each takes all cores. A package is compiled once. Inputs that fail are written into the package's testdata/fuzz,
# where go test finds them from then on. FUZZTIME may be a number of inputs, such as 500x.
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
	# Little time is spent on minimizing interesting inputs. On a busy machine a worker may still run an input when the
	# time is up, which Go calls a failure: context deadline exceeded. That is ignored.
	(cd "$package" && "$tmp/test" -test.run '^$' -test.fuzz "^$name\$" -test.fuzztime "${FUZZTIME:-5s}" \
		-test.fuzzminimizetime 100x -test.fuzzcachedir "$tmp/cache/$package") >"$tmp/output" 2>&1 ||
		{ grep -q 'context deadline exceeded' "$tmp/output" && ! grep -q 'Failing input\|panic:' "$tmp/output"; } || {
		echo "$package $name"
		cat "$tmp/output"
		failed="$failed $package.$name"
	}
done
test -z "$failed" || { echo "failed:$failed"; exit 1; }
test "$n" -gt 0 || { echo "no fuzz target matches $FUZZ"; exit 1; }
echo "$n fuzz targets, ${FUZZTIME:-5s} each"
