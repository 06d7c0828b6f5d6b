package crawler

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"gannet/crawler/fresh"
	"gannet/crawler/watch"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/store"
)

// An Alarm says that a host has begun to give worse pages than before, for example postings without a company, or that its pages are as before
// again. While the alarm lasts, no posting of the host is closed because it is missing.
type Alarm struct {
	Host   string    `json:"host"`
	Signal string    `json:"signal"`
	Over   bool      `json:"over,omitempty"`
	Since  time.Time `json:"since"`
	Before float64   `json:"before"` // the share of good facts in the weeks before
	Now    float64   `json:"now"`
}

func alarmOf(a watch.Alarm) Alarm {
	return Alarm{a.Host, a.Signal.String(), a.Over, a.Since, a.Before, a.Now}
}

// saveQuality is how often the quality and the rates of a host are given to the keeper.
const saveQuality = time.Hour

// hostURL is the name under which the quality of a host is stored. The quality of all hosts together is stored under the name of the empty host.
func hostURL(host string) string { return "watch:" + host }

// ratesURL is the name under which the learned rates of a host are stored. Those of all hosts together are stored under the name of the empty host.
func ratesURL(host string) string { return "rates:" + host }

// ratesOf returns the host of a name that ratesURL made.
func ratesOf(name string) (host string, ok bool) { return strings.CutPrefix(name, ratesURL("")) }

// restoreQuality restores the stored quality of a host. A host whose record cannot be read starts without a past.
func (w *watching) restoreQuality(x *store.Watched) {
	if host := strings.TrimPrefix(x.URL, hostURL("")); host != "" {
		_ = w.quality.SetHost(host, x.Facts)
	} else {
		_ = w.quality.SetGeneral(x.Facts)
	}
}

// record records facts about a host. It reports whether the host is under an alarm, so that its pages are to be doubted.
func (w *watching) record(host string, now time.Time, facts ...watch.Fact) (doubted bool) {
	return w != nil && w.note(host, now, func(q *watch.Watch) []watch.Alarm { return q.Record(host, now, facts...) })
}

// note records what a visit shows of the quality of a host. Like record, it reports whether the host is to be doubted, so that a missing posting is no
// proof that it has ended.
func (w *watching) note(host string, now time.Time, shown func(*watch.Watch) []watch.Alarm) (doubted bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if changed := shown(w.quality); len(changed) > 0 {
		w.keepHost(host, now, changed)
	}
	return w.quality.DoubtsPages(host)
}

// recordNoName records that a request failed because the name of its host does not exist.
func (w *watching) recordNoName(host string, now time.Time) (doubted bool) {
	return w.note(host, now, func(q *watch.Watch) []watch.Alarm { return q.NoName(host, now) })
}

// hostIsGone reports whether the name of a host has not existed for so long that its pages are gone.
func (w *watching) hostIsGone(host string, now time.Time) bool {
	return judge(w, func(*fresh.Hosts) bool { return w.quality.IsGone(host, now) })
}

// recordAnswer records that a list, or the page of a posting, shows nothing of what it showed before, and the hash of the text that it has instead.
// It reports whether the host gives that text in place of its pages.
func (w *watching) recordAnswer(host string, now time.Time, page, text uint64, list bool) (walled bool) {
	w.note(host, now, func(q *watch.Watch) (changed []watch.Alarm) {
		walled, changed = q.Answer(host, now, page, text, list)
		return changed
	})
	return walled
}

// showsAgain records that a list, or the page of a posting, shows what it showed before.
func (w *watching) showsAgain(host string, now time.Time) {
	w.note(host, now, func(q *watch.Watch) []watch.Alarm { return q.ShowsAgain(host, now) })
}

// keepHost gives the quality and the rates of a host, and those of all hosts together, to the keeper. changed has the alarms that begin or end.
func (w *watching) keepHost(host string, now time.Time, changed []watch.Alarm) {
	if slices.ContainsFunc(changed, func(a watch.Alarm) bool { return a.Over }) && !w.quality.DoubtsPages(host) {
		w.policy.Release(host, now)
	}
	w.saved[host] = now
	state, ok := w.quality.AppendHost(nil, host)
	if !ok {
		return
	}
	keep := func(url string, facts []byte) *store.Visit {
		visit := &store.Visit{Watched: &store.Watched{URL: url, Kind: store.WatchedHost, Tried: now, Facts: facts}}
		w.told = append(w.told, visit)
		return visit
	}
	of := keep(hostURL(host), state)
	for _, a := range changed {
		of.Alarms = append(of.Alarms, alarmOf(a))
	}
	keep(hostURL(""), w.quality.AppendGeneral(nil))
	keep(ratesURL(host), w.policy.AppendHost(nil, host))
	keep(ratesURL(""), w.policy.AppendHost(nil, ""))
}

