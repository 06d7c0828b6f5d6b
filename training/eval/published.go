package eval

import (
	"math"
	"slices"
	"sync"

	"gannet/ranker"
	"gannet/topic"
)

// Orders that others have published, in our own code. Every link gets a score from the pages that link to it, and nothing is learned. Run compares
// them only if Options.Strategies contains their names, and crawls do not offer them.
const (
	// QMinName is the name of the strategy that orders links by the lowest quality of the pages that link to the target (Pezzuti, MacAvaney
	// and Tonellotto, "Neural Prioritisation for Web Crawling", ICTIR 2025). The quality of a page is its topic probability here.
	QMinName = "qmin"
	// ScoreFirstName is the name of the strategy that orders links by the score of the page on which a link was found first (QFirst of the
	// same paper). The score is the topic probability here.
	ScoreFirstName = "score-first"
	// SimilarityName is the name of the strategy of Apache Nutch's plugin scoring-similarity. The priority of a link is the cosine between
	// the words of its page and those of a text about the topic, here the pages of all seeds. A link that is found on several pages keeps
	// the highest value.
	SimilarityName = "similarity"
)

// Published returns the names of these strategies, which others have published.
func Published() []string { return slices.Clone(published) }

var published = []string{QMinName, ScoreFirstName, SimilarityName}

// sourceScores orders links by one score of the pages that link to them.
type sourceScores struct {
	name  string
	score func(src *ranker.Source) float32
	fold  func(before, now float32) float32 // of a link that is found on a further page

	mu      sync.Mutex         // guards the field below
	targets map[string]float32 // priorities by URL
}

// newPublished returns the order with one of the names of published.
func (d *draw) newPublished(name string) ranker.Strategy {
	s := &sourceScores{name: name, targets: make(map[string]float32)}
	s.score = func(src *ranker.Source) float32 { return float32(src.Probability) }
	switch name {
	case QMinName:
		s.fold = func(before, now float32) float32 { return min(before, now) }
	case ScoreFirstName:
		s.fold = func(before, _ float32) float32 { return before }
	case SimilarityName:
		text := d.seedWords()
		s.score = func(src *ranker.Source) float32 { return text.cosine(d.web.vectors[d.web.ids[src.Page.URL]]) }
		s.fold = func(before, now float32) float32 { return max(before, now) }
	}
	return s
}

func (s *sourceScores) Name() string { return s.name }

// Rank implements ranker.Strategy. It also replaces the priority of links that are queued already, because a Learner may do so.
func (s *sourceScores) Rank(src *ranker.Source, scores []ranker.Score) {
	now := s.score(src)
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range scores {
		url := src.Page.Links[i].URL
		priority := now
		if before, known := s.targets[url]; known {
			priority = s.fold(before, now)
		}
		s.targets[url] = priority
		scores[i] = ranker.Score{Priority: priority}
	}
}

func (s *sourceScores) Explain(src *ranker.Source, link int) []ranker.Reason {
	priority, _, _ := s.ReasonsOf(src.Page.Links[link].URL)
	return []ranker.Reason{{Name: s.name, Value: float64(priority), Weight: 1}}
}

func (*sourceScores) Learn(*ranker.Source) {}

func (s *sourceScores) Preview(src *ranker.Source, scores []ranker.Score) {
	for i := range scores {
		scores[i] = ranker.Score{Priority: s.score(src)}
	}
}

func (*sourceScores) Revise(string) (float32, bool) { return 0, false }

func (*sourceScores) Revised() []ranker.Revision { return nil }

func (s *sourceScores) ReasonsOf(url string) (float32, func() []ranker.Reason, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	priority, ok := s.targets[url]
	return priority, func() []ranker.Reason { return []ranker.Reason{{Name: s.name, Value: float64(priority), Weight: 1}} }, ok
}

// wordCounts counts the words of a text, and square is the sum of the squares of the counts.
type wordCounts struct {
	counts map[uint32]float64
	square float64
	query  *topic.Query // knows how rare words are
}

// commonIDF is the idf below which a word is a stop word: one page in four has it. Nutch has a list of stop words for that.
var commonIDF = math.Log(4)

// counts reports whether a word is counted. Stop words are not, nor are words of anchors, because they are about other pages.
func counts(query *topic.Query, term topic.Term) bool {
	idf, _ := query.Weigh(term.Word)
	return idf >= commonIDF && term.Field != topic.Anchor
}

// countWords counts the words of pages.
func countWords(query *topic.Query, pages ...topic.Vector) wordCounts {
	w := wordCounts{counts: make(map[uint32]float64), query: query}
	for _, page := range pages {
		for _, term := range page.Terms {
			if counts(query, term) {
				w.counts[term.Word] += float64(term.Count)
			}
		}
	}
	for _, n := range w.counts {
		w.square += n * n
	}
	return w
}

// seedWords counts the words of the seeds' pages.
func (d *draw) seedWords() wordCounts {
	pages := make([]topic.Vector, len(d.seeds))
	for i, id := range d.seeds {
		pages[i] = d.web.vectors[id]
	}
	return countWords(d.query, pages...)
}

// cosine returns the cosine with a page. Words are not weighted by rarity, as in Nutch.
func (w wordCounts) cosine(page topic.Vector) float32 {
	other := countWords(w.query, page)
	dot := 0.0
	for _, term := range page.Terms { // in a fixed order, so that the sum is always the same
		if counts(w.query, term) {
			dot += float64(term.Count) * w.counts[term.Word]
		}
	}
	if dot == 0 {
		return 0
	}
	return float32(dot / math.Sqrt(w.square*other.square))
}
