package crawler

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"gannet/crawler/archive"
	"gannet/features/records"
	"gannet/job/pdftext"
	"gannet/store"
)

// A transaction keeps the pages that arrive within keepWait of its first one, but at most keepBatch. Pages are kept together because each transaction
// rewrites the same few pages of the index, and waits for the disk.
const (
	keepBatch = 128
	keepWait  = 20 * time.Millisecond
)

// Archive is a WARC file that receives additional records about archived pages, such as the document that a browser made of a page.
type Archive interface {
	// WriteMetadata writes these facts for the record with this id.
	WriteMetadata(id, url string, at time.Time, fields []archive.Field) error
	// WriteConversion writes what a browser made of the page of the record with an id.
	WriteConversion(id, url string, at time.Time, document []byte) error
	// Flush writes out everything so far. Its error may belong to an earlier record.
	Flush() error
}

// StoreKeeper stores pages, many in one transaction. If there is an archive, StoreKeeper also writes there what the crawl knows about the
// pages. A single goroutine does both. Close the StoreKeeper before the store.
type StoreKeeper struct {
	db      *store.DB
	archive Archive
	in      chan keepRequest
	done    chan struct{}
	prompt  atomic.Bool // nothing is waited for, see KeepAtOnce

	mu     sync.RWMutex // guards closed, and in against being closed while something is sent
	closed bool
}

var errKeeperClosed = errors.New("keep page: the crawl has ended")

// keepRequest is a page, a sitemap or a visit.
type keepRequest struct {
	page        *store.Page
	done        func(store.Result, error)
	sitemap     *store.Lesson
	sitemapDone func(error)
	visit       *store.Visit
	visitDone   func(store.VisitResult, error)
}

// NewStoreKeeper returns a keeper that stores pages in db. It also writes facts about them to the archive a, unless a is nil.
func NewStoreKeeper(db *store.DB, a Archive) *StoreKeeper {
	k := &StoreKeeper{db: db, archive: a, in: make(chan keepRequest, keepBatch), done: make(chan struct{})}
	go k.run()
	return k
}

// Keep implements Keeper: it stores a page. The caller's goroutine compresses the body, and waits while the queue of pages to be stored is
// full.
func (k *StoreKeeper) Keep(p *store.Page, done func(store.Result, error)) {
	if err := p.Prepare(); err != nil {
		done(store.Result{}, err)
		return
	}
	if !k.send(keepRequest{page: p, done: done}) {
		done(store.Result{}, errKeeperClosed)
	}
}

// KeepSitemap implements Keeper: it stores what was learned from a sitemap.
func (k *StoreKeeper) KeepSitemap(l *store.Lesson, done func(error)) {
	if !k.send(keepRequest{sitemap: l, sitemapDone: done}) {
		done(errKeeperClosed)
	}
}

// KeepVisit implements VisitKeeper: it stores the result of a revisit. The caller's goroutine compresses the body.
func (k *StoreKeeper) KeepVisit(v *store.Visit, done func(store.VisitResult, error)) {
	if v.Page != nil {
		if err := v.Page.Prepare(); err != nil {
			done(store.VisitResult{}, err)
			return
		}
	}
	if !k.send(keepRequest{visit: v, visitDone: done}) {
		done(store.VisitResult{}, errKeeperClosed)
	}
}

// KeepAtOnce makes each transaction begin at once, without waiting for further pages to store in the same transaction. Crawls in virtual time
// need this, because they fetch the next page only after this page was stored.
func (k *StoreKeeper) KeepAtOnce() { k.prompt.Store(true) }

// send hands over a request. It returns false if the keeper is closed.
func (k *StoreKeeper) send(r keepRequest) bool {
	k.mu.RLock()
	defer k.mu.RUnlock()
	if !k.closed {
		k.in <- r
	}
	return !k.closed
}

// Recall implements Keeper: it returns the page that is stored for a URL, or nil if there is none.
func (k *StoreKeeper) Recall(url string) (*store.Page, error) {
	if !k.db.Has(url) {
		return nil, nil
	}
	p, err := k.db.Get(url)
	if errors.Is(err, store.ErrNotFound) { // left out for a canonical page that is not kept
		return nil, nil
	}
	return p, err
}

