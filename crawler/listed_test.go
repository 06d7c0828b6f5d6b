package crawler

import (
	"fmt"
	"testing"
	"time"

	"gannet/dedup"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/job/life"
	"gannet/models/shipped"
	"gannet/store"
	"gannet/store/postings"
)

const listURL = "http://mill.test/jobs"

// listedSite is a store that decides on the postings of one list, which are the same but for their URLs.
type listedSite struct {
	t    *testing.T
	db   *store.DB
	jobs *Jobs
	now  time.Time
}

func newListedSite(t *testing.T) *listedSite {
	s := &listedSite{t: t, db: openDB(t), jobs: testJobs(t), now: time.Unix(1_780_000_000, 0)}
	model, err := shipped.Verdict()
	if err != nil {
		t.Fatal(err)
	}
	o := dedup.DefaultOptions(model)
	o.Listed = func(number uint64) (bool, error) { return s.jobs.IsListed(s.db, number) }
	if s.jobs.Dedup, err = dedup.NewDeduper(o); err != nil {
		t.Fatal(err)
	}
	s.db.SetDecider(s.jobs.Decide)
	return s
}

func jobURL(n int) string { return fmt.Sprintf("http://mill.test/job/keeper-%d", n) }

// list keeps a visit of the list, which links to some postings.
func (s *listedSite) list(numbers ...int) {
	s.t.Helper()
	p := &store.Page{URL: listURL, Via: "http://mill.test/", Status: 200, Fetched: s.now}
	for _, n := range numbers {
		p.Links = append(p.Links, weburl.Fingerprint(jobURL(n)))
	}
	visit := &store.Visit{
		Watched: &store.Watched{URL: listURL, Kind: store.WatchedList, Links: p.Links}, Page: p, Replace: true,
		Observed: life.Observation{At: s.now, What: life.NotShown},
	}
	if _, err := s.db.Put([]*store.Page{p}); err != nil {
		s.t.Fatal(err)
	}
	s.now = s.now.Add(time.Hour)
	p.Fetched = s.now
	if _, err := s.db.PutVisits([]*store.Visit{visit}); err != nil {
		s.t.Fatal(err)
	}
}

// keep keeps the page of a posting that the list led to, and returns its cluster.
func (s *listedSite) keep(n int) uint64 {
	s.t.Helper()
	found := &job.Posting{
		URL: jobURL(n), Title: "Orchard keeper", Company: "Kringle and Daughters", Location: "Elmford", Language: "en",
		Description: "You keep forty acres of old apple and pear trees in good health, prune in winter, graft in spring and lead six pickers in autumn.",
	}
	p := &store.Page{URL: jobURL(n), Via: listURL, Status: 200, Fetched: s.now, Postings: []*postings.Found{s.jobs.Prepare(found, listURL)}}
	results, err := s.db.Put([]*store.Page{p})
	if err != nil {
		s.t.Fatal(err)
	}
	return results[0].Postings[0].Cluster
}

// TestAListTellsPostingsApartAsLongAsItLinksToBoth: then they are two openings. A posting that comes when another one is gone is a repost.
func TestAListTellsPostingsApartAsLongAsItLinksToBoth(t *testing.T) {
	s := newListedSite(t)
	s.list(1, 2)
	one, two := s.keep(1), s.keep(2)
	if one == two {
		t.Fatalf("two openings of one list are one job, cluster %d", one)
	}
	s.list(2, 3)
	if three := s.keep(3); three != one {
		t.Errorf("the posting that came when the first had gone is of cluster %d, want %d", three, one)
	}
}

func TestListOf(t *testing.T) {
	s := newListedSite(t)
	s.list(1)
	s.keep(1)
	for _, c := range []struct {
		url, via, part, want string
	}{
		{jobURL(1), listURL, "", listURL},
		{listURL, "http://mill.test/sitemap.xml", "", ""}, // it is not kept, since it is no page
		{listURL, "", "", ""},
		{listURL, "http://mill.test/", "posting-2", listURL},
	} {
		got, err := ListOf(s.db, &store.Page{URL: c.url, Via: c.via}, c.part)
		if err != nil || got != c.want {
			t.Errorf("part %q of %s by %q: list %q, want %q (%v)", c.part, c.url, c.via, got, c.want, err)
		}
	}
}

// TestAProfileOfAnotherVersionHasItsList: what is made again of a kept posting knows the list, too.
func TestAProfileOfAnotherVersionHasItsList(t *testing.T) {
	s := newListedSite(t)
	s.list(1)
	s.keep(1)
	again, err := s.jobs.DecodeProfile(s.db, 1, []byte("of another version"))
	if err != nil {
		t.Fatal(err)
	}
	if kept, err := s.jobs.Profile(s.db, 1); err != nil || kept.Hashes.List == 0 || kept.Hashes.List != again.Hashes.List {
		t.Errorf("list %x and again %x (%v)", kept.Hashes.List, again.Hashes.List, err)
	}
}
