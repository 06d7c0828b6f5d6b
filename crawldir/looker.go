package crawldir

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/crawler/inmemory"
	"gannet/crawler/reason"
	"gannet/crawler/render"
	"gannet/crawler/robots"
	"gannet/features"
	"gannet/features/scripted"
	"gannet/job"
	"gannet/job/pdftext"
	"gannet/ranker"
)

// lookTime bounds the wait for the page.
const lookTime = 2 * time.Minute

// looker looks at one URL.
type looker struct {
	c        *Crawl
	strategy ranker.Strategy
	jobs     *crawler.Jobs

	mu       sync.Mutex // guards the fields below while the URL is fetched
	look     *Look
	page     *features.Page
	response *fetch.Response // the latest answer to a request for a page
}

// fetch crawls the URL alone, with the pauses that the seeds' hosts still have.
func (v *looker) fetch(ctx context.Context) error {
	c, limits, politeness := v.c, crawler.DefaultLimits(), v.c.o.Frontier
	limits.Workers, limits.Time, limits.Wait, limits.Threshold = 1, lookTime, c.o.Limits.Wait, c.o.Limits.Threshold
	limits.SitemapURLs, limits.Depth = 0, 0 // the URL alone
	politeness.Retries = 1
	var err error
	if v.jobs, err = newFinder(c.o.Templates); err != nil {
		return err
	}
	v.jobs.OnTopic = v.look.Topic.Name == JobsTopic
	crawl, err := inmemory.New(crawler.Parts{
		Fetcher: lookFetcher{c.fetcher, v.answered}, Robots: c.robots, Purpose: c.o.Purpose, Strategy: ranker.BreadthFirst{}, Clock: c.clock,
		Log: c.log, Judge: v.look.Topic.Classifier.Probability, Watch: v.judged, Scope: c.scope,
		Jobs: v.jobs, PDF: v.readsPDF(), Rendering: v.rendering(), OnReaderFailure: c.onReaderFailure,
	}, politeness, limits)
	if err != nil {
		return err
	}
	if err = crawl.Frontier().AdoptClocks(c.clock.Now(), c.frontier); err == nil {
		err = crawl.Run(ctx, []string{v.look.URL})
	}
	if v.page != nil {
		v.look.Refused = crawl.SeedFailure(v.page.URL)
	} else {
		v.look.Refused = cmp.Or(crawl.SeedFailure(v.look.URL), "no answer in time")
	}
	if verdict := v.judge(v.target()); verdict != nil {
		v.look.Disputed = verdict.Disputed
	}
	v.look.Kept = v.look.Refused == ""
	return errors.Join(err, ctx.Err(), crawl.Close())
}

// rendering returns what renders the page, nil if nothing does. With one page there is no crawl whose time is to be shared.
func (v *looker) rendering() *crawler.Rendering {
	if v.c.o.Rendering == nil {
		return nil
	}
	r := *v.c.o.Rendering
	r.Done = func(_ string, made *render.Result) {
		v.mu.Lock()
		defer v.mu.Unlock()
		v.look.Rendered = &Rendered{Requests: made.Requests, Refused: made.Refused, Cut: made.Cut, Bytes: len(made.HTML), Took: made.Took, Processor: made.Processor}
	}
	return &r
}

// readsPDF returns what reads PDF files, nil unless the topic is jobs.
func (v *looker) readsPDF() pdftext.Reader {
	if v.look.Topic.Name != JobsTopic {
		return nil
	}
	return v.c.o.PDF
}

// target returns the URL to which the redirects led.
func (v *looker) target() string {
	if n := len(v.look.Redirects); n > 0 {
		return v.look.Redirects[n-1]
	}
	return v.look.URL
}

// lookFetcher passes every answer to a request for a page to a function.
type lookFetcher struct {
	crawler.Fetcher
	answered func(*fetch.Response)
}

// Fetch implements crawler.Fetcher: it requests a page.
func (f lookFetcher) Fetch(ctx context.Context, url string) (*fetch.Response, error) {
	r, err := f.Fetcher.Fetch(ctx, url)
	if err == nil {
		f.answered(r)
	}
	return r, err
}

func (v *looker) answered(r *fetch.Response) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.response = r
	v.look.Status, v.look.Type, v.look.Bytes, v.look.Truncated = r.Status, r.Header.Get("Content-Type"), r.Received, r.Truncated
	if r.Redirect != "" && r.Redirect != v.target() {
		v.look.Redirects = append(v.look.Redirects, r.Redirect)
	}
}

func (v *looker) judged(p crawler.JudgedPage) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.page = p.Page
	v.look.Says = p.Says
	v.look.Probability, v.look.Relevant = p.Probability, p.Probability >= v.c.o.Limits.Threshold
}

// kindNames are the kinds of pages in words.
var kindNames = map[job.Kind]string{job.Detail: "posting", job.Listing: "list of postings", job.Other: "neither posting nor list"}

// read finds out what the page holds.
func (v *looker) read() {
	l, p := v.look, v.page
	l.Title = p.Quote(p.Title)
	l.Canonical = crawler.Original(p)
	kind, found := v.jobs.Find(p, v.response.PDF, v.c.clock.Now())
	l.ByScript = scripted.Probability(p)
	l.Kind, l.Language = kindNames[kind], v.jobs.Extract.Language(p)
	if len(found) > 0 {
		l.Posting, l.More = found[0], found[1:]
	}
	takesPDF := v.readsPDF() == nil || v.jobs.Shown(kind, p)
	l.Links = crawler.RankSeedLinks(v.strategy, v.c.scope, func(url string) string {
		if !takesPDF && crawler.LooksLikePDF(url) {
			return string(reason.OtherPDF)
		}
		return v.forbidden(url)
	}, p, l.Probability)
}

// forbidden returns the rule of a robots.txt that forbids a URL, "" if none does or if the robots.txt is not known.
func (v *looker) forbidden(url string) string {
	if verdict := v.judge(url); verdict != nil && !verdict.Allowed {
		return verdict.Why
	}
	return ""
}

// judge returns what robots.txt says of a URL, nil if it is not known.
func (v *looker) judge(url string) *robots.Verdict {
	rules, cached := v.c.robots.Cached(v.c.clock.Now(), url)
	if !cached || rules.Unreachable {
		return nil
	}
	verdict := v.c.robots.Judge(rules, url)
	return &verdict
}