// Close waits until all pages are stored. The StoreKeeper refuses pages that it gets after Close.
func (k *StoreKeeper) Close() {
	k.mu.Lock()
	if !k.closed {
		k.closed = true
		close(k.in)
	}
	k.mu.Unlock()
	<-k.done
}

func (k *StoreKeeper) run() {
	defer close(k.done)
	for first := range k.in {
		batch := k.gather(first)
		for _, r := range batch {
			if r.sitemap != nil {
				r.sitemapDone(k.db.PutSitemap(r.sitemap))
			}
		}
		visits := slices.DeleteFunc(slices.Clone(batch), func(r keepRequest) bool { return r.visit == nil })
		k.commit(slices.DeleteFunc(batch, func(r keepRequest) bool { return r.page == nil }))
		k.commitVisits(visits)
	}
}

func (k *StoreKeeper) wait() time.Duration {
	if k.prompt.Load() {
		return 0
	}
	return keepWait
}

// gather collects the pages of one transaction.
func (k *StoreKeeper) gather(first keepRequest) []keepRequest {
	batch := []keepRequest{first}
	timeout := time.After(k.wait())
	for len(batch) < keepBatch {
		select {
		case next, ok := <-k.in:
			if !ok {
				return batch
			}
			batch = append(batch, next)
		case <-timeout:
			return batch
		}
	}
	return batch
}

// commitVisits keeps the visits of a batch after its pages, because a visit may belong to one of these pages.
func (k *StoreKeeper) commitVisits(batch []keepRequest) {
	if len(batch) == 0 {
		return
	}
	visits := make([]*store.Visit, len(batch))
	for i := range batch {
		visits[i] = batch[i].visit
	}
	results, err := k.db.PutVisits(visits)
	if err != nil {
		results = make([]store.VisitResult, len(batch))
	}
	for i := range batch {
		batch[i].visitDone(results[i], err)
	}
}

// commit keeps the pages of a batch. It writes the archive first: then a crash in between leaves a record too many in the archive, never one too few.
func (k *StoreKeeper) commit(batch []keepRequest) {
	if len(batch) == 0 {
		return
	}
	pages := make([]*store.Page, len(batch))
	for i := range batch {
		pages[i] = batch[i].page
	}
	results := make([]store.Result, len(batch))
	err := k.writeArchive(pages)
	if err == nil {
		if kept, failure := k.db.Put(pages); failure != nil {
			err = failure
		} else {
			results = kept
		}
	}
	for i := range batch {
		batch[i].done(results[i], err)
	}
}

func (k *StoreKeeper) writeArchive(pages []*store.Page) error {
	if k.archive == nil {
		return nil
	}
	for _, p := range pages {
		if p.Record == "" {
			continue
		}
		if err := k.archive.WriteMetadata(p.Record, p.URL, p.Fetched, metadata(p)); err != nil {
			return fmt.Errorf("write WARC: %w", err)
		}
	}
	return k.archive.Flush()
}

// ArchivePage converts a stored page for an archive of stored pages. A page that was made from a PDF or from data is HTML there.
func ArchivePage(p *store.Page) archive.Page {
	header := p.Header
	if p.Charset == pdftext.Charset || records.IsMade(p.Body) {
		header = header.Clone()
		header.Set("Content-Type", "text/html; charset=utf-8")
	}
	return archive.Page{URL: p.URL, Status: p.Status, Header: header, Body: p.Body, Date: p.Fetched, Metadata: metadata(p)}
}

// metadata returns the facts that a crawl knows of a page, as fields for the archive.
func metadata(p *store.Page) []archive.Field {
	return []archive.Field{
		{Name: "via", Value: p.Via},
		{Name: "hopsFromSeed", Value: strconv.Itoa(p.Depth)},
		{Name: "topicScore", Value: strconv.FormatFloat(p.Score, 'g', 6, 64)},
	}
}
