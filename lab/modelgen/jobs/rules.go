package jobs

import (
	"math"

	"gannet/job"
	"gannet/job/kind"
)

// Rules judges a page by rules written by hand, which serve for comparison. A page is Other unless it is about jobs. If it is, and has many links or
// headings that look like job titles but no long text between links, it is a list.
func Rules(v *kind.Vector) job.Kind {
	marked := v[kind.MarkedOnce] > 0
	switch {
	case v[kind.JobsOdds] < 0 && !marked:
		return job.Other
	case marked:
		return job.Detail
	case v[kind.LongestText] < math.Log1p(120) && (v[kind.TitledLinks] > math.Log1p(5) || v[kind.TitledHeads] > math.Log1p(5)):
		return job.Listing
	}
	return job.Detail
}

// JudgeByRules returns each page's kind by Rules. change, if not nil, alters the measures first.
func (s *Study) JudgeByRules(change func(*kind.Vector)) []job.Kind {
	judged := make([]job.Kind, len(s.Pages))
	for i, v := range s.Measures {
		if change != nil {
			change(&v)
		}
		judged[i] = Rules(&v)
	}
	return judged
}
