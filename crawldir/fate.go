package crawldir

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"gannet/crawler"
	"gannet/crawler/reason"
	"gannet/frontier"
	"gannet/internal/lazyregexp"
	"gannet/internal/weburl"
	"gannet/store"
)

// Fate says why the crawl has no page of a URL.
type Fate struct {
	Reason   reason.Reason `json:"reason"`
	Sentence string        `json:"sentence"`           // what the reason means
	Detail   string        `json:"detail,omitempty"`   // what the host answered, or the rule
	Attempts int           `json:"attempts,omitempty"` // requests for it so far
	Time     *time.Time    `json:"time,omitempty"`     // of the last one, if the link is done
	After    *time.Time    `json:"after,omitempty"`    // end of the back-off of a link that waits
	Known    string        `json:"known,omitempty"`    // another URL under which the page is kept
	Similar  string        `json:"similar,omitempty"`  // the URL of a kept page that often is the same page, by its form
	Via      string        `json:"via,omitempty"`      // the kept page on which the link of a waiting URL was found
	Anchor   string        `json:"anchor,omitempty"`   // that link's text
	// Host is the host of a link that waits, or that was dropped with its host.
	Host *frontier.FoundHost `json:"host,omitempty"`
	// HostError is how the latest request of that host failed, if the link waits for a request that failed: its own, one of its host, or one of
	// its robots.txt.
	HostError string `json:"host_error,omitempty"`
	// Sources are some of the kept pages that link to the URL; Linking is how many do. They are only sought for a URL that
	// the frontier does not have.
	Sources []string `json:"sources,omitempty"`
	Linking int      `json:"linking,omitempty"`
	// NoRobots says that the crawl has not compared the URL with its host's robots.txt.
	NoRobots bool `json:"robots_unchecked,omitempty"`

	note crawler.Note // of a link that is done
}

// Waits reports whether the URL is queued, so that the crawl may still fetch its page.
func (f *Fate) Waits() bool {
	return f != nil && (f.Reason == reason.Waiting || f.Reason == reason.HostBlocked)
}

// fateSources is how many pages with a link a Fate names.
const fateSources = 10

// fate finds out what became of a URL that is no kept page, and returns nil for a kept page.
func (x *explainer) fate(url string) (f *Fate, err error) {
	p, outcome, err := x.Store.Lookup(url)
	switch {
	case err == nil && outcome == store.Aliased:
		f = &Fate{Reason: reason.CanonicalKept, Known: p.Canonical}
	case err == nil:
		return nil, nil
	case !errors.Is(err, store.ErrNotFound):
		return nil, err
	default:
		if f, err = x.fateOfLink(url); err != nil {
			return nil, err
		}
	}
	more, err := x.redirected(url, f)
	f.Sentence = strings.TrimSpace(f.Reason.Sentence() + " " + more)
	return f, err
}

// fateOfLink asks the frontier, and then the kept pages.
func (x *explainer) fateOfLink(url string) (*Fate, error) {
	found, err := x.findLink(url)
	if err != nil {
		f, err := x.fateOfUnknown(url, &frontier.Found{})
		if err == nil && f.Reason == reason.NotLookedUp {
			f.Reason = reason.FrontierLost
		}
		return f, err
	}
	if found.State == frontier.Unknown {
		return x.fateOfUnknown(url, &found)
	}
	f := fateOfKnown(&found)
	if f.Waits() && (found.Attempts > 0 || found.Host.Failures > 0) {
		f.HostError = x.hostError(found.Host.Name)
	}
	return f, nil
}

// hostError returns how the latest request of a host failed, as the crawl that runs or the table of hosts knows it; "" if it is not known.
func (r *Reader) hostError(host string) string {
	if r.live == nil {
		state, err := frontierState(r.Dir, r.Store)
		if err != nil {
			return ""
		}
		t, err := readHostTable(r.Dir, state)
		if err != nil {
			return "" // the frontier does not know it, so nothing is gained by reading that
		}
		return t.errors[host]
	}
	list, err := r.live.Hosts(frontier.HostQuery{Name: host})
	if err != nil {
		return ""
	}
	for _, h := range list.Hosts {
		if h.Name == host {
			return h.Error
		}
	}
	return ""
}

// fateOfKnown describes a link that the frontier has.
func fateOfKnown(found *frontier.Found) *Fate {
	switch found.State {
	case frontier.Queued:
		return waitingFate(found)
	case frontier.Leased:
		return &Fate{Reason: reason.Underway, Attempts: found.Attempts, Host: &found.Host}
	}
	return fateOfDone(found)
}

// waitingFate describes a queued link. If the time of its host is zero, the host may be requested now.
func waitingFate(found *frontier.Found) *Fate {
	f := &Fate{Reason: reason.Waiting, Attempts: found.Attempts, Host: &found.Host}
	if found.Host.Blocked {
		f.Reason = reason.HostBlocked
	}
	f.Via, f.Anchor = crawler.FoundOn(found.Data)
	if !found.After.IsZero() {
		f.After = &found.After
	}
	return f
}

// fateOfDone describes a link that gave no page that is kept.
func fateOfDone(found *frontier.Found) *Fate {
	note, ok := crawler.ParseNote(found.Note)
	switch {
	case ok:
		return &Fate{Reason: note.Reason, Detail: note.Detail, Attempts: note.Attempts, Time: &note.Time, note: note}
	case found.State == frontier.Dropped && found.Host.Full:
		return &Fate{Reason: reason.HostFull, Host: &found.Host}
	case found.State == frontier.Dropped && found.Host.Gone:
		return &Fate{Reason: reason.HostGone, Host: &found.Host}
	case found.State == frontier.Dropped && found.Host.Dead:
		return &Fate{Reason: reason.HostDead, Host: &found.Host}
	}
	return &Fate{Reason: reason.Unnoted}
}

