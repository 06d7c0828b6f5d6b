#!/bin/sh
# Writes lab/reports/freshness.md: its head, then the tables of gannet eval --days.
set -eu
GO=${GO:-go} OUT=${OUT:-out}
mkdir -p "$OUT"
{
	cat lab/reports/freshness.head.md
	echo '## Every posting is on a list'
	echo
	$GO run ./cmd/gannet eval --days 60 --seed 1 --listed 1
	echo
	echo '## Half of the postings are on no list'
	echo
	echo 'The others are known at the start, or are found by links between postings. This is one web.'
	echo
	$GO run ./cmd/gannet eval --days 60 --seed 1 --listed .5 --webs 1 --schedules ours,uniform,nutch,sweep
	echo
	echo '## How long lists have to lack a posting whose page stays'
	echo
	echo 'Ours learns it. The others have it fixed. Every posting is on a list, and these are three other webs.'
	echo
	$GO run ./cmd/gannet eval --days 60 --seed 11 --webs 3 --listed 1 --schedules 'ours,ours after 24h,ours after 36h,ours after 72h'
	echo
	sed -n '/^## A whole crawl$/,$p' lab/reports/freshness.md # of `make eval-fresh-crawl`
} >"$OUT/freshness.md"
mv "$OUT/freshness.md" lab/reports/freshness.md
