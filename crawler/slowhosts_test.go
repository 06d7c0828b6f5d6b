package crawler

import (
	"context"
	"errors"
	"testing"
	"time"

	"gannet/frontier"
)

// TestReadingPDFsIsPreempted has PDFs of four hosts be read by eight workers: two of them may go on while others need workers. The work
// that ends is the latest, unless its page is read already, and its host is slow then.
func TestReadingPDFsIsPreempted(t *testing.T) {
	s, now := newSlowHosts(8), time.Unix(1e9, 0)
	begin := func(id uint64, host string) (context.Context, *hostWork) {
		ctx, w := s.beginWork(t.Context(), frontier.Lease{ID: id, Host: host}, now.Add(time.Duration(id)*time.Millisecond))
		s.addRequest(w, true, false)
		s.markSlow(w)
		return ctx, w
	}
	first, _ := begin(1, "first.test")
	second, _ := begin(2, "second.test")
	s.preempt(now)
	third, late := begin(3, "third.test")
	fourth, read := begin(4, "fourth.test")
	s.fix(read)
	s.preempt(now)
	for host, ctx := range map[string]context.Context{"first": first, "second": second, "fourth": fourth} {
		if ctx.Err() != nil {
			t.Errorf("the work for the %s host was preempted", host)
		}
	}
	if !errors.Is(context.Cause(third), errPreempted) {
		t.Errorf("the latest work goes on: %v", context.Cause(third))
	}
	s.endWork(late, now.Add(100*time.Millisecond))
	s.endWork(read, now.Add(100*time.Millisecond))
	if !s.slowHost("third.test") || s.slowHost("fourth.test") {
		t.Error("the host whose work was preempted is slow, and that of quick work is not")
	}
}
