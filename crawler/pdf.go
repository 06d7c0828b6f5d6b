package crawler

import (
	"context"
	"errors"
	"strings"
	"time"

	"gannet/crawler/fetch"
	"gannet/crawler/reason"
	"gannet/features"
	"gannet/features/records"
	"gannet/frontier"
	"gannet/internal/pageguard"
	"gannet/job/pdftext"
)

// A crawl for jobs takes PDF files from pages that show jobs: postings, lists of them, and others about jobs. A file without a
// posting is not kept. On other pages a link whose URL ends with .pdf is left out. Where the URL says nothing, the answer's content type does.

// LooksLikePDF reports whether the path of a canonical URL ends with .pdf.
func LooksLikePDF(url string) bool {
	path, _, _ := strings.Cut(url, "?")
	const end = ".pdf"
	return len(path) > len(end) && strings.EqualFold(path[len(path)-len(end):], end)
}

// takesPDF reports whether a link may lead to a PDF that the crawl reads: it stands on a page that shows jobs, or is a seed.
func (c *Crawl) takesPDF(t *trail) bool {
	return c.readsPDF() && (t.pdf || t.kind == kindPage && t.via == "")
}

// readsPDF reports whether the crawl takes PDF files at all.
func (c *Crawl) readsPDF() bool { return c.pdf != nil && c.jobs != nil }

// showsJobs reports whether a page is a posting, a list of postings or otherwise about jobs. A page over which the reader fails is none.
func (c *Crawl) showsJobs(page *features.Page, at time.Time) bool {
	if !c.readsPDF() || !page.HasTree() {
		return false
	}
	shows, _ := pageguard.Get(func() (bool, error) {
		kind, _ := c.jobs.Extract.Page(page, at)
		return c.jobs.Shown(kind, page), nil
	})
	return shows
}

// linksPDF reports whether a page links to a URL that looks like that of a PDF.
func linksPDF(page *features.Page) bool {
	for i := range page.Links {
		if LooksLikePDF(page.Links[i].URL) {
			return true
		}
	}
	return false
}

// isPDF reports whether the visit's page was made of a PDF.
func (v *visit) isPDF() bool { return v.response.Charset == pdftext.Charset }

// lacksPosting reports whether the visit's page was made of a PDF or of data in which there is no posting.
func (v *visit) lacksPosting() bool {
	return (v.readsPDF() && v.isPDF() || v.jobs != nil && records.IsMade(v.response.Body)) && len(v.findPostings()) == 0
}

// isScript reports whether the visit's page was made of a script.
func (v *visit) isScript() bool { return v.jobs != nil && records.IsOfScript(v.response.Body) }

// toHTML returns a response as it is, or with the text of its PDF. Few files are read at a time, so the work is slow from here on, and no
// link waits until the host is free.
func (v *visit) toHTML(ctx context.Context, resp *fetch.Response) (*fetch.Response, error) {
	resp, err := v.pdfToHTML(ctx, resp)
	if err != nil || v.mask == nil || v.masked {
		return resp, err
	}
	page := *resp
	page.Body, v.masked = v.mask(resp.Body), true
	return &page, nil
}

// pdfToHTML is toHTML without Parts.Mask.
func (v *visit) pdfToHTML(ctx context.Context, resp *fetch.Response) (*fetch.Response, error) {
	if !resp.PDF || resp.Charset == pdftext.Charset {
		return resp, nil
	}
	page := *resp
	page.Charset = pdftext.Charset
	if resp.Truncated {
		page.Body = nil
		return &page, errCutPDF
	}
	v.slowHosts.markSlow(v.work)
	v.frontier.SetAwaited(v.lease.Host, false)
	var err error
	page.Body, err = v.pdf(ctx, resp.Body)
	return &page, err
}

var errCutPDF = errors.New("it is longer than --max-body allows")

// refusePDF ends the visit of a PDF that gives no text. If no process could be started to read it, or its reading was preempted, the file is
// requested again, as often as the frontier retries a link that fails.
func (v *visit) refusePDF(ctx context.Context) outcome {
	switch {
	case preempted(ctx):
		v.noteFailure("it takes long to read, and other hosts had a link")
		o := v.retry(reason.SlowHost, frontier.RetryLink, 0)
		o.end.Rest = slowRest
		return o
	case ctx.Err() != nil:
		return v.cutShort(ctx)
	case errors.Is(v.unreadable, pdftext.ErrNotStarted):
		v.log.Warn("a PDF cannot be read", "url", v.lease.URL, "err", v.unreadable)
		v.noteFailure(v.unreadable.Error())
		return v.retry(reason.UnreadablePDF, frontier.RetryLink, 0)
	}
	v.calibration.addFetch(v.lease.Priority, false)
	v.countUselessPDF()
	v.refuse(reason.UnreadablePDF)
	v.noteFailure(v.unreadable.Error())
	return endWith(frontier.Outcome{Result: frontier.Drop})
}

// leaveOutPDF takes links to PDF files out of those that were followed of a page, if it shows no jobs.
func (c *Crawl) leaveOutPDF(p *ReplayedPage) {
	page := p.Source.Page
	if !c.readsPDF() || !linksPDF(page) || p.remembered && p.showsJobs || !p.remembered && c.showsJobs(page, p.Kept.Fetched) {
		return
	}
	for i := range page.Links {
		p.Source.Followed[i] = p.Source.Followed[i] && !LooksLikePDF(page.Links[i].URL)
	}
}
