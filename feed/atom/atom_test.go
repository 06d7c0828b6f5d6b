package atom

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"gannet/feed/search"
	"gannet/job"
	"gannet/store/postings"
)

// TestFeedIsValid writes a feed with hostile texts, and reads it as RFC 4287 wants it: well-formed, with the elements that a feed and an entry must have, once
// each.
func TestFeedIsValid(t *testing.T) {
	bad := "a\x00b\x0b<script>&\"'\xff\u202e]]>"
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.FixedZone("", 3600))
	f := Feed{ID: ID("feed"), Title: bad, Self: "http://127.0.0.1/feed?text=a&place=b", Updated: at, Entries: []Entry{
		{ID: ID("1"), Title: bad, Link: "https://example.org/?a=1&b=2", Updated: at, Category: bad, Text: bad}, {ID: ID("2")},
	}}
	var text bytes.Buffer
	if err := f.Write(&text); err != nil || !utf8.Valid(text.Bytes()) {
		t.Fatalf("%v\n%s", err, text.Bytes())
	}
	count := make(map[string]int)
	var path []string
	for in := xml.NewDecoder(bytes.NewReader(text.Bytes())); ; {
		token, err := in.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, text.Bytes())
		}
		switch token := token.(type) {
		case xml.StartElement:
			if token.Name.Space != "http://www.w3.org/2005/Atom" {
				t.Errorf("%s is in the name space %q", token.Name.Local, token.Name.Space)
			}
			path = append(path, token.Name.Local)
			count[strings.Join(path, "/")]++
		case xml.EndElement:
			path = path[:len(path)-1]
		case xml.CharData:
			if name := path; len(name) > 0 && (name[len(name)-1] == "updated") {
				if _, err := time.Parse(time.RFC3339, string(token)); err != nil {
					t.Error(err)
				}
			}
		}
	}
	for name, want := range map[string]int{
		"feed": 1, "feed/id": 1, "feed/title": 1, "feed/updated": 1, "feed/author/name": 1, "feed/link": 1,
		"feed/entry": 2, "feed/entry/id": 2, "feed/entry/title": 2, "feed/entry/updated": 2, "feed/entry/content": 2, "feed/entry/link": 1, "feed/entry/category": 1,
	} {
		if count[name] != want {
			t.Errorf("%d elements %s, want %d\n%s", count[name], name, want, text.Bytes())
		}
	}
}

// TestIDsAreUUIDs of version 5, which differ for different things.
func TestIDsAreUUIDs(t *testing.T) {
	a, b := ID("a", "bc"), ID("ab", "c")
	if a == b || a != ID("a", "bc") || len(a) != len("urn:uuid:")+36 || a[len("urn:uuid:")+14] != '5' || !strings.ContainsRune("89ab", rune(a[len("urn:uuid:")+19])) {
		t.Error(a, b)
	}
}

// ledger has events of as many postings, the first of which are dropped.
type ledger struct {
	postings.Finder
	events, dropped uint64
}

func (l ledger) Crawl() (string, error) { return "crawl", nil }

func (l ledger) LatestChange() (uint64, error) { return l.events, nil }

func (l ledger) Changes(since uint64, use func(*postings.Change) error) error {
	if since > 0 && since < l.dropped {
		return postings.ErrOldCursor
	}
	for n := since + 1; n <= l.events; n++ {
		c := &postings.Change{Cursor: n, Number: n, Event: postings.EventNew, Time: time.Unix(int64(n), 0)}
		if n < l.dropped { // of the snapshot
			c.Cursor = 0
		}
		if err := use(c); err != nil {
			return err
		}
	}
	return nil
}

func (l ledger) Get(n uint64) (*postings.Posting, error) {
	return &postings.Posting{Number: n, URL: "javascript:alert(1)", Job: &job.Posting{Title: "Welder"}}, nil
}

func (l ledger) Find(_ postings.Query, use func(*postings.Posting) error) error {
	for n := uint64(50); n <= l.events; n += 50 { // each 50th meets a search
		if err := use(&postings.Posting{Number: n}); err != nil {
			return err
		}
	}
	return nil
}

// foldedLedger is a ledger whose events up to 450 are dropped after some calls of Changes.
type foldedLedger struct {
	ledger
	calls *int
}

func (l foldedLedger) Changes(since uint64, use func(*postings.Change) error) error {
	if *l.calls--; *l.calls < 0 {
		l.dropped = 450
	}
	return l.ledger.Changes(since, use)
}

// TestFeedOutlivesDroppedEvents: if events are dropped while a feed is made, it has the events that are left.
func TestFeedOutlivesDroppedEvents(t *testing.T) {
	for calls := range 4 {
		f, err := Postings(foldedLedger{ledger{events: 500}, &calls}, search.Search{})
		if err != nil || len(f.Entries) != 50 && len(f.Entries) != 100 {
			t.Errorf("dropped after %d calls: %v, %v", calls, f, err)
		}
	}
}

// TestFeedWithoutEntriesHasATime that feed readers can show.
func TestFeedWithoutEntriesHasATime(t *testing.T) {
	var text strings.Builder
	if err := (&Feed{}).Write(&text); err != nil || !strings.Contains(text.String(), "<updated>1970-01-01T00:00:00Z</updated>") {
		t.Errorf("%s, %v", &text, err)
	}
}

// TestFeedHasTheLatestEvents of those that are kept, also if few of them meet a search.
func TestFeedHasTheLatestEvents(t *testing.T) {
	for _, c := range []struct {
		ledger              ledger
		text                string
		entries, last, step uint64
	}{
		{ledger{events: 0}, "", 0, 0, 1}, {ledger{events: 1}, "", 1, 1, 1}, {ledger{events: 99}, "", 99, 99, 1}, {ledger{events: 3001}, "", 100, 3001, 1},
		{ledger{events: 90, dropped: 80}, "", 10, 90, 1}, {ledger{events: 9000, dropped: 8000}, "welder", 20, 9000, 50}, {ledger{events: 9000}, "welder", 100, 9000, 50},
		{ledger{events: 90_000}, "welder", 100, 90_000, 50},
	} {
		f, err := Postings(c.ledger, search.Search{Text: c.text})
		if err != nil || uint64(len(f.Entries)) != c.entries {
			t.Errorf("%+v: %d entries, want %d, %v", c.ledger, len(f.Entries), c.entries, err)
			continue
		}
		for i, e := range f.Entries {
			if want := time.Unix(int64(c.last-uint64(i)*c.step), 0); !e.Updated.Equal(want) || e.Link != "" || e.Title != "new: Welder" {
				t.Fatalf("%+v: entry %d is %+v, want one of %s", c.ledger, i, e, want)
			}
		}
	}
}
