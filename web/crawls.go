package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gannet/crawldir"
	"gannet/crawldir/lists"
	"gannet/crawldir/overview"
	"gannet/crawldir/teaching"
	"gannet/web/mcp"
)

// crawl is a crawl that the page shows.
type crawl struct {
	name, dir string
	tracker   *overview.Tracker // for the times when no process runs it
	lists     *lists.Lists
	teaching  *teaching.Session
	mcp       http.Handler     // answers assistants
	memory    *crawldir.Memory // of the times when no process runs it
	virtual   atomic.Bool      // its times are, as the latest request has found
	noJobs    atomic.Bool      // it neither keeps postings nor looks for them, as the latest request has found
	boards    atomic.Bool      // it has a registry of employers, as a request has found
	titles    titles
	ofJobs    atomic.Pointer[bool] // its topic is jobs, as an earlier request has found; nil: not known

	mu   sync.Mutex // guards the fields below
	last *overview.Overview
	at   time.Time // when last was made
}

// namedCrawls names crawls by the last parts of their directories.
func namedCrawls(o Options) (list []*crawl) {
	taken := make(map[string]bool)
	for _, dir := range o.Dirs {
		full, err := filepath.Abs(dir)
		if err != nil {
			full = dir
		}
		base := plainName(filepath.Base(full))
		name := base
		for i := 2; taken[name]; i++ {
			name = fmt.Sprintf("%s-%d", base, i)
		}
		taken[name] = true
		rows, memory := crawldir.NewLists(dir), new(crawldir.Memory)
		list = append(list, &crawl{
			name: name, dir: dir, tracker: overview.NewTracker(), lists: rows, teaching: teaching.New(dir, o.Log), memory: memory,
			mcp: mcp.Handler(mcp.New(mcp.Options{Dir: dir, Version: o.Version, Lists: rows, Memory: memory})),
		})
	}
	return list
}

// plainName returns a name that needs no escapes in a path.
func plainName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '-'
	}, name)
	return name
}

// read opens the crawl's directory for one request, until ctx is done. A crawl that wants to begin meanwhile waits for the end of the request.
func (c *crawl) read(ctx context.Context, use func(*crawldir.Reader) error) (err error) {
	r, err := crawldir.Read(c.dir)
	if err != nil {
		return err
	}
	r.Remember(c.memory)
	defer func() { err = errors.Join(err, r.Close()) }() // also if a response was broken off
	return use(r.In(ctx))
}

// seeksPostings reports whether the crawl has postings, or looks for jobs and may find some. Since its topic does not change, it is read once.
func (c *crawl) seeksPostings(r *crawldir.Reader) bool {
	if latest, err := r.Postings.LatestChange(); err == nil && latest > 0 {
		return true
	}
	if c.ofJobs.Load() == nil {
		of, err := r.OfJobs()
		if err != nil {
			return true // nothing is hidden
		}
		c.ofJobs.Store(&of)
	}
	return *c.ofJobs.Load()
}

// noteBoards notes whether the crawl has a registry of employers. One that has it keeps it.
func (c *crawl) noteBoards(r *crawldir.Reader) {
	if c.boards.Load() {
		return
	}
	if has, err := r.HasEmployers(); err == nil {
		c.boards.Store(has)
	}
}

// shareFor is how long several viewers see the same overview.
const shareFor = time.Second

// overview returns the overview of the crawl.
func (c *crawl) overview() (*overview.Overview, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last != nil && time.Since(c.at) < shareFor {
		return c.last, nil
	}
	err := c.read(context.Background(), func(r *crawldir.Reader) (err error) {
		c.last, err = r.Overview(c.tracker)
		return err
	})
	if err != nil {
		c.last = nil
		return nil, err
	}
	c.at = time.Now()
	return c.last, nil
}
