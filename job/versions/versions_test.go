package versions_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"gannet/job"
	"gannet/job/versions"
)

// version is a posting of which the tests know the key and the time.
type version struct {
	key int // 0: none
	day int // 0: no time
}

func (v version) posting(n int) *job.Posting {
	p := &job.Posting{URL: fmt.Sprint("https://orchard.example/", n), Location: "Ludlow"}
	if v.key > 0 {
		p.Title, p.Company = fmt.Sprint("Keeper of orchard ", v.key), "Quince & Daughters"
	}
	return p
}

func (v version) time() time.Time {
	if v.day == 0 {
		return time.Time{}
	}
	return time.Date(2026, 3, v.day, 0, 0, 0, 0, time.UTC)
}

// newestOf tells which versions are the newest, by comparing each with all others.
func newestOf(list []version) []bool {
	newest := make([]bool, len(list))
	for i, v := range list {
		newest[i] = true
		for j, w := range list {
			later := w.time().After(v.time()) || w.time().Equal(v.time()) && j > i
			if v.key > 0 && w.key == v.key && later {
				newest[i] = false
			}
		}
	}
	return newest
}

func check(t *testing.T, list []version, memory int64) {
	t.Helper()
	b, err := versions.New(t.TempDir(), memory)
	if err != nil {
		t.Fatal(err)
	}
	for n, v := range list {
		if err := b.Add(v.posting(n), v.time()); err != nil {
			t.Fatal(err)
		}
	}
	want, n := newestOf(list), 0
	err = b.Each(func(p *job.Posting, at time.Time, newest bool) error {
		if p.URL != list[n].posting(n).URL || !at.Equal(list[n].time()) {
			t.Fatalf("posting %d: %s of %v", n, p.URL, at)
		}
		if newest != want[n] {
			t.Errorf("posting %d, %+v of %v: newest is %v", n, list[n], list, newest)
		}
		n++
		return nil
	})
	if err != nil || n != len(list) {
		t.Fatalf("%d of %d postings, %v", n, len(list), err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestNewest(t *testing.T) {
	check(t, nil, 1<<10)
	check(t, []version{{1, 2}, {1, 3}, {2, 1}, {1, 1}, {0, 5}, {0, 5}, {2, 1}, {3, 0}, {3, 0}, {1, 3}}, 1<<10)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		list := make([]version, rng.IntN(120))
		for i := range list {
			list[i] = version{rng.IntN(12), rng.IntN(5)}
		}
		check(t, list, 64) // runs of four keys
	}
}

func TestClosedEarly(t *testing.T) {
	b, err := versions.New(t.TempDir(), 1<<10)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Add(version{1, 1}.posting(0), time.Time{}); err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
}
