package crawldir

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/zeebo/xxh3"

	"gannet/store"
	"gannet/topic"
	"gannet/topic/judge"
)

// judgeKey is the key of the JudgeState in the store's meta data. A crawl whose topic came with a classifier has none.
const judgeKey = "judge"

// JudgeState says how reliable the topic probabilities of a crawl are, if its topic was learned from seeds.
type JudgeState struct {
	Pages    int    `json:"pages"`             // that were judged together last
	Seeds    int    `json:"seeds"`             // of these, the seeds
	Keywords int    `json:"keywords"`          // of the topic
	Answers  int    `json:"answers,omitempty"` // of people, that taught
	Lessons  uint64 `json:"lessons,omitempty"` // the latest lesson of the strategy by then
	Writing  bool   `json:"writing,omitempty"` // new verdicts are being written, or a crash ended that
	judge.Certainty
}

// heldJudge returns the state of the crawl in a store, false if its verdicts do not change.
func heldJudge(db store.Reader) (s JudgeState, ok bool, err error) {
	ok, err = db.Meta(judgeKey, &s)
	return s, ok, err
}

// Judge returns how reliable the topic probabilities of the crawl are. ok is false if the topic had a classifier from the beginning, or if
// an earlier version made the crawl.
func (r *Reader) Judge() (s JudgeState, ok bool, err error) { return heldJudge(r.Store) }

// keptPage is a kept page with its verdict.
type keptPage struct {
	seq      uint64
	url      string
	seed     bool
	fetched  time.Time
	score    float64
	relevant bool
}

func (p *keptPage) setScore(score, threshold float64) {
	p.score, p.relevant = score, score >= threshold
}

// inOrderOfFetching compares pages.
func inOrderOfFetching(a, b *keptPage) int {
	return cmp.Or(a.fetched.Compare(b.fetched), cmp.Compare(a.url, b.url))
}

// maxJudged is how many pages are judged together. More pages would take much time and memory, and would hardly improve the verdicts.
const maxJudged = 8000

// sampleOf returns at most maxJudged pages, in their order: the seeds, those that people have judged, and a sample of the others by
// their URLs. The pages that are left out come second.
func sampleOf(pages []keptPage, answers map[string]bool) (sample, others []*keptPage) {
	for i := range pages {
		sample = append(sample, &pages[i])
	}
	if len(sample) <= maxJudged {
		return sample, nil
	}
	key := func(p *keptPage) uint64 {
		if _, answered := answers[p.url]; p.seed || answered {
			return 0
		}
		return xxh3.HashString(p.url)
	}
	slices.SortStableFunc(sample, func(a, b *keptPage) int { return cmp.Compare(key(a), key(b)) })
	sample, others = sample[:maxJudged], sample[maxJudged:]
	slices.SortFunc(sample, inOrderOfFetching)
	return sample, others
}

// verdictBatch is how many verdicts are written in one transaction.
const verdictBatch = 2000

// writeVerdicts writes verdicts into the store.
func (r *renewal) writeVerdicts(ctx context.Context, pages []*keptPage) error {
	var batch []store.Verdict
	for _, p := range pages {
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
	return nil
}

// rounded returns a topic with a new classifier, and the file of the topic. The file has rounded weights, and the returned topic has the same rounded
// weights, so that this run and the next one judge alike.
func rounded(t *topic.Topic, classifier *topic.Classifier) (*topic.Topic, []byte, error) {
	renewed := *t
	renewed.Classifier = classifier
	var file bytes.Buffer
	if err := renewed.Write(&file); err != nil {
		return nil, nil, err
	}
	written, err := topic.Read(bytes.NewReader(file.Bytes()))
	return written, file.Bytes(), err
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

// Judge returns how reliable the topic probabilities of the crawl were when all pages were last judged again. ok is false if the topic had a
// classifier from the beginning, or if an earlier version made the crawl.
func (c *Crawl) Judge() (s JudgeState, ok bool, err error) { return heldJudge(c.store) }
