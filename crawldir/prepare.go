package crawldir

import (
	"cmp"
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"

	"gannet/crawler"
	"gannet/features"
	"gannet/internal/wholefile"
	"gannet/ranker"
	"gannet/topic"
	"gannet/topic/judge"
)

// preparedRenewal is the new verdicts on the pages that were kept when it was prepared.
type preparedRenewal struct {
	pages    []*keptPage
	scores   map[uint64]float64 // by the page's number
	topic    *topic.Topic       // with the new classifier, as its file will say it
	file     []byte             // of the topic
	answers  int                // of people, that taught
	strategy ranker.Strategy    // that learned from these pages; nil if none is wanted
	teacher  *crawler.Teacher
}

// Prepare implements crawler.Renewal: it does in advance the slow part of judging all pages again, while the crawl continues.
func (r *renewal) Prepare(ctx context.Context) error {
	defer r.checkpoints.postpone()()
	p, err := r.prepare(ctx, r.crawl.Learns())
	if err != nil {
		return err
	}
	r.prepared = p
	return r.write(ctx, p)
}

// prepare judges the pages kept so far, and teaches a new strategy by the new verdicts. Nothing of that is written yet: the
// checkpoint holds until it is.
func (r *renewal) prepare(ctx context.Context, teach bool) (*preparedRenewal, error) {
	lesson, _ := r.crawl.SettledLesson() // later ones may be of pages that are judged at the end
	pages, err := r.keptPages()
	if err != nil {
		return nil, err
	}
	r.log.Info("judging the kept pages again", "pages", len(pages))
	answers := r.answers.teaching()
	classifier, err := r.judgePages(ctx, pages, answers)
	if err != nil {
		return nil, err
	}
	p := &preparedRenewal{scores: make(map[uint64]float64, len(pages)), answers: len(answers)}
	for i := range pages {
		p.pages, p.scores[pages[i].seq] = append(p.pages, &pages[i]), pages[i].score
	}
	if p.topic, p.file, err = rounded(r.topic, classifier); err != nil || !teach {
		return p, err
	}
	if p.strategy, err = r.order.strategy(p.topic, r.model); err != nil {
		return nil, err
	}
	p.teacher = r.crawl.NewTeacher(r.store, p.strategy)
	p.teacher.SetVerdicts(p.scores)
	p.teacher.SetPages(r.pages.of)
	return p, p.teacher.Teach(ctx, lesson)
}

// write writes the new verdicts, and then the topic with its new classifier. From now on the checkpoint does not fit.
func (r *renewal) write(ctx context.Context, p *preparedRenewal) error {
	if err := r.checkpoints.suspend(); err != nil {
		return err
	}
	r.state.Writing = true
	if err := r.store.SetMeta(judgeKey, r.state); err != nil {
		return err
	}
	if err := r.writeVerdicts(ctx, p.pages); err != nil {
		return err
	}
	p.pages = nil
	if err := replaceCopy(r.store, TopicFile, p.file); err != nil {
		return err
	}
	r.topic = p.topic
	return wholefile.Write(r.path(TopicFile), p.file)
}

// judgePages judges a sample of the pages together, using the answers of people about some of them, and the other pages by the classifier that
// results. It returns this classifier, or the previous one if there are too few pages.
func (r *renewal) judgePages(ctx context.Context, pages []keptPage, answers map[string]bool) (*topic.Classifier, error) {
	sample, others := sampleOf(pages, answers)
	read := make([]judge.Page, len(sample))
	err := r.eachOf(ctx, sample, func(i int) (err error) {
		read[i], err = r.judgedPage(sample[i])
		return err
	})
	if err != nil {
		return nil, err
	}
	measured, err := r.judge.Measure(read)
	if err != nil {
		return nil, err
	}
	judgement := measured.Taught(answersOn(sample, answers))
	for i, p := range sample {
		p.setScore(judgement.Probabilities[i], r.threshold())
	}
	classifier := cmp.Or(judgement.Classifier, r.topic.Classifier)
	return classifier, r.judgeAlone(ctx, classifier, others)
}

// answersOn returns the answers by the indexes of pages.
func answersOn(pages []*keptPage, answers map[string]bool) map[int]bool {
	on := make(map[int]bool)
	for i, p := range pages {
		if yes, ok := answers[p.url]; ok {
			on[i] = yes
		}
	}
	return on
}

// judgedPage returns what the judge knows of a page.
func (r *renewal) judgedPage(p *keptPage) (page judge.Page, err error) {
	if page, ok := r.pages.judged(p.url); ok {
		page.Seed = p.seed
		return page, nil
	}
	err = r.read(p.url, func(read *features.Page) { page = judge.NewPage(read, p.seed) })
	return page, err
}

// judgeAlone judges pages one by one.
func (r *renewal) judgeAlone(ctx context.Context, c *topic.Classifier, pages []*keptPage) error {
	return r.eachOf(ctx, pages, func(i int) error {
		return r.read(pages[i].url, func(p *features.Page) { pages[i].setScore(c.Probability(p), r.threshold()) })
	})
}

// read gives a page to use. It reads the page's source only if this run has not read it before. If the page was removed after it was listed, it reads
// the canonical page instead.
func (r *renewal) read(url string, use func(*features.Page)) error {
	if r.pages.use(url, use) {
		return nil
	}
	kept, err := r.store.Get(url)
	if err != nil {
		return err
	}
	reader := r.readers.Get().(*features.Reader)
	defer r.readers.Put(reader)
	page, err := reader.ReadSource(kept.Source())
	if err == nil && r.o.Postings {
		crawler.AddUnshown(page)
	}
	if err == nil {
		use(page)
	}
	return err
}

// eachOf calls use with the indexes of pages, on all processors.
func (r *renewal) eachOf(ctx context.Context, pages []*keptPage, use func(i int) error) error {
	group, reading := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range pages {
		if reading.Err() != nil {
			break
		}
		group.Go(func() error { return use(i) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}
