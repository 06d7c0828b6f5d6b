#!/bin/sh
# Makes lab/reports/resume.md: how long a large crawl takes to be opened again. `make eval-resume` calls it. With MILLION=1 it crawls a
# million pages first, for lab/reports/resume.million.md: an hour or two, and 6 GB.
set -eu
GO=${GO:-go}
OUT=${OUT:-out}
PAGES=${PAGES:-20000}
SEED=${SEED:-1}
FORGET=${FORGET:-4000}
mkdir -p "$OUT"
rm -rf "$OUT/resume"
if [ -n "${MILLION:-}" ]; then
	sh lab/run.sh evalresume -pages 1000000 -seed "$SEED" -dir "$OUT/resume/million" >"$OUT/million.md"
	mv "$OUT/million.md" lab/reports/resume.million.md
	rm -rf "$OUT/resume"
fi
{
	cat lab/reports/resume.head.md
	printf '\n## The shipped topic jobs\n\n'
	sh lab/run.sh evalresume -pages "$PAGES" -seed "$SEED" -dir "$OUT/resume/jobs"
	printf '\n## A million pages\n\n'
	cat lab/reports/resume.million.md
	printf '\n## A topic known by one seed and keywords\n\n'
	cat lab/reports/resume.seeds.md
	sh lab/run.sh evalresume -pages "$((PAGES < 20000 ? PAGES : 20000))" -seed "$SEED" -dir "$OUT/resume/seeds" -topic seeds
	printf '\n## What is lost to forgetting\n\n'
	cat lab/reports/resume.forget.md
	printf '\nThree webs from seed %s on, %s pages of ten times as many each.\n\n' "$SEED" "$FORGET"
	sh lab/run.sh evalresume -step forget -pages "$FORGET" -seed "$SEED"
} >"$OUT/resume.md"
mv "$OUT/resume.md" lab/reports/resume.md
rm -rf "$OUT/resume"
