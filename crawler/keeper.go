package crawler

import (
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"gannet/crawler/archive"
	"gannet/store"
)

// A transaction takes what came within keepWait of its first page, at most keepBatch pages: each writes the same few
// pages of the index again, and waits for the disk.
const (
	keepBatch = 128
	keepWait  = 20 * time.Millisecond
)

// StoreKeeper keeps pages in a store, many in one transaction, and in a WARC file as well if it has a writer. One
// goroutine owns both. Close it before the store.
type StoreKeeper struct {
	db   *store.DB
	warc *archive.Writer
	in   chan keeping
	done chan struct{}

	mu     sync.RWMutex // guards closed, and in against being closed while something is sent
	closed bool
}

var errKeeperClosed = errors.New("keep page: the crawl has ended")

type keeping struct {
	page *store.Page
	done func(kept bool, err error)
}

// NewStoreKeeper begins to keep pages in db, and in warc unless it is nil.
func NewStoreKeeper(db *store.DB, warc *archive.Writer) *StoreKeeper {
	k := &StoreKeeper{db: db, warc: warc, in: make(chan keeping, keepBatch), done: make(chan struct{})}
	go k.run()
	return k
}

// Keep implements Keeper. The body is compressed here, by the caller's goroutine; a full queue makes it wait.
func (k *StoreKeeper) Keep(p *store.Page, done func(kept bool, err error)) {
	if err := p.Prepare(); err != nil {
		done(false, err)
		return
	}
	k.mu.RLock()
	defer k.mu.RUnlock()
	if k.closed {
		done(false, errKeeperClosed)
		return
	}
	k.in <- keeping{p, done}
}

// Recall implements Keeper.
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

// Close waits until all pages are kept. Pages that come after it are refused.
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
		k.commit(k.gather(first))
	}
}

// gather adds to a batch what comes soon.
func (k *StoreKeeper) gather(first keeping) []keeping {
	batch := []keeping{first}
	soon := time.After(keepWait)
	for len(batch) < keepBatch {
		select {
		case next, ok := <-k.in:
			if !ok {
				return batch
			}
			batch = append(batch, next)
		case <-soon:
			return batch
		}
	}
	return batch
}

// commit writes the WARC records first: a crash in between leaves a record too many there, never one too few.
func (k *StoreKeeper) commit(batch []keeping) {
	pages := make([]*store.Page, len(batch))
	for i := range batch {
		pages[i] = batch[i].page
	}
	err := k.writeWARC(pages)
	var kept []bool
	if err == nil {
		kept, err = k.db.Put(pages)
	}
	for i := range batch {
		batch[i].done(err == nil && kept[i], err)
	}
}

func (k *StoreKeeper) writeWARC(pages []*store.Page) error {
	if k.warc == nil {
		return nil
	}
	for _, p := range pages {
		if err := k.warc.Write(ArchivePage(p)); err != nil {
			return fmt.Errorf("write WARC: %w", err)
		}
	}
	return k.warc.Flush()
}

// ArchivePage is a kept page as the archive writes it.
func ArchivePage(p *store.Page) archive.Page {
	return archive.Page{
		URL: p.URL, Status: p.Status, Header: p.Header, Body: p.Body, Date: p.Fetched,
		Metadata: []archive.Field{
			{Name: "via", Value: p.Via},
			{Name: "hopsFromSeed", Value: strconv.Itoa(p.Depth)},
			{Name: "topicScore", Value: strconv.FormatFloat(p.Score, 'g', 6, 64)},
		},
	}
}
