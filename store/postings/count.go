package postings

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"gannet/job"
	"gannet/job/occupation"
)

// UnknownValue is the value under which postings without a field are counted.
const UnknownValue = "unknown"

// countable has a function for each field by which jobs are counted. It returns "" if the posting does not have the field.
var countable = map[string]func(*Posting) string{
	"major":      func(p *Posting) string { return groupOf(p, 1) },
	"submajor":   func(p *Posting) string { return groupOf(p, 2) },
	"occupation": func(p *Posting) string { return groupOf(p, 4) },
	"country": func(p *Posting) string {
		return ofPlace(p, func(p job.Place) string { return strings.ToUpper(p.CountryCode) })
	},
	"region":    func(p *Posting) string { return ofPlace(p, func(p job.Place) string { return p.RegionCode }) },
	"nuts1":     func(p *Posting) string { return ofPlace(p, func(p job.Place) string { return p.NUTSLevel(1) }) },
	"nuts2":     func(p *Posting) string { return ofPlace(p, func(p job.Place) string { return p.NUTSLevel(2) }) },
	"nuts3":     func(p *Posting) string { return ofPlace(p, func(p job.Place) string { return p.NUTSLevel(3) }) },
	"town":      func(p *Posting) string { return ofPlace(p, func(p job.Place) string { return p.Town }) },
	"company":   func(p *Posting) string { return p.Job.Company },
	"language":  func(p *Posting) string { return p.Job.Language },
	"mode":      func(p *Posting) string { return p.Job.WorkMode },
	"seniority": func(p *Posting) string { return p.Job.Seniority },
	"source":    func(p *Posting) string { return p.Job.Source() },
	"state":     func(p *Posting) string { return string(p.Job.State.Known()) },
	"day":       func(p *Posting) string { return p.day().Format(time.DateOnly) },
	"month":     func(p *Posting) string { return p.day().Format("2006-01") },
	"week": func(p *Posting) string {
		year, week := p.day().ISOWeek()
		return fmt.Sprintf("%d-W%02d", year, week)
	},
}

// ValueOf returns the value of a field under which a posting is counted, or "" if the posting does not have the field. field is one of
// CountableFields.
func ValueOf(p *Posting, field string) string { return countable[field](p) }

// CountableFields returns the names of the fields by which jobs can be counted, such as the country.
func CountableFields() []string { return slices.Sorted(maps.Keys(countable)) }

// NameOfValue returns a counted value as people read it: for an occupation (a group of ISCO-08) the code with its English name, otherwise
// the value itself.
func NameOfValue(field, value string) string {
	switch field {
	case "major", "submajor", "occupation":
		if name := occupation.Name(value, "en"); name != "" {
			return value + " " + name
		}
	}
	return value
}

func groupOf(p *Posting, digits int) string {
	return p.Job.Occupation[:min(digits, len(p.Job.Occupation))]
}

// ofPlace returns a part of a place, such as its country, from the posting's first place that has it. The places of old crawls are read from their text.
func ofPlace(p *Posting, part func(job.Place) string) string {
	places := p.Job.Places
	if len(places) == 0 {
		places, _ = job.SplitLocation(p.Job.Location)
	}
	return job.FirstOf(places, part)
}

// day returns the day of posting. If the page names no such day, or one that was still in the future at the last visit, day returns the day on which
// the posting was first seen.
func (p *Posting) day() time.Time {
	if p.Job.Posted.IsZero() || p.Job.Posted.After(p.Last.Add(24*time.Hour)) {
		return p.First.UTC()
	}
	return p.Job.Posted.UTC()
}

// Count is how many jobs have the same values in some fields.
type Count struct {
	Values []string
	Jobs   int
}

// Counts counts jobs by the values of some fields, which are named in CountableFields. Jobs that do not have a field count under
// UnknownValue.
type Counts struct {
	by []string
	of map[string]*Count
}

// NewCounts returns Counts by the given fields, without any job yet.
func NewCounts(by ...string) *Counts { return &Counts{by, make(map[string]*Count)} }

// Add counts the job of a posting.
func (c *Counts) Add(p *Posting) {
	values := make([]string, len(c.by))
	for i, field := range c.by {
		values[i] = cmp.Or(countable[field](p), UnknownValue)
	}
	key := strings.Join(values, "\x00")
	if c.of[key] == nil {
		c.of[key] = &Count{Values: values}
	}
	c.of[key].Jobs++
}

// Known reports whether at least one of the counted jobs has a value in every field.
func (c *Counts) Known() bool {
	for _, n := range c.of {
		if !slices.Contains(n.Values, UnknownValue) {
			return true
		}
	}
	return false
}

// List returns the counts, the most frequent values first.
func (c *Counts) List() []Count {
	list := make([]Count, 0, len(c.of))
	for _, n := range c.of {
		list = append(list, *n)
	}
	slices.SortFunc(list, func(a, b Count) int { return cmp.Or(cmp.Compare(b.Jobs, a.Jobs), slices.Compare(a.Values, b.Values)) })
	return list
}
