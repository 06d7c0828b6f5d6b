package crawldir

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"gannet/cluster"
	"gannet/crawler"
	"gannet/store"
)

// Gathered counts the pages and postings that Gather has written.
type Gathered struct {
	New      int `json:"new_messages"`
	Pages    int `json:"pages"`    // in the directory now
	Postings int `json:"postings"` // likewise
	Jobs     int `json:"jobs"`     // clusters of postings
}

// gatheredKey is the key in the store's meta data of a gathered directory. It has a gatheredUpTo.
const gatheredKey = "gathered"

// gatheredUpTo is the latest message of a crawl that is in the directory.
type gatheredUpTo struct {
	Crawl   string `json:"crawl"`
	Message uint64 `json:"message"`
}

// gatherer brings what machines have told into a directory.
type gatherer struct {
	db   *store.DB
	jobs *crawler.Jobs
	upTo gatheredUpTo
}

// Gather collects in one directory the pages (without texts) and postings of all machines that share a crawl. There, the copies of a job are
// recognised even if different machines found them. The postings are compared in the order of the machines' log, so the result is the same as
// that of a single machine. If the directory already contains a part, Gather adds the rest. It may be stopped or killed at any time, and called
// again.
func Gather(ctx context.Context, dir string, e cluster.Engine, log *slog.Logger) (got Gathered, err error) {
	crawl, err := cluster.Identity(ctx, e)
	if err != nil {
		return got, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return got, err
	}
	db, err := store.Open(filepath.Join(dir, StoreFile))
	if err != nil {
		return got, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	g := &gatherer{db: db}
	if err := g.begin(dir, crawl); err != nil {
		return got, err
	}
	o := DefaultOptions()
	o.Postings = true
	c := &Crawl{dir: dir, o: o, store: db, log: log}
	if g.jobs, err = c.openPostings(); err != nil {
		return got, err
	}
	defer func() { err = errors.Join(err, c.index.Close()) }()
	if got.New, err = g.readAll(ctx, e.Kept); err != nil {
		return got, err
	}
	s, err := db.Stats()
	got.Pages, got.Postings, got.Jobs = int(s.Pages), int(s.Postings), int(s.Clusters)
	return got, err
}

// begin refuses a directory that has something else.
func (g *gatherer) begin(dir, crawl string) error {
	known, err := g.db.Meta(gatheredKey, &g.upTo)
	if err != nil || known && g.upTo.Crawl == crawl {
		return err
	}
	s, err := g.db.Stats()
	if err != nil {
		return err
	}
	if known || s.Pages > 0 {
		return fmt.Errorf("%s has another crawl: give a new directory", dir)
	}
	g.upTo.Crawl = crawl
	return g.db.SetMeta(gatheredKey, g.upTo)
}

// gatherPatience is how long the servers may fail to answer. They do so while they elect a leader.
const gatherPatience = 20 * time.Second

// readAll reads all messages that the log has now. If the log fails it is read again from where it was, until it has failed for too long.
func (g *gatherer) readAll(ctx context.Context, log cluster.Log) (messages int, err error) {
	extent, err := log.Extent(ctx)
	if err != nil {
		return 0, err
	}
	for began := time.Now(); g.upTo.Message < extent.Last; {
		n, err := g.read(ctx, log, extent.Last)
		if messages += n; n > 0 {
			began = time.Now()
			continue
		}
		if err == nil {
			err = errSilent
		}
		if _, ours := errors.AsType[*takeInError](err); ours || ctx.Err() != nil || time.Since(began) > gatherPatience {
			return messages, err
		}
		time.Sleep(200 * time.Millisecond)
	}
	return messages, nil
}

// errSilent says that the log has messages and does not give them.
var errSilent = errors.New("the servers do not give what they have")

// takeInError says that the content of a message cannot be stored, so another try would not help.
type takeInError struct{ error }

func (e *takeInError) Unwrap() error { return e.error }

// mostEmpty is how many times in a row the log may return nothing before it is opened again.
const mostEmpty = 10

// read reads messages up to the last, as far as the log gives them.
func (g *gatherer) read(ctx context.Context, log cluster.Log, last uint64) (messages int, err error) {
	cursor, err := log.Read(ctx, []int{cluster.KeptPartition}, g.upTo.Message)
	if err != nil {
		return 0, err
	}
	defer cursor.Close()
	for empty := 0; g.upTo.Message < last && empty < mostEmpty; empty++ {
		list, err := cursor.Next(ctx)
		if err != nil {
			return messages, err
		}
		for _, m := range list {
			if err := g.takeIn(&m); err != nil {
				return messages, &takeInError{fmt.Errorf("message %d: %w", m.Seq, err)}
			}
			messages++
			empty = -1
		}
		if ctx.Err() != nil {
			return messages, ctx.Err()
		}
	}
	return messages, nil
}

// takeIn stores the content of a message. What is stored already changes nothing.
func (g *gatherer) takeIn(m *cluster.Message) error {
	n, err := openNews(m.Body)
	if err != nil {
		return err
	}
	pages := make([]*store.Page, len(n.Pages))
	for i := range n.Pages {
		pages[i] = n.Pages[i].page()
	}
	if _, err := g.db.Put(pages); err != nil {
		return err
	}
	if err := g.putPostings(n.Postings); err != nil {
		return err
	}
	g.upTo.Message = m.Seq
	return g.db.SetMeta(gatheredKey, g.upTo)
}

// putPostings stores postings. If a page is left out because its canonical page is kept, its postings are left out, too, since the canonical page
// shows them.
func (g *gatherer) putPostings(list []newsPosting) error {
	var readings []store.Reading
	for _, k := range list {
		p, outcome, err := g.db.Lookup(k.Page)
		if errors.Is(err, store.ErrNotFound) || err == nil && outcome != store.Stored {
			continue
		}
		if err != nil {
			return err
		}
		readings = append(readings, store.Reading{Page: p.Seq, Part: k.Part, Posting: g.jobs.Prepare(k.Job, "")})
	}
	results, err := g.db.PutPostings(readings)
	if err != nil {
		return err
	}
	for i, r := range results {
		if err := g.jobs.Kept(readings[i].Posting, r); err != nil {
			return err
		}
	}
	return nil
}

// ErrGathered says that a directory was made by Gather, so it has no texts, header fields and links of pages, which the caller needs.
var ErrGathered = errors.New("was gathered from a cluster: texts of pages, links, hosts and the topic are in the machines' directories")

// refuseGathered returns ErrGathered if Gather has made the directory.
func refuseGathered(db *store.DB, dir string) error {
	var upTo gatheredUpTo
	known, err := db.Meta(gatheredKey, &upTo)
	if err == nil && known {
		err = fmt.Errorf("%s %w", dir, ErrGathered)
	}
	return err
}

// refuseGathered returns ErrGathered if the directory was made by Gather.
func (r *Reader) refuseGathered() error {
	if r.Gathered() {
		return fmt.Errorf("%s %w", r.Dir, ErrGathered)
	}
	return nil
}

// Gathered reports whether Gather made the directory, from the data of several machines.
func (r *Reader) Gathered() bool {
	var upTo gatheredUpTo
	known, err := r.Store.Meta(gatheredKey, &upTo)
	return known && err == nil
}
