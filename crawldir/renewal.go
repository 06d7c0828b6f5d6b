package crawldir

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"gannet/crawler"
	"gannet/features"
	"gannet/models/shipped"
	"gannet/store"
	"gannet/topic"
	"gannet/topic/judge"
)

// renewal judges the pages of a crawl again whose topic is known by its seeds. It implements crawler.Renewal.
type renewal struct {
	*Crawl
	topic   *topic.Topic
	judge   *judge.Judge
	state   JudgeState
	before  uint64    // the latest page of earlier runs
	readers sync.Pool // of *features.Reader
}

// newRenewal returns what judges pages again, nil if the topic's classifier stays as it is.
func (c *Crawl) newRenewal(t *topic.Topic) (crawler.Renewal, error) {
	state, ok, err := heldJudge(c.store)
	switch {
	case err != nil:
		return nil, err
	case !ok && c.o.Precise:
		return nil, optionErrorf("topic %q %w", t.Name, ErrPrecise)
	case !ok:
		return nil, nil
	}
	model, err := shipped.Judge()
	if err != nil {
		return nil, err
	}
	background, err := shipped.Background()
	if err != nil {
		return nil, err
	}
	before, err := c.store.LatestPage()
	if err != nil {
		return nil, err
	}
	r := &renewal{Crawl: c, topic: t, state: state, before: before, judge: judge.New(model, t.Keywords, background)}
	r.readers.New = func() any { return features.NewReader() }
	return r, nil
}

// Due implements crawler.Renewal.
func (r *renewal) Due(kept int) bool { return kept >= judge.NextRenewal(r.state.Pages) }

// DueAtEnd implements crawler.Renewal.
func (r *renewal) DueAtEnd(kept int) bool { return kept >= judge.LeastPages && kept > r.state.Pages }

// Relevance implements crawler.Renewal.
func (r *renewal) Relevance(url string) (page, parent float32, ok bool) {
	p, outcome, err := r.store.Lookup(url)
	if err != nil || outcome != store.Stored {
		return 0, 0, false
	}
	if p.Via == "" {
		return float32(p.Score), 1, true
	}
	if via, _, err := r.store.Lookup(p.Via); err == nil {
		parent = float32(via.Score)
	}
	return float32(p.Score), parent, true
}

// Renew implements crawler.Renewal. It writes the new verdicts first and the state last. After a crash in between, the next
// run judges the same pages again, with the same results.
func (r *renewal) Renew(ctx context.Context, atEnd bool) (*crawler.Renewed, error) {
	pages, err := r.keptPages()
	if err != nil {
		return nil, err
	}
	r.log.Info("judging the kept pages again", "pages", len(pages))
	verdicts, err := r.judgePages(ctx, pages)
	if err != nil {
		return nil, err
	}
	if err := r.writeVerdicts(ctx, pages, verdicts); err != nil {
		return nil, err
	}
	out := &crawler.Renewed{Judge: r.topic.Classifier.Probability}
	for i := range pages {
		if pages[i].relevant && pages[i].seq > r.before {
			out.Relevant++
		}
	}
	if !atEnd && r.crawl.Learns() {
		if out.Strategy, err = r.order.strategy(r.topic, r.model); err != nil {
			return nil, err
		}
		out.Orders, err = crawler.TeachStrategy(ctx, r.store, out.Strategy, r.scope)
	}
	if err != nil {
		return nil, err
	}
	r.state = newJudgeState(r.topic, pages)
	return out, r.store.SetMeta(judgeKey, r.state)
}

// keptPages lists the kept pages, without their text, in the order of fetching.
func (r *renewal) keptPages() (list []keptPage, err error) {
	err = r.store.EachWithoutBody(func(p *store.Page) error {
		list = append(list, keptPage{seq: p.Seq, url: p.URL, seed: p.Via == "" && p.Depth == 0, fetched: p.Fetched})
		return nil
	})
	slices.SortFunc(list, func(a, b keptPage) int { return cmp.Or(a.fetched.Compare(b.fetched), cmp.Compare(a.url, b.url)) })
	return list, err
}

// judgePages judges a sample of the pages together, and the others by the classifier that comes of it. It returns the
// classifier, or that of before if the pages are too few for one.
func (r *renewal) judgePages(ctx context.Context, pages []keptPage) (*topic.Classifier, error) {
	sample := sampleOf(pages)
	read := make([]judge.Page, len(sample))
	err := r.eachPage(ctx, pages, sample, func(i int, p *features.Page) { read[i] = judge.NewPage(p, pages[sample[i]].seed) })
	if err != nil {
		return nil, err
	}
	judgement, err := r.judge.Judge(read)
	if err != nil {
		return nil, err
	}
	for i, at := range sample {
		pages[at].score, pages[at].judged = judgement.Probabilities[i], true
	}
	classifier := cmp.Or(judgement.Classifier, r.topic.Classifier)
	var others []int
	for i := range pages {
		if !pages[i].judged {
			others = append(others, i)
		}
	}
	return classifier, r.eachPage(ctx, pages, others, func(i int, p *features.Page) {
		pages[others[i]].score = classifier.Probability(p)
	})
}

// eachPage reads some pages on all processors. use gets the index into some.
func (r *renewal) eachPage(ctx context.Context, pages []keptPage, some []int, use func(i int, p *features.Page)) error {
	group, reading := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, at := range some {
		if reading.Err() != nil {
			break
		}
		group.Go(func() error {
			kept, err := r.store.Get(pages[at].url)
			if err != nil {
				return err
			}
			reader := r.readers.Get().(*features.Reader)
			defer r.readers.Put(reader)
			page, err := reader.Read(kept.URL, kept.Body)
			if err == nil {
				use(i, page)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}
