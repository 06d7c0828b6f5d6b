package web

import (
	"maps"
	"net/http"
	"slices"
	"strconv"

	"gannet/crawldir"
	"gannet/crawldir/history"
	"gannet/feed/atom"
)

// mostNotices is how many notices a feed has at most.
const mostNotices = 100

// NoticesFeed returns an Atom feed with the latest notices about crawls, at most 100. The keys of the map are the texts that identify the
// crawls.
func NoticesFeed(notices map[string][]history.Notice) *atom.Feed {
	crawls := slices.Sorted(maps.Keys(notices))
	f := &atom.Feed{ID: atom.ID(append([]string{"notices"}, crawls...)...), Title: "notices about crawls"}
	for _, crawl := range crawls {
		for _, n := range notices[crawl] {
			f.Entries = append(f.Entries, atom.Entry{
				ID: atom.ID("notice", crawl, strconv.FormatUint(n.Cursor, 10)), Title: n.Text, Updated: n.Time, Category: string(n.Event), Text: n.Text,
			})
		}
	}
	slices.SortStableFunc(f.Entries, func(a, b atom.Entry) int { return b.Updated.Compare(a.Updated) })
	f.Entries = f.Entries[:min(len(f.Entries), mostNotices)]
	if len(f.Entries) > 0 {
		f.Updated = f.Entries[0].Updated
	}
	return f
}

// notices sends the notices about all crawls as an Atom document. A crawl that cannot be read now is left out.
func (s *Server) notices(w http.ResponseWriter, r *http.Request) {
	all := make(map[string][]history.Notice)
	for _, c := range s.crawls {
		err := c.read(r.Context(), func(reader *crawldir.Reader) error {
			crawl, err := reader.Postings.Crawl()
			if err == nil {
				all[crawl], err = reader.Notices()
			}
			return err
		})
		if err != nil {
			s.log.Warn("the notices about a crawl cannot be read", "crawl", c.name, "cause", err)
		}
	}
	f := NoticesFeed(all)
	f.Self = ownURL(r)
	s.writeFeed(w, r, f)
}
