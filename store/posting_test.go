package store

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"gannet/job"
)

func ad(title, company, place, text string) *job.Posting {
	return &job.Posting{
		Title: title, Company: company, Location: place, Description: text, Language: "en",
		Posted:     time.Date(2026, 2, 3, 0, 0, 0, 0, time.UTC),
		Salary:     job.Pay{Min: 10, Max: 20.5, Currency: "EUR", Unit: "HOUR"},
		Provenance: map[job.Field]job.Provenance{job.Title: {Method: job.JSONLD, Confidence: .9}},
	}
}

func adPage(url string, at int, p *job.Posting) *Page {
	return &Page{URL: url, Fetched: start.Add(time.Duration(at) * time.Minute), Posting: &Posting{Job: p}}
}

func TestPostingComesBackAsItWasPut(t *testing.T) {
	db := openTest(t)
	want := ad("Beekeeper", "Hive & Co", "Zürich", "Keep bees.\nIn the morning.\n")
	page := adPage("http://a.test/1", 0, want)
	page.Posting.Record = []byte("record")
	put(t, db, page)
	if page.Posting.Seen != New || page.Posting.Number != 1 || page.Posting.Cluster != 1 {
		t.Fatalf("put: %+v", page.Posting)
	}
	k, err := db.Posting(1)
	if err != nil {
		t.Fatal(err)
	}
	want.URL = page.URL
	if !reflect.DeepEqual(k.Job, want) {
		t.Errorf("got  %+v\nwant %+v", k.Job, want)
	}
	k.Job = nil
	if wantKept := (&Kept{1, 1, true, 1, page.URL, start, start, 1, 1, nil}); !reflect.DeepEqual(k, wantKept) {
		t.Errorf("got %+v, want %+v", k, wantKept)
	}
	err = db.Records(func(n, c uint64, original bool, record []byte) error {
		if n != 1 || c != 1 || !original || string(record) != "record" {
			return fmt.Errorf("record %d, %d, %v, %q", n, c, original, record)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if n, err := db.PostingAt(page.URL); n != 1 || err != nil {
		t.Errorf("PostingAt: %d, %v", n, err)
	}
	if _, err := db.Posting(2); !errors.Is(err, ErrNoPosting) {
		t.Errorf("Posting(2): %v", err)
	}
}

// TestRecordIsReadWhileAPutDecides reads records of earlier transactions within one that grows the file.
func TestRecordIsReadWhileAPutDecides(t *testing.T) {
	db := openTest(t)
	for i := range 40 {
		number := uint64(i + 1)
		page := adPage(fmt.Sprintf("http://a.test/%d", i), i, ad("Welder", "Iron", "Oslo", "Weld."))
		page.Body = slices.Repeat([]byte{byte(i)}, 1<<20)
		rand.NewChaCha8([32]byte{byte(i)}).Read(page.Body)
		page.Posting.Record = fmt.Appendf(nil, "record %d", number)
		page.Posting.Decide = func(n uint64) (Decision, error) {
			if n != number {
				t.Errorf("posting %d is %d", number, n)
			}
			if _, err := db.Record(n); !errors.Is(err, ErrNoPosting) {
				t.Errorf("record %d before it is kept: %v", n, err)
			}
			if n > 1 {
				if record, err := db.Record(n - 1); err != nil || string(record) != fmt.Sprintf("record %d", n-1) {
					t.Errorf("record %d: %q %v", n-1, record, err)
				}
			}
			return Decision{Cluster: n, Original: true, Verdict: "new"}, nil
		}
		put(t, db, page)
	}
}

// seen gives what became of the postings of pages.
func seen(pages ...*Page) string {
	var b strings.Builder
	for _, p := range pages {
		fmt.Fprintf(&b, "%d %s, ", p.Posting.Number, p.Posting.Seen)
	}
	return strings.TrimSuffix(b.String(), ", ")
}

func TestSamePostingSeenAgain(t *testing.T) {
	db := openTest(t)
	same, changed := ad("Welder", "Iron", "Oslo", "Weld."), ad("Welder", "Iron", "Oslo", "Weld steel.")
	same.ID, changed.ID = "77", "77"
	spaced := *same
	spaced.Description, spaced.Provenance = " Weld. \n", nil
	other := ad("Painter", "Iron", "Oslo", "Paint.")
	other.ID = "77" // the employer's number
	pages := []*Page{
		adPage("http://a.test/1", 0, same), adPage("http://a.test/1?x=1", 1, &spaced), adPage("http://a.test/2", 2, changed),
		adPage("http://a.test/3", 3, other), adPage("http://b.test/1", 4, same),
		adPage("http://a.test/1", 0, same), adPage("http://a.test/1", 5, other),
	}
	put(t, db, pages...)
	if got, want := seen(pages...), "1 new, 1 again, 1 renewed, 2 new, 3 new, 1 passed over, 1 renewed"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	k, err := db.Posting(1)
	if err != nil || k.Count != 4 || k.Versions != 3 || k.Job.Title != "Painter" || !k.Last.Equal(start.Add(5*time.Minute)) || !k.First.Equal(start) {
		t.Errorf("%+v, %v", k, err)
	}
	list, err := db.Versions(1)
	if err != nil || len(list) != 3 {
		t.Fatalf("%d versions, %v", len(list), err)
	}
	for i, want := range []string{"Weld.", "Weld steel.", "Paint."} {
		if list[i].Job.Description != want || list[i].Number != i+1 {
			t.Errorf("version %d: %+v", i, list[i])
		}
	}
	if list[0].Page != 1 || list[1].Page != 3 || list[2].Page != 0 {
		t.Errorf("pages of versions: %d, %d, %d", list[0].Page, list[1].Page, list[2].Page)
	}
}

func TestPostingAtEverNewAddresses(t *testing.T) {
	db := openTest(t)
	j := ad("Welder", "Iron", "Oslo", "Weld.")
	j.ID = "1"
	for i := range 3 * maxKeys {
		put(t, db, adPage(fmt.Sprintf("http://a.test/?session=%d", i), i, j))
	}
	k, err := db.Posting(1)
	if err != nil || k.Count != 3*maxKeys || k.Versions != 1 {
		t.Errorf("%+v, %v", k, err)
	}
	if s, err := db.Stats(); err != nil || s.Postings != 1 {
		t.Errorf("%+v, %v", s, err)
	}
	if problems := checked(t, db); len(problems) > 0 {
		t.Error(problems)
	}
}
