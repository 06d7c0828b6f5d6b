package crawler

import (
	"context"
	"net/netip"

	"gannet/crawler/fetch"
	"gannet/crawler/reason"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/pageguard"
	"gannet/job"
	"gannet/store/postings"
)

// A panic over one page must not end the crawl, or the page would end every later run as well. So the steps that concern one page and
// change nothing else are guarded: fetching, reading, judging, finding postings, and ranking links by a strategy that does not learn. What
// a strategy learns, the frontier, the dispatcher and the keeper's transactions are not guarded, because they would stay half changed.
// A panic there ends the process, and Underway gives the page up after three times.

// guarded runs one step of the visit that concerns only its page. ok is false if the step panicked.
func (v *visit) guarded(step func()) (ok bool) {
	err := pageguard.Do(func() error { step(); return nil })
	v.noteReaderFailure(err)
	return err == nil
}

// noteReaderFailure counts and logs the visit's first panic, if the error is one.
func (v *visit) noteReaderFailure(err error) {
	p := pageguard.Of(err)
	if p == nil || v.readerFailed {
		return
	}
	v.readerFailed = true
	v.tally.countReason(reason.ReaderFailed)
	v.noteFailure(p.Error())
	v.log.Warn("the reader failed on a page, and the crawl goes on", "url", v.lease.URL, "err", p)
	if v.onReaderFailure != nil {
		v.onReaderFailure(v.lease.URL, p)
	}
}

// refuseFailedPage drops the link of a page that cannot be kept because the reader failed on it.
func (v *visit) refuseFailedPage() outcome {
	v.refusal = reason.ReaderFailed
	return endWith(frontier.Outcome{Result: frontier.Drop})
}

// probabilityOf returns the topic's probability of a page. The error is a *pageguard.Panic.
func (v *verdicts) probabilityOf(p *features.Page) (float64, error) {
	return pageguard.Get(func() (float64, error) { return v.judge(p), nil })
}

// findPostings extracts the postings of the visit's page, once. It finds none if the reader fails.
func (v *visit) findPostings() []*job.Posting {
	if !v.extracted {
		v.extracted = true
		v.guarded(func() { v.pageKind, v.postings = v.jobs.Find(v.page, v.isPDF(), v.clock.Now()) })
	}
	return v.postings
}

// preparePostings readies the postings of the visit's page for the store. If the reader fails there are none, and the page is kept without them.
func (v *visit) preparePostings() (list []*postings.Found) {
	ok := v.guarded(func() {
		for _, found := range v.findPostings() {
			list = append(list, v.jobs.Prepare(found, v.list(found)))
		}
	})
	if !ok {
		return nil
	}
	return list
}

// guardedFetcher is a Fetcher whose panics are errors.
type guardedFetcher struct{ Fetcher }

// Resolve implements Fetcher: it returns the IP address of a host.
func (f guardedFetcher) Resolve(ctx context.Context, host string) (netip.Addr, error) {
	return pageguard.Get(func() (netip.Addr, error) { return f.Fetcher.Resolve(ctx, host) })
}

// Fetch implements Fetcher: it requests a page.
func (f guardedFetcher) Fetch(ctx context.Context, url string) (*fetch.Response, error) {
	return pageguard.Get(func() (*fetch.Response, error) { return f.Fetcher.Fetch(ctx, url) })
}

// File implements Fetcher: it requests a file of any type, such as robots.txt.
func (f guardedFetcher) File(ctx context.Context, url string, limit int64) (*fetch.Response, error) {
	return pageguard.Get(func() (*fetch.Response, error) { return f.Fetcher.File(ctx, url, limit) })
}
