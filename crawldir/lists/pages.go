package lists

import (
	"context"
	"errors"
	"slices"
	"strings"

	"gannet/internal/weburl"
	"gannet/store"
	"gannet/store/postings"
)

// PageQuery is a query for pages: filters, sort order, and where to start.
type PageQuery struct {
	Asked
	// Text has words of the URL or of the text of the link to the page, all of them. A word of three letters and more stands for all
	// that begin with it.
	Text     string
	Host     string // host of the page, or a domain that it ends in
	Relevant string // "yes", "no"; "": both
	words    []pageWord
	x        *postings.Indexer
}

// Pages is one page of the results of a query for stored pages.
type Pages struct {
	Part
	Rows []*store.Page
}

// shortestPart is how many bytes of a word stand for all words that begin with them.
const shortestPart = 3

// pageWord is a word that is looked for, in each spelling: the terms of a spelling stand side by side.
type pageWord [][]string

// PageSorts returns the columns by which pages can be sorted; the first is the default.
func PageSorts() []string { return pageKind.sorts() }

// Pages returns one page of the results of a query for stored pages. It stops when ctx ends. The error is postings.ErrLong if the query is
// too long.
func (l *Lists) Pages(ctx context.Context, from Source, q PageQuery) (list *Pages, err error) {
	if err := errors.Join(postings.CheckLength("the text", q.Text), postings.CheckLength("the host", q.Host)); err != nil {
		return nil, err
	}
	from = from.in(ctx)
	q.read()
	walk := func(cursor string) (*Part, error) {
		list, err = walkPages(from, q, cursor)
		return &list.Part, err
	}
	search := func(ix *index) (*Part, error) {
		list, err = searchPages(ctx, ix, from, q)
		return &list.Part, err
	}
	err = l.part(ctx, pageKind, from, &q.Asked, walk, search)
	return list, err
}

// read prepares the words of a query.
func (q *PageQuery) read() {
	q.x = postings.NewIndexer()
	q.Host = strings.ToLower(q.Host)
	for _, text := range strings.Fields(q.Text) {
		if word := q.x.Spellings(text); len(word) > 0 {
			q.words = append(q.words, word)
		}
	}
}

// match returns the condition of FTS5 for a query.
func (q *PageQuery) match() string {
	var all [][][]string
	for _, word := range q.words {
		var spellings [][]string
		for _, spelling := range word {
			spellings = append(spellings, termsOf(spelling))
		}
		all = append(all, spellings)
	}
	if q.Host != "" {
		all = append(all, [][]string{{quoted(pageTerm("h", q.Host))}})
	}
	if q.Relevant != "" {
		all = append(all, [][]string{{quoted(relevantTerm(q.Relevant == "yes"))}})
	}
	return condition(all)
}

// termsOf returns the parts of a word for FTS5. Those that stand for all words that begin with them end in a star.
func termsOf(spelling []string) (terms []string) {
	for _, part := range spelling {
		term := quoted(pageTerm("t", part))
		if len(part) >= shortestPart {
			term += "*"
		}
		terms = append(terms, term)
	}
	return terms
}

// meets reports whether a page satisfies the query.
func (q *PageQuery) meets(p *store.Page) bool {
	if q.Relevant != "" && (q.Relevant == "yes") != p.Relevant {
		return false
	}
	if q.Host != "" && !slices.Contains(postings.HostAndDomains(weburl.Host(p.URL)), q.Host) {
		return false
	}
	if len(q.words) == 0 {
		return true
	}
	have := pageWords(p, q.x)
	return !slices.ContainsFunc(q.words, func(w pageWord) bool { return !w.isAmong(have) })
}

// isAmong reports whether a page with some words has this one.
func (w pageWord) isAmong(have []string) bool {
	return slices.ContainsFunc(w, func(spelling []string) bool {
		return !slices.ContainsFunc(spelling, func(part string) bool { return !isPart(part, have) })
	})
}

func isPart(part string, of []string) bool {
	return slices.ContainsFunc(of, func(word string) bool {
		return word == part || len(part) >= shortestPart && strings.HasPrefix(word, part)
	})
}

// searchPages gets candidates from the index, and checks each with the store.
func searchPages(ctx context.Context, ix *index, from Source, q PageQuery) (list *Pages, err error) {
	list = &Pages{}
	s := &search{
		table: table{"pages", "page_terms", "number"}, ix: ix, sort: q.Sort, up: q.Ascending, match: q.match(),
	}
	if s.at, err = readPosition(q.Cursor); err != nil {
		return list, err
	}
	if s.newest, err = newestPage(from.Store); err != nil {
		return list, err
	}
	s.take = func(number, _ uint64) (bool, error) {
		err := from.Store.Select(store.Selection{After: number - 1, Before: number + 1}, func(p *store.Page) error {
			if q.meets(p) {
				list.Rows = append(list.Rows, p)
			}
			return nil
		})
		return len(list.Rows) < q.Limit, err
	}
	return list, list.end(ctx, s, q.Time)
}

// walkPages reads pages from the newest downwards.
func walkPages(from Source, q PageQuery, cursor string) (*Pages, error) {
	list := &Pages{}
	before, err := firstOf(cursor, func() (uint64, error) { return newestPage(from.Store) })
	if err != nil {
		return list, err
	}
	read := func(after, before uint64) error {
		return from.Store.Select(store.Selection{Newest: true, After: after, Before: before, Limit: q.mostRead()}, func(p *store.Page) error {
			if !q.meets(p) {
				return nil
			}
			if list.Rows = append(list.Rows, p); len(list.Rows) == q.Limit {
				return errEnough
			}
			return nil
		})
	}
	return list, list.walk(before, pagesOfWalk, q.Time, read, func() uint64 { return list.Rows[len(list.Rows)-1].Seq })
}

// mostRead is how many pages a walk reads at most, if all are shown that it reads; 0: all.
func (q *PageQuery) mostRead() int {
	if q.Host == "" && q.Relevant == "" && len(q.words) == 0 {
		return q.Limit
	}
	return 0
}
