package missed

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/crawler/reason"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/pageguard"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/job/kind"
	"gannet/store"
	"gannet/store/postings"
)

// Links gives access to the links of a crawl, both queued and done. *frontier.Frontier implements it.
type Links interface {
	Find(url string) (frontier.Found, error)
	Queue(host string) (links int, best float32, ok bool)
}

// Crawl has the data of a crawl at the end of a run. Its method Find searches them for reasons why hosts gave no posting.
type Crawl struct {
	Store *store.DB
	Links Links
	Jobs  *crawler.Jobs
	Seeds []string
	// Errors says how the latest request of a host failed.
	Errors map[string]string
	Now    time.Time

	ways map[uint64]bool // fingerprints of the pages on the ways from seeds to postings
}

// Bounds of what is read again, so that the end of a run stays quick.
const (
	mostPages = 1000 // of all hosts together
	perHost   = 20   // of one host
	perPage   = 500  // links of a page
)

// Find finds out which hosts of seeds gave no posting, and why. It returns the error of ctx when ctx is done.
func (c *Crawl) Find(ctx context.Context) (*Record, error) {
	gave, err := c.hostsOfPostings(ctx)
	if err != nil {
		return nil, err
	}
	sites, hosts := c.sites(gave)
	r := &Record{Time: c.Now, Hosts: hosts, List: []Host{}}
	if len(sites) == 0 {
		return r, nil
	}
	if err := c.readPages(ctx, sites); err != nil {
		return nil, err
	}
	if err := c.readFeeds(ctx, sites); err != nil {
		return nil, err
	}
	for _, s := range sites {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if h, misses := c.host(s, min(perHost, max(1, mostPages/len(sites)))); misses {
			r.List = append(r.List, h)
		}
	}
	slices.SortStableFunc(r.List, func(a, b Host) int { return cmp.Compare(a.Why, b.Why) })
	return r, nil
}

// Refresh removes from the stored Record those hosts that have postings by now. Call it after postings were extracted from all pages again.
func Refresh(db *store.DB) error {
	r, err := Held(db)
	if err != nil || r == nil {
		return err
	}
	gave, err := (&Crawl{Store: db}).hostsOfPostings(context.Background())
	if err != nil {
		return err
	}
	r.List = slices.DeleteFunc(r.List, func(h Host) bool { return gave[h.Host] })
	return r.Keep(db)
}

// hostsOfPostings returns the hosts on the ways to all postings.
func (c *Crawl) hostsOfPostings(ctx context.Context) (hosts map[string]bool, err error) {
	hosts, c.ways = make(map[string]bool), make(map[uint64]bool)
	err = c.Store.Postings().Find(postings.Query{All: true, Brief: true}, func(p *postings.Posting) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		for url := postings.PageOf(p.URL); url != "" && !c.ways[weburl.Fingerprint(url)]; {
			c.ways[weburl.Fingerprint(url)] = true
			hosts[weburl.Host(url)] = true
			page, _, err := c.Store.Lookup(url)
			if errors.Is(err, store.ErrNotFound) {
				return nil
			}
			if err != nil {
				return err
			}
			url = page.Via
		}
		return nil
	})
	return hosts, err
}

// site is a host of seeds together with the hosts to which these seeds redirect.
type site struct {
	name  string
	hosts []string
	why   Host // of the first seed that gave no page; Why is "" if there is none
	pages []*store.Page
	feed  string // the URL of a feed whose entries look like openings
}

// sites returns the seeds' hosts that gave no posting, in the order of their names, and how many hosts the seeds have.
func (c *Crawl) sites(gave map[string]bool) (list []*site, hosts int) {
	byHost := make(map[string]*site)
	for _, seed := range c.Seeds {
		url, err := weburl.Canonical(seed)
		if err != nil {
			continue
		}
		name := weburl.Host(url)
		s := byHost[name]
		if s == nil {
			s = &site{name: name}
			byHost[name] = s
		}
		way, why := c.follow(url)
		s.hosts = append(s.hosts, way...)
		if s.why.Why == "" && why.Why != "" {
			s.why = why
		}
	}
	for _, s := range byHost {
		slices.Sort(s.hosts)
		s.hosts = slices.Compact(s.hosts)
		if !slices.ContainsFunc(s.hosts, func(host string) bool { return gave[host] }) {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b *site) int { return cmp.Compare(a.name, b.name) })
	return list, len(byHost)
}

