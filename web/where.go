package web

import (
	"maps"
	"net/url"
	"slices"

	"gannet/store/postings"
	"gannet/web/jobmap"
)

// whereView shows where the jobs are, and counts them by region, occupation and week.
type whereView struct {
	Form   url.Values
	Level  string      // of NUTS, by which regions of Europe are counted: 1, 2 or 3
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
	Only  string // URL of the view of these jobs only, "" if there is none
	Jobs  int
	Width float64 // of 100, against the largest number
}

const (
	mostCounted = 20000 // jobs
	mostValues  = 20    // rows of a table
)

// nutsLevels are the values of the form's field for the level of NUTS. Regions of the second one are those of most statistics.
var nutsLevels = []string{"2", "1", "3"}

func viewWhere(r *request) (view, error) {
	v := &whereView{Form: asked(r, "text", "company", "place", "occupation", "region", "nuts"), Level: nutsLevels[0]}
	if level := v.Form.Get("nuts"); slices.Contains(nutsLevels, level) {
		v.Level = level
	}
	q := postings.Query{
		Text: v.Form.Get("text"), Company: v.Form.Get("company"), Location: v.Form.Get("place"), Occupation: v.Form.Get("occupation"),
		Region: v.Form.Get("region"), State: postings.NotClosed, Newest: true, Limit: mostCounted, PerJob: true,
	}
	spots := jobmap.NewSpots()
	regions, inNUTS := postings.NewCounts("region"), postings.NewCounts("nuts"+v.Level)
	occupations, weeks := postings.NewCounts("occupation"), postings.NewCounts("week")
	err := r.Postings.Find(q, func(p *postings.Posting) error {
		v.Jobs++
		spots.Add(p)
		for _, c := range []*postings.Counts{regions, inNUTS, occupations, weeks} {
			c.Add(p)
		}
		return nil
	})
	v.Map = spots.Map()
	v.Tables = []countTable{v.tableOf("Region", "region", "region", regions)}
	if inNUTS.Known() {
		v.Tables = append(v.Tables, v.tableOf("Region of NUTS "+v.Level, "nuts"+v.Level, "region", inNUTS))
	}
	v.Tables = append(v.Tables, v.tableOf("Occupation", "occupation", "occupation", occupations), v.tableOf("Week of posting", "week", "", weeks))
	return v, err
}

// tableOf returns the largest counts of a field. Its values link to the view of their jobs, which a field of the form selects, unless that is "".
func (v *whereView) tableOf(name, field, by string, counts *postings.Counts) countTable {
	list := counts.List()
	t := countTable{Name: name, More: max(0, len(list)-mostValues)}
	for _, c := range list[:len(list)-t.More] {
		row := countRow{Value: postings.NameOfValue(field, c.Values[0]), Jobs: c.Jobs, Width: 100 * float64(c.Jobs) / float64(list[0].Jobs)}
		if by != "" && c.Values[0] != postings.UnknownValue {
			only := maps.Clone(v.Form)
			only.Set(by, c.Values[0])
			row.Only = "where?" + only.Encode()
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
