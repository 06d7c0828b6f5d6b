package freshness

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// Row has the results of one schedule on several webs.
type Row struct {
	Schedule string
	Webs     []Figures
}

// Figures are the results of a schedule on one web. Delays are in days, and shares are from 0 to 1.
type Figures struct {
	Requests    float64 // a day
	New         float64 // median delay of new postings, until their page is read
	Missed      float64 // share of new postings that are never read, of those that are open for two days or more
	Ended       float64 // median delay of postings that ended, until they are called closed
	WronglyOpen float64 // share of the postings called open that have ended
	Suspected   float64 // share of all known postings that are suspected
	Known       float64 // share of the open postings that are known
	Right       float64 // share of the closings that are right
	Found       float64 // share of the postings that ended that are called closed by the end
	Interval    float64 // share of right closings whose true time is in the stated interval
	Width       float64 // median length of that interval
	Closings    int
	WrongByCut  int // wrong closings of postings whose list was cut within three days before, and to which nothing has linked since
}

// The days that are not measured: at the beginning schedules have not settled, and at the end there is no time left to notice a change.
const (
	settled = 10
	tail    = 4
)

// measure compares the statements of the agent with the truth.
func (w *world) measure() Figures {
	from, to := w.start.AddDate(0, 0, settled), w.end.AddDate(0, 0, -tail)
	f := Figures{Requests: float64(w.requests) / float64(w.o.Days)}
	w.measureNew(&f, from, to)
	w.measureEnds(&f, from, to)
	w.measureClosings(&f)
	var sum sample
	for i, s := range w.samples {
		if time.Duration(i)*sampleEvery >= settled*24*time.Hour {
			sum = sum.plus(s)
		}
	}
	f.WronglyOpen = share(sum.wronglyOpen, sum.open)
	f.Suspected = share(sum.suspected, sum.open+sum.suspected)
	f.Known = share(sum.knownOpen-sum.wronglyClosed, sum.trulyOpen)
	return f
}

func (s sample) plus(t sample) sample {
	return sample{s.open + t.open, s.wronglyOpen + t.wronglyOpen, s.suspected + t.suspected, s.wronglyClosed + t.wronglyClosed,
		s.trulyOpen + t.trulyOpen, s.knownOpen + t.knownOpen}
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

func (w *world) measureNew(f *Figures, from, to time.Time) {
	var delays []float64
	missed, lasting := 0, 0
	for i := range w.courses {
		span := w.courses[i].Open[0]
		if span.From.Before(from) || !span.From.Before(to) {
			continue
		}
		delay := math.Inf(1)
		if s := &w.said[i]; s.state != unseen {
			delay = s.known.Sub(span.From).Hours() / 24
		}
		delays = append(delays, delay)
		if span.To.Sub(span.From) > 48*time.Hour {
			lasting++
			if math.IsInf(delay, 1) {
				missed++
			}
		}
	}
	f.New, f.Missed = median(delays), share(missed, lasting)
}

// measureEnds measures the true ends of postings that were known before they ended.
func (w *world) measureEnds(f *Figures, from, to time.Time) {
	var delays []float64
	found := 0
	for i := range w.courses {
		s := &w.said[i]
		for _, span := range w.courses[i].Open {
			if span.To.Before(from) || !span.To.Before(to) || s.state == unseen || s.known.After(span.To) {
				continue
			}
			delay := math.Inf(1)
			for _, e := range s.endings {
				if !e.at.Before(span.To) {
					delay = e.at.Sub(span.To).Hours() / 24
					found++
					break
				}
			}
			delays = append(delays, delay)
		}
	}
	f.Ended, f.Found = median(delays), share(found, len(delays))
}

// measureClosings measures all statements that a posting has ended.
func (w *world) measureClosings(f *Figures) {
	right, inside := 0, 0
	var widths []float64
	for i := range w.courses {
		for _, e := range w.said[i].endings {
			f.Closings++
			if w.courses[i].IsOpen(e.at) {
				if w.cuts.lost(&w.courses[i], e.at) {
					f.WrongByCut++
				}
				continue
			}
			right++
			if end := w.endBefore(i, e.at); !end.Before(e.after.Truncate(time.Second)) && !end.After(e.before) {
				inside++
			}
			widths = append(widths, e.before.Sub(e.after).Hours()/24)
		}
	}
	f.Right, f.Interval, f.Width = share(right, f.Closings), share(inside, right), median(widths)
}

// endBefore returns the last true end of a posting before a time.
func (w *world) endBefore(i int, t time.Time) time.Time {
	var last time.Time
	for _, span := range w.courses[i].Open {
		if !span.To.After(t) {
			last = span.To
		}
	}
	return last
}

// String returns the figures on one line.
func (f Figures) String() string {
	return strings.Join(f.cells(), ", ")
}

func (f Figures) cells() []string {
	return []string{fmt.Sprintf("%.0f requests", f.Requests), "new " + daysOf(f.New), fmt.Sprintf("never %.1f %%", 100*f.Missed), "ended " + daysOf(f.Ended),
		fmt.Sprintf("wrongly open %.2f %%", 100*f.WronglyOpen), fmt.Sprintf("suspected %.2f %%", 100*f.Suspected), fmt.Sprintf("known %.1f %%", 100*f.Known),
		fmt.Sprintf("right %.4f of %d", f.Right, f.Closings), fmt.Sprintf("found %.3f", f.Found), fmt.Sprintf("interval %.4f, %s", f.Interval, daysOf(f.Width)),
		fmt.Sprintf("%d wrong by a cut", f.WrongByCut)}
}

// daysOf writes days.
func daysOf(d float64) string {
	if math.IsInf(d, 1) {
		return "never"
	}
	return fmt.Sprintf("%.2f d", d)
}
