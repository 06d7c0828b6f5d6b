package web

import (
	"gannet/crawldir/overview"
	"gannet/store"
	"gannet/store/postings"
)

// nowView answers the four questions, and shows the latest pages and postings.
type nowView struct {
	*overview.Overview
	Token bool
	Pages []titledPage // the latest relevant ones
	Among int          // so many pages that were kept last
	Jobs  []*postings.Posting
}

func (v *nowView) title() string { return "Now" }

// shownLatest is the number of latest pages and postings that the view shows.
const shownLatest = 8

// latestAmong is the number of pages that are searched for them, so that a crawl which harvests nothing is not read as a whole.
const latestAmong = 400

// viewNow answers for the view "now". Its parts are sent again as events.
func viewNow(r *request) (view, error) {
	o, err := r.crawl.overview()
	if err != nil {
		return nil, err
	}
	v := &nowView{Overview: o, Token: r.mayControl, Among: latestAmong}
	q := store.Selection{Newest: true, Relevant: true, Limit: shownLatest}
	if o.Worth.Newest > latestAmong {
		q.After = o.Worth.Newest - latestAmong
	}
	pages, err := newestPages(r.Store, q)
	if err != nil {
		return nil, err
	}
	v.Pages = r.crawl.titles.of(r.Context(), r.Reader, pages)
	if o.Worth.Jobs == 0 {
		return v, nil
	}
	v.Jobs, err = newestJobs(r.Postings, postings.Query{Newest: true, Limit: shownLatest, Brief: true})
	return v, err
}

func newestPages(from store.Reader, q store.Selection) (list []*store.Page, err error) {
	err = from.Select(q, func(p *store.Page) error {
		list = append(list, p)
		return nil
	})
	return list, err
}

func newestJobs(from postings.Finder, q postings.Query) (list []*postings.Posting, err error) {
	err = from.Find(q, func(p *postings.Posting) error {
		list = append(list, p)
		return nil
	})
	return list, err
}

// crawlRow is a crawl in the list of all.
type crawlRow struct {
	Name, Dir string
	Overview  *overview.Overview
	Error     string
}

// crawlsView lists the crawls.
type crawlsView []crawlRow

func (v crawlsView) title() string { return "Crawls" }

// viewCrawls lists the crawls with the state of each.
func viewCrawls(crawls []*crawl) (rows crawlsView) {
	for _, c := range crawls {
		row := crawlRow{Name: c.name, Dir: c.dir}
		var err error
		if row.Overview, err = c.overview(); err != nil {
			row.Error = err.Error()
		}
		rows = append(rows, row)
	}
	return rows
}
