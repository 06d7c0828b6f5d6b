package eval

import (
	"context"
	"io"
	"strconv"

	"github.com/a-h/templ"

	"gannet/internal/htmlfile"
)

// shownReport is a report in the form in which its HTML page shows it.
type shownReport struct {
	*Report
	Names           []string // of the strategies
	Marks           []string
	Recall, Harvest templ.Component
	Rows            []shownStrategy
	Topics          []shownTopic
	Clock           bool // crawls have a delay, so that their hours differ
}

// shownStrategy is a strategy's row of a table.
type shownStrategy struct {
	Name      string
	Area, SD  float64 // over topics, or of a topic over its draws
	Hours     float64
	Best      bool // of those that a crawl can follow
	Width     float64
	Precision []string // at each mark, "" where no topic is large enough
}

// shownTopic is the comparison on one topic.
type shownTopic struct {
	Name    string
	Pages   int // to be found in the first draw
	Picture templ.Component
	Rows    []shownStrategy
}

// WriteHTML writes the report as one HTML page, which needs neither network nor scripts.
func (r *Report) WriteHTML(w io.Writer) (err error) {
	p := shownReport{Report: r, Names: r.strategies, Marks: r.marksOf()}
	recall, harvest := r.Charts()
	if p.Recall, err = htmlfile.Picture(recall); err != nil {
		return err
	}
	if p.Harvest, err = htmlfile.Picture(harvest); err != nil {
		return err
	}
	for _, s := range r.strategies {
		p.Rows = append(p.Rows, r.shown(s))
		p.Clock = p.Clock || r.Mean[s].Hours > 0
	}
	compareRows(p.Rows)
	for _, topic := range r.topics() {
		shown, err := r.shownTopic(topic)
		if err != nil {
			return err
		}
		p.Topics = append(p.Topics, shown)
	}
	return p.page().Render(context.Background(), w)
}

// shown returns the means of a strategy.
func (r *Report) shown(strategy string) shownStrategy {
	m := r.Mean[strategy]
	s := shownStrategy{Name: strategy, Area: m.Area.Mean, SD: m.Area.SD, Hours: m.Hours}
	for _, key := range r.marksOf() {
		at := ""
		if p, known := m.Precision[key]; known {
			at = strconv.FormatFloat(p.Mean, 'f', 2, 64)
		}
		s.Precision = append(s.Precision, at)
	}
	return s
}

// shownTopic returns the means of all strategies over the draws of a topic.
func (r *Report) shownTopic(topic string) (t shownTopic, err error) {
	t.Name, t.Pages = topic, r.pages()[topic]
	for _, s := range r.strategies {
		var areas []float64
		row := shownStrategy{Name: s}
		for _, x := range r.Results {
			if x.Topic == topic && x.Strategy == s {
				areas = append(areas, x.Area)
				row.Hours += x.Hours
			}
		}
		m := moments(areas)
		row.Area, row.SD, row.Hours = m.Mean, m.SD, row.Hours/float64(max(1, len(areas)))
		t.Rows = append(t.Rows, row)
	}
	compareRows(t.Rows)
	recall, _ := r.charts(topic, topic)
	t.Picture, err = htmlfile.Picture(recall)
	return t, err
}

// compareRows marks the best strategy among those that a crawl can use, and sets the widths of bars.
func compareRows(rows []shownStrategy) {
	best := -1
	for i := range rows {
		s := &rows[i]
		s.Width = 100 * max(0, s.Area)
		cannot := s.Name == PeekName || s.Name == OracleName
		if !cannot && (best < 0 || s.Area > rows[best].Area) {
			best = i
		}
	}
	if best >= 0 {
		rows[best].Best = true
	}
}