// mostRedirects bounds the redirects of a seed that are followed.
const mostRedirects = 10

// follow returns the hosts that a link reaches through redirects, and why it gave no page. The reason is "" if it gave a page, or if it has not been
// requested yet.
func (c *Crawl) follow(url string) (hosts []string, why Host) {
	for range mostRedirects {
		hosts = append(hosts, weburl.Host(url))
		if page, _, err := c.Store.Lookup(url); err == nil {
			return append(hosts, weburl.Host(cmp.Or(page.Canonical, url))), Host{}
		}
		found, err := c.Links.Find(url)
		if err != nil {
			return hosts, Host{}
		}
		note, ok := crawler.ParseNote(found.Note)
		switch {
		case !ok && found.State == frontier.Dropped && found.Host.Gone:
			return hosts, Host{Why: reason.HostGone, URL: url}
		case !ok && found.State == frontier.Dropped && found.Host.Dead:
			return hosts, Host{Why: reason.HostDead, URL: url}
		case !ok:
			return hosts, Host{}
		}
		redirect, redirects := note.Redirect()
		if !redirects || redirect.Target == "" || redirect.Rule != "" {
			return hosts, ofNote(url, &note)
		}
		url = redirect.Target
	}
	return hosts, Host{}
}

// ofNote says why a link gave no page. A response of data for programs is one.
func ofNote(url string, note *crawler.Note) Host {
	why := Host{Why: note.Reason, Detail: note.Detail, URL: url}
	if note.Reason == reason.ReadList || note.Reason == reason.Reason(fetch.ContentType) && isData(note.Detail) {
		why.Why = reason.OnlyFeed
	}
	why.Detail = strings.TrimLeft(strings.TrimPrefix(why.Detail, string(note.Reason)), ": ")
	return why
}

// isData reports whether the detail of a response that is no page names a type of data for programs.
func isData(detail string) bool {
	return strings.Contains(detail, "json") || strings.Contains(detail, "xml") || strings.Contains(detail, "csv")
}

// readPages lists the kept pages of the sites, those of seeds first and then the best ones.
func (c *Crawl) readPages(ctx context.Context, sites []*site) error {
	of := make(map[string][]*site)
	for _, s := range sites {
		for _, host := range s.hosts {
			of[host] = append(of[host], s)
		}
	}
	err := c.Store.Select(store.Selection{}, func(p *store.Page) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, s := range of[weburl.Host(p.URL)] {
			s.pages = append(s.pages, &store.Page{Seq: p.Seq, URL: p.URL, Via: p.Via, Score: p.Score})
		}
		return nil
	})
	first := func(p *store.Page) int {
		if p.Via == "" {
			return 0
		}
		return 1
	}
	for _, s := range sites {
		slices.SortFunc(s.pages, func(a, b *store.Page) int {
			return cmp.Or(cmp.Compare(first(a), first(b)), cmp.Compare(b.Score, a.Score), cmp.Compare(a.Seq, b.Seq))
		})
	}
	return err
}

// readFeeds finds the feeds of the sites whose entries look like openings. A strategy that does not learn keeps no feeds.
func (c *Crawl) readFeeds(ctx context.Context, sites []*site) error {
	of := make(map[string]*site)
	for _, s := range sites {
		for _, host := range s.hosts {
			of[host] = s
		}
	}
	return c.Store.Lessons(0, func(l *store.Lesson) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if l.Sitemap == nil {
			return nil
		}
		if s := of[weburl.Host(l.Sitemap.URL)]; s != nil && s.feed == "" && c.namesOpenings(l.Sitemap.Links) {
			s.feed = l.Sitemap.URL
		}
		return nil
	})
}

// mostEntries bounds the entries of a feed that are looked at.
const mostEntries = 20

// namesOpenings reports whether half of the titles in a feed look like titles of jobs.
func (c *Crawl) namesOpenings(entries []store.SitemapLink) bool {
	titles, jobs := 0, 0
	for _, e := range entries[:min(len(entries), mostEntries)] {
		if e.Title == "" || c.Jobs.Extract.Title == nil {
			continue
		}
		titles++
		if page, err := features.NewReader().Read(e.URL, []byte("<plaintext>"+e.Title)); err == nil && c.Jobs.Extract.Title(page, page.Body) {
			jobs++
		}
	}
	return jobs > 0 && 2*jobs >= titles
}

