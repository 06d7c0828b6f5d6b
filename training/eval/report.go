package eval

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gannet/ranker"
)

// curvePoints is the number of points of a Result's Curve: 20 for each multiple of the number of relevant pages, up to
// five.
const curvePoints = 101

// Result is the result of one crawl.
type Result struct {
	Strategy string  `json:"strategy"`
	Topic    string  `json:"topic"`
	Draw     int     `json:"draw"`
	Relevant int     `json:"relevant"` // pages to be found
	Fetched  int     `json:"fetched"`  // counted fetches
	Area     float64 `json:"area"`
	Hours    float64 `json:"hours,omitempty"` // by the crawl's clock, if there is a delay
	Loss
	Precision map[string]float64 `json:"precision"` // by number of fetches
	Recall    map[string]float64 `json:"recall"`
	Stops     []Stop             `json:"-"` // one for each of Options.Stops
	Curve     []float64          `json:"-"` // recall at fetches of 0, 0.05, ... 5 times Relevant
}

func newResult(strategy, topic string, draw, relevant int, c curve) Result {
	r := Result{
		Strategy: strategy, Topic: topic, Draw: draw, Relevant: relevant, Fetched: len(c), Area: c.area(relevant),
		Precision: make(map[string]float64), Recall: make(map[string]float64), Curve: make([]float64, curvePoints),
	}
	for _, n := range marks {
		if n > max(len(c), 5*relevant) {
			break
		}
		hits := float64(c.at(n))
		if fetched := min(n, len(c)); fetched > 0 {
			r.Precision[strconv.Itoa(n)] = hits / float64(fetched)
		}
		r.Recall[strconv.Itoa(n)] = hits / float64(relevant)
	}
	for i := range r.Curve {
		r.Curve[i] = float64(c.at(i*5*relevant/(curvePoints-1))) / float64(relevant)
	}
	return r
}

// Summary has the mean and deviation of a strategy's results over topics; the result of a topic is the mean of its draws. Precision and
// recall at a number of fetches are computed only from topics that are large enough.
type Summary struct {
	Area      Moments            `json:"area"`
	Topics    int                `json:"topics"`
	DrawSD    float64            `json:"draw_sd"`         // mean over topics of the deviation over draws
	Hours     float64            `json:"hours,omitempty"` // mean over topics, if there is a delay
	Way       *float64           `json:"way"`             // from the best baseline's mean area to peek's; null if peek's is not larger
	Loss      MeanLoss           `json:"loss"`
	Precision map[string]Moments `json:"precision"`
	Recall    map[string]Moments `json:"recall"`
}

// SkippedDraw is a draw of seeds that was left out, and why.
type SkippedDraw struct {
	Topic string `json:"topic"`
	Draw  int    `json:"draw"`
	Why   string `json:"why"`
}

// Name returns a name for the draw, such as "draw 1 of birds".
func (d SkippedDraw) Name() string { return fmt.Sprintf("draw %d of %s", d.Draw+1, d.Topic) }

// Report is the result of comparing strategies on one web.
type Report struct {
	Web          string             `json:"web"`
	Classifier   string             `json:"classifier"` // Labelled or FromSeeds
	Models       map[string]string  `json:"models"`     // names of the models of the strategies that have one
	Seed         uint64             `json:"seed"`
	Draws        int                `json:"draws"`
	Results      []Result           `json:"results"`
	Mean         map[string]Summary `json:"mean"`
	Paired       map[string]Paired  `json:"paired"`
	Skipped      map[string]string  `json:"skipped"`       // topics left out, and why
	SkippedDraws []SkippedDraw      `json:"skipped_draws"` // of the other topics

	strategies []string
}

func newReport(o Options, outcomes []outcome) *Report {
	r := &Report{
		Web: o.Name, Classifier: o.Classifier, Models: o.models(), Seed: o.Seed, Draws: o.Draws, Mean: make(map[string]Summary), Skipped: make(map[string]string),
		Results: []Result{}, strategies: o.names(),
	}
	r.addOutcomes(outcomes)
	all := make(map[string]areas)
	for _, s := range r.strategies {
		all[s] = r.areas(s)
		r.Mean[s] = r.summary(s)
	}
	r.Paired = paired(all)
	r.measureWay()
	return r
}

// addOutcomes adds results and skipped draws. A topic is counted with those of its draws that were not skipped.
func (r *Report) addOutcomes(outcomes []outcome) {
	for _, out := range outcomes {
		r.Results = append(r.Results, out.results...)
	}
	has := r.topics()
	for _, out := range outcomes {
		switch {
		case out.skipped == "":
		case slices.Contains(has, out.topic):
			r.SkippedDraws = append(r.SkippedDraws, SkippedDraw{out.topic, out.draw, out.skipped})
		default:
			r.Skipped[out.topic] = out.skipped
		}
	}
}

