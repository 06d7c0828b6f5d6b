package web

import (
	"net/url"

	"gannet/store/postings"
	"gannet/web/jobmap"
)

// whereView shows where the jobs are, and counts them by region, occupation and week.
type whereView struct {
	Form   url.Values
	Map    *jobmap.Map // nil if no place is known
	Tables []countTable
	Jobs   int
}

func (v *whereView) title() string { return "Where the jobs are" }

// countTable has how many jobs have each value of a field.
type countTable struct {
	Name string
	Rows []countRow
	More int // values that have no row
}

// countRow is a value and its jobs.
type countRow struct {
	Value string
	Jobs  int
	Width float64 // of 100, against the largest number
}

const (
	mostCounted = 20000 // jobs
	mostValues  = 20    // rows of a table
)

func viewWhere(r *request) (view, error) {
	v := &whereView{Form: asked(r, "text", "company", "place", "occupation", "region")}
	q := postings.Query{
		Text: v.Form.Get("text"), Company: v.Form.Get("company"), Location: v.Form.Get("place"), Occupation: v.Form.Get("occupation"),
		Region: v.Form.Get("region"), State: postings.NotClosed, Newest: true, Limit: mostCounted,
	}
	spots := jobmap.NewSpots()
	regions, occupations, weeks := postings.NewCounts("region"), postings.NewCounts("occupation"), postings.NewCounts("week")
	err := r.Postings.Find(q, func(p *postings.Posting) error {
		v.Jobs++
		spots.Add(p)
		regions.Add(p)
		occupations.Add(p)
		weeks.Add(p)
		return nil
	})
	v.Map = spots.Map()
	v.Tables = []countTable{
		tableOf("Region", "region", regions), tableOf("Occupation", "occupation", occupations), tableOf("Week of posting", "week", weeks),
	}
	return v, err
}

// tableOf returns the largest counts of a field.
func tableOf(name, field string, counts *postings.Counts) countTable {
	list := counts.List()
	t := countTable{Name: name, More: max(0, len(list)-mostValues)}
	for _, c := range list[:len(list)-t.More] {
		t.Rows = append(t.Rows, countRow{postings.NameOfValue(field, c.Values[0]), c.Jobs, 100 * float64(c.Jobs) / float64(list[0].Jobs)})
	}
	return t
}
