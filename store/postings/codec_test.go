package postings

import (
	"math"
	"reflect"
	"testing"
	"time"

	"gannet/job"
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
