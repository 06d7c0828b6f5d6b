// Command evalresume measures how long a large crawl takes to be opened again. It crawls a generated web into a directory, and
// opens the directory with its checkpoint, after kill -9, and without. Each is a process of its own, whose processor time and
// memory the system tells. `make eval-resume` writes lab/reports/resume.md with it.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"time"

	"gannet/crawldir"
	"gannet/internal/testweb"
	"gannet/ranker"
	"gannet/topic"
)

func main() {
	pages := flag.Int("pages", 20_000, "pages to crawl")
	seed := flag.Uint64("seed", 1, "of the generated web")
	dir := flag.String("dir", "", "directory of the crawl, which must not exist; crawled again from there if it does")
	about := flag.String("topic", crawldir.JobsTopic, "of the crawl: jobs, whose classifier is shipped, or seeds, whose verdicts are renewed")
	step := flag.String("step", "", "one step alone: crawl, more, open, explain, or forget")
	flag.Parse()
	m := measurement{*pages, *pages, *seed, *dir, *about}
	if *step == "more" {
		m.limit = 2 * *pages // it is killed long before
	}
	var err error
	switch *step {
	case "":
		err = m.report(os.Stdout)
	case "forget":
		err = forget(*pages, *seed)
	case "explain":
		err = m.explain()
	default:
		err = m.step(*step)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "evalresume:", err)
		os.Exit(1)
	}
}

// measurement is of a crawl of a generated web.
type measurement struct {
	pages int // of the first crawl
	limit int
	seed  uint64
	dir   string
	topic string
}

// looksFor returns what a crawl of the web looks for.
func (m measurement) looksFor(web *testweb.Web) (*topic.Topic, error) {
	if m.topic == crawldir.JobsTopic {
		jobs, err := crawldir.LoadTopic(crawldir.JobsTopic)
		if err == nil {
			jobs.Seeds = web.Seeds("jobs", 20)
		}
		return jobs, err
	}
	return &topic.Topic{Name: "keywords", Keywords: web.Keywords("beekeeping"), Seeds: web.Seeds("beekeeping", 1)}, nil
}

// open opens the crawl. What is replayed is counted in read.
func (m measurement) open(read *int) (*crawldir.Crawl, error) {
	web := testweb.New(testweb.DefaultOptions(m.seed).Sized(max(100, m.pages/100), 3*m.pages))
	about, err := m.looksFor(web)
	if err != nil {
		return nil, err
	}
	o := crawldir.DefaultOptions()
	o.Topic, o.Strategy, o.Web = about, ranker.LearnedName, web
	o.Limits.Pages, o.Limits.Workers = m.limit, 4
	o.Log = slog.New(pauses)
	o.Replayed = func(r crawldir.Replay) { *read = r.Pages }
	return crawldir.Open(context.Background(), m.dir, o)
}

// checkpointLog collects what is logged of checkpoints.
type checkpointLog struct {
	slog.Handler
	n            int
	took, paused time.Duration // the sum, and the longest
}

var pauses = &checkpointLog{Handler: slog.DiscardHandler}

// Enabled implements slog.Handler.
func (*checkpointLog) Enabled(context.Context, slog.Level) bool { return true }

// Handle implements slog.Handler.
func (l *checkpointLog) Handle(_ context.Context, r slog.Record) error {
	if r.Message != "checkpoint written" {
		return nil
	}
	l.n++
	r.Attrs(func(a slog.Attr) bool {
		switch a.Key {
		case "took":
			l.took += a.Value.Duration()
		case "paused":
			l.paused = max(l.paused, a.Value.Duration())
		}
		return true
	})
	return nil
}

// step crawls or opens, and prints seconds, pages read again, and links known.
func (m measurement) step(name string) error {
	began, read := time.Now(), 0
	crawl, err := m.open(&read)
	if err != nil {
		return err
	}
	took := time.Since(began)
	if name != "open" {
		if err := crawl.Run(context.Background()); err != nil {
			return err
		}
		took = time.Since(began)
	}
	p := crawl.Progress()
	fmt.Println(took.Seconds(), read, p.Kept, p.Frontier.Known, pauses.n, pauses.took.Seconds(), pauses.paused.Seconds())
	return errors.Join(m.writeLearned(crawl), crawl.Close())
}

// writeLearned writes what the crawl knows to a file beside its directory.
func (m measurement) writeLearned(crawl *crawldir.Crawl) error {
	f, err := os.Create(m.dir + ".learned")
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	return errors.Join(crawl.WriteLearned(w), w.Flush(), f.Close())
}
