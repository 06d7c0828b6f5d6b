#!/bin/sh
# Makes docs/resume.md: how long a large crawl takes to be opened again. `make eval-resume` calls it.
set -eu
GO=${GO:-go}
OUT=${OUT:-out}
PAGES=${PAGES:-20000}
SEED=${SEED:-1}
FORGET=${FORGET:-4000}
mkdir -p "$OUT"
"$GO" build -o "$OUT/evalresume" ./lab/evalresume
rm -rf "$OUT/resume"
{
	cat docs/resume.head.md
	printf '\n## The shipped topic jobs\n\n'
	"$OUT/evalresume" -pages "$PAGES" -seed "$SEED" -dir "$OUT/resume/jobs"
	printf '\n## A topic known by one seed and keywords\n\n'
	cat docs/resume.seeds.md
	"$OUT/evalresume" -pages "$((PAGES < 20000 ? PAGES : 20000))" -seed "$SEED" -dir "$OUT/resume/seeds" -topic seeds
	printf '\n## What is lost to forgetting\n\n'
	cat docs/resume.forget.md
	printf '\nSeed %s, %s pages of a web of ten times as many.\n\n' "$SEED" "$FORGET"
	"$OUT/evalresume" -step forget -pages "$FORGET" -seed "$SEED"
} >"$OUT/resume.md"
mv "$OUT/resume.md" docs/resume.md
rm -rf "$OUT/resume"
