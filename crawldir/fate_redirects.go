package crawldir

import (
	"cmp"
	"errors"
	"slices"

	"gannet/crawler"
	"gannet/frontier"
	"gannet/store"
)

// redirected follows the redirects of a link that is done, and says in a sentence where they lead; "" for other links. If that is a
// kept page, it is Known.
func (x *explainer) redirected(url string, f *Fate) (sentence string, err error) {
	note, seen, cookie := f.note, []string{url}, false
	for {
		r, ok := note.Redirect()
		cookie = cookie || r.Cookie
		target := r.Target
		switch at := slices.Index(seen, target); {
		case !ok || target == "":
			return "", nil
		case at >= 0:
			return "It ends in " + crawler.InACircle(len(seen)-at, cookie) + ".", nil
		case r.Rule != "":
			return "It leads to " + target + ", " + r.Rule + ".", nil
		}
		seen = append(seen, target)
		if f.Known, err = x.keptAs(target); f.Known != "" || err != nil {
			return "It leads to " + target + ", and that page is kept.", err
		}
		found, err := x.findLink(target)
		if err != nil || found.State == frontier.Unknown {
			return "", nil // nothing is known of the target
		}
		end := fateOfKnown(&found)
		if note = end.note; !redirects(&note) {
			return "It leads to " + target + ": " + cmp.Or(end.Detail, string(end.Reason)) + ".", nil
		}
	}
}

// keptAs returns the URL under which the page of a URL is kept, "" if it is not.
func (x *explainer) keptAs(url string) (string, error) {
	p, outcome, err := x.Store.Lookup(url)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return "", nil
	case err == nil && outcome == store.Aliased:
		return p.Canonical, nil
	}
	return url, err
}

func redirects(n *crawler.Note) bool {
	_, ok := n.Redirect()
	return ok
}
