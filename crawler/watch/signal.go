package watch

import (
	"math"
	"time"
)

// counts counts good and bad facts. Later facts weigh more.
type counts struct{ Good, Bad float32 }

func (c counts) sum() float32 { return c.Good + c.Bad }

func (c *counts) add(f Fact) {
	c.Good += float32(f.Good)
	c.Bad += float32(f.Bad)
}

// share is the share of good facts, 1 if there are none.
func (c counts) share() float64 {
	if c.sum() == 0 {
		return 1
	}
	return float64(c.Good / c.sum())
}

// badShares are the shares of bad facts for which a host is tested. A change to a share between them looks much like a change to one of them.
var badShares = [...]float64{.3, .6, .95}

// signal is the state of one signal of a host.
type signal struct {
	Past     counts // of the days before the current one
	Day      counts // of the current day
	Tests    [len(badShares)]test
	Quiet    heights // of the days before
	Highest  float32 // evidence of the current day
	Days     uint32  // with facts
	Alarm    bool
	Deciding uint8 // the test that raised the alarm
}

// test is a cumulative sum of evidence that the share of bad facts has changed to one of badShares (Page, 1954). It starts over whenever the sum
// falls to zero.
type test struct {
	Evidence float32 // logarithm of a ratio of likelihoods; at least 0
	Since    int64   // Unix time of its beginning
	Facts    counts  // since then
}

// endDay adds the facts of the current day to those of the past. The weight of the past is multiplied by keep.
func (s *signal) endDay(keep float32) {
	if s.Day.sum() > 0 {
		s.Quiet.add(max(0, float64(s.Highest)-s.chances()), float64(keep))
		s.Days++
	}
	s.Past.Good = s.Past.Good*keep + s.Day.Good
	s.Past.Bad = s.Past.Bad*keep + s.Day.Bad
	s.Day, s.Highest = counts{}, 0
}

// add tests the facts of one visit, and raises or ends the alarm.
func (s *signal) add(f Fact, at int64, all *counts) {
	share := s.share(all, s.Days < f.Signal.leastDays())
	for i, bad := range badShares {
		s.Tests[i].add(f, float64(f.Good)*math.Log((1-bad)/share)+float64(f.Bad)*math.Log(bad/(1-share)), at)
	}
	s.Day.add(f)
	all.add(f)
	s.decide(f.Signal, share, at)
	if s.Alarm && f.Signal.ofPostings() && time.Duration(at-s.Tests[s.Deciding].Since)*time.Second > longChange {
		s.settle()
	}
}

// goesOn reports whether the current day is extended, because a change may have begun and there are too few facts to decide. Otherwise a host with
// few facts a day would take its change for usual before there are enough facts. The day is extended by longChange at most.
func (s *signal) goesOn(keep float32, at int64, all *counts) bool {
	evidence, best := s.evidence()
	recent := time.Duration(at-s.Tests[best].Since)*time.Second < longChange
	if s.Alarm || !recent || evidence <= s.chances() || float64(s.Day.sum()) >= s.deciding(all) {
		return false
	}
	s.Past.Good, s.Past.Bad = s.Past.Good*keep, s.Past.Bad*keep
	return true
}

// deciding returns how many facts would be enough to raise the alarm if all of them were bad.
func (s *signal) deciding(all *counts) float64 {
	return s.enough() / math.Log(badShares[len(badShares)-1]/(1-s.share(all, false)))
}

// longChange is how long a change in what postings contain is treated as an alarm. After that it counts as usual for the host.
const longChange = 7 * 24 * time.Hour

// settle ends the alarm, and treats the facts since the change as usual from now on.
func (s *signal) settle() {
	told := s.Tests[s.Deciding]
	s.Past, told.Evidence = told.Facts, 0 // it starts over with the next fact
	s.Alarm, s.Day, s.Tests = false, counts{}, [len(badShares)]test{}
	s.Tests[s.Deciding] = told
}

func (t *test) add(f Fact, evidence float64, at int64) {
	if t.Evidence == 0 {
		t.Since, t.Facts = at, counts{}
	}
	t.Evidence = max(0, t.Evidence+float32(evidence))
	t.Facts.add(f)
}

// enough is how much evidence raises an alarm.
func (s *signal) enough() float64 { return s.chances() + perAlarm*s.Quiet.scale() }

// evidence returns the evidence of the mean of the tests, and the test that has most evidence.
func (s *signal) evidence() (evidence float64, best int) {
	sum := 0.0
	for i := range s.Tests {
		sum += math.Exp(min(float64(s.Tests[i].Evidence), 500))
		if s.Tests[i].Evidence > s.Tests[best].Evidence {
			best = i
		}
	}
	return math.Log(sum / float64(len(s.Tests))), best
}

// decide raises the alarm if the mean of the tests has enough evidence, or ends it. A host that is known for fewer than leastDays raises no alarm.
// The height of a day on which the alarm was raised counts only for facts that come in runs; for all others it is due to the change.
func (s *signal) decide(which Signal, share float64, at int64) {
	evidence, best := s.evidence()
	enough := s.enough()
	switch {
	case s.Alarm:
		s.endAlarm(float32(enough), at)
	case evidence >= enough && s.Days >= which.leastDays() && badShares[best] > 1-share: // else it is a change for the better
		if s.Alarm, s.Deciding = true, uint8(best); !which.inRuns() {
			s.Highest = 0 // the change's height says nothing of quiet days
		}
	default:
		s.Highest = max(s.Highest, float32(min(evidence, s.chances()+mostHeight*perAlarm)))
	}
}

// endAlarm ends the alarm when the test that raised it has no evidence left. The evidence is limited to what raises an alarm, so that a long alarm
// ends as soon as a new one. If the change was not long, its facts are forgotten. Otherwise the host would count as one that often breaks, and the
// next change would be reported late.
func (s *signal) endAlarm(enough float32, at int64) {
	t := &s.Tests[s.Deciding]
	if t.Evidence = min(t.Evidence, enough); t.Evidence > 0 {
		return
	}
	s.Alarm = false
	if time.Duration(at-t.Since)*time.Second < longChange {
		s.forget(t.Facts)
	}
	for i := range s.Tests {
		s.Tests[i].Evidence = 0
	}
}

// forget removes facts from the counts, first from those of the current day.
func (s *signal) forget(facts counts) {
	for _, from := range []*counts{&s.Day, &s.Past} {
		good, bad := min(from.Good, facts.Good), min(from.Bad, facts.Bad)
		from.Good, from.Bad = from.Good-good, from.Bad-bad
		facts.Good, facts.Bad = facts.Good-good, facts.Bad-bad
	}
}

// chances is the logarithm of the number of facts that a day has. Each fact is a chance for a false alarm.
func (s *signal) chances() float64 {
	return math.Log(max(1, float64(s.Past.sum())*float64(dayTime)/float64(Memory)))
}

// share is the host's own share of good facts. A host of which little is known is assumed to be like all others. While the host is young, a day with
// more facts than all days before counts at once, because there is nothing with which it could be compared.
func (s *signal) share(all *counts, young bool) float64 {
	own := s.Past
	if young && s.Day.sum() > own.sum() {
		own = counts{own.Good + s.Day.Good, own.Bad + s.Day.Bad}
	}
	general := (float64(all.Good) + 1 - priorBad) / (float64(all.sum()) + 1)
	return (float64(own.Good) + general) / (float64(own.sum()) + 1.5)
}