// evidence is what the pages of a site show.
type evidence struct {
	script, list string         // the first page that a script fills, and the first list
	refused      map[string]int // by reason: links that speak of jobs and gave no page
	why          map[string]Host
	leads        bool // to a posting, by a link that speaks of jobs
}

// host says why a site gave no posting, from the evidence of some pages. misses is false if a page of the site links to a page on the way to a
// posting, although the crawl reached that page through another link.
func (c *Crawl) host(s *site, pages int) (h Host, misses bool) {
	h = Host{Host: s.name, Pages: len(s.pages)}
	waiting, failure := 0, ""
	for _, host := range s.hosts {
		links, _, _ := c.Links.Queue(host)
		waiting, failure = waiting+links, cmp.Or(failure, c.Errors[host])
	}
	e := c.read(s.pages[:min(len(s.pages), pages)])
	refused, worst := e.worst()
	switch {
	case len(s.pages) == 0 && s.why.Why != "":
		h.Why, h.Detail, h.URL = s.why.Why, s.why.Detail, s.why.URL
	case e.script != "":
		h.Why, h.URL = reason.ByScript, e.script
	case s.feed != "":
		h.Why, h.URL = reason.OnlyFeed, s.feed
	case refused > 0:
		h.Why, h.Detail, h.URL = worst.Why, worst.Detail, worst.URL
	case waiting > 0 && len(s.pages) == 0 && failure != "":
		h.Why, h.Detail = reason.HostFails, failure
	case waiting > 0:
		h.Why, h.Detail = reason.LinksWait, counted(waiting)
	case e.list != "":
		h.Why, h.URL = reason.UnreadList, e.list
	case s.why.Why == reason.OnlyFeed:
		h.Why, h.Detail, h.URL = s.why.Why, s.why.Detail, s.why.URL
	default:
		h.Why = reason.NoList
	}
	h.Sentence = h.Why.Sentence()
	return h, !e.leads
}

func counted(links int) string {
	if links == 1 {
		return "1 link"
	}
	return strconv.Itoa(links) + " links"
}

// worst returns the most frequent reason for which links about jobs gave no page, and the number of these links.
func (e *evidence) worst() (links int, why Host) {
	for name, n := range e.refused {
		if n > links || n == links && name < string(why.Why) {
			links, why = n, e.why[name]
		}
	}
	return links, why
}

// read reads pages of a site again.
func (c *Crawl) read(pages []*store.Page) *evidence {
	e := &evidence{refused: make(map[string]int), why: make(map[string]Host)}
	asked := make(map[string]bool)
	reader := features.NewReader()
	for _, p := range pages {
		kept, err := c.Store.Get(p.URL)
		if err != nil {
			continue // it was taken out for its canonical page
		}
		err = pageguard.Do(func() error { // a page that the reader fails on shows nothing
			page, err := reader.ReadSource(kept.Source())
			if err == nil {
				c.readPage(e, page, asked)
			}
			return err
		})
		if err != nil {
			reader = features.NewReader() // after a panic it cannot be used again
		}
	}
	return e
}

// readPage adds what a page shows. asked has the links that were looked up.
func (c *Crawl) readPage(e *evidence, page *features.Page, asked map[string]bool) {
	ofJobs := c.Jobs.Shown(job.Other, page)
	if e.script == "" && filledByScript(page, ofJobs) {
		e.script = page.URL
	}
	if e.list == "" {
		if is, _ := c.Jobs.Find(page, false, c.Now); is == job.Listing {
			e.list = page.URL
		}
	}
	for i := range page.Links[:min(len(page.Links), perPage)] {
		l := &page.Links[i]
		if asked[l.URL] || !kind.NamesJobs(page, l) {
			continue
		}
		asked[l.URL] = true
		e.leads = e.leads || c.ways[weburl.Fingerprint(l.URL)]
		if _, why := c.follow(l.URL); why.Why != "" {
			if e.refused[string(why.Why)]++; e.refused[string(why.Why)] == 1 {
				e.why[string(why.Why)] = why
			}
		}
	}
}
