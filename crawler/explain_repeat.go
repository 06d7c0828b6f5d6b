package crawler

import (
	"cmp"
	"errors"
	"slices"

	"gannet/crawler/reason"
	"gannet/features"
	"gannet/internal/weburl"
	"gannet/store"
)

// repeatWindow is how many pages before a page are looked through for one that it repeats.
const repeatWindow = 500

// Notice is what was noticed of a kept page. Like is the page that it repeats, "" if it repeats none.
type Notice struct {
	Reason   reason.Reason `json:"reason"`
	Sentence string        `json:"sentence"`
	Like     string        `json:"like,omitempty"`
}

// NoticeOf compares a kept page with those kept before it, as its crawl did. It returns nil for a new page, and for one that
// repeats a page which is long ago or not kept.
func NoticeOf(db store.Reader, url string) (*Notice, error) {
	h := NewHistory(db, nil)
	own, err := h.read(url)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if saysMissing(own.Source.Page) {
		return newNotice(reason.Soft404, ""), nil
	}
	if own.Source.Page.Fingerprint == 0 {
		return nil, nil
	}
	sameHost, samePath, err := pagesBefore(db, own.Kept)
	if err != nil {
		return nil, err
	}
	why := reason.NearIdentical
	like, err := h.firstLike(own, sameHost)
	if like == "" && err == nil {
		why = reason.Mirrored
		like, err = h.firstLike(own, samePath)
	}
	if like == "" || err != nil {
		return nil, err
	}
	return newNotice(why, like), nil
}

func newNotice(why reason.Reason, like string) *Notice { return &Notice{why, why.Sentence(), like} }

var errEnough = errors.New("all pages before are read")

// keptOutOfOrder is how many pages may be kept before one that was judged before them.
const keptOutOfOrder = 64

// pagesBefore returns the pages that a page may repeat, the latest first: of its host, and with its path on other hosts.
func pagesBefore(db store.Reader, kept *store.Page) (sameHost, samePath []string, err error) {
	host, path := weburl.Host(kept.URL), weburl.Path(kept.URL)
	var hosts, paths []*store.Page
	after := kept.Seq - min(kept.Seq, repeatWindow)
	err = db.Select(store.Selection{After: after}, func(p *store.Page) error {
		switch {
		case p.Seq > kept.Seq+keptOutOfOrder:
			return errEnough
		case inOrderOfFetching(p, kept) >= 0:
		case weburl.Host(p.URL) == host:
			hosts = append(hosts, p)
		case weburl.Path(p.URL) == path:
			paths = append(paths, p)
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return latest(hosts), latest(paths), err
}

// inOrderOfFetching compares two pages.
func inOrderOfFetching(a, b *store.Page) int {
	return cmp.Or(a.Fetched.Compare(b.Fetched), cmp.Compare(a.Seq, b.Seq))
}

// latest returns the URLs of as many of the last pages as a crawl compares pages with, the last one first.
func latest(pages []*store.Page) (urls []string) {
	slices.SortFunc(pages, inOrderOfFetching)
	for _, p := range pages[max(0, len(pages)-recentPages):] {
		urls = append(urls, p.URL)
	}
	slices.Reverse(urls)
	return urls
}

// firstLike returns the first of some pages that is nearly like a page, "" if none is.
func (h *History) firstLike(page *ReplayedPage, urls []string) (like string, err error) {
	for _, url := range urls {
		other, err := h.read(url)
		switch {
		case errors.Is(err, store.ErrNotFound): // taken out since
		case err != nil:
			return "", err
		case other.Source.Page.Fingerprint != 0 && features.Distance(other.Source.Page.Fingerprint, page.Source.Page.Fingerprint) <= features.Near:
			return url, nil
		}
	}
	return "", nil
}
