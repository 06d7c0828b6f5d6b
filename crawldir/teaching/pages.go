package teaching

import (
	"cmp"
	"context"
	"slices"

	"github.com/zeebo/xxh3"

	"gannet/crawldir"
	"gannet/crawler"
	"gannet/features"
	"gannet/internal/weburl"
	"gannet/models/shipped"
	"gannet/store"
	"gannet/topic"
	"gannet/topic/judge"
	"gannet/topic/label"
)

// mostPages is how many pages of a crawl are read at most. Of a larger crawl they are drawn by the hashes of their URLs. Answered pages are at
// most half of them, so that there always are others to be asked about.
const mostPages = 2000

// pages is the pages of a crawl as they are shown and judged.
type pages struct {
	topic    *topic.Topic
	kept     int // pages of the crawl when they were read
	urls     []string
	titles   []string
	at       map[string]int // of urls
	pool     []label.Page
	measured *judge.Measured
}

// questions returns the questions about the pages before anything was answered.
func (p *pages) questions() *label.Pool {
	return label.NewPool(p.pool, p.measured.Judge().Probabilities)
}

// readPages reads up to most pages of a crawl, and all those that a person has answered about. progress gets how many are read, and of how
// many.
func readPages(ctx context.Context, r *crawldir.Reader, most int, answers []label.Answer, progress func(read, all int)) (*pages, error) {
	t, err := r.Topic()
	if err != nil {
		return nil, err
	}
	all, kept, err := listPages(r.Store)
	if err != nil {
		return nil, err
	}
	p := &pages{topic: t, kept: len(all), at: make(map[string]int)}
	sample := sampleOf(all, most, answers)
	list, scores := make([]judge.Page, 0, len(sample)), make([]float64, 0, len(sample))
	reader, jobs := features.NewReader(), crawler.HasPostings(r.Store)
	for i, one := range sample {
		progress(i, len(sample))
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		held, err := r.Store.Get(one.url)
		if err != nil {
			continue // it was taken out meanwhile
		}
		page, err := reader.ReadSource(held.Source())
		if err != nil {
			return nil, err
		}
		if jobs {
			crawler.AddUnshown(page)
		}
		judged := judge.NewPage(page, one.seed)
		p.add(held.URL, page, judged, waiting(judged.Links, kept))
		list, scores = append(list, judged), append(scores, held.Score)
	}
	return p, p.measure(r, list, scores)
}

// add adds a page.
func (p *pages) add(url string, page *features.Page, judged judge.Page, links int) {
	p.at[url] = len(p.urls)
	p.urls = append(p.urls, url)
	p.titles = append(p.titles, page.Quote(page.Title))
	p.pool = append(p.pool, label.Page{Fingerprint: page.Fingerprint, Bag: judged.Bag, Links: links})
}

// measure readies the pages for judgement. A classifier that the topic came with is trusted more than the judge's model.
func (p *pages) measure(r *crawldir.Reader, list []judge.Page, scores []float64) error {
	model, err := shipped.Judge()
	if err != nil {
		return err
	}
	background, err := shipped.Background()
	if err != nil {
		return err
	}
	if p.measured, err = judge.New(model, p.topic.Keywords, background).Measure(list); err != nil {
		return err
	}
	_, fromSeeds, err := r.Judge()
	if err == nil && !fromSeeds {
		p.measured.SetProbabilities(scores)
	}
	return err
}

// listed is a page of a crawl.
type listed struct {
	url  string
	seed bool
	key  uint64 // by which pages are drawn
}

// listPages lists the pages of a crawl, and the fingerprints of their URLs in their order.
func listPages(from store.Reader) (list []listed, kept []uint64, err error) {
	err = from.Select(store.Selection{}, func(p *store.Page) error {
		list = append(list, listed{p.URL, p.Via == "" && p.Depth == 0, xxh3.HashString(p.URL)})
		kept = append(kept, weburl.Fingerprint(p.URL))
		return nil
	})
	slices.Sort(kept)
	return list, kept, err
}

// sampleOf draws the pages to be read: half of them from those with answers and from the seeds, and others. If there are too few others,
// there are more with answers.
func sampleOf(all []listed, most int, answers []label.Answer) []listed {
	wanted := make(map[string]bool)
	for _, a := range answers {
		wanted[a.URL] = true
	}
	slices.SortStableFunc(all, func(a, b listed) int { return cmp.Compare(a.key, b.key) })
	var first, others []listed
	for _, one := range all {
		if wanted[one.url] || one.seed {
			first = append(first, one)
		} else {
			others = append(others, one)
		}
	}
	n := min(len(first), max(most/2, most-len(others)))
	return append(first[:n:n], others[:min(len(others), most-n)]...)
}

// waiting counts links to pages that are not kept.
func waiting(links, kept []uint64) (n int) {
	for _, link := range links {
		if _, found := slices.BinarySearch(kept, link); !found {
			n++
		}
	}
	return n
}
