#!/bin/sh
# Writes docs/freshness.md: its head, then the tables of lab/evalfresh.
set -eu
GO=${GO:-go} OUT=${OUT:-out}
mkdir -p "$OUT"
{
	cat docs/freshness.head.md
	echo '## Every posting is on a list'
	echo
	$GO run ./lab/evalfresh -seed 1 -listed 1
	echo
	echo '## Half of the postings are on no list'
	echo
	echo 'The others are known at the start, or are found by links between postings. This is one web.'
	echo
	$GO run ./lab/evalfresh -seed 1 -listed .5 -seeds 1 -schedules ours,uniform,nutch,sweep
	sed -n '/^## A whole crawl$/,$p' docs/freshness.md # of `make eval-fresh-crawl`
} >"$OUT/freshness.md"
mv "$OUT/freshness.md" docs/freshness.md
