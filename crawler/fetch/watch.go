package fetch

import (
	"context"
	"fmt"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// watch cancels a request that waits too long for its next step.
type watch struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	peer   atomic.Pointer[netip.Addr]

	mu    sync.Mutex // guards the fields below
	timer *time.Timer
	limit late
	over  bool
}

// late is the time-out that ended a request.
type late struct {
	what  string
	after time.Duration
}

// waitConnection is the first step of a request.
const waitConnection = "the connection"

func (l late) Error() string { return fmt.Sprintf("waited %v for %s", l.after, l.what) }

func (w *watch) start(parent context.Context) {
	w.ctx, w.cancel = context.WithCancelCause(parent)
}

// arm bounds the next step of the request by d. what names the step.
func (w *watch) arm(what string, d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.over {
		return
	}
	w.limit = late{what, d}
	if w.timer == nil {
		w.timer = time.AfterFunc(d, w.expire)
		return
	}
	w.timer.Reset(d)
}

func (w *watch) expire() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.over {
		w.over = true
		w.cancel(w.limit)
	}
}

// stop ends the watch and cancels its context.
func (w *watch) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.over = true
	if w.timer != nil {
		w.timer.Stop()
	}
	w.cancel(nil)
}

// cause returns the time-out that ended the request, or nil.
func (w *watch) cause() error {
	if l, ok := context.Cause(w.ctx).(late); ok {
		return l
	}
	return nil
}
