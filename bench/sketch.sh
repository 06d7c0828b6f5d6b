#!/bin/sh
# Compares libraries that sketch texts of 3 kB: a Markdown table of documents a second on one core, for lab/reports/jobs.md.
# datasketch and rensa run in a virtual environment under ${TMPDIR:-/tmp}. If Python or its packages are missing, a line
# says so.
set -eu
cd "$(dirname "$0")"
venv=${TMPDIR:-/tmp}/gannet-bench-venv
out=$(mktemp)
trap 'rm -f "$out" "$out.json" "$out.py"' EXIT

GOMAXPROCS=1 go test -run '^$' -bench Text -benchtime "${BENCHTIME:-2s}" . >"$out"
go run ./texts >"$out.json"
printf 'Texts of 3 kB (%s), one core. Gannet hands out shingles in order: that sorting counts as cutting in its first two lines.\n\n' "$(sed 's/{"source":"\([^"]*\)".*/\1/;q' "$out.json")"
echo '| | text to sketch, docs/s | shingles to sketch, docs/s |'
echo '|---|---|---|'
awk '
	function rate(ns) { return sprintf("%d", 1e9 / ns + .5) }
	/^BenchmarkText/ { split($1, name, "[/-]"); if (name[2] == "go") name[2] = "minhash"; ns[name[2]] = $3 }
	END {
		printf "| gannet: Fast Similarity Sketching and sample | %s | %s |\n", rate(ns["gannet"]), rate(ns["gannet"] - ns["shingles"])
		printf "| dgryski/go-minhash 7fe510a, the same shingles | %s | %s |\n", rate(ns["minhash"]), rate(ns["minhash"] - ns["shingles"])
	}' "$out"
if ! command -v python3 >/dev/null; then
	echo '| datasketch, rensa | skipped: no Python | |'
elif ! { test -x "$venv/bin/python" || python3 -m venv "$venv"; } >"$out.py" 2>&1 ||
	! "$venv/bin/pip" install -q datasketch==2.0.0 rensa==0.5.0 numpy==2.4.6 scipy==1.17.1 >>"$out.py" 2>&1; then
	echo "| datasketch, rensa | skipped: $(tail -n 1 "$out.py" | tr '|\n' '  ') | |"
else
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 RAYON_NUM_THREADS=1 "$venv/bin/python" other.py <"$out.json"
fi
