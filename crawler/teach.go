package crawler

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"gannet/crawler/scope"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/ranker"
	"gannet/store"
)

// Teach replays the stored pages of earlier runs to a strategy that learns, so that the strategy knows again what it had learned. Teach then
// restores the current priorities of queued links, because the frontier stores only the first priority of each. progress is called after
// every page.
func (c *Crawl) Teach(ctx context.Context, db *store.DB, progress func(pages int)) error {
	if !c.Learns() {
		return nil
	}
	return c.replay(ctx, c.NewTeacher(db, c.strategy()), progress, func(*ReplayedPage, []ranker.Score) error { return nil })
}

// replay teaches all lessons in their order, and calls use with the scores of each page. At the end it sets the priorities of queued links to their
// latest ones.
func (c *Crawl) replay(ctx context.Context, t *Teacher, progress func(pages int), use func(*ReplayedPage, []ranker.Score) error) error {
	pages := 0
	t.history.judgedAgain = c.judging.again
	err := t.teach(math.MaxUint64, func(p *ReplayedPage, scores []ranker.Score) error {
		if err := use(p, scores); err != nil {
			return err
		}
		if !p.isSitemap() {
			pages++
		}
		progress(pages)
		return ctx.Err()
	})
	if err != nil || !c.Learns() {
		return err
	}
	latest, err := t.db.LatestLesson()
	if err != nil {
		return err
	}
	c.lessons.latest = max(c.lessons.latest, latest)
	return c.frontier.Reorder(c.clock.Now(), t.Orders())
}

// Teacher replays stored pages to a new strategy, each page once. It is not safe for concurrent use.
type Teacher struct {
	db         *store.DB
	history    *History
	unnumbered bool               // the pages without a lesson were taught
	lesson     uint64             // that was taught last
	pages      pageSource         // see SetPages; may be nil
	relearner  ranker.Relearner   // the strategy, while it learns in the faster way; else nil
	last       map[uint64]float32 // by the fingerprint of a link: its priority
}

// NewTeacher returns the teacher of a new strategy. It treats all stored topic probabilities as results of the latest renewal. A
// ranker.Relearner learns the pages before that renewal by its faster method.
func (c *Crawl) NewTeacher(db *store.DB, strategy ranker.Strategy) *Teacher {
	h := NewHistory(db, strategy)
	h.learned, h.scope, h.crawl, h.maxDepth, h.judgedAgain = db, c.scope, c, c.limits.Depth, math.MaxUint64
	h.agent, h.jobs = c.robots.Agent(), c.jobs != nil
	return &Teacher{db: db, history: h, last: make(map[uint64]float32)}
}

// relearn switches a Relearner to its faster way of learning if the next lesson was before the latest renewal, and back if it was not.
func (t *Teacher) relearn(next *store.Lesson) {
	before := t.history.judgedAgain > 0 && (next == nil || next.Number <= t.history.judgedAgain)
	if !before {
		t.endRelearning()
	} else if relearner, ok := t.history.strategy.(ranker.Relearner); ok && t.relearner == nil {
		t.relearner = relearner
		relearner.BeginRelearning()
	}
}

// endRelearning notes the priorities of all links that were learned again.
func (t *Teacher) endRelearning() {
	if t.relearner == nil {
		return
	}
	t.relearner.EndRelearning()
	t.note(t.relearner.Revised())
	t.relearner = nil
}

// NewTeacherSince returns the teacher of a strategy that has already learned the lessons up to and including lesson; 0 is for a new
// strategy. judgedAgain is the number of the last lesson before the latest renewal. Links to PDF files that the crawl left out are treated
// as followed.
func NewTeacherSince(db *store.DB, strategy ranker.Strategy, rules *scope.Scope, maxDepth int, lesson, judgedAgain uint64) *Teacher {
	h := NewHistory(db, strategy)
	h.learned, h.scope, h.maxDepth, h.judgedAgain = db, rules, maxDepth, judgedAgain
	return &Teacher{db: db, history: h, unnumbered: lesson > 0, lesson: lesson, last: make(map[uint64]float32)}
}

// SetVerdicts sets the topic probabilities of pages, by page number. They replace those in the store.
func (t *Teacher) SetVerdicts(verdicts map[uint64]float64) { t.history.verdicts = verdicts }

// SetPages sets a function that returns a stored page by its URL in parsed form, so that the teacher need not parse it again. The page must
// be as it was when the crawl learned from it, but needs no text. showsJobs says whether its links to PDF files were followed. If the
// function returns a nil page, the teacher parses the stored one.
func (t *Teacher) SetPages(pages func(url string) (page *features.Page, showsJobs bool)) {
	t.pages = pages
}

type pageSource func(url string) (page *features.Page, showsJobs bool)

