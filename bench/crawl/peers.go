package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// peer is a crawler that can be run.
type peer struct {
	name    string
	what    string // its version, and how it is configured
	skipped string // why it cannot be run here
	keeps   bool   // it keeps its pages, and ends well when it is interrupted
	command func(proxy, seeds string) []string
}

// peers returns the crawlers that crawl.sh has readied, gannet first. Where one could not be, a file NAME.skipped
// says why.
func peers(o *options, kept string) []peer {
	in := func(path string) string { return filepath.Join(o.dir, path) }
	program := func(args ...string) func(proxy, seeds string) []string {
		return func(proxy, seeds string) []string { return append(args[:len(args):len(args)], proxy, seeds) }
	}
	gannet := func(file string, connections int) func(proxy, seeds string) []string {
		return func(proxy, seeds string) []string {
			return []string{
				in(file), "crawl", "--proxy", proxy, "--seeds", seeds, "--keywords", o.keywords, "--out", kept,
				"--workers", strconv.Itoa(o.workers), "--connections", strconv.Itoa(connections), "--jobs", "--pages", "0", "--delay", "0",
				"--max-delay", "1ns", "--patience", o.patience.String(), "--contact", "bench@example.org", "--quiet",
			}
		}
	}
	all := []peer{
		{name: "gannet", what: "`learned` order; keeps pages, links, postings, clusters", keeps: true, command: gannet("gannet", o.connections)},
		{name: "gannet-polite", what: "the same with one connection to a host", keeps: true, command: gannet("gannet", 1)},
		{name: "colly", what: "2.3.0, its queue", command: program(in("colly"), "queue")},
		{name: "colly-async", what: "2.3.0, asynchronous", command: program(in("colly"), "async")},
		{name: "katana", what: "1.1.0 as a library, standard engine", command: program(in("katana"))},
		{name: "scrapy", what: "2.19.0, settings for broad crawls", command: program(in("venv/bin/python"), in("scrapy.py"))},
		{name: "aiohttp", what: "3.14.5 with selectolax 1.0.2 and uvloop 0.23.0, by hand", command: program(in("venv/bin/python"), in("aio.py"))},
		{name: "spider", what: "2.53.9, a crate, with mimalloc", command: program(in("spider-crawl"))},
		{name: "ache", what: "0.13.0, without a page classifier; keeps pages and its queue", command: program("sh", in("ache/ache.sh"))},
		{name: "crawlee", what: "3.18.1 CheerioCrawler, storage in memory", command: program("node", in("crawlee/main.mjs"))},
	}
	if o.connections == 1 {
		all = slices.Delete(all, 1, 2)
	}
	if before := "gannet-before"; exists(in(before)) {
		all = slices.Insert(all, 1, peer{name: before, what: "of an earlier commit", keeps: true, command: gannet(before, o.connections)})
	}
	for i := range all {
		why, _ := os.ReadFile(in(all[i].name + ".skipped"))
		all[i].skipped = strings.TrimSpace(string(why))
	}
	return all
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
