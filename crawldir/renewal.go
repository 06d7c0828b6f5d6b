package crawldir

import (
	"context"
	"slices"
	"sync"

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
	before  uint64      // the latest page of earlier runs
	pages   *pagesRead  // that this run has read
	answers liveAnswers // of people
	readers sync.Pool   // of *features.Reader

	prepared *preparedRenewal // by Prepare, for Renew; nil if there is none
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
	c.judgedAgain = state.Lessons
	r := &renewal{
		Crawl: c, topic: t, state: state, before: before, judge: judge.New(model, t.Keywords, background), pages: &c.pagesRead,
	}
	if err := r.pages.open(c.dir); err != nil {
		return nil, err
	}
	r.answers.path, r.answers.log = c.path(LabelsFile), c.log
	r.readers.New = func() any { return features.NewReader() }
	return r, nil
}

// Due implements crawler.Renewal: it reports whether it is time to judge all pages again.
func (r *renewal) Due(kept int) bool {
	return kept >= judge.NextRenewal(r.state.Pages) || kept >= judge.LeastPages && r.answers.enough(r.state.Answers)
}

// leastGrowth is the share by which a crawl of many pages has to grow before its pages are judged again at the end of a run. A larger sample than
// maxJudged would hardly change the verdicts, and the classifier has judged the newer pages.
const leastGrowth = 0.5

// DueAtEnd implements crawler.Renewal: it reports whether all pages are to be judged again at the end of a run.
func (r *renewal) DueAtEnd(kept int) bool {
	since := kept - r.state.Pages
	if kept >= judge.LeastPages && r.answers.enough(r.state.Answers) {
		return true
	}
	if kept > maxJudged && float64(since) < leastGrowth*float64(r.state.Pages) {
		return false
	}
	return kept >= judge.LeastPages && since > 0
}

// Relevance implements crawler.Renewal: it returns the topic probabilities of a page and of the page that led to it.
func (r *renewal) Relevance(url string, known float32) (page, parent float32, ok bool) {
	s, ok := r.store.Scores(url)
	switch {
	case !ok:
		return 0, 0, false
	case !s.Linked:
		known = 1
	case s.Known:
		known = float32(s.Via)
	}
	return float32(s.Page), known, true
}

// Remember implements crawler.Renewal: it stores those parts of a page that are needed to judge the page again.
func (r *renewal) Remember(p *features.Page, showsJobs bool) { r.pages.remember(p, showsJobs) }

// Renew implements crawler.Renewal: it judges all pages again. It stores the new topic probabilities first and its own state last, so that
// after a crash in between, the next run judges the pages again. At the end of a run, no strategy learns from the new probabilities. The next
// run does this, or a reader that has to explain a queued link.
func (r *renewal) Renew(ctx context.Context, atEnd bool) (_ *crawler.Renewed, err error) {
	p := r.prepared
	if r.prepared = nil; p == nil || atEnd {
		if p, err = r.prepare(ctx, !atEnd && r.crawl.Learns()); err != nil {
			return nil, err
		}
		if err := r.write(ctx, p); err != nil {
			return nil, err
		}
	}
	pages, err := r.judgeTheOthers(ctx, p)
	if err != nil {
		return nil, err
	}
	out := &crawler.Renewed{Judge: r.topic.Classifier.Probability, Strategy: p.strategy}
	for i := range pages {
		if pages[i].relevant && pages[i].seq > r.before {
			out.Relevant++
		}
	}
	if p.teacher != nil {
		if err := p.teacher.Teach(ctx, r.crawl.LatestLesson()); err != nil {
			return nil, err
		}
		out.Orders = p.teacher.Orders()
	}
	r.state = newJudgeState(r.topic, pages)
	r.state.Lessons, r.state.Answers = r.crawl.LatestLesson(), p.answers
	if err := r.store.SetMeta(judgeKey, r.state); err != nil {
		return nil, err
	}
	if p.strategy != nil { // or the strategy has not learned from the new verdicts
		r.checkpoints.goOn()
	}
	return out, nil
}

// judgeTheOthers judges the pages that were kept since a renewal was prepared. It returns all pages with their verdicts.
func (r *renewal) judgeTheOthers(ctx context.Context, p *preparedRenewal) ([]keptPage, error) {
	pages, err := r.keptPages()
	if err != nil {
		return nil, err
	}
	var others []*keptPage
	for i := range pages {
		if score, ok := p.scores[pages[i].seq]; ok {
			pages[i].setScore(score, r.threshold())
		} else {
			others = append(others, &pages[i])
		}
	}
	if err := r.judgeAlone(ctx, r.topic.Classifier, others); err != nil {
		return nil, err
	}
	return pages, r.writeVerdicts(ctx, others)
}

// keptPages lists the kept pages, without their text, in the order of fetching.
func (r *renewal) keptPages() (list []keptPage, err error) {
	err = r.store.Select(store.Selection{}, func(p *store.Page) error {
		list = append(list, keptPage{seq: p.Seq, url: p.URL, seed: p.Via == "" && p.Depth == 0, fetched: p.Fetched})
		return nil
	})
	slices.SortFunc(list, func(a, b keptPage) int { return inOrderOfFetching(&a, &b) })
	return list, err
}