// fateOfUnknown decides again about a URL that is not in the frontier, because URLs that are left out are only counted and not stored.
func (x *explainer) fateOfUnknown(url string, found *frontier.Found) (*Fate, error) {
	sources, searched, err := x.linking(url)
	if err != nil {
		return nil, err
	}
	f := &Fate{Linking: len(sources), Similar: x.similarTo(url), NoRobots: true}
	depth, followed := 1, false
	for i, p := range sources {
		if i == 0 || p.Depth+1 < depth {
			depth = p.Depth + 1
		}
		if i < fateSources {
			f.Sources = append(f.Sources, p.URL)
		}
		followed = followed || x.follows(p.URL, url)
	}
	trap, trapped := weburl.Trap(url)
	rule := x.scope.Page(url, depth)
	switch {
	case rule != "":
		f.Reason = reason.Reason(rule)
	case trapped:
		f.Reason = reason.Trap + reason.Reason(trap)
	case !searched:
		f.Reason = reason.NotSought
	case len(sources) == 0:
		f.Reason = reason.NeverFound
	case !followed:
		f.Reason = reason.NoFollow
	case x.leavesOutPDF(url):
		f.Reason = reason.OtherPDF
	case found.Host.Full:
		f.Reason, f.Host = reason.HostFull, &found.Host
	case found.Host.Gone:
		f.Reason, f.Host = reason.HostGone, &found.Host
	case found.Host.Dead:
		f.Reason, f.Host = reason.HostDead, &found.Host
	default:
		f.Reason = reason.NotLookedUp
	}
	return f, nil
}

// leavesOutPDF reports whether a URL that is linked and not in the frontier is that of a PDF, in a crawl for jobs.
func (x *explainer) leavesOutPDF(url string) bool {
	kept, err := x.Store.Stats()
	return err == nil && kept.Postings > 0 && crawler.LooksLikePDF(url)
}

// quickPages is how many kept pages are searched for links while a viewer waits. Tests change it.
var quickPages = 20_000

// mayLook reports whether there is time to search for pages that link to a URL.
func (x *explainer) mayLook() bool {
	kept, err := x.Store.Stats()
	return err == nil && (!x.o.Quick || kept.Pages <= quickPages)
}

// linking returns the kept pages that link to a URL. searched is false if there are too many pages to look.
func (x *explainer) linking(url string) (pages []*store.Page, searched bool, err error) {
	if !x.mayLook() {
		return nil, false, nil
	}
	print := weburl.Fingerprint(url)
	err = x.Store.Select(store.Selection{Links: true}, func(p *store.Page) error {
		if _, links := slices.BinarySearch(p.Links, print); links && p.URL != url {
			p.Links = nil
			pages = append(pages, p)
		}
		return nil
	})
	return pages, true, err
}

// follows reports whether a link of a page to a URL may be followed.
func (x *explainer) follows(source, url string) bool {
	p, err := crawler.NewHistory(x.Store, nil).Page(source)
	if err != nil {
		return true // nothing speaks against it
	}
	for i := range p.Source.Page.Links {
		if p.Source.Page.Links[i].URL == url && p.Source.Followed[i] {
			return true
		}
	}
	return false
}

// similarTo returns a URL that differs in a way that mostly makes no other page, and that the crawl has kept; "" if none.
func (x *explainer) similarTo(url string) string {
	for _, other := range variants(url) {
		if _, _, err := x.Store.Lookup(other); err == nil {
			return other
		}
	}
	return ""
}

// indexPage matches the names of pages that servers usually give for the folder they are in.
var indexPage = lazyregexp.New(`(?i)^(index|default)\.[a-z]+$`)

// variants returns URLs that mostly lead to the same page: with the other scheme, with or without www., a slash at the
// end, a query, and the name of an index page.
func variants(url string) (list []string) {
	scheme, rest, _ := strings.Cut(url, "://")
	other := map[string]string{"http": "https", "https": "http"}[scheme]
	path, _, query := strings.Cut(rest, "?")
	rests := []string{rest}
	if query {
		rests = append(rests, path)
	}
	if short, slash := strings.CutSuffix(path, "/"); slash && strings.Contains(short, "/") {
		rests = append(rests, short)
	} else if !slash {
		rests = append(rests, path+"/")
		if at := strings.LastIndex(path, "/") + 1; indexPage.MatchString(path[at:]) {
			rests = append(rests, path[:at])
		}
	}
	for _, rest := range rests {
		www, with := strings.CutPrefix(rest, "www.")
		if !with {
			www = "www." + rest
		}
		for _, s := range []string{scheme, other} {
			for _, r := range []string{rest, www} {
				if v, err := weburl.Canonical(s + "://" + r); err == nil && v != url && s != "" {
					list = append(list, v)
				}
			}
		}
	}
	return list
}

// findLink returns where a link stands in the frontier, by the crawl that runs or by its files.
func (r *Reader) findLink(url string) (found frontier.Found, err error) {
	if r.live != nil {
		return r.live.Link(url)
	}
	err = r.peek(func(f *frontier.Frontier) (err error) {
		found, err = f.Find(url)
		return err
	})
	return found, err
}

// numberOf returns a kept setting as a number, 0 if it is none.
func numberOf(values []string) int {
	if len(values) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(values[0])
	return n
}
