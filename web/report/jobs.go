package report

import (
	"cmp"
	"slices"

	"gannet/store/postings"
	"gannet/web/jobmap"
)

// jobs says what the postings are.
type jobs struct {
	Companies, Places    []count
	Sources              []count          // what the postings were read from
	Occupations, Regions []count          // unit groups of ISCO-08; regions of the first place by ISO 3166-2
	NUTS                 []count          // regions of NUTS, second level; empty if no place is in one
	Together             []postings.Count // occupation, region and week
	Weeks                []week
	Map                  *jobmap.Map // nil if no place is known
	Copied               []copied
	Postings             int
}

// week counts the jobs that were posted in a week. Jobs without a date count when they were first seen.
type week struct {
	Name  string
	N     int
	Width float64 // of 100, against the largest week
}

// copied is a job with many postings.
type copied struct {
	Title, Company, URL string
	Postings            int
}

const (
	mostCopied = 10
	mostWeeks  = 12
)

// readJobs reads the original of each job.
func readJobs(from postings.Finder) (j jobs, languages []count, err error) {
	places := map[string]int64{}
	companies, spoken := postings.NewCounts("company"), postings.NewCounts("language")
	occupations, regions, weeks := postings.NewCounts("occupation"), postings.NewCounts("region"), postings.NewCounts("week")
	inNUTS, sources := postings.NewCounts("nuts2"), postings.NewCounts("source")
	together := postings.NewCounts("occupation", "region", "week")
	spots := jobmap.NewSpots()
	err = from.Find(postings.Query{}, func(p *postings.Posting) error {
		j.Postings += max(p.Copies, 1)
		places[cmp.Or(p.Job.Location, postings.UnknownValue)]++
		for _, c := range []*postings.Counts{companies, spoken, occupations, regions, inNUTS, weeks, together, sources} {
			c.Add(p)
		}
		spots.Add(p)
		if p.Copies > 1 {
			j.Copied = append(j.Copied, copied{p.Job.Title, p.Job.Company, p.URL, p.Copies})
			if len(j.Copied) == 2*mostCopied {
				j.Copied = mostOften(j.Copied)
			}
		}
		return nil
	})
	j.Sources = countsOf("source", sources)
	j.Companies, j.Regions, j.Occupations = countsOf("company", companies), countsOf("region", regions), countsOf("occupation", occupations)
	if inNUTS.Known() {
		j.NUTS = countsOf("nuts2", inNUTS)
	}
	j.Places, j.Together = largest(places, mostCounts), together.List()
	j.Together = j.Together[:min(len(j.Together), mostCounts)]
	j.Weeks, j.Copied, j.Map = latest(weeks.List()), mostOften(j.Copied), spots.Map()
	return j, countsOf("language", spoken), err
}

// countsOf returns the largest counts of a field.
func countsOf(field string, c *postings.Counts) (list []count) {
	all := c.List()
	for _, n := range all[:min(len(all), mostCounts)] {
		list = append(list, count{Name: postings.NameOfValue(field, n.Values[0]), N: n.Jobs})
	}
	return list
}

func mostOften(list []copied) []copied {
	slices.SortStableFunc(list, func(a, b copied) int { return cmp.Compare(b.Postings, a.Postings) })
	return list[:min(len(list), mostCopied)]
}

// latest returns the latest weeks that have jobs.
func latest(weeks []postings.Count) (list []week) {
	slices.SortFunc(weeks, func(a, b postings.Count) int { return slices.Compare(a.Values, b.Values) })
	weeks = weeks[max(0, len(weeks)-mostWeeks):]
	most := 0
	for _, w := range weeks {
		most = max(most, w.Jobs)
	}
	for _, w := range weeks {
		list = append(list, week{w.Values[0], w.Jobs, 100 * float64(w.Jobs) / float64(most)})
	}
	return list
}
