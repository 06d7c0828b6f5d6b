package crawler

import (
	"context"
	"io"
	"slices"
	"sync"
	"time"

	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/ranker"
	"gannet/store"
)

// lessons gives a strategy that learns one page or sitemap after the other, and numbers them. The store keeps these numbers, so a strategy that
// learns again from the stored pages in the same order arrives at the same state.
type lessons struct {
	mu      sync.Mutex          // guards the fields below; a lesson holds it until all priorities that it changes are in the frontier
	latest  uint64              // number of the latest lesson
	unkept  map[uint64]struct{} // lessons for which the keeper has not answered
	unknown bool                // a lesson was learned that is not kept
}

// begin returns the number of the next lesson. kept says whether the keeper will answer for it.
func (l *lessons) begin(kept bool) uint64 {
	l.latest++
	if kept {
		if l.unkept == nil {
			l.unkept = make(map[uint64]struct{})
		}
		l.unkept[l.latest] = struct{}{}
	}
	return l.latest
}

// end records that the keeper has answered for a lesson.
func (l *lessons) end(lesson *store.Lesson, kept bool) {
	if lesson == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unknown = l.unknown || !kept
	delete(l.unkept, lesson.Number)
}

// settled returns the highest number such that this lesson and all before it are kept.
func (l *lessons) settled() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	settled := l.latest
	for number := range l.unkept {
		settled = min(settled, number-1)
	}
	return settled
}

// LatestLesson returns the number of the latest lesson: the latest page or sitemap from which the strategy has learned.
func (c *Crawl) LatestLesson() uint64 {
	c.lessons.mu.Lock()
	defer c.lessons.mu.Unlock()
	return c.lessons.latest
}

// learnFrom lets a Learner learn from a page and ranks its links. A Learner does not learn from a sitemap, but the links of a sitemap are ranked.
func learnFrom(learner ranker.Learner, rank ranker.Strategy, src *ranker.Source, sitemap bool) (scores []ranker.Score, revised []ranker.Revision) {
	scores = make([]ranker.Score, len(src.Page.Links))
	if !sitemap {
		learner.Learn(src)
		revised = learner.Revised()
	}
	if slices.Contains(src.Followed, true) {
		rank.Rank(src, scores)
	}
	return scores, revised
}

// teaches reports whether a Learner learns from the page. It does so only from pages that are kept, because a replay can learn only from these. A
// page that names another one as its original may be removed in favour of that one, so it does not count as kept.
func (v *visit) teaches() bool {
	if v.learner() == nil {
		return false
	}
	return v.keeper == nil || v.claimed && !namesOriginal(v.page.Canonical, v.lease.URL)
}

// learnAndPush ranks links and pushes them. If a Learner learns from the page of these links, other queued links get the new priorities that follow
// from it.
func (v *visit) learnAndPush(src *ranker.Source, sitemap bool) {
	learner := v.learner()
	if !v.prepareRanking(src) {
		return
	}
	v.lessons.mu.Lock()
	defer v.lessons.mu.Unlock()
	number := v.lessons.begin(v.keeper != nil)
	scores, revised := learnFrom(learner, v.strategy(), src, sitemap)
	orders := make([]frontier.Order, len(revised))
	for i, r := range revised {
		orders[i] = frontier.Order(r)
	}
	if len(orders) > 0 {
		v.checkFrontier(v.frontier.Reorder(v.clock.Now(), orders))
	}
	v.push(v.links(src, scores, true))
	if v.keeper != nil {
		v.lesson = &store.Lesson{Number: number, Parent: v.trail.parent, Grandparent: v.trail.grandparent}
	}
}

// prepareRanking does the part of ranking that depends only on the page. It returns false if that panicked, and then the links of the page are not followed.
func (v *visit) prepareRanking(src *ranker.Source) (ok bool) {
	p, ok := v.strategy().(ranker.Preparer)
	if !ok || !slices.Contains(src.Followed, true) {
		return true
	}
	return v.guarded(func() { p.Prepare(src) })
}

// rankAndPush ranks links and pushes them, without anything being learned from their page. If the strategy is a Learner, only new links are pushed.
func (v *visit) rankAndPush(src *ranker.Source) {
	scores := make([]ranker.Score, len(src.Page.Links))
	if !slices.Contains(src.Followed, true) || !v.prepareRanking(src) {
		return
	}
	switch strategy := v.strategy().(type) {
	case ranker.Learner:
		strategy.Preview(src, scores)
	default:
		if !v.guarded(func() { strategy.Rank(src, scores) }) {
			return
		}
	}
	v.push(v.links(src, scores, false))
}

