package crawldir

import "gannet/crawldir/lists"

// NewLists returns the index by which the pages and jobs of the crawl in the directory dir are searched and sorted. The index is opened when
// it is first used.
func NewLists(dir string) *lists.Lists {
	return lists.New(dir, func() (lists.Source, func() error, error) {
		r, err := Read(dir)
		if err != nil {
			return lists.Source{}, nil, err
		}
		return r.Lists(), r.Close, nil
	})
}

// Lists returns the source from which package lists reads the pages and jobs of the crawl.
func (r *Reader) Lists() lists.Source {
	return lists.Source{Store: r.Store, Postings: r.Postings, Crawls: r.Running()}
}
