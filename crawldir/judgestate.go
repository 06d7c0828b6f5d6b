package crawldir

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/zeebo/xxh3"

	"gannet/internal/wholefile"
	"gannet/store"
	"gannet/topic"
	"gannet/topic/judge"
)

// judgeKey is the key of the JudgeState in the store's meta data. A crawl whose topic came with a classifier has none.
const judgeKey = "judge"

// JudgeState says how well the topic of a crawl is known that was learned from its seeds.
type JudgeState struct {
	Pages    int `json:"pages"`    // that were judged together last
	Seeds    int `json:"seeds"`    // of these, the seeds
	Keywords int `json:"keywords"` // of the topic
	judge.Certainty
}

// heldJudge returns the state of the crawl in a store, false if its verdicts do not change.
func heldJudge(db store.Reader) (s JudgeState, ok bool, err error) {
	ok, err = db.Meta(judgeKey, &s)
	return s, ok, err
}

// Judge returns how well the topic is known, false if it came with a classifier, or if the crawl is of an earlier version.
func (r *Reader) Judge() (s JudgeState, ok bool, err error) { return heldJudge(r.Store) }

// keptPage is a kept page with its verdict.
type keptPage struct {
	seq      uint64
	url      string
	seed     bool
	fetched  time.Time
	judged   bool // together with others
	score    float64
	relevant bool
}

// maxJudged is how many pages are judged together. More would take long and much memory, and would hardly say more.
const maxJudged = 8000

// sampleOf returns the indexes of at most maxJudged pages: the seeds, and a sample of the others by their URLs.
func sampleOf(pages []keptPage) []int {
	all := make([]int, len(pages))
	for i := range all {
		all[i] = i
	}
	if len(all) <= maxJudged {
		return all
	}
	key := func(i int) uint64 {
		if pages[i].seed {
			return 0
		}
		return xxh3.HashString(pages[i].url)
	}
	slices.SortFunc(all, func(a, b int) int { return cmp.Or(cmp.Compare(key(a), key(b)), cmp.Compare(a, b)) })
	all = all[:maxJudged]
	slices.Sort(all)
	return all
}

// verdictBatch is how many verdicts are written in one transaction.
const verdictBatch = 2000

// writeVerdicts writes the verdicts into the store, and the classifier into the topic's file.
func (r *renewal) writeVerdicts(ctx context.Context, pages []keptPage, classifier *topic.Classifier) error {
	var batch []store.Verdict
	for i := range pages {
		p := &pages[i]
		p.relevant = p.score >= r.threshold()
		batch = append(batch, store.Verdict{Page: p.seq, Score: p.score, Relevant: p.relevant})
	}
	for part := range slices.Chunk(batch, verdictBatch) {
		if err := r.store.Rejudge(part); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	t := *r.topic
	t.Classifier = classifier
	return r.saveTopic(&t)
}

// saveTopic writes a topic that was learned anew, and its copy in the store. The crawl goes on with what the file says, whose
// weights are rounded, as the next run will.
func (r *renewal) saveTopic(t *topic.Topic) error {
	var buf bytes.Buffer
	if err := t.Write(&buf); err != nil {
		return err
	}
	if err := replaceCopy(r.store, TopicFile, buf.Bytes()); err != nil {
		return err
	}
	if err := wholefile.Write(r.path(TopicFile), buf.Bytes()); err != nil {
		return err
	}
	written, err := topic.Read(&buf)
	if err == nil {
		r.topic = written
	}
	return err
}

// newJudgeState returns the state after pages were judged.
func newJudgeState(t *topic.Topic, pages []keptPage) JudgeState {
	s := JudgeState{Pages: len(pages), Keywords: len(t.Keywords)}
	var probabilities []float64
	var relevant []bool
	for i := range pages {
		if pages[i].seed {
			s.Seeds++
		}
		probabilities, relevant = append(probabilities, pages[i].score), append(relevant, pages[i].relevant)
	}
	s.Certainty = judge.CertaintyOf(probabilities, relevant)
	return s
}

// threshold returns the probability from which a page is relevant.
func (c *Crawl) threshold() float64 {
	if c.o.Precise {
		return max(c.o.Limits.Threshold, judge.PreciseThreshold)
	}
	return c.o.Limits.Threshold
}

// Judge is that of Reader, as of the last time that pages were judged together.
func (c *Crawl) Judge() (s JudgeState, ok bool, err error) { return heldJudge(c.store) }