// areas returns a strategy's areas by topic and draw.
func (r *Report) areas(strategy string) areas {
	out := make(areas)
	for _, x := range r.Results {
		if x.Strategy == strategy {
			out[x.Topic] = append(out[x.Topic], x.Area)
		}
	}
	return out
}

// Compare compares the areas of a strategy, or of a partition given by its name, with those of another.
func (r *Report) Compare(name, against string) Paired {
	return compareAreas(against, r.areas(name), r.areas(against))
}

// measureWay sets Way, the position of each strategy's area between the best baseline's (0) and that of peek (1). A learned order should be above 0.
// No order that has to fetch a page first can be expected to reach 1.
func (r *Report) measureWay() {
	best := math.Inf(-1)
	for _, s := range ranker.Baselines() {
		if m, ok := r.Mean[s]; ok {
			best = max(best, m.Area.Mean)
		}
	}
	peek := r.Mean[PeekName].Area.Mean // 0 if it was not run, and so not above the best
	if math.IsInf(best, -1) || peek <= best {
		return
	}
	for s, m := range r.Mean {
		way := (m.Area.Mean - best) / (peek - best)
		m.Way = &way
		r.Mean[s] = m
	}
}

// byTopic returns the mean over draws of a figure of a strategy, for each topic that has the figure.
func (r *Report) byTopic(strategy string, figure func(Result) (float64, bool)) map[string]float64 {
	draws := make(map[string][]float64)
	for _, x := range r.Results {
		if v, ok := figure(x); ok && x.Strategy == strategy {
			draws[x.Topic] = append(draws[x.Topic], v)
		}
	}
	means := make(map[string]float64)
	for topic, xs := range draws {
		means[topic] = moments(xs).Mean
	}
	return means
}

func (r *Report) summary(strategy string) Summary {
	areas := r.areas(strategy)
	s := Summary{
		Area: moments(values(areas.means())), Topics: len(areas), Loss: r.meanLoss(strategy),
		Precision: make(map[string]Moments), Recall: make(map[string]Moments),
	}
	s.Hours = moments(values(r.byTopic(strategy, func(x Result) (float64, bool) { return x.Hours, true }))).Mean
	var deviations []float64
	for _, topic := range sortedKeys(areas) {
		deviations = append(deviations, moments(areas[topic]).SD)
	}
	s.DrawSD = moments(deviations).Mean
	for _, n := range marks {
		key := strconv.Itoa(n)
		if p := r.byTopic(strategy, func(x Result) (float64, bool) { v, ok := x.Precision[key]; return v, ok }); len(p) > 0 {
			s.Precision[key] = moments(values(p))
		}
		if p := r.byTopic(strategy, func(x Result) (float64, bool) { v, ok := x.Recall[key]; return v, ok }); len(p) > 0 {
			s.Recall[key] = moments(values(p))
		}
	}
	return s
}

// pages returns for each topic the number of pages to be found in its first draw that was not skipped.
func (r *Report) pages() map[string]int {
	out := make(map[string]int)
	for _, x := range r.Results {
		if _, known := out[x.Topic]; !known {
			out[x.Topic] = x.Relevant
		}
	}
	return out
}

// topics returns the names of the topics that have results, sorted.
func (r *Report) topics() []string {
	seen := make(map[string]bool)
	for _, x := range r.Results {
		seen[x.Topic] = true
	}
	return sortedKeys(seen)
}

// meanCurve returns the mean of a strategy's curves over the results of a topic, or over all results if the topic is "".
func (r *Report) meanCurve(strategy, topic string) []float64 {
	mean := make([]float64, curvePoints)
	n := 0
	for _, x := range r.Results {
		if x.Strategy == strategy && (topic == "" || x.Topic == topic) {
			n++
			for i, v := range x.Curve {
				mean[i] += v
			}
		}
	}
	for i := range mean {
		mean[i] /= float64(max(n, 1))
	}
	return mean
}

// marksOf returns the numbers of fetches at which any strategy has a precision.
func (r *Report) marksOf() []string {
	var out []string
	for _, n := range marks {
		key := strconv.Itoa(n)
		if slices.ContainsFunc(r.strategies, func(s string) bool { _, ok := r.Mean[s].Precision[key]; return ok }) {
			out = append(out, key)
		}
	}
	return out
}
