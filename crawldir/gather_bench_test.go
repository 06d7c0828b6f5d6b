package crawldir_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"gannet/cluster"
	"gannet/cluster/clustertest"
	"gannet/crawldir"
	"gannet/internal/cputime"
	"gannet/internal/manyads"
	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

// BenchmarkGather measures what it takes to tell made ads and to gather them. GANNET_BENCH_DOCS is their number: `make bench-gather`.
func BenchmarkGather(b *testing.B) {
	ads := 2000
	if n, err := strconv.Atoi(os.Getenv("GANNET_BENCH_DOCS")); err == nil {
		ads = n
	}
	db, err := store.Open(filepath.Join(b.TempDir(), crawldir.StoreFile))
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	keepAds(b, db, ads)
	e := clustertest.New(1, time.Minute, clustertest.Faults{}).Engine("m")
	log := &keptLog{}
	e.Kept = log
	crawl, err := cluster.Identity(b.Context(), e)
	if err != nil {
		b.Fatal(err)
	}
	telling := cputime.Of(func() { err = crawldir.Tell(b.Context(), db, log, crawl, "m") })
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		var got crawldir.Gathered
		gathering := cputime.Of(func() {
			got, err = crawldir.Gather(b.Context(), b.TempDir(), e, slog.New(slog.DiscardHandler))
		})
		if err != nil || got.Postings != ads {
			b.Fatalf("%+v, %v", got, err)
		}
		b.ReportMetric(float64(got.Jobs), "jobs")
		b.ReportMetric(float64(ads)/gathering.Seconds(), "ads/CPU-s")
	}
	b.ReportMetric(float64(telling.Microseconds())/float64(ads), "µs/ad-told")
	b.ReportMetric(float64(log.bytes)/float64(ads), "B/ad-told")
}

// keepAds puts made ads into a store, each on a page of its own.
func keepAds(b *testing.B, db *store.DB, ads int) {
	b.Helper()
	maker := manyads.Maker{Seed: 1, Ads: ads}
	var pages []*store.Page
	for n := range ads {
		a := maker.Ad(n)
		url := fmt.Sprintf("http://h%d.example/%d", n%500, n)
		pages = append(pages, &store.Page{
			URL: url, Status: 200, Fetched: time.Date(2026, 1, 2, 0, 0, n, 0, time.UTC), Relevant: true, Score: .9,
			Postings: []*postings.Found{{Job: &job.Posting{URL: url, Title: a.Title, Company: a.Company, Location: a.Place, Description: a.Text, Language: "en"}}},
		})
		if len(pages) < 500 && n+1 < ads {
			continue
		}
		if _, err := db.Put(pages); err != nil {
			b.Fatal(err)
		}
		pages = nil
	}
}

// keptLog is a log in memory.
type keptLog struct {
	cluster.Log // for the methods that nobody calls
	messages    []cluster.Message
	bytes       int
}

func (l *keptLog) Append(_ context.Context, partition int, _ string, body []byte) (uint64, error) {
	l.messages = append(l.messages, cluster.Message{Seq: uint64(len(l.messages) + 1), Partition: partition, Body: body})
	l.bytes += len(body)
	return uint64(len(l.messages)), nil
}

func (l *keptLog) Extent(context.Context) (cluster.Extent, error) {
	return cluster.Extent{Last: uint64(len(l.messages))}, nil
}

func (l *keptLog) Read(_ context.Context, _ []int, after uint64) (cluster.Cursor, error) {
	return &keptCursor{log: l, at: after}, nil
}

type keptCursor struct {
	cluster.Cursor
	log *keptLog
	at  uint64
}

func (c *keptCursor) Next(context.Context) ([]cluster.Message, error) {
	if c.at >= uint64(len(c.log.messages)) {
		return nil, errors.New("the log is over")
	}
	c.at++
	return c.log.messages[c.at-1 : c.at], nil
}

func (*keptCursor) Close() {}
