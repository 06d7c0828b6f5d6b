#!/bin/sh
# Makes lab/reports/load.md: a crawl under load, sampled each half minute. `make load` calls it. It wants the machine for itself;
# the servers take a part of it. What is shorter than an hour is printed and written to out/load.md alone.
set -eu
GO=${GO:-go}
OUT=${OUT:-out}
GANNET_LOAD=${GANNET_LOAD:-1h}
mkdir -p "$OUT"
export GANNET_LOAD
GANNET_LOAD_REPORT=$(pwd)/$OUT/load.report "$GO" test -count=1 -v -timeout 0 -run 'Load$' ./cmd/gannet
{
	cat <<'END'
# Load

`gannet crawl --topic jobs` crawls a generated web of 50,000 hosts and 5 million pages with its defaults: the learned order,
the frontier on disk, postings extracted and compared, everything stored. It writes WARC files as well. Another process on the
same machine serves the hosts, over TCP at 28,000 addresses of the loopback network. Half of the hosts share their address
with up to twenty others. A DNS server resolves names. Hosts differ in size by a power law: the largest has some 120,000 pages,
the smallest 38. One in fourteen has a Crawl-delay. Pages have 6 kB and 34 links, every eighteenth is about jobs. Answers take
up to 50 ms. With `--patience 0` workers take any link that may be fetched, so that the machine is the limit and not the
pauses of the hosts that have postings.

The servers count on their side what each host and each address is asked. `TestLoad` fails if a request

- overlaps another one of its host or address, or comes before the pause is over,
- comes twice, comes before robots.txt, or is forbidden by it.

It also fails if the process opens more files or goroutines than its settings explain, if either grows in the second half, or
if a goroutine is left at the end. `make test` runs a few seconds of it, with 300 hosts.

In the table, *memory* is the process's own (RssAnon). *Mapped* is what the system holds of its files (RssFile), mostly of the
store; the system takes this memory back when it needs it. *Live* is Go's heap at the moment of the sample. *Files* and
*goroutines* are the highest since the row before. *Links* are those known to the frontier.

## Costs that longer runs reduced

Profiles of nine minutes of this crawl found three costs that grow with a crawl. All three were reduced:

| change | before | after |
|---|---|---|
| the profiles of postings stay in the store but for 8,192 (`dedup/profile_cache.go`) | 900 bytes of memory a posting | some 130 |
| for one posting at most 12 buckets of the index are read on disk, and copies of a text are not filed by it (`indexReads`, `copiedText`) | 1.4 ms a decision beyond 120,000 postings, 0.8 ms of it reading | 0.44 ms, 0.2 ms of it reading |
| a group of links is looked up by its key, with Bloom filters, not as the last one before a record (`pebblestore/starts.go`) | `Take` among ten million links: 54 µs, p99 828 µs | 34 µs, p99 518 µs |

The second change affects what is found. `make eval-jobs` posts 50,280 pairs of one job: leaving copies out loses 4 of them,
and the bound on reading 9 more.

With `--patience 10s`, the default, this web's crawl falls to 70-100 pages a second after seven minutes, with half of the
processors idle. Then 99 % of the fetched pages are postings, and those left are at a hundred hosts, each of which has to
wait a second after each page. That is the purpose of patience, and not a measure of load.

## The hour
END
	printf '\nMade by `make load` (`lab/reports/load.sh`) at %s with %s on %s processors (%s).\n\n' "$(git rev-parse --short HEAD 2>/dev/null || echo '?')" \
		"$("$GO" env GOVERSION)" "$(getconf _NPROCESSORS_ONLN)" "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
	cat "$OUT/load.report"
} >"$OUT/load.md"
test "$GANNET_LOAD" != 1h || cp "$OUT/load.md" lab/reports/load.md
