package crawldir

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gannet/cluster"
	"gannet/store"
	"gannet/store/postings"
)

// teller tells a cluster what this machine has kept, so that all of it can be gathered in one place. It reads the store, and the store has
// how far it has come. So a machine that is killed goes on where it was, or tells the same once more.
type teller struct {
	db      *store.DB
	log     cluster.Log
	machine string
	crawl   string // identity of the crawl on the servers
}

// tellEvery is how long what is kept waits at most until it is told. Longer makes fewer messages.
const tellEvery = 2 * time.Second

// toldKey is the key in the store's meta data that has the toldUpTo of this machine.
const toldKey = "told"

// toldUpTo are the latest numbers of pages and postings that were told to a crawl.
type toldUpTo struct {
	Crawl    string `json:"crawl"`
	Pages    uint64 `json:"pages"`
	Postings uint64 `json:"postings"`
}

// tell begins to tell what is kept. What is not told in the end the next run tells.
func (c *Crawl) tell(crawl string) {
	t := &teller{db: c.store, log: c.o.Cluster.Engine.Kept, crawl: crawl, machine: c.name}
	c.telling = &repeated{name: "what is kept could not be told to the cluster", every: tellEvery, step: t.tellAll, last: t.tellAll, warn: c.log}
	c.telling.start()
}

// tellAll tells everything that is not told yet.
func (t *teller) tellAll(ctx context.Context) error {
	for {
		more, err := t.tellSome(ctx)
		if err != nil || !more {
			return err
		}
	}
}

// tellSome appends one message. more is false if there is nothing to tell.
func (t *teller) tellSome(ctx context.Context) (more bool, err error) {
	var from toldUpTo
	if _, err := t.db.Meta(toldKey, &from); err != nil {
		return false, err
	}
	if from.Crawl != t.crawl { // that crawl was removed from the servers, and this one has nothing
		from = toldUpTo{Crawl: t.crawl}
	}
	to, batch := from, &news{Machine: t.machine}
	size := 0
	err = t.db.Select(store.Selection{After: from.Pages}, func(p *store.Page) error {
		told := tellPage(p)
		batch.Pages = append(batch.Pages, told)
		to.Pages = p.Seq
		if size += told.size(); size >= mostNews {
			return errEnough
		}
		return nil
	})
	if err == nil || errors.Is(err, errEnough) {
		err = t.addPostings(batch, &to, size)
	}
	if err != nil || to == from {
		return false, err
	}
	body, err := batch.seal()
	if err != nil {
		return false, err
	}
	id := fmt.Sprintf("%s-%d-%d-%d-%d", t.machine, from.Pages, to.Pages, from.Postings, to.Postings)
	if _, err := t.log.Append(ctx, cluster.KeptPartition, id, body); err != nil {
		return false, err
	}
	return true, t.db.SetMeta(toldKey, to)
}

// errEnough ends a reading of the store.
var errEnough = errors.New("enough")

// addPostings adds postings of pages that are told, in the order of their numbers. They are read after the pages, so those of a page that is told
// are all there.
func (t *teller) addPostings(batch *news, to *toldUpTo, size int) error {
	err := t.db.Postings().Find(postings.Query{All: true, After: to.Postings}, func(k *postings.Posting) error {
		told := tellPosting(k)
		p, outcome, err := t.db.Lookup(told.Page)
		switch {
		case errors.Is(err, store.ErrNotFound) || err == nil && outcome != store.Stored: // its canonical page has it
		case err != nil:
			return err
		case p.Seq > to.Pages || size >= mostNews && len(batch.Postings) > 0:
			return errEnough
		default:
			batch.Postings = append(batch.Postings, told)
			size += told.size()
		}
		to.Postings = k.Number
		return nil
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}
