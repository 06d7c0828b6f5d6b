#!/bin/sh
# Makes lab/reports/resume.md: how long a large crawl takes to be opened again. `make eval-resume` calls it. With MILLION=1 it crawls a
# million pages first, which takes an hour or two and 6 GB; otherwise that section stays as it is.
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
	rm -rf "$OUT/resume"
else
	sed -n '/^## A million pages$/,/^## A topic known/{//!p;}' lab/reports/resume.md | sed '1d;$d' >"$OUT/million.md"
fi
{
	cat <<'END'
# Going on with a large crawl

When a crawl goes on, a strategy that learns has to know what it knew. It reads that from the [checkpoint](../../docs/reference/formats/checkpoint.md), and
learns from the pages since. Without a checkpoint it learns again from all pages kept. Both should give the same, to the last bit. Each table
below says whether they did.

`lab/evalresume` crawls a generated web with the strategy `learned` and four workers, into a directory. Then it opens the directory: with
its checkpoint, after kill -9 at a random moment of the next run, and without. Each is a process of its own. Time of the servers is
virtual, so seconds are those of the machine. Memory is the most that the process had; the generated web is in it. Seconds and pauses are
longer on a machine that is busy with other things, processor seconds hardly are.
END
	printf '\n## The shipped topic jobs\n\n'
	sh lab/run.sh evalresume -pages "$PAGES" -seed "$SEED" -dir "$OUT/resume/jobs"
	printf '\n## A million pages\n\n'
	cat "$OUT/million.md"
	printf '\n## A topic known by one seed and keywords\n\n'
	cat <<'END'
Its pages are judged again while the crawl grows, and at the end of each run. While it grows, the strategy learns again by the new
verdicts, and the checkpoint holds until these are written. At the end no strategy learns, since it would order nothing. The next run learns
from all pages and leaves a checkpoint. A run of more than 8,000 pages that has grown by less than half is not judged again at its end.
END
	sh lab/run.sh evalresume -pages "$((PAGES < 20000 ? PAGES : 20000))" -seed "$SEED" -dir "$OUT/resume/seeds" -topic seeds
	printf '\n## What is lost to forgetting\n\n'
	cat <<'END'
`learned` remembers half a million links (`evidence.DefaultMaxTargets`). Beyond that it forgets those fetched and those of the lowest
priority. They keep their priority in the frontier. On a web of five million links it remembers one in ten; the crawl of a million pages
above remembers one in five. Such webs are not crawled here again and again: the memory is made smaller instead, in proportion to the links
that the crawl knows.

The checkpoint of 20,000 pages has some 260 bytes for each link, without the 2 MB of the words. The other 4.5 million links would take
1.2 GB on disk. Every page would need a read at random for each of its links, and a renewal would have to read and score all. The table
shows what that would gain. With 14 links known for each remembered, 2092 pages were relevant instead of 2101: 0.4 % fewer. With 60 it is
2 %. So half a million stays. These are three small webs; no web of five million links was crawled.
END
	printf '\nThree webs from seed %s on, %s pages of ten times as many each.\n\n' "$SEED" "$FORGET"
	sh lab/run.sh evalresume -step forget -pages "$FORGET" -seed "$SEED"
} >"$OUT/resume.md"
mv "$OUT/resume.md" lab/reports/resume.md
rm -rf "$OUT/resume"
