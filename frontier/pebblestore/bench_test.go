//go:build unix

package pebblestore

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"gannet/frontier"
	"gannet/frontier/frontiertest"
	"gannet/internal/cputime"
)

// BenchmarkTenMillion shows the scale the frontier is made for, in one run of about half a minute and 1 GB of disk:
//
//	go test ./frontier/pebblestore -run='^$' -bench=TenMillion -benchtime=1x -timeout=30m
//
// GANNET_BENCH_LINKS sets another number of links. Pushing runs on one processor, so that Pebble's work in the background
// counts. The time to draw the links is measured before and subtracted.
func BenchmarkTenMillion(b *testing.B) {
	if b.N > 1 {
		b.Skip("use -benchtime=1x")
	}
	links := 10_000_000
	if text := os.Getenv("GANNET_BENCH_LINKS"); text != "" {
		if _, err := fmt.Sscan(text, &links); err != nil {
			b.Fatal(err)
		}
	}
	dir, now := b.TempDir(), time.Unix(1e9, 0)
	f := openFrontier(b, dir, now)
	b.ReportMetric(0, "ns/op")
	fill(b, f, links, now)
	b.ReportMetric(status(b, "VmHWM"), "MiB-peak-push")
	b.ReportMetric(status(b, "VmRSS"), "MiB-after-push")
	takes(b, f, now)
	b.ReportMetric(status(b, "VmHWM"), "MiB-peak")
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	f = nil
	runtime.GC()
	begin := time.Now()
	f = openFrontier(b, dir, now)
	b.ReportMetric(time.Since(begin).Seconds(), "s-reopen")
	b.ReportMetric(status(b, "VmHWM"), "MiB-peak-reopen")
	b.ReportMetric(float64(f.Stats().Known), "known")
	b.ReportMetric(float64(f.Stats().Hosts), "hosts")
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(diskMiB(b, dir), "MiB-disk")
}

// BenchmarkPush pushes pages of 34 links, 70 % of which are known already. One op is one page.
func BenchmarkPush(b *testing.B) {
	now := time.Unix(1e9, 0)
	f := openFrontier(b, b.TempDir(), now)
	web := frontiertest.NewWeb(1, 100_000)
	for b.Loop() {
		b.StopTimer()
		page := web.Page(0.7)
		b.StartTimer()
		if _, err := f.Push(now, page); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*frontiertest.PageLinks)/b.Elapsed().Seconds(), "links/s")
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkTake takes a link and is done with it, among half a million.
func BenchmarkTake(b *testing.B) {
	now := time.Unix(1e9, 0)
	f := openFrontier(b, b.TempDir(), now)
	web := frontiertest.NewWeb(1, 100_000)
	for range 500_000 / frontiertest.PageLinks {
		if _, err := f.Push(now, web.Page(0)); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		now = now.Add(time.Second)
		l, _, err := f.Take(now)
		if err != nil {
			b.Fatal(err)
		}
		if err := f.Done(now, l.ID, frontier.Outcome{Result: frontier.Requeue}); err != nil {
			b.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkRead reads links that were pushed long ago, among a million and a half, in a database to which
// hosts are written all the time as in a crawl.
func BenchmarkRead(b *testing.B) {
	now := time.Unix(1e9, 0)
	db, err := Open(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	f, err := frontier.Open(db, frontier.DefaultOptions(), now)
	if err != nil {
		b.Fatal(err)
	}
	web := frontiertest.NewWeb(1, 100_000)
	const pages = 1_500_000 / frontiertest.PageLinks
	for range pages {
		now = now.Add(5 * time.Millisecond)
		if _, err := f.Push(now, web.Page(0)); err != nil {
			b.Fatal(err)
		}
		l, _, err := f.Take(now)
		if errors.Is(err, frontier.ErrWait) {
			continue
		}
		if err == nil {
			err = f.Done(now, l.ID, frontier.Outcome{Result: frontier.Finish})
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	draw := rand.New(rand.NewPCG(1, 2))
	before := db.db.Metrics().BlockCache.Misses
	took := spent(func() {
		for b.Loop() {
			if _, _, err := db.Read(uint32(draw.IntN(pages*frontiertest.PageLinks*9/10)), false); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.ReportMetric(took.cpu*1e6/float64(b.N), "µs-core/op")
	b.ReportMetric(float64(db.db.Metrics().BlockCache.Misses-before)/float64(b.N), "blocks/op")
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
}

// fill pushes so many new links, then a tenth as many of which 70 % are known.
func fill(b *testing.B, f *frontier.Frontier, links int, now time.Time) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	phase := func(name string, web, same *frontiertest.Web, n int, known float64) {
		drawing := spent(func() {
			for range n / frontiertest.PageLinks {
				same.Page(known)
			}
		})
		pushing := spent(func() {
			for range n / frontiertest.PageLinks {
				if _, err := f.Push(now, web.Page(known)); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.ReportMetric(float64(n)/(pushing.wall-drawing.wall), name+"-links/s")
		b.ReportMetric(float64(n)/(pushing.cpu-drawing.cpu), name+"-links/core-s")
	}
	web, same := frontiertest.NewWeb(1, 100_000), frontiertest.NewWeb(1, 100_000)
	phase("new", web, same, links, 0)
	phase("mixed", web, same, links/10, 0.7)
}

// takes measures Take while pages come in: every lease is followed by a push and a Done.
func takes(b *testing.B, f *frontier.Frontier, now time.Time) {
	web := frontiertest.NewWeb(2, 100_000)
	const n = 20_000
	var times []time.Duration
	for range n {
		begin := time.Now()
		l, wait, err := f.Take(now)
		times = append(times, time.Since(begin))
		switch {
		case errors.Is(err, frontier.ErrWait):
			now = now.Add(wait)
			continue
		case err != nil:
			b.Fatal(err)
		}
		if _, err := f.Push(now, web.Page(0.3)); err != nil {
			b.Fatal(err)
		}
		now = now.Add(5 * time.Millisecond)
		if err := f.Done(now, l.ID, frontier.Outcome{Result: frontier.Finish}); err != nil {
			b.Fatal(err)
		}
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[n/2])/1e3, "µs-Take-p50")
	b.ReportMetric(float64(times[n*99/100])/1e3, "µs-Take-p99")
	b.ReportMetric(float64(times[n-1])/1e3, "µs-Take-max")
}

// cost is in seconds; cpu is of the whole process, the kernel's work for it included.
type cost struct{ wall, cpu float64 }

func spent(work func()) cost {
	begin, before := time.Now(), cputime.Process()
	work()
	return cost{time.Since(begin).Seconds(), (cputime.Process() - before).Seconds()}
}

// status reads a field of /proc/self/status in MiB, 0 where there is no such file.
func status(b *testing.B, field string) float64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Logf("no memory figures: %v", err)
	}
	for line := range strings.Lines(string(text)) {
		var kib float64
		if rest, ok := strings.CutPrefix(line, field+":"); ok {
			if _, err := fmt.Sscan(rest, &kib); err != nil {
				b.Fatal(err)
			}
			return kib / 1024
		}
	}
	return 0
}

func diskMiB(b *testing.B, dir string) (size float64) {
	files, err := os.ReadDir(dir)
	if err != nil {
		b.Fatal(err)
	}
	for _, file := range files {
		if info, err := file.Info(); err == nil {
			size += float64(info.Size()) / (1 << 20)
		}
	}
	return size
}
