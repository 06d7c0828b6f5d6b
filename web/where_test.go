package web

import (
	"errors"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

// TestWhereCountsByNUTS: regions of NUTS are counted at the level that is asked for, and each value links to the view of its jobs. A crawl without such a
// region has no table of them.
func TestWhereCountsByNUTS(t *testing.T) {
	dir, crawl := openCrawl(t)
	if err := crawl.Close(); err != nil {
		t.Fatal(err)
	}
	s := newServer(t, "", dir)
	path := "/crawl/" + s.crawls[0].name + "/where"
	if page := ask(s, http.MethodGet, path, "").Body.String(); strings.Contains(page, "Region of NUTS") || !strings.Contains(page, ">unknown<") {
		t.Errorf("no place is known:\n%s", page)
	}
	db, err := store.Open(filepath.Join(dir, crawldir.StoreFile))
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Put([]*store.Page{{URL: "http://board.example.com/3", Fetched: time.Unix(1e9, 0), Body: []byte("ad"), Postings: []*postings.Found{{Job: &job.Posting{
		Title: "Nurse", Details: job.Details{Occupation: "2221", Places: []job.Place{{Town: "Munich", CountryCode: "DE", RegionCode: "DE-BY", Latitude: 48.14, Longitude: 11.58}}},
	}}}}})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	for query, wants := range map[string][]string{
		"":                        {"Region of NUTS 2", `<a href="where?region=DE21">DE21</a>`, `<a href="where?occupation=2221">2221 Nursing professionals</a>`},
		"?nuts=3&occupation=22":   {"Region of NUTS 3", `<a href="where?nuts=3&amp;occupation=22&amp;region=DE212">DE212</a>`},
		"?nuts=9":                 {"Region of NUTS 2"},
		"?nuts=1&region=DE21":     {"1 job that is", `region=DE2">DE2</a>`},
		"?region=DE22&text=nurse": {"0 jobs that are"},
	} {
		page := ask(s, http.MethodGet, path+query, "").Body.String()
		for _, want := range wants {
			if !strings.Contains(page, want) {
				t.Errorf("%q lacks %s:\n%s", query, want, page)
			}
		}
	}
}
