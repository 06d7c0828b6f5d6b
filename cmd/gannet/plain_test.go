package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/internal/cli"
	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

// TestPagesDoNotSteerTheTerminal keeps a page and a posting full of escape sequences: no command prints them for people
// to read.
func TestPagesDoNotSteerTheTerminal(t *testing.T) {
	const evil = "\x1b]0;owned\a\x1b[2J\u009b31m\u202egnp.exe\x7f\x00"
	dir := t.TempDir()
	db, err := store.Options{NoSync: true}.Open(filepath.Join(dir, crawldir.StoreFile))
	if err != nil {
		t.Fatal(err)
	}
	j := &job.Posting{Title: "Cook " + evil, Company: evil, Location: evil, Description: "Soup.\n" + evil, ID: evil, Language: "en"}
	db.SetDecider(func(uint64, *postings.Found) (job.Decision, error) {
		return job.Decision{Reasons: []string{evil}}, nil
	})
	_, err = db.Put([]*store.Page{{
		URL: "http://a.test/1", Via: "http://a.test/" + evil, ViaAnchor: evil, Fetched: time.Unix(1e9, 0), Body: []byte(evil),
		Postings: []*postings.Found{{Job: j}},
	}})
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"jobs", "list", dir}, {"jobs", "show", dir, "1"}, {"jobs", "show", dir, "1", "--versions"}, {"stats", dir}, {"check", dir},
		{"explain", dir, "http://a.test/1"}, {"jobs", "show", dir, "http://" + evil}, {"fly" + evil},
	} {
		var stdout, stderr bytes.Buffer
		run(args, &stdout, &stderr)
		for _, out := range []string{stdout.String(), stderr.String()} {
			if cli.Printable(out) != out {
				t.Errorf("gannet %q prints %q", args, out)
			}
		}
		if args[0] == "jobs" && args[1] == "list" && !strings.Contains(stdout.String(), "Cook") {
			t.Errorf("no posting in %q", stdout.String())
		}
	}
}
