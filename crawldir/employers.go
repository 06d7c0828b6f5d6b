package crawldir

import (
	"context"
	"errors"
	"time"

	"gannet/crawler/employers"
	"gannet/job"
	"gannet/ranker"
	"gannet/store"
	"gannet/store/postings"
)

// employersKey is the key of what is known of employers' boards, a list of employers.Record, in the store's meta data.
const employersKey = "employers"

// employersEvery is how often the boards that are found are kept while a crawl runs.
const employersEvery = 30 * time.Second

// Errors of a crawl for boards. Open returns them in an OptionError.
var (
	// ErrEmployersCluster says that a search for the job boards of employers cannot be shared by several machines.
	ErrEmployersCluster = errors.New("a search for the boards of employers is made by one machine")
	// ErrEmployersJobs says that a search for the job boards of employers needs the topic jobs.
	ErrEmployersJobs = errors.New("a search for the boards of employers has to find postings")
)

// heldEmployers returns what earlier runs have found.
func heldEmployers(db store.Reader) (list []employers.Record, err error) {
	_, err = db.Meta(employersKey, &list)
	return list, err
}

// openEmployers prepares the search for boards, if the options ask for one, and gives it the pages and postings that earlier runs have kept.
func (c *Crawl) openEmployers() error {
	o := c.o.Employers
	switch {
	case o == nil:
		return nil
	case c.o.Cluster != nil:
		return &OptionError{ErrEmployersCluster}
	case c.jobs == nil:
		return &OptionError{ErrEmployersJobs}
	}
	known, err := heldEmployers(c.store)
	if err != nil {
		return err
	}
	list, err := withoutForgotten(o.List, c.rules)
	if err != nil {
		return err
	}
	c.employers = employers.New(employers.Options{
		List: list, Requests: o.Requests, Known: known,
		Follow: c.o.Revisit != nil, Learns: c.order.Strategy == ranker.LearnedName, Kind: c.jobs.Extract.Kind,
	})
	err = c.store.EachWithoutBody(func(p *store.Page) error {
		c.employers.Restore(p.URL, p.Via, p.ViaAnchor)
		return nil
	})
	if err != nil {
		return err
	}
	return eachOnPage(c.store, c.store.Postings(), postings.Query{All: true}, func(k *postings.Posting, page *store.Page) {
		c.employers.Prove(page.URL, page.Via, k.Job, k.Last)
	})
}

// eachOnPage calls use for the postings of a query with the kept page that shows each.
func eachOnPage(db store.Reader, jobs postings.Finder, q postings.Query, use func(*postings.Posting, *store.Page)) error {
	var found []*postings.Posting
	err := jobs.Find(q, func(k *postings.Posting) error {
		k.Job = &job.Posting{Company: k.Job.Company, Part: k.Job.Part}
		found = append(found, k)
		return nil
	})
	for _, k := range found {
		if err != nil {
			return err
		}
		var page *store.Page
		var outcome store.Outcome
		switch page, outcome, err = db.Lookup(postings.PageOf(k.URL)); {
		case errors.Is(err, store.ErrNotFound):
			err = nil
		case err == nil && outcome == store.Stored:
			use(k, page)
		}
	}
	return err
}

// keepEmployers keeps what is known of boards, from time to time until ctx is done, and then once more.
func (c *Crawl) keepEmployers(ctx context.Context) {
	if c.employers == nil {
		return
	}
	for ended := false; !ended; {
		select {
		case <-ctx.Done():
			ended = true
		case <-time.After(employersEvery):
		}
		c.keepBoards()
	}
}

// keepBoards keeps what is known of boards now. Before the first request that is the list of employers.
func (c *Crawl) keepBoards() {
	if c.employers == nil {
		return
	}
	if err := c.store.SetMeta(employersKey, c.employers.Records()); err != nil {
		c.log.Warn("what is known of the boards of employers could not be kept", "cause", err)
	}
}

// EmployerBoard is what is known about the job board of an employer, with the number of postings that the crawl has from it now.
type EmployerBoard struct {
	employers.Record
	Open int `json:"open"` // postings that the listing showed and that are open
}

// Where returns the domain of the platform that has the employer's job board, or "own site" if the employer's own site has it. Where returns
// "" if no board is known.
func (b *EmployerBoard) Where() string {
	if b.Board == "" || b.Platform != "" {
		return b.Platform
	}
	return "own site"
}

// Employers returns what a crawl has found about the job boards of employers, in the order of the list of employers that was given to the
// crawl. The result is empty if the crawl did not look for job boards.
func (r *Reader) Employers() (list []EmployerBoard, err error) {
	if r.live != nil {
		err = r.live.Employers(&list)
		return list, err
	}
	return employerBoards(r.Store, r.Postings)
}

// HasEmployers reports whether the crawl looked for the job boards of employers.
func (r *Reader) HasEmployers() (bool, error) {
	known, err := heldEmployers(r.Store)
	return len(known) > 0, err
}

// employerBoards makes the registry of what is kept. It is empty, and not nil, if there is none.
func employerBoards(db store.Reader, jobs postings.Finder) ([]EmployerBoard, error) {
	known, err := heldEmployers(db)
	if err != nil || len(known) == 0 {
		return []EmployerBoard{}, err
	}
	open := make(map[string]int)
	err = eachOnPage(db, jobs, postings.Query{All: true, State: job.Open}, func(k *postings.Posting, page *store.Page) {
		if k.Job.Part != "" {
			open[page.URL]++
		} else {
			open[page.Via]++
		}
	})
	list := make([]EmployerBoard, len(known))
	for i, k := range known {
		list[i] = EmployerBoard{Record: k}
		if k.Board != "" {
			list[i].Open = open[k.Board]
		}
	}
	return list, err
}

// boardsIn is employerBoards for api.Source.
func boardsIn(db store.Reader, jobs postings.Finder) (any, error) { return employerBoards(db, jobs) }
