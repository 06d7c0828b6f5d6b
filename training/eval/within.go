package eval

import (
	"gannet/crawler/archive"
	"gannet/ranker"
)

// Within returns a strategy that is like s, but follows only links to pages of an archive. s must also be a ranker.Preparer.
func Within(s ranker.Learner, web *archive.Web) ranker.Learner { return within{s, web} }

type within struct {
	ranker.Learner
	web *archive.Web
}

func (w within) Prepare(src *ranker.Source) { w.Learner.(ranker.Preparer).Prepare(src) }

func (w within) Rank(src *ranker.Source, scores []ranker.Score) {
	w.Learner.Rank(src, scores)
	w.skipOthers(src, scores)
}

func (w within) Preview(src *ranker.Source, scores []ranker.Score) {
	w.Learner.Preview(src, scores)
	w.skipOthers(src, scores)
}

func (w within) skipOthers(src *ranker.Source, scores []ranker.Score) {
	for i := range scores {
		_, ok := w.web.Find(src.Page.Links[i].URL)
		scores[i].Skip = scores[i].Skip || !ok
	}
}
