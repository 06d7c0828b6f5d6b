package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"gannet/job"
	"gannet/store/postings"
)

// jobs says what the postings are.
type jobs struct {
	Companies, Places    []count
	Occupations, Regions []count // unit groups of ISCO-08; regions of the first place by ISO 3166-2
	Weeks                []week
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
func readJobs(from postings.Finder, now time.Time) (j jobs, languages []count, err error) {
	companies, places, spoken, weeks := map[string]int64{}, map[string]int64{}, map[string]int64{}, map[time.Time]int{}
	occupations, regions := map[string]int64{}, map[string]int64{}
	err = from.Find(postings.Query{}, func(p *postings.Posting) error {
		j.Postings += max(p.Copies, 1)
		companies[cmp.Or(p.Job.Company, "unknown")]++
		places[cmp.Or(p.Job.Location, "unknown")]++
		spoken[cmp.Or(p.Job.Language, "unknown")]++
		occupations[cmp.Or(p.Job.FieldText(job.Occupation), "unknown")]++
		regions[cmp.Or(job.FirstOf(p.Job.Places, func(p job.Place) string { return p.RegionCode }), "unknown")]++
		at := p.Job.Posted
		if at.IsZero() || at.After(now) {
			at = p.First
		}
		weeks[monday(at)]++
		if p.Copies > 1 {
			j.Copied = append(j.Copied, copied{p.Job.Title, p.Job.Company, p.URL, p.Copies})
			if len(j.Copied) == 2*mostCopied {
				j.Copied = mostOften(j.Copied)
			}
		}
		return nil
	})
	j.Companies, j.Places, j.Weeks, j.Copied = largest(companies, mostCounts), largest(places, mostCounts), latest(weeks), mostOften(j.Copied)
	j.Occupations, j.Regions = largest(occupations, mostCounts), largest(regions, mostCounts)
	return j, largest(spoken, mostCounts), err
}

func mostOften(list []copied) []copied {
	slices.SortStableFunc(list, func(a, b copied) int { return cmp.Compare(b.Postings, a.Postings) })
	return list[:min(len(list), mostCopied)]
}

// monday returns the first day of a week (ISO 8601).
func monday(t time.Time) time.Time {
	t = t.UTC().Truncate(24 * time.Hour)
	return t.AddDate(0, 0, -(int(t.Weekday())+6)%7)
}

// latest returns the latest weeks that have jobs.
func latest(weeks map[time.Time]int) (list []week) {
	days := slices.SortedFunc(maps.Keys(weeks), time.Time.Compare)
	days = days[max(0, len(days)-mostWeeks):]
	most := 0
	for _, d := range days {
		most = max(most, weeks[d])
	}
	for _, d := range days {
		year, n := d.ISOWeek()
		list = append(list, week{fmt.Sprintf("%d-W%02d", year, n), weeks[d], 100 * float64(weeks[d]) / float64(most)})
	}
	return list
}
