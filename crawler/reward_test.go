package crawler

import (
	"math/rand/v2"
	"strconv"
	"testing"
)

// outcomes tells repeats of n answers of a host: of new pages on topic, the share that gives says, and of missing ones.
func outcomes(s *repeats, host string, n int, gives float64) (now float64) {
	random := rand.New(rand.NewPCG(1, 2))
	for range n {
		if random.Float64() < gives {
			_, _, now = s.addPage(host, "/"+strconv.Itoa(random.Int()), random.Uint64(), false, true)
		} else {
			_, now = s.addMissing(host)
		}
	}
	return now
}

// TestSlowingWeighsWhatTheHostStillGives has hosts with 60 missing pages in a row, which is nothing unusual where links
// come from lists of rebuilt sites.
func TestSlowingWeighsWhatTheHostStillGives(t *testing.T) {
	for _, c := range []struct {
		name        string
		own, others float64 // share of new pages on topic before
		least, most float64 // factor after 60 missing pages
	}{
		{"gives all that there is", .4, 0, 1, 1.5},
		{"gives more than the others", .4, .02, 1, 4},
		{"gives nothing, like the others", 0, 0, maxSlowdown, maxSlowdown},
		{"gives nothing, unlike the others", 0, .4, maxSlowdown, maxSlowdown},
		{"gives less than the others", .05, .6, 32, maxSlowdown},
	} {
		var s repeats
		outcomes(&s, "other.test", 300, c.others)
		outcomes(&s, "own.test", 300, c.own)
		if now := outcomes(&s, "own.test", 60, 0); now < c.least || now > c.most {
			t.Errorf("a host that %s: factor %.1f after 60 missing pages, want %v to %v", c.name, now, c.least, c.most)
		}
		if now := outcomes(&s, "own.test", 200, 0); now != maxSlowdown {
			t.Errorf("a host that %s: factor %.1f after 260 missing pages, want %v", c.name, now, maxSlowdown)
		}
		if now := outcomes(&s, "own.test", 1, 1); now != 1 {
			t.Errorf("a host that %s: factor %.1f after a new page", c.name, now)
		}
	}
}

// TestCopiesAreWeighedToo has a host that shows ever the same page on topic after new ones.
func TestCopiesAreWeighedToo(t *testing.T) {
	for _, c := range []struct {
		others float64
		most   int // copies until its pauses are four times as long
	}{{.5, 12}, {0, 40}} {
		var s repeats
		outcomes(&s, "other.test", 300, c.others)
		outcomes(&s, "own.test", 50, 1)
		n, now := 0, 1.0
		for now < 4 && n < 1000 {
			_, _, now = s.addPage("own.test", "/"+strconv.Itoa(n), 0xff00ff00ff00ff00, false, true)
			n++
		}
		if n > c.most {
			t.Errorf("where others give %v, %d copies were taken before the host was slowed, want at most %d", c.others, n, c.most)
		}
	}
}

func TestYieldsForgetWhatIsLongAgo(t *testing.T) {
	var s repeats
	outcomes(&s, "early.test", rewardAnswers, 1)
	outcomes(&s, "late.test", rewardAnswers, 0)
	y := s.host("early.test")
	if y.answers != 0 || y.gains != 0 || s.rewards.gains != 0 || len(s.rewards.latest) != rewardAnswers {
		t.Errorf("%d answers of the early host are remembered, %d of which gave something", y.answers, y.gains)
	}
}
