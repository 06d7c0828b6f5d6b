package frontier

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestLifeOfALink(t *testing.T) {
	now := time.Unix(1000, 0)
	store := NewMemory()
	f, err := Open(store, DefaultOptions(), now)
	if err != nil {
		t.Fatal(err)
	}
	links := []Link{{URL: "http://a/1", Host: "a"}, {URL: "http://a/2", Host: "a", Priority: 1}, {URL: "http://a/1", Host: "a"}}
	if n, err := f.Push(now, links); n != 2 || err != nil {
		t.Fatal(n, err)
	}
	l, _, err := f.Take(now)
	if err != nil || l.URL != "http://a/2" || l.Attempt != 1 {
		t.Fatal(l, err)
	}
	if _, wait, err := f.Take(now); err != ErrWait || wait != 0 {
		t.Fatal(wait, err)
	}
	if err := f.Done(now, l.ID, Outcome{Result: Finish}); err != nil {
		t.Fatal(err)
	}
	if _, wait, err := f.Take(now); err != ErrWait || wait != time.Second {
		t.Fatal(wait, err)
	}
	now = now.Add(time.Second)
	if l, _, err = f.Take(now); err != nil || l.URL != "http://a/1" {
		t.Fatal(l, err)
	}
	if err := f.Done(now, l.ID, Outcome{Result: Drop}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := f.Take(now); !errors.Is(err, ErrEmpty) {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if f, err = Open(store, DefaultOptions(), now); err != nil || f.State("http://a/2") != Fetched || f.State("http://a/1") != Dropped {
		t.Fatal(err)
	}
}

// TestALinkWhoseLeasesExpireIsDropped after as many attempts as any other that fails. A revisit waits for its next one.
func TestALinkWhoseLeasesExpireIsDropped(t *testing.T) {
	now, opt, store := time.Unix(1000, 0), DefaultOptions(), NewMemory()
	opt.ExpiredNote = func(attempts int, now time.Time) []byte { return fmt.Append(nil, attempts, now.Unix()) }
	f, err := Open(store, opt, now)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Push(now, []Link{{URL: "http://a/1", Host: "a"}}); err != nil {
		t.Fatal(err)
	}
	requests := 0
	for range 100 {
		if _, _, err := f.Take(now); err == nil {
			requests++
		} else if errors.Is(err, ErrEmpty) {
			break
		}
		now = now.Add(time.Minute)
	}
	if requests != opt.Retries {
		t.Errorf("%d requests", requests)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if f, err = Open(store, opt, now); err != nil {
		t.Fatal(err)
	}
	if found, err := f.Find("http://a/1"); err != nil || found.State != Dropped || !strings.HasPrefix(string(found.Note), "3 ") {
		t.Errorf("after a restart %+v, %v", found, err)
	}
}

// TestALinkThatFailedComesLastAfterARestart: the link has a higher priority than the other one of its host, and its back-off is over.
func TestALinkThatFailedComesLastAfterARestart(t *testing.T) {
	for _, how := range []Result{Retry, RetryLink} {
		now, store, o := start, NewMemory(), options(func(*Options) {})
		f, err := Open(store, o, now)
		mustDo(t, err)
		failing := page("a.test", "1")
		failing.Priority = 1
		mustPush(t, f, now, failing)
		mustDo(t, f.Done(now, mustTake(t, f, now).ID, Outcome{Result: how}))
		mustPush(t, f, now, page("a.test", "2"))
		mustDo(t, f.Close())
		for _, later := range []time.Duration{time.Second, o.MaxBackoff} { // while the back-off lasts, and after it
			f, err = Open(store, o, now.Add(later))
			mustDo(t, err)
			at := now.Add(later + o.MaxBackoff)
			if l := mustTake(t, f, at); l.URL != "http://a.test/2" {
				t.Errorf("after result %d and %v: %s comes first", how, later, l.URL)
			}
			mustDo(t, f.Close())
		}
	}
}
