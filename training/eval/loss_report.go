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

// writeLosses writes where each strategy loses area.
func (r *Report) writeLosses(p *printer) {
	p.printf("\n\nWhere area is lost: area + discovery + waiting is 1. Discovery is the time until a fetched page links to a relevant one. Waiting is\n" +
		"the time from then until it is fetched; an order that fetches one relevant page after the other has to wait, too, and its waiting is\n" +
		"subtracted. So waiting may be negative. never discovered is the share of relevant pages to which no fetched page linked. Fetches to a\n" +
		"recall of .9 are for each relevant page, 5 at most. hosts found is the share of the hosts with relevant pages that were found:\n\n" +
		"| strategy | area | discovery | waiting | never discovered | fetches to .9 | crawls that get there | hosts found |\n" +
		"|---|---|---|---|---|---|---|---|\n")
	for _, s := range r.strategies {
		m := r.Mean[s]
		p.printf("| %s | %.3f | %.3f | %.3f | %.2f | %.2f | %.2f | %.2f |\n", s, m.Area.Mean,
			m.Loss.Discovery, m.Loss.Waiting, m.Loss.Undiscovered, m.Loss.To90, m.Loss.Reached90, m.Loss.Hosts)
	}
	p.printf("\n\nWhich crawls `--until-dry` would end within five fetches for each relevant page. A crawl that it does not end counts with five:\n\n" +
		"| strategy | crawls that it ends | fetches for each relevant page | recall |\n|---|---|---|---|\n")
	for _, s := range r.strategies {
		l := r.Mean[s].Loss
		p.printf("| %s | %.2f | %.2f | %.3f |\n", s, l.Dry, l.ToDry, l.DryRecall)
	}
}