// alarms returns the alarms that are on now.
func (w *watching) alarms() (list []Alarm) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, a := range w.quality.Alarms() {
		list = append(list, alarmOf(a))
	}
	return list
}

// Fields of a posting, as bits of its facts, in the order of appearanceOf.
const (
	hasCompany = 1 << iota
	hasLocation
	hasDate
	hasPay
	hasText
)

// appearance is the part of a posting on its page that is compared at the next visit.
type appearance struct {
	title    uint64 // its hash
	fields   byte
	language string
	posted   int64 // day since 1970; 0 if unknown
	read     int64 // the day on which the page was last sent; 0 if unknown
}

func appearanceOf(p *job.Posting) appearance {
	a := appearance{title: xxh3.HashString(p.Title), language: p.Language}
	for bit, has := range []bool{p.Company != "", p.Location != "", !p.Posted.IsZero(), p.Salary.Currency != "", p.Description != ""} {
		if has {
			a.fields |= 1 << bit
		}
	}
	if !p.Posted.IsZero() {
		a.posted = p.Posted.Unix() / secondsPerDay
	}
	return a
}

const secondsPerDay = 24 * 60 * 60

// encode returns the facts of a posting that is watched. The language ends with 0.
func (a appearance) encode() []byte {
	b := append(binary.LittleEndian.AppendUint64(make([]byte, 0, 16), a.title), a.fields)
	return binary.AppendVarint(binary.AppendVarint(append(append(b, a.language...), 0), a.posted), a.read)
}

// decodeAppearance reads facts. Those of earlier versions end with the language, or with the date of posting. ok is false if there are none.
func decodeAppearance(facts []byte) (a appearance, ok bool) {
	if len(facts) < 9 {
		return a, false
	}
	language, days, _ := bytes.Cut(facts[9:], []byte{0})
	a = appearance{title: binary.LittleEndian.Uint64(facts), fields: facts[8], language: string(language)}
	n := 0
	a.posted, n = binary.Varint(days)
	a.read, _ = binary.Varint(days[max(n, 0):])
	return a, true
}

// oldAd is an age, in days, that few postings have when they are first seen.
const oldAd = 365

// isDateFalse reports whether the day of posting that a page states cannot be right: it is in the future, or earlier than the day stated before, or,
// when the posting is first seen, years ago. A difference of one day is allowed for time zones.
func (a appearance) isDateFalse(before appearance, known bool, now time.Time) bool {
	today := now.Unix() / secondsPerDay
	switch {
	case a.posted == 0:
		return false
	case a.posted > today+1, !known && a.posted < today-oldAd:
		return true
	}
	return known && before.posted != 0 && a.posted < before.posted-1
}

// readingOf describes what the page showed at this visit, for a page that showed a posting before or shows one now. facts are those of the visit
// before.
func (v *visit) readingOf(facts []byte, known bool, now time.Time) watch.Reading {
	r := watch.Reading{Known: known, Shows: len(v.postings) > 0, Text: textHash(v.page), Language: v.page.Lang}
	if !r.Shows {
		return r
	}
	a := appearanceOf(v.postings[0])
	r.Title = a.title
	r.Company, r.Location, r.Date = a.fields&hasCompany != 0, a.fields&hasLocation != 0, a.fields&hasDate != 0
	r.Pay, r.Description = a.fields&hasPay != 0, a.fields&hasText != 0
	before, seen := decodeAppearance(facts)
	r.DateFalse = a.isDateFalse(before, seen, now)
	r.Altered = seen && (before.title != a.title || before.fields&^a.fields != 0 || before.language != a.language)
	return r
}

// watchQuality records what a page of a crawl for jobs showed. It reports whether its host is to be doubted. A page without its posting says nothing
// new of the host if listings no longer link to that posting. It does not count either while there is an alarm about what the postings contain, because
// then listings keep links to postings that have ended, and one alarm would cause others.
func (v *visit) watchQuality(x *store.Watched, before []byte, known bool, now time.Time) (doubted bool) {
	switch {
	case len(v.postings) > 0:
		a := appearanceOf(v.postings[0])
		a.read = now.Unix() / secondsPerDay
		x.Facts = a.encode()
	case x.Kind == store.WatchedPosting:
		x.Facts = nil // further looks at a posting that has ended say nothing new of its host
	}
	w, host := v.Crawl.watched, weburl.Host(x.URL)
	switch {
	case x.Kind != store.WatchedPosting && !known:
		return false
	case len(v.postings) == 0 && judge(w, func(h *fresh.Hosts) bool { return h.Unlisted(x.URL) || w.quality.DoubtsPostings(host) }):
		return w.record(host, now)
	}
	reading := v.readingOf(before, known, now)
	return w.note(host, now, func(q *watch.Watch) []watch.Alarm { return q.RecordReading(host, now, reading) })
}
