package main

import (
	"context"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/crawler/inmemory"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/testweb/jobweb"
	"gannet/models/shipped"
	"gannet/ranker"
	"gannet/topic"
)

// jobCrawls are crawls of one web for jobs, each page of which is fetched and read once for all.
type jobCrawls struct {
	web     *jobweb.Web
	client  *fetch.Client
	needs   ranker.Needs // but for the query and the classifier
	budget  int          // pages a crawl fetches
	pages   sync.Map     // URL → *features.Page, compact
	readers sync.Pool    // of *features.Reader
}

func newJobCrawls(web *jobweb.Web, budget int) (*jobCrawls, error) {
	options := fetch.DefaultOptions()
	options.Transport = web
	client, err := fetch.New(options)
	if err != nil {
		return nil, err
	}
	c := &jobCrawls{web: web, client: client, budget: budget}
	c.readers.New = func() any { return features.NewReader() }
	c.needs, err = shipped.Needs()
	return c, err
}

// jobDraw is one draw of seeds and what is known of the topic.
type jobDraw struct {
	seeds []string
	judge *topic.Classifier
	query *topic.Query
}

// found holds the numbers of jobs and postings found so far, for every fetched page in order.
type found struct {
	jobs     []int32 // different jobs
	postings []int32 // pages that post one
}

// at returns a count after n pages. If the crawl ended earlier, it is the count at its end.
func at(counts []int32, n int) float64 {
	if n = min(n, len(counts)); n == 0 {
		return 0
	}
	return float64(counts[n-1])
}

// area is the area under the curve of different jobs found, divided by the area of the ideal order. That finds a new job
// with every page until it has all.
func (f *found) area(jobs, budget int) float64 { return areaOf(f.jobs, jobs, budget) }

// areaOf is area for any count that an order could raise with every page until it is all.
func areaOf(counts []int32, all, budget int) float64 {
	var sum, best float64
	for n := 1; n <= budget; n++ {
		sum += at(counts, n)
		best += float64(min(n, all))
	}
	return sum / best
}

// crawl runs a strategy over the web, one page at a time, so that it is the same every time. See, if it is not nil, is
// given the pages with their DOM.
func (c *jobCrawls) crawl(ctx context.Context, name string, d *jobDraw, seed uint64, see func(crawler.JudgedPage)) (*found, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	needs := c.needs
	needs.Query, needs.Classifier, needs.Seed = d.query, d.judge, seed
	strategy, err := ranker.New(name, needs)
	if err != nil {
		return nil, err
	}
	rules := frontier.DefaultOptions()
	rules.Delay = 0
	out := &found{}
	seen := make(map[int]bool)
	fetcher := &cachedFetcher{jobCrawls: c, whole: see != nil}
	limits := crawler.DefaultLimits()
	limits.Workers = 1
	_, err = inmemory.Run(ctx, d.seeds, crawler.Parts{
		Fetcher: fetcher, Read: fetcher.read, Strategy: strategy, Clock: crawler.NewVirtual(time.Unix(0, 0), nil), Scope: crawler.ScopeFunc(c.web.Has), Judge: d.judge.Probability,
		Watch: func(v crawler.JudgedPage) {
			if len(out.jobs) == c.budget {
				return
			}
			out.countPage(c.web, v.URL, seen)
			if see != nil {
				see(v)
			}
			if len(out.jobs) == c.budget {
				cancel()
			}
		},
	}, rules, limits)
	return out, err
}

// countPage counts a page.
func (f *found) countPage(web *jobweb.Web, url string, seen map[int]bool) {
	n := len(f.jobs)
	jobs, postings := int32(at(f.jobs, n)), int32(at(f.postings, n))
	if p, ok := web.Posting(url); ok {
		postings++
		if !seen[p.Job] {
			seen[p.Job] = true
			jobs++
		}
	}
	f.jobs, f.postings = append(f.jobs, jobs), append(f.postings, postings)
}

// cachedFetcher returns pages that were read before without fetching them, unless they are wanted whole.
type cachedFetcher struct {
	*jobCrawls
	whole bool
}

func (*cachedFetcher) Resolve(context.Context, string) (netip.Addr, error) { return netip.Addr{}, nil }

func (f *cachedFetcher) Fetch(ctx context.Context, url string) (*fetch.Response, error) {
	if _, ok := f.pages.Load(url); ok && !f.whole {
		return &fetch.Response{URL: url, Status: http.StatusOK}, nil
	}
	return f.client.Fetch(ctx, url)
}

func (*cachedFetcher) File(_ context.Context, url string, _ int64) (*fetch.Response, error) {
	return &fetch.Response{URL: url, Status: http.StatusNotFound}, nil
}

// read reads a page. That it asks not to be followed is for the care of a server which is not there, as in training/eval.
func (f *cachedFetcher) read(r *fetch.Response) (*features.Page, error) {
	if page, ok := f.pages.Load(r.URL); ok && !f.whole {
		return page.(*features.Page), nil
	}
	reader := f.readers.Get().(*features.Reader)
	defer f.readers.Put(reader)
	page, err := reader.Read(r.URL, r.Body)
	if err != nil {
		return nil, err
	}
	page.NoFollow = false
	for i := range page.Links {
		page.Links[i].NoFollow = false
	}
	if f.whole {
		return page, nil
	}
	kept, _ := f.pages.LoadOrStore(r.URL, page.Compact())
	return kept.(*features.Page), nil
}
