#!/bin/sh
# Writes the section "A whole crawl" of lab/reports/freshness.md, by lab/evalfreshcrawl.
set -eu
GO=${GO:-go} OUT=${OUT:-out}
mkdir -p "$OUT"
DIR=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
trap 'rm -rf "$DIR"' EXIT
{
	sed '/^## A whole crawl$/,$d' lab/reports/freshness.md
	cat lab/reports/freshness-crawl.head.md
	echo
	sh lab/run.sh evalfreshcrawl -dir "$DIR/crawls" -seed 1
} >"$OUT/freshness.md"
mv "$OUT/freshness.md" lab/reports/freshness.md
