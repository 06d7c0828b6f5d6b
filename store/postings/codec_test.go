package postings

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"gannet/job"
	"gannet/job/life"
)

var start = time.Date(2026, 3, 1, 12, 0, 0, 123456789, time.UTC)

func newJob(title, company, location, text string) *job.Posting {
	return &job.Posting{Title: title, Company: company, Location: location, Description: text, Provenance: map[job.Field]job.Provenance{
		job.Title: {Method: job.JSONLD, Confidence: .9},
	}}
}

func FuzzDecodeSummary(f *testing.F) {
	h := &summary{url: "http://a.test/", title: "Welder", first: start, cluster: 3, count: 1, versions: 2, keys: [][]byte{urlKey("x"), idKey("h", "7")}}
	f.Add(h.appendTo(nil))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		h, err := decodeSummary(b)
		if err != nil {
			return
		}
		again, err := decodeSummary(h.appendTo(nil))
		if err != nil || !reflect.DeepEqual(again, h) {
			t.Errorf("%+v became %+v, %v", h, again, err)
		}
	})
}

func FuzzDecodePostingParts(f *testing.F) {
	f.Add((&versionEntry{at: start, page: 7, url: "http://a.test/", frame: []byte("frame")}).appendTo(nil))
	f.Add(appendDecision(nil, &job.Decision{Of: 7, Verdict: "same", Similarity: .5, Reasons: []string{"a", "b"}}))
	f.Add(clusterEntry{7, 2}.appendTo(nil))
	f.Add([]byte("\x02ab{\"title\":\"Welder\"}"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if v, err := decodeVersion(b); err == nil {
			if again, err := decodeVersion(v.appendTo(nil)); err != nil || again.url != v.url || !again.at.Equal(v.at) {
				t.Errorf("%+v became %+v, %v", v, again, err)
			}
		}
		if d, err := decodeDecision(b); err == nil && !math.IsNaN(d.Similarity) {
			if again, err := decodeDecision(appendDecision(nil, &d)); err != nil || !reflect.DeepEqual(again, d) {
				t.Errorf("%+v became %+v, %v", d, again, err)
			}
		}
		if c, err := decodeCluster(b); err == nil {
			if again, err := decodeCluster(c.appendTo(nil)); err != nil || again != c {
				t.Errorf("%+v became %+v, %v", c, again, err)
			}
		}
		_, _ = decodePosting(b)
	})
}

func TestOddPostingsAreKept(t *testing.T) {
	p := newJob("Welder \xff", "Iron", "Oslo", "Weld \xff.")
	p.Salary.Max, p.Posted = math.NaN(), time.Date(20000, 1, 1, 0, 0, 0, 0, time.UTC)
	if _, err := Prepare(&Found{Job: p}); err != nil {
		t.Errorf("a posting with odd values: %v", err)
	}
	if _, err := Prepare(&Found{}); err == nil {
		t.Error("no posting was packed")
	}
}

func TestContentIsWhatAReaderSees(t *testing.T) {
	p := newJob("Welder", "Iron", "Oslo", "Weld steel.")
	q := *p
	q.URL, q.Description, q.Provenance, q.Duties = "http://x.test/", " Weld\n steel. ", nil, "Weld"
	if hashContent(p) != hashContent(&q) {
		t.Error("white space or origins make another content")
	}
	q.Title, q.Company = "Weld", "erIron"
	if hashContent(p) == hashContent(&q) {
		t.Error("another title is the same content")
	}
}

func FuzzDecodeLife(f *testing.F) {
	l := new(life.Life)
	for i, what := range []life.What{life.Seen, life.Listed, life.Unlisted, life.Gone, life.Same, life.NotShown} {
		l.Observe(life.Observation{At: start.Add(time.Duration(i) * time.Hour), What: what})
		f.Add(appendLife(nil, l))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		l, err := decodeLife(b)
		if err != nil {
			return
		}
		again, err := decodeLife(appendLife(nil, l))
		if err != nil || !reflect.DeepEqual(again, l) {
			t.Errorf("%+v became %+v, %v", l, again, err)
		}
	})
}

func FuzzDecodeChange(f *testing.F) {
	original := true
	for _, c := range []*Change{
		{Time: start, Event: EventNew, Number: 7, ChangeFacts: ChangeFacts{URL: "http://a.test/", Cluster: 7, Original: &original}},
		{Time: start, Event: EventAlarm, ChangeFacts: ChangeFacts{Alarm: json.RawMessage(`"` + strings.Repeat("a", longFacts) + `"`)}},
	} {
		value, err := c.appendTo(nil)
		if err != nil {
			f.Fatal(err)
		}
		if again, err := decodeChange(3, value); err != nil || again.Event != c.Event || !reflect.DeepEqual(again.ChangeFacts, c.ChangeFacts) {
			f.Errorf("%+v became %+v, %v", c, again, err)
		}
		f.Add(value)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if c, err := decodeChange(3, b); err == nil && (c.Event == "" || c.Cursor != 3) {
			t.Errorf("%+v", c)
		}
	})
}
