package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/term"

	"gannet/crawler"
	"gannet/internal/weburl"
)

const (
	lineEvery   = time.Second      // progress line on a terminal, and the status file
	logEvery    = 10 * time.Second // log line elsewhere
	statusFile  = "status.json"
	clearToLine = "\r\x1b[K"
)

// reporter writes what a person at a terminal, or a log, is told during a crawl.
type reporter struct {
	w        io.Writer
	terminal bool
	quiet    bool
	log      *slog.Logger
}

func newReporter(w io.Writer, format string, quiet bool) *reporter {
	r := &reporter{w: w, quiet: quiet}
	if f, ok := w.(*os.File); ok {
		r.terminal = term.IsTerminal(int(f.Fd())) && format == "text"
	}
	level := &slog.HandlerOptions{Level: slog.LevelInfo, ReplaceAttr: scrub}
	switch {
	case quiet:
		r.log = slog.New(slog.DiscardHandler)
	case format == "json":
		r.log = slog.New(slog.NewJSONHandler(w, level))
	default:
		r.log = slog.New(slog.NewTextHandler(w, level))
	}
	return r
}

// scrub hides passwords of addresses, and is what a log's values go through.
func scrub(_ []string, a slog.Attr) slog.Attr {
	switch v := a.Value.Any().(type) {
	case string:
		a.Value = slog.StringValue(weburl.Scrub(v))
	case error:
		a.Value = slog.StringValue(weburl.Scrub(v.Error()))
	}
	return a
}

// damaged warns of a file that is read in part.
func (r *reporter) damaged(err error) { r.log.Warn("a damaged file", "err", oneLine(err)) }

// step shows how far a long command is, on a terminal alone.
func (r *reporter) step(format string, args ...any) {
	if r.terminal {
		fmt.Fprintf(r.w, clearToLine+format, args...)
	}
}

func (r *reporter) endLine() {
	if r.terminal {
		_, _ = io.WriteString(r.w, clearToLine)
	}
}

// status is what `gannet stats` shows of a crawl while it runs.
type status struct {
	Time     time.Time        `json:"time"`
	PID      int              `json:"pid"`
	Running  bool             `json:"running"`
	Rate     float64          `json:"pages_per_second"`
	Left     *time.Duration   `json:"time_left,omitempty"`
	Progress crawler.Progress `json:"progress"`
}

// report tells of the crawl until the function it returns is called, which tells the end.
func (s *session) report(ctx context.Context) (stop func()) {
	end := make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		begin, last := time.Now(), time.Time{}
		tick := time.NewTicker(lineEvery)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				st := s.status(begin, true)
				s.writeStatus(st)
				last = s.tell(st, last)
			case <-end:
				st := s.status(begin, false)
				s.writeStatus(st)
				s.tell(st, time.Time{})
				if s.out.terminal && !s.out.quiet {
					fmt.Fprintln(s.out.w)
				}
				return
			}
		}
	})
	stopNote := context.AfterFunc(ctx, func() { s.out.log.Info("stopping: pages under way are finished first") })
	return func() {
		stopNote()
		close(end)
		done.Wait()
	}
}

func (s *session) status(begin time.Time, running bool) status {
	p := s.crawl.Progress()
	st := status{Time: time.Now(), PID: os.Getpid(), Running: running, Progress: p}
	if took := time.Since(begin).Seconds(); took > 0 {
		st.Rate = float64(p.Pages) / took
	}
	if s.flags.pages > 0 && st.Rate > 0 {
		left := time.Duration(float64(int64(s.flags.pages)-p.Kept) / st.Rate * float64(time.Second))
		st.Left = &left
	}
	if s.flags.time > 0 {
		if left := max(0, s.flags.time-p.Elapsed); st.Left == nil || left < *st.Left {
			st.Left = &left
		}
	}
	return st
}

// tell writes the progress line, or a log line where enough time has passed since the last.
func (s *session) tell(st status, last time.Time) time.Time {
	p := st.Progress
	if s.out.quiet || !s.out.terminal && st.Time.Sub(last) < logEvery {
		return last
	}
	if p.Trouble != "" {
		s.out.log.Warn("nobody can be asked", "why", p.Trouble)
	}
	left := "-"
	if st.Left != nil {
		left = st.Left.Round(time.Second).String()
	}
	if s.out.terminal {
		jobs := ""
		if s.index != nil {
			jobs = fmt.Sprintf("jobs %d of %d postings  ", p.Jobs, p.Postings)
		}
		fmt.Fprintf(s.out.w, clearToLine+"%d pages  %.1f/s  harvest %.2f  %sfrontier %d  hosts %d  errors %d  left %s",
			p.Kept, st.Rate, p.HarvestRate(), jobs, p.Frontier.Queued, p.Frontier.Hosts, p.Errors, left)
		if len(p.Waiting) > 0 {
			fmt.Fprintf(s.out.w, "  %s", waits(p.Waiting[:1]))
		}
		return st.Time
	}
	s.out.log.Info("progress", "pages", p.Kept, "pages_per_second", st.Rate, "harvest_rate", p.HarvestRate(),
		"postings", p.Postings, "jobs", p.Jobs, "frontier", p.Frontier.Queued, "hosts", p.Frontier.Hosts,
		"errors", p.Errors, "time_left", left)
	if len(p.Waiting) > 0 {
		s.out.log.Info("waiting for hosts that do not answer: " + waits(p.Waiting))
	}
	return st.Time
}

// writeStatus replaces the status file, so that a reader sees a whole one. It is a courtesy: failing to write it is
// told in the log and nothing more.
func (s *session) writeStatus(st status) {
	data, err := json.MarshalIndent(st, "", " ")
	if err == nil {
		path := filepath.Join(s.flags.out, statusFile)
		if err = os.WriteFile(path+".new", data, 0o644); err == nil {
			err = os.Rename(path+".new", path)
		}
	}
	if err != nil {
		s.out.log.Warn("status not written", "err", err)
	}
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(v)
}
