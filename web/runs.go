package web

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"gannet/crawldir"
	"gannet/crawldir/api"
	"gannet/crawldir/history"
	"gannet/crawldir/schedule"
)

// runsView lists what is planned and the latest runs of all crawls, the newest first.
type runsView struct {
	Plans []planRow
	Runs  []history.Run
	Error []string // crawls whose runs cannot be read
	May   bool
	Now   time.Time
}

// planRow is a crawl that may be started.
type planRow struct {
	schedule.Planned
	View string // name under which the page shows the crawl
}

func (v *runsView) title() string { return "Runs" }

// mostRuns is how many runs the view lists.
const mostRuns = 50

// intervals are what the view proposes for repetitions.
var intervals = []time.Duration{0, time.Hour, 6 * time.Hour, 24 * time.Hour, 7 * 24 * time.Hour}

// next says when a crawl is started next. One that is due is started when it does not run any more.
func next(now, at time.Time) string {
	if at.After(now) {
		return when(now, at)
	}
	return "as soon as it does not run"
}

// every says an interval in words.
func every(d time.Duration) string {
	if d == 0 {
		return "never"
	}
	return "every " + wait(d)
}

// proposed returns the intervals to choose from: the usual ones and the one that holds.
func (p *planRow) proposed() []time.Duration {
	if slices.Contains(intervals, p.Every) {
		return intervals
	}
	return append(slices.Clone(intervals), p.Every)
}

// state says how a run is, or why it ended.
func state(r *history.Run) string {
	switch {
	case r.Running && r.Why != "":
		return "is held up: " + r.Why
	case r.Running:
		return "running"
	}
	return r.Why
}

// took says how long a run took so far; "" if that is not known.
func (v *runsView) took(r *history.Run) string {
	switch {
	case r.Running:
		return wait(v.Now.Sub(r.Started))
	case r.Ended.IsZero():
		return ""
	}
	return wait(r.Ended.Sub(r.Started))
}

// runs shows what is planned, and the runs of all crawls.
func (s *Server) runs(w http.ResponseWriter, r *http.Request) {
	v := &runsView{May: s.sessions != nil, Now: time.Now()}
	if s.schedule != nil {
		for _, p := range s.schedule.List() {
			v.Plans = append(v.Plans, planRow{p, s.nameOf(p.Crawl)})
		}
	}
	for _, c := range s.crawls {
		err := c.read(r.Context(), func(reader *crawldir.Reader) error {
			_, entries, err := reader.History()
			v.Runs = append(v.Runs, history.Runs(c.name, entries, reader.Running())...)
			return err
		})
		if err != nil {
			v.Error = append(v.Error, fmt.Sprintf("%s: %v", c.name, err))
		}
	}
	slices.SortStableFunc(v.Runs, func(a, b history.Run) int { return b.Started.Compare(a.Started) })
	v.Runs = v.Runs[:min(len(v.Runs), mostRuns)]
	s.write(w, r, http.StatusOK, "runs", nil, v)
}

// nameOf returns the name under which the page shows a crawl that may be started.
func (s *Server) nameOf(planned schedule.Crawl) string {
	for _, c := range s.crawls {
		if planned.In(c.dir) {
			return c.name
		}
	}
	return ""
}

// plan obeys a button of the view of runs.
func (s *Server) plan(w http.ResponseWriter, r *http.Request) {
	if !s.mayControl(w, r, nil) {
		return
	}
	form, err := formOf(w, r, mostBody)
	if err == nil {
		err = s.planned(form.Get("crawl"), form.Get("do"), form.Get("every"))
	}
	if err != nil {
		s.fail(w, r, nil, statusOf(err), err)
		return
	}
	s.log.Info("a crawl is planned", "crawl", form.Get("crawl"), "do", form.Get("do"), "every", form.Get("every"))
	http.Redirect(w, r, "/runs", http.StatusSeeOther)
}

// planned starts, stops or repeats a crawl.
func (s *Server) planned(name, do, interval string) error {
	if s.schedule == nil {
		return fmt.Errorf("%w: %w", errAsked, schedule.ErrUnknown)
	}
	switch do {
	case "start":
		return s.schedule.Start(name)
	case "stop":
		c, err := s.schedule.Named(name)
		if err != nil {
			return err
		}
		reader, err := crawldir.Read(c.Dir)
		if err != nil {
			return err
		}
		defer reader.Close()
		_, err = reader.Control(api.Command{Verb: api.Stop})
		return err
	case "repeat":
		d, err := time.ParseDuration(interval)
		if err != nil {
			return schedule.ErrInterval
		}
		return s.schedule.Repeat(name, d)
	}
	return fmt.Errorf("%w: do is start, stop or repeat", errAsked)
}
