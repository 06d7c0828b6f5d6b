package crawldir

import "gannet/crawldir/lists"

// NewLists returns the index by which the pages and jobs of a crawl are searched and sorted. dir is the crawl's directory. It is opened when
// the index is used.
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
