package lists

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"

	"gannet/internal/weburl"
	"gannet/store"
	"gannet/store/postings"
)

// newestPage returns the greatest number of a page.
func newestPage(from store.Reader) (number uint64, err error) {
	err = from.Select(store.Selection{Newest: true, Limit: 1}, func(p *store.Page) error {
		number = p.Seq
		return nil
	})
	return number, err
}

func missingPages(q querier, from Source) (uint64, error) {
	var at uint64
	if err := errors.Join(sameCrawl(q, from), fact(q, "page", &at)); err != nil {
		return 0, err
	}
	newest, err := newestPage(from.Store)
	if err == nil && at > newest {
		err = fmt.Errorf("it follows a later state: %w", errForeign)
	}
	return newest - at, err
}

// bringPages reads pages that are new.
func bringPages(tx querier, from Source, rows int) error {
	var at uint64
	if err := fact(tx, "page", &at); err != nil {
		return err
	}
	w, err := newPageWriter(tx)
	if err != nil {
		return err
	}
	err = from.Store.Select(store.Selection{After: at, Limit: rows}, func(p *store.Page) error {
		at = p.Seq
		return w.put(pageRowOf(p, w.x))
	})
	if err == nil {
		err = w.write()
	}
	if err != nil {
		return err
	}
	return setFact(tx, "page", at)
}

// pageRow is a row of the table of pages.
type pageRow struct {
	number      uint64
	url, anchor string
	score       float64
	relevant    bool
	fetched     int64
	terms       int64 // see sumOf
	list        []string
}

func pageRowOf(p *store.Page, x *postings.Indexer) *pageRow {
	_, address, _ := strings.Cut(p.URL, "://")
	r := &pageRow{
		number: p.Seq, url: sortKey(address), anchor: sortKey(p.ViaAnchor), score: p.Score, relevant: p.Relevant,
		fetched: p.Fetched.UnixMilli(), list: pageTerms(p, x),
	}
	r.terms = sumOf(r.list)
	return r
}

// pageTerms returns the words of a page's URL and of the link to it, its host with its domains, and whether it is relevant, each
// once.
func pageTerms(p *store.Page, x *postings.Indexer) (list []string) {
	for _, w := range pageWords(p, x) {
		list = append(list, pageTerm("t", w))
	}
	for _, h := range postings.HostAndDomains(weburl.Host(p.URL)) {
		list = append(list, pageTerm("h", h))
	}
	list = append(list, relevantTerm(p.Relevant))
	slices.Sort(list)
	return slices.Compact(list)
}

func relevantTerm(yes bool) string { return fmt.Sprintf("r%t", yes) }

func pageWords(p *store.Page, x *postings.Indexer) []string {
	_, address, _ := strings.Cut(p.URL, "://")
	return x.Words(address + "\n" + p.ViaAnchor)
}

func pageTerm(kind, word string) string { return postings.Term(kind, word) }

// pageWriter writes rows of pages.
type pageWriter struct {
	tx    querier
	x     *postings.Indexer
	terms termWriter
	ranks *rankWriter
}

func newPageWriter(tx querier) (w *pageWriter, err error) {
	w = &pageWriter{tx: tx, x: postings.NewIndexer()}
	w.ranks, err = newRankWriter(tx, "pages", pageColumns)
	return w, err
}

func (w *pageWriter) put(r *pageRow) error {
	_, err := w.tx.Exec("INSERT OR REPLACE INTO pages VALUES (?, ?, ?, ?, ?, ?, ?, ?)", r.number, r.url, r.anchor, r.score, r.relevant, r.fetched, r.terms, r.seal())
	w.terms.add(r.number, r.list)
	return errors.Join(err, w.ranks.setAll(r.number, pageColumns, r.keys()))
}

// write writes what is written after the rows.
func (w *pageWriter) write() error {
	return errors.Join(w.terms.write(w.tx, "page_terms"), w.ranks.write())
}

// keys returns what a row is sorted by, in the order of pageColumns.
func (r *pageRow) keys() []any { return []any{r.url, r.anchor, r.score, r.fetched} }

// seal returns a hash of what a row says.
func (r *pageRow) seal() int64 {
	return int64(xxh3.HashString(fmt.Sprintln(r.number, r.url, r.anchor, r.score, r.relevant, r.fetched, r.terms)))
}