// Teach teaches the strategy all lessons that it does not know yet, up to and including the number upTo, in their order. The pages of these
// lessons must be stored.
func (t *Teacher) Teach(ctx context.Context, upTo uint64) error {
	return t.teach(upTo, func(*ReplayedPage, []ranker.Score) error { return ctx.Err() })
}

// TeachAll teaches all remaining lessons to the strategy. The teacher cannot be used afterwards. progress is called after every page.
func (t *Teacher) TeachAll(ctx context.Context, progress func(pages int)) error {
	pages := 0
	err := t.teach(math.MaxUint64, func(p *ReplayedPage, _ []ranker.Score) error {
		if !p.isSitemap() {
			pages++
			progress(pages)
		}
		return ctx.Err()
	})
	t.endRelearning()
	return err
}

// teach does what Teach does, and calls use with the scores of each page.
func (t *Teacher) teach(upTo uint64, use func(*ReplayedPage, []ranker.Score) error) error {
	taught := func(p *ReplayedPage) error { return use(p, t.rank(p)) }
	if !t.unnumbered {
		urls, err := t.unnumberedPages()
		if err != nil {
			return err
		}
		if err := t.history.eachOf(urls, taught); err != nil {
			return err
		}
		t.unnumbered = true
	}
	var lessons []*store.Lesson
	err := t.db.Lessons(t.lesson, func(l *store.Lesson) error {
		if l.Number <= upTo {
			lessons = append(lessons, l)
		}
		return nil
	})
	if err != nil || len(lessons) == 0 {
		return err
	}
	t.lesson = lessons[len(lessons)-1].Number
	return eachRead(t.history, lessons, t.read, taught)
}

// unnumberedPages returns the URLs of pages that were kept before there were lessons, in the order of fetching.
func (t *Teacher) unnumberedPages() (urls []string, err error) {
	last, err := t.db.LastUnnumbered()
	if err != nil || last == 0 {
		return nil, err
	}
	return t.history.fetchedWhere(func(p *store.Page) bool { return p.Seq <= last })
}

