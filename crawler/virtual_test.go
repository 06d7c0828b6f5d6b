package crawler

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestAnswersComeInTheirOrderWhateverTheMachineDoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		took := map[string]time.Duration{"a": 3 * time.Second, "b": time.Second, "c": time.Second, "d": time.Minute}
		start := time.Unix(1e9, 0)
		v := NewVirtual(start, func(url string) time.Duration { return took[url] })
		var mu sync.Mutex // guards the rest
		visits := 0
		var got []string
		v.attach(func() (int, bool) {
			mu.Lock()
			defer mu.Unlock()
			return visits, false
		})
		wake := make(chan struct{}, 1)
		for i, url := range []string{"a", "b", "c", "d"} {
			mu.Lock()
			visits++
			mu.Unlock()
			go func() {
				answer := v.send(url)
				time.Sleep(time.Duration(4-i) * time.Hour) // the machine's time is none of the clock's
				if err := answer.wait(t.Context()); err != nil {
					t.Error(err)
				}
				mu.Lock()
				got = append(got, url+" "+v.Now().Sub(start).String())
				visits--
				mu.Unlock()
				wake <- struct{}{}
			}()
			v.awaitVisits(t.Context(), wake)
		}
		for v.Now().Before(start.Add(10 * time.Second)) {
			v.Wait(t.Context(), start.Add(10*time.Second).Sub(v.Now()), wake)
		}
		mu.Lock()
		got = append(got, "waited "+v.Now().Sub(start).String())
		mu.Unlock()
		v.Wait(t.Context(), forever, wake)
		want := []string{"b 1s", "c 1s", "a 3s", "waited 10s", "d 1m0s"}
		if !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	})
}

func TestVirtualClockLetsGoOfWhatIsGivenUp(t *testing.T) {
	v := NewVirtual(time.Unix(1e9, 0), FixedLatency(time.Hour))
	ended, cancel := context.WithCancel(t.Context())
	visits := 1
	v.attach(func() (int, bool) { return visits, false })
	given := v.send("a")
	cancel()
	if given.wait(ended) == nil {
		t.Error("an answer came that was given up")
	}
	v.Wait(ended, forever, nil) // returns
	if v.detach(); v.Now() != time.Unix(1e9, 0) || len(v.answers) != 0 {
		t.Errorf("at %v, %d answers are under way", v.Now(), len(v.answers))
	}
}

func TestDrawnTimesAreTheSameForOneSeed(t *testing.T) {
	one, again, other := RandomLatency(time.Second, 1), RandomLatency(time.Second, 1), RandomLatency(time.Second, 2)
	var sum time.Duration
	differ := 0
	for i := range 1000 {
		url := string(rune('a' + i))
		if one(url) != again(url) {
			t.Errorf("%q takes %v, then %v", url, one(url), again(url))
		}
		if one(url) != other(url) {
			differ++
		}
		sum += one(url)
	}
	if sum < 900*time.Second || sum > 1100*time.Second || differ < 990 {
		t.Errorf("1,000 answers take %v; %d differ with another seed", sum, differ)
	}
}
