package jobs

import (
	"math"

	"gannet/job"
	"gannet/job/kind"
)

// Rules judges the kind of a page by a few rules, for comparison with the model. A page that is not about jobs is Other. A page about jobs
// is a list if it has many links or headings that look like job titles, and no long text between links.
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
