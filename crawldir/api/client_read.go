package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"gannet/crawldir/overview"
	"gannet/frontier"
	"gannet/internal/share"
	"gannet/store"
	"gannet/store/postings"
)

// In returns a client whose requests end when ctx ends. The share of time is ignored, because the process of the crawl itself limits the time
// that it spends on readers.
func (c *Client) In(ctx context.Context, _ *share.Share) store.Reader { return c.During(ctx) }

// During returns a copy of the client whose requests end when ctx ends.
func (c *Client) During(ctx context.Context) *Client {
	in := *c
	in.ctx = ctx
	return &in
}

// File returns the name of the file with the crawl's store.
func (c *Client) File() string { return c.file }

// Status decodes the progress of the crawl into v, which must be a pointer.
func (c *Client) Status(v any) error { return c.get(c.ctx, "/status", nil, v) }

// Employers decodes into v, which must be a pointer, what the crawl has found about the job boards of employers.
func (c *Client) Employers(v any) error { return c.get(c.ctx, "/employers", nil, v) }

// Stats implements store.Reader: it returns counts over all stored pages.
func (c *Client) Stats() (store.Stats, error) { return value[store.Stats](c, "/stats", nil) }

// Meta implements store.Reader: it reads the fact that is stored under a key into v. ok is false if there is no such fact.
func (c *Client) Meta(key string, v any) (ok bool, err error) {
	err = c.get(c.ctx, "/facts", url.Values{"key": {key}}, v)
	if errors.Is(err, errNoFact) {
		return false, nil
	}
	return err == nil, err
}

// Get implements store.Reader: it returns the page that is kept for a URL, which may be the page's canonical one.
func (c *Client) Get(address string) (*store.Page, error) {
	p, err := value[page](c, "/page", url.Values{"url": {address}})
	if err != nil {
		return nil, err
	}
	return p.page(), nil
}

// Lookup implements store.Reader: it returns the page that was fetched from exactly this URL.
func (c *Client) Lookup(address string) (*store.Page, store.Outcome, error) {
	l, err := value[lookup](c, "/lookup", url.Values{"url": {address}})
	switch {
	case err != nil:
		return nil, 0, err
	case l.Aliased:
		return l.page.page(), store.Aliased, nil
	}
	return l.page.page(), store.Stored, nil
}

// Path implements store.Reader: it returns the URLs of the pages whose links led to a page, from a seed on.
func (c *Client) Path(address string) ([]string, error) {
	return value[[]string](c, "/path", url.Values{"url": {address}})
}

// Revisit implements store.Reader: it returns what is known of a URL that the crawl requests again and again.
func (c *Client) Revisit(address string) (*store.Revisit, error) {
	return value[*store.Revisit](c, "/revisit", url.Values{"url": {address}})
}

// Link returns what the frontier (the queue of links) knows about the link with this URL.
func (c *Client) Link(address string) (frontier.Found, error) {
	return value[frontier.Found](c, "/link", url.Values{"url": {address}})
}

// Explain decodes into e why the link with this URL was taken, or how the strategy scores it while it is queued.
func (c *Client) Explain(address string, e any) error {
	return c.get(c.ctx, "/explain", url.Values{"url": {address}}, e)
}

// Hosts returns the hosts of the frontier that match a query.
func (c *Client) Hosts(q frontier.HostQuery) (*HostList, error) {
	values := url.Values{"name": {q.Name}, "state": {string(q.State)}, "sort": {string(q.Order)}, "skip": {fmt.Sprint(q.Skip)}}
	setLimit(values, q.Limit)
	return value[*HostList](c, "/hosts", values)
}

// Overview returns an overview of the crawl: its status, its harvest, and what slows it down.
func (c *Client) Overview() (*overview.Overview, error) {
	return value[*overview.Overview](c, "/overview", nil)
}

