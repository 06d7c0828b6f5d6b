package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/internal/testopensearch"
	"gannet/job"
	"gannet/job/life"
	"gannet/store"
	"gannet/store/postings"
)

// syncOf returns the command that brings a table of a crawl to a sink, with the events of postings where these can be kept.
func syncOf(table, dir, to string, flags ...string) []string {
	if table == "pages" {
		return append([]string{"sync", dir, to}, flags...)
	}
	if strings.HasPrefix(to, "postgres:") || strings.HasPrefix(to, "kafka:") {
		flags = append(flags, "--events")
	}
	return append([]string{"jobs", "sync", dir, to}, flags...)
}

// killedUpdate is what a sync has to bring: the changes between two states of a crawl.
type killedUpdate struct {
	name          string
	before, later string    // directories; before is "" for an empty sink
	replaced      []string  // before, if a snapshot stands for its events
	pages         pageCells // of later
}

// killedUpdates makes a small crawl with every kind of change: into an empty sink, after a day in which postings and pages are new, changed,
// closed, copied, judged again and replaced by their canonical page, and after a host was forgotten, which brings the whole crawl again.
func killedUpdates(t *testing.T) []killedUpdate {
	t.Helper()
	first, later, forgotten := t.TempDir(), t.TempDir(), t.TempDir()
	keepFirstDay(t, first)
	copyOf := func(to, from string) {
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	copyOf(later, first)
	keepSecondDay(t, later)
	copyOf(forgotten, later)
	runJobs(t, "forget", forgotten, "--host", "bakery.test")
	events := map[postings.Event]int{}
	err := withJobs(later, nil, func(jobs postings.Finder) error {
		return jobs.Changes(0, func(c *postings.Change) error { events[c.Event]++; return nil })
	})
	for _, e := range []postings.Event{postings.EventNew, postings.EventChanged, postings.EventClosed} {
		if err != nil || events[e] == 0 {
			t.Fatalf("no event %q: the test shows little: %v, %v", e, events, err)
		}
	}
	updates := []killedUpdate{{name: "the first", later: first}, {name: "a day's", before: first, later: later}, {name: "after forget", before: later, later: forgotten, replaced: []string{later}}}
	for i := range updates {
		updates[i].pages = exportedPages(t, updates[i].later)
	}
	return updates
}

var firstDay = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// killedPage returns a watched page with a posting, whose text is also the page's. Without a title it has none.
func killedPage(url string, hour int, title, text string) *store.Page {
	p := &store.Page{
		URL: url, Via: "http://board.test/", Status: 200, Fetched: firstDay.Add(time.Duration(hour) * time.Hour), Score: .75, Relevant: true, Depth: 1,
		Body:    []byte("<title>" + title + "</title><p>" + text + `</p><a href="/">All</a>`),
		Watched: &store.Watched{URL: url, Kind: store.WatchedPage},
	}
	if title != "" {
		p.Watched.Kind = store.WatchedPosting
		p.Postings = []*postings.Found{{Job: &job.Posting{
			Title: title, Company: "Iron Ltd", Location: "Oslo, Norway", Language: "en", Description: text,
			Details: job.Details{Places: []job.Place{{Town: "Oslo", Country: "Norway", CountryCode: "NO"}}},
		}}}
	}
	return p
}

// keepIn opens the store of a crawl, in which the second posting is a copy of the first.
func keepIn(t *testing.T, dir string, keep func(db *store.DB) error) {
	t.Helper()
	db, err := store.Options{NoSync: true}.Open(filepath.Join(dir, crawldir.StoreFile))
	if err != nil {
		t.Fatal(err)
	}
	db.SetDecider(func(number uint64, _ *postings.Found) (job.Decision, error) {
		if number != 2 {
			return job.Decision{}, nil
		}
		return job.Decision{Cluster: 1, Original: true, Of: 1, Verdict: "same", Similarity: .9}, nil
	})
	if err := errors.Join(keep(db), db.Close()); err != nil {
		t.Fatal(err)
	}
}

func keepFirstDay(t *testing.T, dir string) {
	t.Helper()
	keepIn(t, dir, func(db *store.DB) error {
		alias := killedPage("http://board.test/welder?from=mail", 4, "", "Weld.")
		alias.Canonical = "http://iron.test/welder"
		_, err := db.Put([]*store.Page{
			killedPage("http://board.test/", 0, "", "Jobs."), killedPage("http://board.test/welder", 1, "Welder", "Weld steel."), alias,
			killedPage("http://board.test/cook", 5, "Cook", "Cook soup."), killedPage("http://bakery.test/1", 6, "Baker", "Bake bread."),
		})
		return err
	})
}

func keepSecondDay(t *testing.T, dir string) {
	t.Helper()
	keepIn(t, dir, func(db *store.DB) error {
		_, err := db.Put([]*store.Page{killedPage("http://iron.test/welder", 25, "Welder", "Weld steel."), killedPage("http://iron.test/smith", 26, "Smith", "Forge.")})
		if err != nil {
			return err
		}
		baker := killedPage("http://bakery.test/1", 27, "Baker", "Bake bread and cake.")
		gone := life.Observation{At: firstDay.Add(28 * time.Hour), What: life.Gone, Status: 410}
		cook := &store.Watched{URL: "http://board.test/cook", Kind: store.WatchedPosting}
		if _, err := db.PutVisits([]*store.Visit{{Watched: baker.Watched, Page: baker}, {Watched: cook, Observed: gone}}); err != nil {
			return err
		}
		return db.Rejudge([]store.Verdict{{Page: 1, Score: .25}})
	})
}

// killEach kills updates at each of their writes, or at each stride-th write of a day's without GANNET_KILLS. try makes the sink as it was before the
// update, runs the update, kills a victim at its n-th write, runs the update again, and compares. It reports whether there were so many writes.
func killEach(t *testing.T, victims []string, stride int, try func(victim, table string, u killedUpdate, n int) bool) {
	t.Helper()
	updates := killedUpdates(t)
	if os.Getenv("GANNET_KILLS") != "" {
		stride = 1
	} else {
		updates = updates[1:2]
	}
	kills := 0
	for _, u := range updates {
		for _, of := range victims {
			victim, table, _ := strings.Cut(of, " of ")
			n := 1
			for ; try(victim, table, u, n); n += stride {
				kills++
				if t.Failed() {
					t.Fatalf("%s update: %s was killed at write %d", u.name, of, n)
				}
			}
			t.Logf("%s update: %s has fewer than %d writes", u.name, of, n)
		}
	}
	if kills < len(victims) {
		t.Errorf("killed %d times: the test shows little", kills)
	}
	t.Logf("killed %d times", kills)
}

// TestKilledSyncOfOpenSearch kills the command or OpenSearch by SIGKILL at each write of the command to the server. The next run makes the index
// equal to the export.
func TestKilledSyncOfOpenSearch(t *testing.T) {
	server := testopensearch.Start(t)
	killEach(t, []string{"command of postings", "command of pages", "server of postings", "server of pages"}, 1, func(victim, table string, u killedUpdate, n int) bool {
		index := fmt.Sprintf("%s-%s-%d", victim, table, n)
		to := "http://" + server.Address() + "/" + index
		if u.before != "" {
			runJobs(t, syncOf(table, u.before, to)...)
		}
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		dial := func() (net.Conn, error) { return net.Dial("tcp", server.Address()) }
		reached := killedSync(t, l, dial, server, victim, n, gannet(syncOf(table, u.later, "http://"+l.Addr().String()+"/"+index)...))
		runJobs(t, syncOf(table, u.later, to)...)
		if table == "pages" {
			u.pages.compare(t, index, pagesInDocuments(server.Documents(index)))
		} else {
			compareDocuments(t, server.Documents(index), u.later)
		}
		server.Remove(index)
		return reached
	})
}
