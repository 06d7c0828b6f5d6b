package crawldir_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gannet/cluster"
	"gannet/cluster/clustertest"
	"gannet/crawldir"
	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

// flakyLog is a log of which every other answer is lost, and that takes what it has a second time.
type flakyLog struct {
	cluster.Log // for the methods that nobody calls
	messages    []cluster.Message
	calls       int
}

var errFlaky = errors.New("the answer was lost")

func (l *flakyLog) Append(_ context.Context, partition int, _ string, body []byte) (uint64, error) {
	l.calls++
	if l.calls%5 == 1 {
		return 0, errFlaky // and the message, too
	}
	for range 1 + l.calls%2 { // twice: its id is forgotten
		l.messages = append(l.messages, cluster.Message{Seq: uint64(len(l.messages) + 1), Partition: partition, Body: body})
	}
	if l.calls%3 == 1 {
		return 0, errFlaky
	}
	return uint64(len(l.messages)), nil
}

func (l *flakyLog) Extent(context.Context) (cluster.Extent, error) {
	return cluster.Extent{Last: uint64(len(l.messages)), Messages: uint64(len(l.messages))}, nil
}

func (l *flakyLog) Read(_ context.Context, _ []int, after uint64) (cluster.Cursor, error) {
	return &flakyCursor{log: l, at: after}, nil
}

type flakyCursor struct {
	cluster.Cursor
	log   *flakyLog
	at    uint64
	calls int
}

func (c *flakyCursor) Next(context.Context) ([]cluster.Message, error) {
	if c.calls++; c.calls > 2 {
		return nil, errFlaky
	}
	to := min(c.at+3, uint64(len(c.log.messages)))
	list := c.log.messages[c.at:to]
	c.at = to
	return list, nil
}

func (*flakyCursor) Close() {}

// madeAd is a page with a posting of a job. A copy is on another host, and says a word more.
func madeAd(number, copy int) *store.Page {
	random := rand.New(rand.NewPCG(7, uint64(number)))
	words := make([]string, 120)
	for i := range words {
		words[i] = fmt.Sprintf("w%d", random.IntN(5000))
	}
	url := fmt.Sprintf("http://h%d-%d.example/job", number, copy)
	posting := &job.Posting{
		URL: url, Title: fmt.Sprintf("Welder of kind %d", number), Company: fmt.Sprintf("Works %d Ltd", number), Location: "Ashford",
		Description: strings.Join(words, " ") + fmt.Sprintf(" copy%d.", copy), Language: "en",
	}
	return &store.Page{
		URL: url, Status: 200, Fetched: time.Date(2026, 1, 2, copy, number%60, 0, 0, time.UTC), Relevant: true, Score: .9,
		Postings: []*postings.Found{{Job: posting}},
	}
}

// TestWhatMachinesTellIsGatheredOnce: answers of the log are lost, messages come twice, machines forget how far they have told, and gathering
// is broken off. Still each page and posting is there once, and copies on two machines are one job.
func TestWhatMachinesTellIsGatheredOnce(t *testing.T) {
	const jobs, machines = 60, 3
	ctx, log := t.Context(), &flakyLog{}
	e := clustertest.New(1, time.Minute, clustertest.Faults{}).Engine("m")
	e.Kept = log
	crawl, err := cluster.Identity(ctx, e)
	if err != nil {
		t.Fatal(err)
	}
	whole := filepath.Join(t.TempDir(), "whole")
	gather := func() (got crawldir.Gathered, err error) {
		return crawldir.Gather(ctx, whole, e, slog.New(slog.DiscardHandler))
	}
	var stores []*store.DB
	for range machines {
		db, err := store.Open(filepath.Join(t.TempDir(), crawldir.StoreFile))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		stores = append(stores, db)
	}
	failures := 0
	for n := range jobs {
		for m, db := range stores {
			page := madeAd(n, m)
			if n%10 == 0 {
				page = madeAd(n, 0) // two machines keep a page, where hosts changed hands
			}
			if _, err := db.Put([]*store.Page{page}); err != nil {
				t.Fatal(err)
			}
			if n%7 != m {
				continue
			}
			if err := crawldir.Tell(ctx, db, log, crawl, fmt.Sprint(m)); err != nil {
				failures++ // it is killed: what was told last is not noted
			}
		}
		if n%4 == 1 {
			if _, err := gather(); err != nil {
				failures++
			}
		}
	}
	for m, db := range stores {
		for crawldir.Tell(ctx, db, log, crawl, fmt.Sprint(m)) != nil {
		}
	}
	got, err := gather()
	for err != nil {
		if !errors.Is(err, errFlaky) {
			t.Fatal(err)
		}
		got, err = gather()
	}
	if want := jobs*machines - jobs/10*(machines-1); got.Pages != want || got.Postings != want || got.Jobs != jobs {
		t.Errorf("gathered %+v, want %d pages and postings of %d jobs", got, want, jobs)
	}
	if failures < 10 {
		t.Errorf("only %d failures: the test shows nothing", failures)
	}
}

// TestGatherRefusesAnotherCrawl: what a directory has is not mixed with another crawl.
func TestGatherRefusesAnotherCrawl(t *testing.T) {
	dir := t.TempDir()
	db, err := store.Open(filepath.Join(dir, crawldir.StoreFile))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Put([]*store.Page{madeAd(1, 1)}); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	gather := func(dir string, seed uint64) error {
		e := clustertest.New(seed, time.Minute, clustertest.Faults{}).Engine("m")
		_, err := crawldir.Gather(t.Context(), dir, e, slog.New(slog.DiscardHandler))
		return err
	}
	other := t.TempDir()
	if err := gather(other, 1); err != nil {
		t.Fatal(err)
	}
	for _, refused := range []string{dir, other} {
		if err := gather(refused, 2); err == nil || !strings.Contains(err.Error(), "has another crawl") {
			t.Errorf("%s: %v, want a refusal", refused, err)
		}
	}
}
