package share

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestWorkTakesItsShare: many that work without end take together no more than their part, and short work does not wait.
func TestWorkTakesItsShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New()
		var sum atomic.Int64
		const step, long = 2 * time.Millisecond, 100 * time.Second
		ctx, cancel := context.WithTimeout(t.Context(), long)
		defer cancel()
		for range 8 {
			go func() {
				for s.Do(ctx, func() error { time.Sleep(step); sum.Add(int64(step)); return nil }) == nil {
				}
			}()
		}
		<-ctx.Done()
		synctest.Wait()
		worked, want := time.Duration(sum.Load()), saved+long*time.Duration(runtime.GOMAXPROCS(0))/part
		if worked > want+8*step || worked < want*8/10 {
			t.Errorf("worked for %s of %s, want about %s", worked, long, want)
		}
		time.Sleep(long)
		begin := time.Now()
		for range 10 {
			if err := s.Do(t.Context(), func() error { time.Sleep(step); return nil }); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(begin); took > 10*step {
			t.Errorf("short work after a rest took %s", took)
		}
	})
}

// TestWaitingEndsWithItsContext: in the queue, and while the share is used up.
func TestWaitingEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New()
		long := func() error { time.Sleep(10 * time.Second); return nil }
		if err := s.Do(t.Context(), long); err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second waits for the first
			go func() {
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				err := s.Do(ctx, func() error { t.Error("the work began"); return nil })
				if !errors.Is(err, context.DeadlineExceeded) {
					t.Error(err)
				}
			}()
		}
		time.Sleep(time.Second)
		synctest.Wait()
		failed := errors.New("failed")
		var none *Share
		for _, of := range []*Share{s, none} {
			if err := of.Do(t.Context(), func() error { return failed }); !errors.Is(err, failed) {
				t.Errorf("%v: %v", of, err)
			}
		}
	})
}
