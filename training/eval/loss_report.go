package eval

// MeanLoss says for what reasons a strategy loses area, as means over topics of the means over draws.
type MeanLoss struct {
	Discovery    float64 `json:"discovery"`
	Waiting      float64 `json:"waiting"`
	Undiscovered float64 `json:"undiscovered"`
	To90         float64 `json:"to90"`      // fetches for each relevant page until recall is .9; 5 for a crawl that does not get there
	Reached90    float64 `json:"reached90"` // share of crawls that get there
	Dry          float64 `json:"dry"`       // share of crawls that --until-dry would end
	ToDry        float64 `json:"to_dry"`    // fetches for each relevant page until then; 5 for a crawl that goes on
	DryRecall    float64 `json:"dry_recall"`
	Hosts        float64 `json:"hosts"` // share of the hosts of relevant pages that were found
}

// meanLoss returns the means of a strategy.
func (r *Report) meanLoss(strategy string) MeanLoss {
	mean := func(figure func(Result) float64) float64 {
		return moments(values(r.byTopic(strategy, func(x Result) (float64, bool) { return figure(x), true }))).Mean
	}
	return MeanLoss{
		Discovery:    mean(func(x Result) float64 { return x.Discovery }),
		Waiting:      mean(func(x Result) float64 { return x.Waiting }),
		Undiscovered: mean(func(x Result) float64 { return x.Undiscovered }),
		To90:         mean(Result.relativeTo90),
		Reached90:    mean(func(x Result) float64 { return one(x.To90 != nil) }),
		Dry:          mean(func(x Result) float64 { return one(x.Dry != nil) }),
		ToDry:        mean(func(x Result) float64 { return float64(x.dryEnd()) / float64(x.Relevant) }),
		DryRecall:    mean(func(x Result) float64 { return x.DryRecall }),
		Hosts:        mean(func(x Result) float64 { return float64(x.Hosts) / float64(max(x.AllHosts, 1)) }),
	}
}

// relativeTo90 returns the number of fetches to a recall of .9, divided by the number of relevant pages.
func (x Result) relativeTo90() float64 {
	if x.To90 == nil {
		return 5
	}
	return float64(*x.To90) / float64(x.Relevant)
}

// dryEnd returns the number of fetches at which --until-dry would end a crawl, but at most that of the last counted fetch.
func (x Result) dryEnd() int {
	if x.Dry == nil {
		return 5 * x.Relevant
	}
	return *x.Dry
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
