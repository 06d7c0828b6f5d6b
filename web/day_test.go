package web

import (
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// countingWriter counts what is written to a viewer, and keeps nothing.
type countingWriter struct {
	head          http.Header
	events, bytes int
	at            func(events int)
}

func (w *countingWriter) Header() http.Header { return w.head }
func (w *countingWriter) WriteHeader(int)     {}
func (w *countingWriter) Flush()              {}

// Write implements io.Writer.
func (w *countingWriter) Write(b []byte) (int, error) {
	w.bytes += len(b)
	if strings.HasPrefix(string(b), "data: ") {
		w.events++
		w.at(w.events)
	}
	return len(b), nil
}

// TestADayOfEventsDoesNotGrow has a viewer look at a crawl for a day of virtual time. Neither memory nor goroutines grow after the
// first hours, and little is sent, since nothing changes.
func TestADayOfEventsDoesNotGrow(t *testing.T) {
	dir, crawl := openCrawl(t)
	if err := crawl.Close(); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, "", dir)
		type moment struct {
			heap       uint64
			goroutines int
		}
		var early, late moment
		see := func() moment {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			return moment{m.HeapAlloc, runtime.NumGoroutine()}
		}
		day := int(24 * time.Hour / restingEvery)
		w := &countingWriter{head: make(http.Header)}
		w.at = func(events int) {
			switch events {
			case day / 6:
				early = see()
			case day:
				late = see()
				s.Close()
			}
		}
		began := time.Now()
		r := httptest.NewRequest(http.MethodGet, "/crawl/"+s.crawls[0].name+"/events", nil)
		r.Host = "127.0.0.1"
		s.ServeHTTP(w, r)
		if long := time.Since(began); w.events != day || long < 23*time.Hour || long > 25*time.Hour {
			t.Errorf("%d events in %v", w.events, long)
		}
		if late.heap > early.heap+1<<20 || late.goroutines > early.goroutines {
			t.Errorf("%+v after four hours, %+v after a day", early, late)
		}
		if w.bytes > 1000*w.events {
			t.Errorf("%d bytes in %d events", w.bytes, w.events)
		}
	})
}
