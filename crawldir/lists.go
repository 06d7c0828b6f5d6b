package crawldir

import "gannet/crawldir/lists"

// NewLists returns the lists of the crawl in a directory.
func NewLists(dir string) *lists.Lists {
	return lists.New(dir, func() (lists.Source, func() error, error) {
		r, err := Read(dir)
		if err != nil {
			return lists.Source{}, nil, err
		}
		return r.Lists(), r.Close, nil
	})
}

// Lists returns the source from which the lists of pages and jobs are made.
func (r *Reader) Lists() lists.Source {
	return lists.Source{Store: r.Store, Postings: r.Postings, Crawls: r.Running()}
}