// read reads the page or the sitemap of a lesson.
func (t *Teacher) read(l *store.Lesson) (*ReplayedPage, error) {
	if s := l.Sitemap; s != nil {
		page := listPage(s.URL, s.Links)
		kept := &store.Page{URL: s.URL, Depth: s.Depth, Score: s.Probability}
		return &ReplayedPage{Kept: kept, Lesson: l, Source: &ranker.Source{Page: page, Followed: mayFollow(page)}}, nil
	}
	kept, page, showsJobs, replaced, err := t.pageOf(l.Page)
	if errors.Is(err, store.ErrNotFound) { // taken out by a repair
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var p *ReplayedPage
	if page != nil {
		p = t.history.replayed(kept, page)
		p.remembered, p.showsJobs = true, showsJobs
	} else {
		p, err = t.history.parse(kept)
	}
	if err == nil {
		p.Lesson, p.Replaced = l, replaced
	}
	return p, err
}

// pageOf returns a kept page as it was learned from. page is nil if it has to be read from its source.
func (t *Teacher) pageOf(number uint64) (kept *store.Page, page *features.Page, showsJobs, replaced bool, err error) {
	if t.pages != nil {
		kept, replaced, err = t.db.LookupNumber(number)
		if err == nil {
			page, showsJobs = t.pages(kept.URL)
		}
		if page != nil || err != nil {
			return kept, page, showsJobs, replaced, err
		}
	}
	kept, replaced, err = t.db.GetLearned(number)
	return kept, nil, false, replaced, err
}

// rank ranks the links of a page, and notes the priorities that it changes.
func (t *Teacher) rank(p *ReplayedPage) []ranker.Score {
	t.relearn(p.Lesson)
	scores, revised := t.history.Rank(p)
	t.note(revised)
	if t.relearner != nil {
		return scores
	}
	for i := range scores {
		if p.Source.Followed[i] && !scores[i].Skip {
			t.last[weburl.Fingerprint(p.Source.Page.Links[i].URL)] = scores[i].Priority
		}
	}
	return scores
}

func (t *Teacher) note(revised []ranker.Revision) {
	for _, r := range revised {
		t.last[r.Fingerprint] = r.Priority
	}
}

// Priority returns the priority that the taught strategy gave a link. The second result is false if the strategy gave the link none.
func (t *Teacher) Priority(url string) (float32, bool) {
	priority, ok := t.last[weburl.Fingerprint(url)]
	return priority, ok
}

// Orders lists the priorities that the taught strategy gave to links, sorted by the fingerprint of the link's URL. The teacher cannot be used
// afterwards.
func (t *Teacher) Orders() []frontier.Order {
	t.endRelearning()
	orders := make([]frontier.Order, 0, len(t.last))
	for fingerprint, priority := range t.last {
		orders = append(orders, frontier.Order{Fingerprint: fingerprint, Priority: priority})
	}
	slices.SortFunc(orders, func(a, b frontier.Order) int { return cmp.Compare(a.Fingerprint, b.Fingerprint) })
	return orders
}

// rebuildBatch is how many kept pages are pushed at once.
const rebuildBatch = 512

// Rebuild fills a lost frontier again from the pages that earlier runs stored. It first marks the stored pages as fetched, so that the
// budgets of hosts hold. It then adds the links of each page as the page's visit did, and teaches a strategy that learns, as Teach does.
// Links that led to no stored page are fetched again, and redirects and sitemaps are found again through links and robots.txt. After a
// failure, Rebuild may be called again. progress is called after every page.
func (c *Crawl) Rebuild(ctx context.Context, db *store.DB, progress func(pages int)) error {
	r := rebuild{c, db, make(map[uint64]bool)}
	if err := r.pushKeptPages(ctx); err != nil {
		return err
	}
	err := c.replay(ctx, c.NewTeacher(db, c.strategy()), progress, func(p *ReplayedPage, scores []ranker.Score) error {
		if !p.isSitemap() && !p.Replaced { // what a page has since comes last
			r.learned[p.Kept.Seq] = true
		}
		c.push(r.linksOf(p, scores, true))
		return c.activity.failed()
	})
	if err == nil {
		err = r.pushOtherLinks(ctx, progress)
	}
	return errors.Join(err, c.activity.failed())
}

// rebuild fills the frontier of a crawl from its store.
type rebuild struct {
	*Crawl
	db      *store.DB
	learned map[uint64]bool // numbers of pages whose links were pushed in the order of learning
}

// pushOtherLinks pushes the links of pages that no strategy learned from.
func (r rebuild) pushOtherLinks(ctx context.Context, progress func(pages int)) error {
	pages := len(r.learned)
	h := r.NewTeacher(r.db, r.strategy()).history
	urls, err := h.fetchedWhere(func(p *store.Page) bool { return !r.learned[p.Seq] })
	if err != nil {
		return err
	}
	return h.eachOf(urls, func(p *ReplayedPage) error {
		scores := make([]ranker.Score, len(p.Source.Page.Links))
		if learner := r.learner(); learner != nil {
			learner.Preview(p.Source, scores)
		} else {
			scores, _ = h.Rank(p)
		}
		r.push(r.linksOf(p, scores, false))
		pages++
		progress(pages)
		return errors.Join(r.activity.failed(), ctx.Err())
	})
}

// pushKeptPages makes every kept page known to the frontier as fetched.
func (r rebuild) pushKeptPages(ctx context.Context) error {
	var batch []frontier.Link
	flush := func() error {
		if _, err := r.frontier.Push(r.clock.Now(), batch); err != nil {
			return err
		}
		batch = batch[:0]
		return errors.Join(r.finishKeptPages(), ctx.Err())
	}
	err := r.db.EachWithoutBody(func(p *store.Page) error {
		link, err := seedLink(p.URL)
		if err != nil {
			return nil // such a URL cannot be fetched again either
		}
		if batch = append(batch, link); len(batch) < rebuildBatch {
			return nil
		}
		return flush()
	})
	if err != nil {
		return err
	}
	return flush()
}

// finishKeptPages takes the links of kept pages, which come first, and ends their leases without a request.
func (r rebuild) finishKeptPages() error {
	for {
		lease, _, err := r.frontier.Take(r.clock.Now())
		if errors.Is(err, frontier.ErrEmpty) || errors.Is(err, frontier.ErrWait) {
			return nil
		}
		if err != nil {
			return err
		}
		kept := r.db.Has(lease.URL)
		if kept {
			r.endLease(lease, endWith(frontier.Outcome{Result: frontier.Finish, Unasked: true}))
		} else {
			r.endLease(lease, unvisited)
		}
		if err := r.activity.failed(); err != nil || !kept {
			return err
		}
	}
}

// linksOf returns the links of a replayed page as its visit pushed them.
func (r rebuild) linksOf(p *ReplayedPage, scores []ranker.Score, learned bool) (links []frontier.Link) {
	s := p.Source
	t := trail{depth: uint16(min(s.Depth, math.MaxUint16)), parent: float32(s.Parent)}
	if p.isSitemap() {
		t.kind = kindSitemap
	}
	child := t.child(s.Page.URL, s.Probability)
	child.pdf = r.showsJobs(s.Page, p.Kept.Fetched)
	for i := range s.Page.Links {
		l := &s.Page.Links[i]
		if !s.Followed[i] || scores[i].Skip {
			continue
		}
		child.inherited, child.anchor = scores[i].Inherited, s.Page.TextOf(l.Anchor)
		links = append(links, frontier.Link{
			URL: l.URL, Host: weburl.Host(l.URL), Priority: scores[i].Priority, Data: child.appendTo(nil),
			Replace: learned && r.learner() != nil, OnlyNew: !learned && r.learner() != nil,
		})
	}
	return links
}
