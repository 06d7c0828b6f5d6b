package store

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"sync"
	"testing"
	"time"
)

func TestPageComesBackAsItWasPut(t *testing.T) {
	db := openTest(t)
	want := fullPage("http://a.test/x?y=1")
	put(t, db, want)
	got, err := db.Get(want.URL)
	if err != nil {
		t.Fatal(err)
	}
	want.Links, want.Seq = []uint64{0, 5, 1 << 40, math.MaxUint64}, 1
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestEmptyPageComesBack(t *testing.T) {
	db := openTest(t)
	put(t, db, &Page{URL: "http://a.test/"})
	got, err := db.Get("http://a.test/")
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Body) != 0 || got.Header != nil || !got.Fetched.IsZero() || got.Links != nil || got.Relevant {
		t.Errorf("an empty page came back as %+v", got)
	}
	if _, err := db.Get("http://a.test/2"); !errors.Is(err, ErrNotFound) {
		t.Errorf("Get of an unknown URL: %v, want ErrNotFound", err)
	}
	if _, err := db.Path("http://a.test/2"); !errors.Is(err, ErrNotFound) {
		t.Errorf("Path of an unknown URL: %v, want ErrNotFound", err)
	}
	if _, err := db.Put([]*Page{{}}); err == nil {
		t.Error("a page without a URL was stored")
	}
}

func TestPutTwiceKeepsTheFirst(t *testing.T) {
	db := openTest(t)
	first := &Page{URL: "http://a.test/", Body: []byte("first"), Relevant: true}
	got := put(t, db, first, &Page{URL: "http://a.test/", Body: []byte("second")})
	if got[0].Outcome != Stored || got[1].Outcome != Duplicate {
		t.Errorf("one batch: %+v", got)
	}
	again := &Page{URL: "http://a.test/", Body: []byte("third")}
	if r := put(t, db, again)[0]; r.Outcome != Duplicate || r.Seq != got[0].Seq {
		t.Errorf("put again: %+v", r)
	}
	p, err := db.Get("http://a.test/")
	if err != nil || string(p.Body) != "first" {
		t.Errorf("Get: %q, %v", p.Body, err)
	}
	s, err := db.Stats()
	if err != nil || s.Pages != 1 || s.Bytes != 5 || s.Relevant != 1 {
		t.Errorf("Stats: %+v, %v", s, err)
	}
}

func TestEachGivesPagesInOrderOfStoring(t *testing.T) {
	db := openTest(t)
	var want []string
	for i := range 50 {
		url := fmt.Sprintf("http://h%d.test/%d", i%7, 997*i%50)
		want = append(want, url)
		put(t, db, &Page{URL: url, Body: []byte(url)})
	}
	var heads, urls []string
	collect := func(into *[]string, body bool) func(*Page) error {
		return func(p *Page) error {
			if (p.Body != nil) != body || body && string(p.Body) != p.URL {
				t.Errorf("%s: body %q", p.URL, p.Body)
			}
			*into = append(*into, p.URL)
			return nil
		}
	}
	if err := errors.Join(db.Each(collect(&urls, true)), db.EachWithoutBody(collect(&heads, false))); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(urls, want) || !reflect.DeepEqual(heads, want) {
		t.Errorf("Each gave %v", urls)
	}
	stop := errors.New("enough")
	if err := db.Each(func(*Page) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("Each: %v, want the function's error", err)
	}
}

func TestStatsSumUp(t *testing.T) {
	db := openTest(t)
	for i := range 30 {
		put(t, db, &Page{
			URL: fmt.Sprintf("http://h%02d.test:80%d/", i%25, i), Body: make([]byte, 10), Score: float64(i % 2),
			Relevant: i%3 == 0, Fetched: start.Add(time.Duration(29-i) * time.Minute),
		})
	}
	s, err := db.Stats()
	if err != nil {
		t.Fatal(err)
	}
	if s.Pages != 30 || s.Relevant != 10 || s.Hosts != 30 || s.Bytes != 300 || s.MeanScore != 0.5 || len(s.TopHosts) != 20 {
		t.Errorf("Stats: %+v", s)
	}
	if !s.First.Equal(start) || !s.Last.Equal(start.Add(29*time.Minute)) || s.FileBytes == 0 {
		t.Errorf("Stats: first %v, last %v, file %d bytes", s.First, s.Last, s.FileBytes)
	}
	if s.TopHosts[0] != (HostStats{Host: "h00.test:800", Pages: 1, Relevant: 1, Bytes: 10}) {
		t.Errorf("first host: %+v", s.TopHosts[0])
	}
}

func TestPathEndsInACircle(t *testing.T) {
	db := openTest(t)
	put(t, db,
		&Page{URL: "http://a.test/1", Via: "http://a.test/3"}, &Page{URL: "http://a.test/2", Via: "http://a.test/1"},
		&Page{URL: "http://a.test/3", Via: "http://a.test/2"}, &Page{URL: "http://a.test/4", Via: "http://a.test/3"},
		&Page{URL: "http://b.test/", Via: "http://nowhere.test/"})
	for url, want := range map[string][]string{
		"http://a.test/4": {"http://a.test/1", "http://a.test/2", "http://a.test/3", "http://a.test/4"},
		"http://b.test/":  {"http://b.test/"},
	} {
		if got, err := db.Path(url); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("Path(%s) = %v, %v", url, got, err)
		}
	}
}

func TestMeta(t *testing.T) {
	db := openTest(t)
	type config struct{ Strategy string }
	var got config
	if ok, err := db.Meta("config", &got); ok || err != nil {
		t.Errorf("Meta before SetMeta: %v, %v", ok, err)
	}
	if err := db.SetMeta("config", config{"shark"}); err != nil {
		t.Fatal(err)
	}
	if ok, err := db.Meta("config", &got); !ok || err != nil || got.Strategy != "shark" {
		t.Errorf("Meta: %v, %v, %+v", ok, err, got)
	}
	var number int
	if _, err := db.Meta("config", &number); err == nil {
		t.Error("Meta read an object into a number")
	}
	if err := db.SetMeta("bad", make(chan int)); err == nil {
		t.Error("SetMeta kept a channel")
	}
}

func TestReadersWhileOneWrites(t *testing.T) {
	db := openTest(t)
	const batches, each = 40, 10
	url := func(i int) string { return fmt.Sprintf("http://a.test/%d", i) }
	var readers sync.WaitGroup
	done := make(chan struct{})
	for range 4 {
		readers.Go(func() {
			for i := 0; ; i = (i + 1) % (batches * each) {
				select {
				case <-done:
					return
				default:
				}
				if !db.Has(url(i)) {
					continue
				}
				if p, err := db.Get(url(i)); err != nil || !bytes.Equal(p.Body, []byte(url(i))) {
					t.Errorf("Get(%s): %v", url(i), err)
					return
				}
			}
		})
	}
	for b := range batches {
		pages := make([]*Page, each)
		for i := range pages {
			u := url(b*each + i)
			pages[i] = &Page{URL: u, Body: []byte(u)}
		}
		put(t, db, pages...)
	}
	close(done)
	readers.Wait()
}
