package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"time"

	"gannet/crawldir"
	"gannet/crawler"
	"gannet/internal/testweb/jobweb"
	"gannet/internal/weburl"
	"gannet/store/postings"
	"gannet/training/freshness"
)

// Hosts break one after the other, when four weeks of them are known.
const (
	firstBroken   = 28 * day
	brokenFor     = 3 * day
	leastListings = 16 // open postings of a host that is to break
	excuse        = 36 * time.Hour
)

// told is what a crawl told of a fault.
type told struct {
	fault    jobweb.Fault
	alarm    *crawler.Alarm // nil: none while it lasted
	after    time.Duration
	rounds   int // visits of the list that was asked most often meanwhile
	requests int
}

// alarms are what a crawl told of all faults, and without one.
type alarms struct {
	faults   []told
	false    []crawler.Alarm
	hostDays float64 // without a fault
}

// breakHosts breaks a host in each way. Which one depends on the seed.
func breakHosts(web *jobweb.Web, o *options, seed uint64) (faults []jobweb.Fault) {
	open := make(map[string]int)
	for _, c := range web.Courses() {
		if c.IsOpen(begin) {
			open[c.Host]++
		}
	}
	var hosts []string
	for _, h := range web.Hosts() {
		if open[h.Name] >= leastListings {
			hosts = append(hosts, h.Name)
		}
	}
	ways := jobweb.Breakages()
	for i, way := range ways {
		if i >= len(hosts) {
			break
		}
		from := begin.Add(firstBroken + time.Duration(i)*2*day + time.Duration(i)*5*time.Hour)
		f := jobweb.Fault{Host: hosts[(i+int(seed)*5)%len(hosts)], Breakage: way, Interval: jobweb.Interval{From: from, To: from.Add(brokenFor)}}
		if f.To.Before(begin.AddDate(0, 0, o.Days)) && web.Break(f) {
			faults = append(faults, f)
		}
	}
	return faults
}

// breakWeb crawls a web whose hosts break, and returns what the crawl told of it.
func breakWeb(ctx context.Context, o *options, seed uint64) (a alarms, err error) {
	clock := crawler.NewVirtual(begin.Add(-day), crawler.FixedLatency(crawler.FetchTime))
	web, err := freshness.MakeWeb(&o.Options, seed, clock.Now)
	if err != nil {
		return a, err
	}
	faults := breakHosts(web, o, seed)
	s := newServer(web, clock.Now, begin)
	s.keepLog = true
	dir := filepath.Join(o.dir, fmt.Sprint("broken", seed))
	run := crawl{o: o, dir: dir, web: s, clock: clock, seeds: listsOf(web)}
	if err := run.goOn(ctx, 0, day); err != nil {
		return a, err
	}
	if err := run.goOn(ctx, o.PerDay, time.Duration(o.Days)*day); err != nil {
		return a, err
	}
	list, err := alarmsOf(dir)
	if err != nil {
		return a, err
	}
	for _, f := range faults {
		a.faults = append(a.faults, s.toldOf(f, list))
	}
	a.hostDays = float64(len(web.Hosts())*o.Days) - float64(len(faults))*brokenFor.Hours()/24
	for _, alarm := range list {
		if !alarm.Over && !s.excused(&alarm, faults) {
			a.false = append(a.false, alarm.Alarm)
		}
	}
	return a, nil
}

type alarmAt struct {
	crawler.Alarm
	at time.Time
}

// alarmsOf returns the alarms in the feed of a crawl.
func alarmsOf(dir string) (list []alarmAt, err error) {
	r, err := crawldir.Read(dir)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	err = r.Postings.Changes(0, func(c *postings.Change) error {
		if c.Event != postings.EventAlarm {
			return nil
		}
		a := alarmAt{at: c.Time}
		list = append(list, a)
		return json.Unmarshal(c.Alarm, &list[len(list)-1].Alarm)
	})
	return list, err
}

// toldOf returns what was told of a fault while it lasted.
func (s *server) toldOf(f jobweb.Fault, list []alarmAt) told {
	t := told{fault: f}
	i := slices.IndexFunc(list, func(a alarmAt) bool { return a.Host == f.Host && !a.Over && f.Has(a.at) })
	until := f.To
	if i >= 0 {
		until = list[i].at
		t.alarm, t.after = &list[i].Alarm, until.Sub(f.From)
	}
	lists := make(map[string]int)
	for _, a := range s.log {
		if weburl.Host(a.url) != f.Host || a.at.Before(f.From) || a.at.After(until) {
			continue
		}
		t.requests++
		if s.lists[a.url] {
			lists[a.url]++
			t.rounds = max(t.rounds, lists[a.url])
		}
	}
	return t
}

// excused reports whether a host was broken when an alarm began, in one of the ways of faults or of the clock.
func (s *server) excused(alarm *alarmAt, faults []jobweb.Fault) bool {
	for _, f := range faults {
		if f.Host == alarm.Host && !alarm.at.Before(f.From) && alarm.at.Before(f.To.Add(excuse)) {
			return true
		}
	}
	for _, a := range s.log {
		if weburl.Host(a.url) == alarm.Host && alarm.at.Sub(a.at).Abs() < excuse && (a.status == 0 || a.status >= 500 || a.answer.Cut) {
			return true
		}
	}
	return false
}

// writeBreakages crawls webs whose hosts break, and writes what was told of it.
func writeBreakages(ctx context.Context, w io.Writer, o *options) error {
	var all alarms
	for seed := o.Seed; seed < o.Seed+uint64(o.Seeds); seed++ {
		a, err := breakWeb(ctx, o, seed)
		if err != nil {
			return err
		}
		for _, t := range a.faults {
			slog.Info("fault", "seed", seed, "way", t.fault.Breakage.String(), "host", t.fault.Host, "alarm", t.alarm, "after", t.after, "rounds", t.rounds, "requests", t.requests)
		}
		slog.Info("false alarms", "seed", seed, "alarms", fmt.Sprint(a.false), "days of hosts", a.hostDays)
		all.faults, all.false, all.hostDays = append(all.faults, a.faults...), append(all.false, a.false...), all.hostDays+a.hostDays
	}
	fmt.Fprintf(w, "\n| the host's | hosts | told | of these at the first or second visit of its lists | after, d | requests of the host until then |\n|---|--:|--:|--:|--:|--:|\n")
	for _, way := range jobweb.Breakages() {
		hosts, known, soon := 0, 0, 0
		var after []time.Duration
		var requests []int
		for _, t := range all.faults {
			if t.fault.Breakage != way {
				continue
			}
			hosts++
			if t.alarm == nil {
				continue
			}
			known++
			if t.rounds <= 2 {
				soon++
			}
			after, requests = append(after, t.after), append(requests, t.requests)
		}
		if known == 0 {
			fmt.Fprintf(w, "| %s | %d | 0 | 0 | - | - |\n", way, hosts)
			continue
		}
		slices.Sort(after)
		slices.Sort(requests)
		fmt.Fprintf(w, "| %s | %d | %d | %d | %.2f | %d |\n", way, hosts, known, soon, after[known/2].Hours()/24, requests[known/2])
	}
	fmt.Fprintf(w, "\nWithout a fault there were %d alarms in %.0f days of hosts: %.2f in 1,000.\n", len(all.false), all.hostDays, 1000*float64(len(all.false))/all.hostDays)
	return nil
}
