package store

import (
	"math"
	"reflect"
	"testing"
	"time"
)

func FuzzDecodeHead(f *testing.F) {
	h := &head{url: "http://a.test/", title: "Welder", first: start, cluster: 3, count: 1, versions: 2, keys: [][]byte{urlKey("x"), idKey("h", "7")}}
	f.Add(h.append(nil))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		h, err := decodeHead(b)
		if err != nil {
			return
		}
		again, err := decodeHead(h.append(nil))
		if err != nil || !reflect.DeepEqual(again, h) {
			t.Errorf("%+v became %+v, %v", h, again, err)
		}
	})
}

func FuzzDecodePostingParts(f *testing.F) {
	f.Add((&revision{at: start, page: 7, url: "http://a.test/", frame: []byte("frame")}).append(nil))
	f.Add((&Decision{Of: 7, Verdict: "same", Similarity: .5, Reasons: []string{"a", "b"}}).append(nil))
	f.Add(cluster{7, 2}.append(nil))
	f.Add([]byte("\x02ab{\"title\":\"Welder\"}"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if v, err := decodeRevision(b); err == nil {
			if again, err := decodeRevision(v.append(nil)); err != nil || again.url != v.url || !again.at.Equal(v.at) {
				t.Errorf("%+v became %+v, %v", v, again, err)
			}
		}
		if d, err := decodeDecision(b); err == nil && !math.IsNaN(d.Similarity) {
			if again, err := decodeDecision(d.append(nil)); err != nil || !reflect.DeepEqual(again, d) {
				t.Errorf("%+v became %+v, %v", d, again, err)
			}
		}
		if c, err := decodeCluster(b); err == nil {
			if again, err := decodeCluster(c.append(nil)); err != nil || again != c {
				t.Errorf("%+v became %+v, %v", c, again, err)
			}
		}
		_, _ = unpackPosting(b)
	})
}

func TestOddPostingsAreKept(t *testing.T) {
	z, err := encoder()
	if err != nil {
		t.Fatal(err)
	}
	p := ad("Welder \xff", "Iron", "Oslo", "Weld \xff.")
	p.Salary.Max, p.Posted = math.NaN(), time.Date(20000, 1, 1, 0, 0, 0, 0, time.UTC)
	if _, err := packPosting(z, p); err != nil {
		t.Errorf("a posting with odd values: %v", err)
	}
	if _, err := packPosting(z, nil); err == nil {
		t.Error("no posting was packed")
	}
}

func TestContentIsWhatAReaderSees(t *testing.T) {
	p := ad("Welder", "Iron", "Oslo", "Weld steel.")
	q := *p
	q.URL, q.Description, q.Provenance, q.Duties = "http://x.test/", " Weld\n steel. ", nil, "Weld"
	if contentOf(p) != contentOf(&q) {
		t.Error("white space or origins make another content")
	}
	q.Title, q.Company = "Weld", "erIron"
	if contentOf(p) == contentOf(&q) {
		t.Error("another title is the same content")
	}
}
