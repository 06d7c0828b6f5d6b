package jobs

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"gannet/features"
	"gannet/job"
	"gannet/job/kind"
)

// Group returns the name of the kind of source from which a page comes.
func (p Page) Group() string {
	name, _, _ := strings.Cut(p.Source, "-")
	switch {
	case p.Generated:
		return "exercise site"
	case p.Real && (name == "enwiki6k" || name == "planetmath" || name == "uci"):
		return "frozen webs"
	case p.Real && p.Source == "articles":
		return "articles"
	case p.Real:
		return "real sites"
	case p.Kind != job.Other && name == "phrases":
		return "rendered phrases"
	case p.Kind != job.Other:
		return "rendered ads"
	case name == "service":
		return "rendered pages of boards and employers that are no postings"
	}
	return "other texts, rendered"
}

// Quality says how well models that have not seen a source judge its pages.
type Quality struct {
	Pages  int
	Right  float64 // share
	Alarms float64 // share of all negative pages taken for the topic
	Area   float64 // under the ROC curve of the source's pages against those of the other side
}

// Recall returns the recall for a source of positive pages, if they were mixed with equally many negative pages from all sources.
func (q Quality) Recall() float64 { return q.Right }

// Precision returns the precision for a source of positive pages, if they were mixed with equally many negative pages from all sources.
func (q Quality) Precision() float64 { return ratio(q.Right, q.Right+q.Alarms) }

// F1 returns the harmonic mean of Precision and Recall.
func (q Quality) F1() float64 { return ratio(2*q.Right, 1+q.Right+q.Alarms) }

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// TopicQuality measures the topic classifier by groups of pages. choose returns the name of a page's group, or "" to leave the page out.
// The positive pages of a group are compared with the negative pages of all sources, or its negative pages with all positive ones.
func (s *Study) TopicQuality(positive bool, choose func(p Page) string) map[string]Quality {
	var other []float64
	scores := map[string][]float64{}
	alarms, negatives := 0.0, 0.0
	for i, p := range s.Pages {
		if p.Vague {
			continue
		}
		is := p.Kind != job.Other
		if is != positive {
			other = append(other, s.Jobs[i])
		} else if name := choose(p); name != "" {
			scores[name] = append(scores[name], s.Jobs[i])
		}
		if !is {
			negatives++
			if s.Jobs[i] >= .5 {
				alarms++
			}
		}
	}
	slices.Sort(other)
	all := map[string]Quality{}
	for name, list := range scores {
		q := Quality{Pages: len(list), Alarms: alarms / negatives}
		for _, x := range list {
			if (x >= .5) == positive {
				q.Right += 1 / float64(len(list))
			}
			q.Area += below(other, x) / float64(len(list))
		}
		if !positive {
			q.Area = 1 - q.Area
		}
		all[name] = q
	}
	return all
}

// below returns the share of sorted numbers below x. Numbers equal to x count half.
func below(sorted []float64, x float64) float64 {
	low, _ := slices.BinarySearch(sorted, x)
	high := low
	for high < len(sorted) && sorted[high] == x {
		high++
	}
	return (float64(low) + float64(high-low)/2) / float64(max(1, len(sorted)))
}

// Judge returns the kind that a crawl would give to each page, by a classifier that was not trained on the page's source. There is one list
// of kinds for each of changes: a function that alters the measures of a page first, or nil.
func (s *Study) Judge(changes ...func(*kind.Vector)) ([][]job.Kind, error) {
	return s.judge(changes, func(c *kind.Classifier, p *features.Page, v *kind.Vector) job.Kind {
		of, _ := c.Judge(p, v)
		return of
	})
}

// JudgeByModel is like Judge, but uses only the model, without the rules that correct it.
func (s *Study) JudgeByModel(changes ...func(*kind.Vector)) ([][]job.Kind, error) {
	return s.judge(changes, func(c *kind.Classifier, _ *features.Page, v *kind.Vector) job.Kind { return c.ByModel(v) })
}

