package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"gannet/crawldir"
	"gannet/crawldir/overview"
)

// compareView shows two crawls side by side.
type compareView struct {
	Names  []string // of all crawls
	Sides  [2]side
	Rows   []compareRow
	Errors []compareRow
	Lines  []line
}

func (v *compareView) title() string { return "Side by side" }

// side is one of the two.
type side struct {
	Name     string
	Overview *overview.Overview
	Status   *crawldir.Status // of the latest run; nil: unknown
	Error    string           // why there is no overview
}

// compareRow is a row with the same number of both crawls; "" where it is not known.
type compareRow struct {
	Name   string
	Values [2]string
	Link   string // the view of a crawl that shows more; "" if there is none
}

// line is a curve of the harvest, for the page's script.
type line struct {
	Name   string           `json:"name"`
	Points []overview.Point `json:"points"`
}

// mostReasons is how many reasons of errors are compared.
const mostReasons = 10

// compare shows the two crawls that the query names.
func (s *Server) compare(w http.ResponseWriter, r *http.Request) {
	if len(s.crawls) < 2 {
		s.fail(w, r, nil, http.StatusNotFound, errors.New("one crawl is shown here: give `gannet serve` two directories to compare them"))
		return
	}
	v := &compareView{}
	for _, c := range s.crawls {
		v.Names = append(v.Names, c.name)
	}
	for i, field := range []string{"a", "b"} {
		name := cmp.Or(r.URL.Query().Get(field), v.Names[i])
		at := slices.Index(v.Names, name)
		if at < 0 {
			s.fail(w, r, nil, http.StatusNotFound, fmt.Errorf("there is no crawl %q here", name))
			return
		}
		v.Sides[i] = s.crawls[at].side(r.Context())
	}
	v.fill()
	s.write(w, r, http.StatusOK, "compare", nil, v)
}

// side reads one of the two crawls.
func (c *crawl) side(ctx context.Context) (x side) {
	x.Name = c.name
	var err error
	if x.Overview, err = c.overview(); err == nil {
		err = c.read(ctx, func(r *crawldir.Reader) (err error) {
			x.Status, err = r.Status()
			return err
		})
	}
	if err != nil {
		x.Error = err.Error()
	}
	return x
}

// fill makes the rows and the curves.
func (v *compareView) fill() {
	v.Rows = []compareRow{
		v.row("pages", "pages", ofWorth(func(w *overview.Worth) string { return count(w.Pages) })),
		v.row("relevant pages", "pages?relevant=yes", ofWorth(func(w *overview.Worth) string { return count(w.Relevant) })),
		v.row("relevant, of all pages", "", ofWorth(func(w *overview.Worth) string { return percent(w.AllRate()) })),
		v.row("relevant, of the latest 1 000 pages", "now", ofWorth(func(w *overview.Worth) string { return percent(w.Rate()) })),
		v.row("jobs", "jobs", ofWorth(func(w *overview.Worth) string { return count(w.Jobs) })),
		v.row("new jobs in the last hour", "jobs", ofWorth(func(w *overview.Worth) string { return count(w.NewJobs) })),
		v.row("pages a second", "", ofStatus(func(s *crawldir.Status) string { return fmt.Sprintf("%.1f", s.Rate) })),
		v.row("links waiting", "", ofStatus(func(s *crawldir.Status) string { return count(s.Progress.Frontier.Queued) })),
		v.row("hosts", "hosts", ofStatus(func(s *crawldir.Status) string { return count(s.Progress.Frontier.Hosts) })),
		v.row("hosts given up", "hosts?state=given+up", ofStatus(func(s *crawldir.Status) string { return count(s.Progress.Frontier.DeadHosts) })),
		v.row("requests that failed and may be tried again", "hosts?sort=failures", ofStatus(func(s *crawldir.Status) string { return count(s.Progress.Errors) })),
	}
	v.fillErrors()
	for _, x := range v.Sides {
		if x.Overview != nil && len(x.Overview.Worth.Curve) > 1 {
			v.Lines = append(v.Lines, line{x.Name, x.Overview.Worth.Curve})
		}
	}
}

// row makes a row from a number of each side.
func (v *compareView) row(name, link string, of func(side) string) compareRow {
	return compareRow{name, [2]string{of(v.Sides[0]), of(v.Sides[1])}, link}
}

// ofWorth returns a function that reads a number of a crawl's harvest.
func ofWorth(of func(*overview.Worth) string) func(side) string {
	return func(x side) string {
		if x.Overview == nil {
			return ""
		}
		return of(&x.Overview.Worth)
	}
}

// ofStatus returns a function that reads a number from the status of the latest run.
func ofStatus(of func(*crawldir.Status) string) func(side) string {
	return func(x side) string {
		if x.Status == nil {
			return ""
		}
		return of(x.Status)
	}
}

// fillErrors compares why links gave no page, in the latest run of each; the reasons that are most frequent come first.
func (v *compareView) fillErrors() {
	sum := make(map[string]int64)
	for _, x := range v.Sides {
		if x.Status != nil {
			for why, n := range x.Status.Progress.Refused {
				sum[why] += n
			}
		}
	}
	reasons := slices.SortedFunc(maps.Keys(sum), func(a, b string) int { return cmp.Or(cmp.Compare(sum[b], sum[a]), cmp.Compare(a, b)) })
	for _, why := range reasons[:min(len(reasons), mostReasons)] {
		v.Errors = append(v.Errors, v.row(why, "", ofStatus(func(s *crawldir.Status) string { return count(s.Progress.Refused[why]) })))
	}
}
