package main

import (
	"context"
	"fmt"
	"math"
	"net"
	"os"
	"sync"
	"time"

	"gannet/crawldir"
	"gannet/crawler"
)

// monitor reports on a crawl while it runs: to the terminal or the log, and in the status file.
type monitor struct {
	crawl   *crawldir.Crawl
	flags   *crawlFlags
	out     *reporter
	metrics net.Listener // nil if there are none
	logged  busyness     // at the last log line
}

// busyness is counts that grow while a crawl does anything.
type busyness struct{ asked, errors, revisits int64 }

func busynessOf(p *crawler.Progress) busyness {
	b := busyness{asked: p.Asked, errors: p.Errors}
	if p.Revisits != nil {
		b.revisits = p.Revisits.Made
	}
	return b
}

// start reports on the crawl until the returned function is called, which reports the end. The start is recorded before start returns, so that a run that
// is killed in its first second is known to have died.
func (m *monitor) start(ctx context.Context) (stop func()) {
	m.writeStatus(m.status(time.Now(), true))
	end := make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() { m.run(end) })
	stopNote := context.AfterFunc(ctx, func() { m.out.log.Info("stopping: pages under way are finished first") })
	return func() {
		stopNote()
		close(end)
		done.Wait()
	}
}

// run reports at every tick, and at the end.
func (m *monitor) run(end <-chan struct{}) {
	begin, last := time.Now(), time.Time{}
	tick := time.NewTicker(lineEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			s := m.status(begin, true)
			m.writeStatus(s)
			last = m.report(s, last)
		case <-end:
			s := m.status(begin, false)
			m.writeStatus(s)
			m.report(s, time.Time{})
			if m.out.terminal && !m.out.quiet {
				fmt.Fprintln(m.out.w)
			}
			return
		}
	}
}

// status returns the status of the crawl now.
func (m *monitor) status(begin time.Time, running bool) crawldir.Status {
	p := m.crawl.Progress()
	s := crawldir.Status{Time: time.Now(), PID: os.Getpid(), Running: running, Progress: p}
	if took := time.Since(begin).Seconds(); took > 0 {
		s.Rate = float64(p.Pages) / took
	}
	limits := m.flags.options.Limits
	if limits.Pages > 0 && s.Rate > 0 && p.Revisits == nil {
		left := time.Duration(float64(int64(limits.Pages)-p.Kept) / s.Rate * float64(time.Second))
		s.Left = &left
	}
	if limits.Time > 0 {
		if left := max(0, limits.Time-p.Elapsed); s.Left == nil || left < *s.Left {
			s.Left = &left
		}
	}
	return s
}

// report writes the progress line, or a log line if the last one was written long enough ago. It returns the time of
// the last report.
func (m *monitor) report(s crawldir.Status, last time.Time) time.Time {
	if m.out.quiet || !m.out.terminal && !m.isDue(&s, last) {
		return last
	}
	if s.Progress.Trouble != "" {
		m.out.log.Warn("nobody can be asked", "why", s.Progress.Trouble)
	}
	left := "-"
	if s.Left != nil {
		left = s.Left.Round(time.Second).String()
	}
	if m.out.terminal {
		m.writeLine(s, left)
	} else {
		m.logLine(s, left)
	}
	return s.Time
}

// isDue reports whether a log line is due after the last one. A crawl that requests again what it has does nothing most of the time. Lines
// are rarer then.
func (m *monitor) isDue(s *crawldir.Status, last time.Time) bool {
	passed, now := s.Time.Sub(last), busynessOf(&s.Progress)
	idle := s.Progress.Revisits != nil && now == m.logged
	if passed < logEvery || idle && passed < idleEvery {
		return false
	}
	m.logged = now
	return true
}

// writeLine writes the progress line of a terminal.
func (m *monitor) writeLine(s crawldir.Status, left string) {
	p := s.Progress
	jobs := ""
	if m.crawl.FindsPostings() {
		jobs = fmt.Sprintf("jobs %d of %d postings  ", p.Jobs, p.Postings)
	}
	if p.Revisits != nil {
		jobs += fmt.Sprintf("revisits %d  ", p.Revisits.Made)
	}
	line := fmt.Sprintf("%d pages  %.1f/s  harvest %.2f  %sfrontier %d  hosts %d  errors %d  left %s",
		p.Kept, s.Rate, p.HarvestRate(), jobs, p.Frontier.Queued, p.Frontier.Hosts, p.Errors, left)
	if len(p.Waiting) > 0 {
		line += "  " + waits(p.Waiting[:1], false)
	}
	m.out.writeLine(line)
}

// logLine writes the progress to the log.
func (m *monitor) logLine(s crawldir.Status, left string) {
	p := s.Progress
	m.out.log.Info("progress", "pages", p.Kept, "pages_per_second", rounded(s.Rate), "harvest_rate", rounded(p.HarvestRate()),
		"postings", p.Postings, "jobs", p.Jobs, "frontier", p.Frontier.Queued, "hosts", p.Frontier.Hosts,
		"errors", p.Errors, "time_left", left)
	if r := p.Revisits; r != nil {
		m.out.log.Info("revisits", "made", r.Made, "not_modified", r.Unchanged, "same", r.Same, "changed", r.Changed, "gone", r.Gone, "failed", r.Failed)
	}
	if len(p.Waiting) > 0 {
		m.out.log.Info("waiting to request again what failed: " + waits(p.Waiting, false))
	}
}

// rounded returns a number with the digits that say something.
func rounded(x float64) float64 { return math.Round(1e3*x) / 1e3 }

// writeStatus replaces the status file. The crawl goes on without one.
func (m *monitor) writeStatus(s crawldir.Status) {
	if err := m.crawl.WriteStatus(s); err != nil {
		m.out.log.Warn("status not written", "err", err)
	}
}