// links makes the frontier links for the followed links of a page.
func (v *visit) links(src *ranker.Source, scores []ranker.Score, learned bool) []frontier.Link {
	via, _ := parseSitemapLink(v.lease.URL)
	child := v.trail.child(via, src.Probability)
	child.pdf = v.jobsShown
	data := make([]byte, 0, len(scores)*(trailHeader+len(v.lease.URL)+maxAnchor/4))
	links := make([]frontier.Link, 0, len(scores))
	for i := range src.Page.Links {
		l := &src.Page.Links[i]
		if !src.Followed[i] || scores[i].Skip {
			continue
		}
		child.inherited, child.anchor = scores[i].Inherited, src.Page.TextOf(l.Anchor)
		begin := len(data)
		data = child.appendTo(data)
		links = append(links, frontier.Link{
			URL: l.URL, Host: weburl.Host(l.URL), Priority: scores[i].Priority, Data: data[begin:len(data):len(data)],
			Replace: learned, OnlyNew: !learned && v.learner() != nil,
		})
	}
	return links
}

// handSitemapToKeeper gives the lesson of a sitemap to the keeper.
func (v *visit) handSitemapToKeeper() {
	defer v.turn.end()
	c, lease, lesson, read := v.Crawl, v.lease, v.lesson, v.sitemapRead()
	v.turn.await()
	c.keeper.KeepSitemap(lesson, func(err error) {
		c.whenKept(func() {
			o := read
			if err != nil {
				c.activity.fail(err)
				o = lost
			}
			c.lessons.end(lesson, err == nil)
			c.endLease(lease, o)
			c.activity.keptLesson()
		})
	})
}

// yieldIfDemoted yields to other links if a Learner has lowered the priority of the visit's link while it waited.
func (v *visit) yieldIfDemoted() outcome {
	learner := v.learner()
	if learner == nil || v.lease.Priority == seedPriority {
		return next
	}
	priority, ok := learner.Revise(v.lease.URL)
	if !ok || priority >= v.lease.Priority {
		return next
	}
	return outcome{way: yieldLease, priority: priority}
}

// Checkpoint is a copy of all that a strategy had learned after a lesson, that is, after learning from one page or sitemap.
type Checkpoint struct {
	Lesson   uint64                // the latest
	Strategy func(io.Writer) error // writes the state of the strategy
	Links    *frontier.Taught      // the priorities that it gave to links
	Paused   time.Duration         // how long nothing was learned meanwhile
}

// Keepable reports whether the crawl's strategy learns and can write what it has learned to a checkpoint.
func (c *Crawl) Keepable() bool {
	_, ok := c.learner().(ranker.Keepable)
	return ok
}

// Checkpoint copies what the strategy has learned. The result is nil if the strategy cannot be copied, or while a renewal replaces the
// strategy. Some pages from which the strategy has learned may not be stored yet: see SettledLesson.
func (c *Crawl) Checkpoint() *Checkpoint {
	if !c.judging.mu.TryRLock() { // a renewal puts another strategy in its place
		return nil
	}
	defer c.judging.mu.RUnlock()
	strategy, ok := c.learner().(ranker.Keepable)
	if !ok {
		return nil
	}
	strategy.PrepareState()
	c.frontier.PrepareTaught()
	c.lessons.mu.Lock()
	defer c.lessons.mu.Unlock()
	if c.lessons.unknown {
		return nil
	}
	began := time.Now()
	cp := &Checkpoint{Lesson: c.lessons.latest, Strategy: strategy.State(), Links: c.frontier.Taught()}
	cp.Paused = time.Since(began)
	return cp
}

// SettledLesson returns the number of the latest lesson up to which the pages of all lessons are stored; a lesson is a page or sitemap from
// which the strategy learned. ok is false if a lesson was lost, because then learning again from the stored pages does not give the state that
// the strategy has.
func (c *Crawl) SettledLesson() (lesson uint64, ok bool) {
	lesson = c.lessons.settled()
	c.lessons.mu.Lock()
	defer c.lessons.mu.Unlock()
	return lesson, !c.lessons.unknown
}

// Restore reads a Checkpoint of size bytes into a strategy that has learned nothing yet. lesson is the Checkpoint's lesson, and the
// frontier must have the Checkpoint's priorities. After an error the crawl needs another new strategy: see ReplaceStrategy.
func (c *Crawl) Restore(lesson uint64, r io.Reader, size int64) error {
	c.lessons.latest = lesson
	return c.learner().(ranker.Keepable).Restore(r, size)
}

// ReplaceStrategy replaces the crawl's strategy by s. It may be called only before the strategy has learned anything.
func (c *Crawl) ReplaceStrategy(s ranker.Strategy) { c.setVerdicts(c.judging.now.Load().judge, s) }

// TeachSince lets the strategy learn again from stored pages as Teach does, but only from pages that come after the lesson given to Restore.
func (c *Crawl) TeachSince(ctx context.Context, db *store.DB, progress func(pages int)) error {
	t := c.NewTeacher(db, c.strategy())
	t.unnumbered, t.lesson = true, c.lessons.latest
	return c.replay(ctx, t, progress, func(*ReplayedPage, []ranker.Score) error { return nil })
}