// Control sends a command to the crawl, and returns the crawl's answer.
func (c *Client) Control(command Command) (done *Done, err error) {
	body, err := json.Marshal(map[string]any{"values": command.Values})
	if err != nil {
		return nil, err
	}
	answer, err := c.send(c.ctx, http.MethodPost, "/control/"+url.PathEscape(string(command.Verb)), nil, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	return done, c.decode(answer, &done)
}

// Controls returns the commands that users have given to the crawl while it ran, and its budgets.
func (c *Client) Controls() (*Controls, error) { return value[*Controls](c, "/control", nil) }

// Select implements store.Reader: it calls use for the pages of a selection.
func (c *Client) Select(s store.Selection, use func(*store.Page) error) error {
	var with []string
	for what, wanted := range map[string]bool{"body": s.Body, "links": s.Links, "path": s.Path} {
		if wanted {
			with = append(with, what)
		}
	}
	q := url.Values{"after": {fmt.Sprint(s.After)}, "relevant": {fmt.Sprint(s.Relevant)}, "with": {strings.Join(with, ",")}}
	if s.Newest || s.Before > 0 {
		q.Set("newest", fmt.Sprint(s.Newest))
		q.Set("before", fmt.Sprint(s.Before))
	}
	setLimit(q, s.Limit)
	return lines(c, "/pages", q, func(p *page) error { return use(p.page()) })
}

// PageChanges implements store.Reader: it returns which pages have changed since a cursor.
func (c *Client) PageChanges(since uint64) (*store.PageChanges, error) {
	return value[*store.PageChanges](c, "/pages/changes", url.Values{"since": {fmt.Sprint(since)}})
}

// Check verifies the crawl's store and calls report for each damaged entry, until report returns an error.
func (c *Client) Check(report func(problem string) error) error {
	return lines(c, "/check", nil, func(p *problem) error { return report(p.Problem) })
}

// Postings returns a Finder of the crawl's postings.
func (c *Client) Postings() postings.Finder { return finder{c} }

// finder reads the postings of a crawl that runs.
type finder struct{ *Client }

// In implements postings.Finder: it returns a Finder that stops when ctx ends.
func (f finder) In(ctx context.Context, _ *share.Share) postings.Finder {
	return finder{f.During(ctx)}
}

// Find implements postings.Finder: it calls use for the postings that match a query.
func (f finder) Find(q postings.Query, use func(*postings.Posting) error) error {
	text, err := json.Marshal(q)
	if err != nil {
		return err
	}
	return lines(f.Client, "/postings", url.Values{"q": {string(text)}}, use)
}

// setLimit asks for at most so many lines; 0: all.
func setLimit(q url.Values, limit int) {
	if limit > 0 {
		q.Set("limit", fmt.Sprint(limit))
	}
}

// Get implements postings.Finder: it returns the posting with this number.
func (f finder) Get(number uint64) (*postings.Posting, error) {
	return value[*postings.Posting](f.Client, fmt.Sprintf("/postings/%d", number), nil)
}

// NumberAt implements postings.Finder: it returns the number of the posting at a URL.
func (f finder) NumberAt(address string) (uint64, error) {
	n, err := value[numberAt](f.Client, "/posting", url.Values{"url": {address}})
	return n.Number, err
}

// Members implements postings.Finder: it returns the postings of a cluster.
func (f finder) Members(cluster uint64) ([]postings.Member, error) {
	return value[[]postings.Member](f.Client, fmt.Sprintf("/clusters/%d", cluster), nil)
}

// Changes implements postings.Finder: it calls use for the events after a cursor.
func (f finder) Changes(since uint64, use func(*postings.Change) error) error {
	return lines(f.Client, "/changes", url.Values{"since": {fmt.Sprint(since)}}, use)
}

// LatestChange implements postings.Finder: it returns the cursor of the latest event.
func (f finder) LatestChange() (uint64, error) {
	c, err := value[latestChange](f.Client, "/changes/latest", nil)
	return c.Cursor, err
}

// Crawl implements postings.Finder: it returns the text that identifies the crawl.
func (f finder) Crawl() (string, error) {
	c, err := value[latestChange](f.Client, "/changes/latest", nil)
	return c.Crawl, err
}

// Versions implements postings.Finder: it returns all versions of the posting with this number.
func (f finder) Versions(number uint64) ([]*postings.Version, error) {
	return value[[]*postings.Version](f.Client, fmt.Sprintf("/postings/%d/versions", number), nil)
}