func (s *Study) judge(changes []func(*kind.Vector), by func(*kind.Classifier, *features.Page, *kind.Vector) job.Kind) ([][]job.Kind, error) {
	if err := s.learnParts(); err != nil {
		return nil, err
	}
	judged := make([][]job.Kind, len(changes))
	for k := range judged {
		judged[k] = make([]job.Kind, len(s.Pages))
	}
	return judged, s.each(func(i int, p *features.Page) {
		for k, change := range changes {
			v := s.Measures[i]
			if change != nil {
				change(&v)
			}
			judged[k][i] = by(s.parts[s.fold[i]], p, &v)
		}
	})
}

// learnParts learns the classifier of each part from the pages of the others, once.
func (s *Study) learnParts() error {
	for f := len(s.parts); f < Parts; f++ {
		m, err := s.Kinds(func(i int) bool { return s.fold[i] != f })
		if err != nil {
			return err
		}
		c, err := kind.New(m)
		if err != nil {
			return err
		}
		s.parts = append(s.parts, c)
	}
	return nil
}

// Unmarked sets the measures of schema.org markup to 0, as if a page had none.
func Unmarked(v *kind.Vector) { v[kind.MarkedOnce], v[kind.MarkedOften] = 0, 0 }

// foreign makes the measures of a page those that it would have without markup in a language that neither the topic's classifier nor the model of titles knows.
func foreign(v *kind.Vector) {
	Unmarked(v)
	v.SetForeign()
}

// KindsFile trains the model of page kinds on all pages, and returns its file.
func (s *Study) KindsFile() ([]byte, error) {
	m, err := s.Kinds(func(int) bool { return true })
	if err != nil {
		return nil, err
	}
	data, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return nil, fmt.Errorf("kinds: %w", err)
	}
	return append(data, '\n'), nil
}

// Confusion counts pages by their true kind (first index) and the judged kind (second index).
type Confusion [kinds][kinds]int

// Accuracy returns the share of pages whose kind is judged right.
func (c Confusion) Accuracy() float64 {
	right, all := 0, 0
	for k := range c {
		right += c[k][k]
		for _, n := range c[k] {
			all += n
		}
	}
	return ratio(float64(right), float64(all))
}

// Mean returns the share of pages that are judged right, computed for each kind and averaged over the kinds that have pages.
func (c Confusion) Mean() float64 {
	sum, there := 0.0, 0.0
	for k := range c {
		all := 0
		for _, n := range c[k] {
			all += n
		}
		if all > 0 {
			sum += float64(c[k][k]) / float64(all)
			there++
		}
	}
	return ratio(sum, there)
}

// Confuse counts judged kinds by group of pages. choose returns the name of a page's group, or "" to leave the page out.
func (s *Study) Confuse(judged []job.Kind, choose func(p Page) string) map[string]Confusion {
	all := map[string]Confusion{}
	for i, p := range s.Pages {
		if name := choose(p); name != "" {
			c := all[name]
			c[p.Kind][judged[i]]++
			all[name] = c
		}
	}
	return all
}

// KindFigures returns the shares of pages whose kind is judged right.
func (s *Study) KindFigures() (map[string]float64, error) {
	figures := map[string]float64{}
	judged, err := s.Judge(nil, Unmarked, foreign)
	if err != nil {
		return nil, err
	}
	for k, suffix := range []string{"", "_unmarked", "_foreign"} {
		for name, c := range s.Confuse(judged[k], func(p Page) string {
			switch p.Group() {
			case "real sites":
				return "real"
			case "frozen webs", "exercise site", "articles":
				return ""
			}
			return "rendered"
		}) {
			figures[name+suffix] = c.Accuracy()
			figures[name+"_mean"+suffix] = c.Mean()
		}
	}
	return figures, nil
}
