package revisit

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

var start = time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)

func after(days float64) time.Time { return start.Add(time.Duration(days * 24 * float64(time.Hour))) }

// lists adds lists of several hosts and returns their true rates, from .1 to 12 changes a day.
func lists(p *Policy, n int) []float64 {
	rates := make([]float64, n)
	for i := range rates {
		rates[i] = .1 * math.Pow(120, float64(i)/float64(n))
		p.Add(Page{ID: uint64(i), Host: fmt.Sprint("h", i%7), Kind: List}, start)
	}
	return rates
}

// poisson draws how often something happens that is expected so many times.
func poisson(r *rand.Rand, expected float64) int {
	n := 0
	for at := r.ExpFloat64(); at < expected; at += r.ExpFloat64() {
		n++
	}
	return n
}

// run asks the pages of a policy for some days and returns the times of the requests for each.
func run(p *Policy, rates []float64, from, to float64, r *rand.Rand) map[uint64][]time.Time {
	asked := make(map[uint64][]time.Time)
	last := make([]time.Time, len(rates))
	for i := range last {
		last[i] = after(from)
	}
	for now := after(from); now.Before(after(to)); {
		id, _, ok := p.Next(now)
		if !ok {
			now = p.Wake(now)
			continue
		}
		asked[id] = append(asked[id], now)
		p.Observe(id, Visit{At: now, Changes: poisson(r, rates[id]*days(now.Sub(last[id])))})
		last[id] = now
	}
	return asked
}

// TestTheSumOfDelaysIsLeast compares the plan with the same number of requests moved between pages.
func TestTheSumOfDelaysIsLeast(t *testing.T) {
	p := New(Options{PerDay: 150, Fresh: 1000 * time.Hour})
	lists(p, 60)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		p.pages[uint64(i)].seen = evidence{Changes: r.ExpFloat64() * 40, Days: 10}
		p.pages[uint64(i)].cost = uint16(1 + r.IntN(4))
	}
	p.advance(start)
	pages := p.scheduled()
	delay := func(visits []float64) float64 {
		sum := 0.
		for i, s := range pages {
			sum += p.rate(s.r) / (2 * visits[i])
		}
		return sum
	}
	visits, sum := make([]float64, len(pages)), 0.
	for i, s := range pages {
		visits[i] = p.visits(s.root, p.scale, s.least)
		sum += visits[i] * float64(s.r.cost)
	}
	if math.Abs(sum-150) > .01 {
		t.Errorf("%.3f requests a day are planned, want 150", sum)
	}
	best := delay(visits)
	for range 2000 {
		i, j := r.IntN(len(pages)), r.IntN(len(pages))
		other := slices.Clone(visits)
		moved := other[i] * r.Float64() * .5
		other[i] -= moved
		other[j] += moved * float64(pages[i].r.cost) / float64(pages[j].r.cost)
		if got := delay(other); got < best-1e-6 {
			t.Fatalf("moving %.3f visits from page %d to %d lowers the delays from %.6f to %.6f", moved, i, j, best, got)
		}
	}
}

func TestRatesAreLearned(t *testing.T) {
	p := New(Options{PerDay: 400})
	rates := lists(p, 80)
	run(p, rates, 0, 28, rand.New(rand.NewPCG(3, 4)))
	wrong := 0.
	for i, rate := range rates {
		wrong += math.Abs(math.Log(p.Rate(uint64(i))/rate)) / float64(len(rates))
	}
	if wrong > .25 {
		t.Errorf("rates are wrong by a factor of %.2f, want at most %.2f", math.Exp(wrong), math.Exp(.25))
	}
}

// TestPostingsThatChangeAreNotOverestimated asks a posting every five days and is told only whether it differs.
func TestPostingsThatChangeAreNotOverestimated(t *testing.T) {
	p := New(Options{})
	r := rand.New(rand.NewPCG(5, 6))
	const rate = .3
	for id := range uint64(400) {
		p.Add(Page{ID: id, Host: "a", Kind: Posting}, start)
		for visit := 1; visit <= 10; visit++ {
			p.Observe(id, Visit{At: after(float64(5 * visit)), Changes: min(poisson(r, 5*rate), 1)})
		}
	}
	if got := p.groupRate(0); got < .8*rate || got > 1.3*rate {
		t.Errorf("%.3f changes a day, want %.3f", got, rate)
	}
}

func TestNoDayHasMoreRequestsThanPerDay(t *testing.T) {
	for _, perDay := range []int{1, 3, 60, 150, 1500} {
		p := New(Options{PerDay: perDay})
		lists(p, 200)
		p.SetDiscovery(.2)
		var times []time.Time
		for now := start; now.Before(after(4)); now = now.Add(17 * time.Second) {
			if p.Discover(now) {
				times = append(times, now)
			}
			if id, _, ok := p.Next(now); ok {
				p.Observe(id, Visit{At: now, Changes: 1})
				times = append(times, now)
			}
		}
		most := 0
		for first, last := 0, 0; last < len(times); last++ {
			for times[last].Sub(times[first]) >= 24*time.Hour {
				first++
			}
			most = max(most, last-first+1)
		}
		if most > perDay || float64(len(times)) < float64(4*perDay)*.95-1 {
			t.Errorf("--per-day %d: %d requests in 24 hours, %d in 4 days", perDay, most, len(times))
		}
	}
}

func TestDiscoveryAndRevisitsShareByWorth(t *testing.T) {
	shareOf := func(perDay int, newPostings float64) float64 {
		p := New(Options{PerDay: perDay})
		lists(p, 200)
		counts := [2]float64{}
		for now := start; now.Before(after(4)); now = now.Add(20 * time.Second) {
			p.SetDiscovery(newPostings)
			if newPostings > 0 && p.Discover(now) {
				counts[discovery]++
			}
			if id, _, ok := p.Next(now); ok {
				counts[revisits]++
				p.Observe(id, Visit{At: now, Changes: 1})
			}
		}
		return counts[discovery] / (counts[discovery] + counts[revisits])
	}
	share := func(newPostings float64) float64 { return shareOf(600, newPostings) }
	none, poor, good := share(0), share(.002), share(.5)
	if few := shareOf(90, .5); few < .55 {
		t.Errorf("discovery got %.2f of 90 requests a day, want two thirds or more", few)
	}
	if none != 0 || poor < .24 || poor > .4 || good < .6 || good > .76 {
		t.Errorf("discovery got %.2f, %.2f and %.2f of the requests; want 0, about a quarter and two thirds or more", none, poor, good)
	}
}

// TestRevisitsGetWhatDiscoveryLeaves: discovery is worth much, but has few links.
func TestRevisitsGetWhatDiscoveryLeaves(t *testing.T) {
	p := New(Options{PerDay: 600})
	lists(p, 100)
	found, visits := 0, 0
	for now := start; now.Before(after(6)); now = now.Add(2 * time.Minute) {
		p.SetDiscovery(1)
		if now.Sub(start)%(30*time.Minute) == 0 && p.Discover(now) { // 48 links a day, one at a time
			found++
		}
		p.SetWaiting(0)
		if id, _, ok := p.Next(now); ok {
			visits++
			p.Observe(id, Visit{At: now, Changes: 1})
		}
	}
	if found < 200 || visits < 6*480 {
		t.Errorf("%d links of 288 were fetched, and %d revisits made, want 3000 or more", found, visits)
	}
}

func TestFreshDoesNotAskForWhatOthersCover(t *testing.T) {
	p := New(Options{PerDay: 10})
	for id := range uint64(60) {
		p.Add(Page{ID: id, Host: "a", Kind: List, Covered: id > 0}, start)
		for visit := range 20 {
			p.Observe(id, Visit{At: after(float64(visit)), Changes: 0})
		}
	}
	p.Discover(after(20)) // plans
	first, _, _ := p.Due(0)
	other, _, _ := p.Due(1)
	if first.After(after(20)) || other.Before(after(21)) || p.Plan().Needed > 2 {
		t.Errorf("the list that no other covers is due at %v, another at %v; plan %+v", first, other, p.Plan())
	}
}

func TestAListedPostingIsAskedForAReason(t *testing.T) {
	p := New(Options{PerDay: 1000})
	p.Add(Page{ID: 1, Host: "a", Kind: List}, start)
	for id := uint64(2); id < 6; id++ {
		page := Page{ID: id, Host: "a", Kind: Posting, Listed: true}
		if id == 3 {
			page.ValidThrough = after(9)
		}
		p.Add(page, start)
	}
	var got []string
	for now, told := start, false; now.Before(after(31)); {
		if !told && now.After(after(4)) {
			p.Suspect(4, now)
			p.Suspect(5, now)
			p.Seen(5, now)
			told = true
		}
		id, reason, ok := p.Next(now)
		if !ok {
			now = p.Wake(now)
			continue
		}
		p.Observe(id, Visit{At: now, Suspected: id == 4 && reason == Suspected && now.Before(after(6))})
		if id > 1 && (reason != Aged || id == 2) {
			got = append(got, fmt.Sprintf("%d %s day %d", id, reason, int(days(now.Sub(start)))))
		}
	}
	want := []string{"4 suspected day 4", "4 suspected day 5", "4 suspected day 7", "3 valid-through day 9", "2 max-age day 26"}
	if !slices.Equal(got, want) {
		t.Errorf("asked %q, want %q", got, want)
	}
}

// TestASuspicionGoesBeforeMaxAge: what is due by MaxAge may have to wait, but not if it is suspected meanwhile.
func TestASuspicionGoesBeforeMaxAge(t *testing.T) {
	p := New(Options{PerDay: 24})
	for id := range uint64(400) {
		p.Add(Page{ID: id, Host: "a", Kind: Posting, Listed: true}, start)
	}
	now := after(29)
	if _, reason, ok := p.Next(now); !ok || reason != Aged {
		t.Fatalf("%s is due, want %s", reason, Aged)
	}
	p.Suspect(399, now)
	for range 40 {
		if id, reason, ok := p.Next(now); ok && id == 399 && reason == Suspected {
			return
		}
		now = now.Add(10 * time.Minute)
	}
	t.Error("a suspected posting waits for those that are due by MaxAge")
}

func TestAFailureIsTriedAgainLaterAndLater(t *testing.T) {
	p := New(Options{})
	p.Add(Page{ID: 1, Host: "a", Kind: List}, start)
	rate := p.Rate(1)
	now := after(2)
	var waits []time.Duration
	for range 7 {
		p.Observe(1, Visit{At: now, Failed: true})
		due, _, _ := p.Due(1)
		waits = append(waits, due.Sub(now))
		now = due
	}
	want := []time.Duration{1, 2, 4, 8, 16, 24, 24}
	for i := range want {
		if waits[i] != want[i]*time.Hour {
			t.Fatalf("waits %v, want %v hours", waits, want)
		}
	}
	if p.Rate(1) != rate {
		t.Error("a failure has changed the rate")
	}
}

func TestFreshIsHeldIfPerDayAllowsIt(t *testing.T) {
	p := New(Options{PerDay: 140, Fresh: 24 * time.Hour})
	rates := lists(p, 100)
	for id, times := range run(p, rates, 0, 12, rand.New(rand.NewPCG(7, 8))) {
		for i := 2; i < len(times); i++ { // at first all are due at once
			if gap := times[i].Sub(times[i-1]); gap > 25*time.Hour {
				t.Errorf("list %d was not asked for %v", id, gap)
			}
		}
	}
	if plan := p.Plan(); !plan.Aim || plan.Needed > 140 {
		t.Errorf("plan %+v", plan)
	}
	p = New(Options{PerDay: 50, Fresh: 24 * time.Hour})
	lists(p, 100)
	p.Next(after(1))
	if plan := p.Plan(); plan.Aim || math.Round(plan.Needed) != 111 {
		t.Errorf("plan %+v: 100 lists cannot be asked daily by 50 requests", plan)
	}
}

// TestNoRequestIsLeftUnused: postings that no list links to were found together, so that all are due together.
func TestNoRequestIsLeftUnused(t *testing.T) {
	p := New(Options{PerDay: 300})
	for id := range uint64(3000) {
		p.Add(Page{ID: id, Host: "a", Kind: Posting}, start)
	}
	p.Observe(7, Visit{At: after(.5), Failed: true}) // what is first in its queue may not be requested yet
	visits, last := 0, make(map[uint64]time.Time)
	for now := after(.5); now.Before(after(6.5)); {
		id, _, ok := p.Next(now)
		if !ok {
			if next := p.Wake(now); next.After(now) {
				now = next
				continue
			}
			t.Fatal("Wake gives no later time")
		}
		if now.Sub(last[id]) < time.Hour {
			t.Fatalf("page %d is asked twice in an hour", id)
		}
		visits++
		last[id] = now
		p.Observe(id, Visit{At: now})
	}
	if visits < 6*285 || len(last) < visits-20 {
		t.Errorf("%d visits of %d pages in 6 days, want 1800", visits, len(last))
	}
}

// TestAnAnnouncedEndSaysNothingOfOthers: postings whose ValidThrough has passed when they are found closed are no evidence of how
// often others close.
func TestAnAnnouncedEndSaysNothingOfOthers(t *testing.T) {
	p := New(Options{})
	for id := range uint64(200) {
		p.Add(Page{ID: id, Host: "a", Kind: Posting, ValidThrough: after(10)}, start)
		p.Observe(id, Visit{At: after(10.5), Changes: int(id % 2)})
	}
	if got := p.groupRate(0); got > .002 {
		t.Errorf("%.4f unannounced ends a day, want hardly any", got)
	}
}

// TestWhatWasLearnedIsTakenOver: pages that are added again to another policy are due when they were.
func TestWhatWasLearnedIsTakenOver(t *testing.T) {
	o := Options{PerDay: 200}
	p, q := New(o), New(o)
	rates := lists(p, 50)
	run(p, rates, 0, 6, rand.New(rand.NewPCG(9, 9)))
	hosts, fresh := takeOver(p, q, 0)
	if at := after(7).Unix(); len(hosts) != 8 {
		t.Fatalf("%d hosts, want 7 and all together", len(hosts))
	} else {
		q.worth, q.waiting, q.idle = p.worth, p.waiting, p.idle
		q.budget = p.budget
		p.replan(at)
		q.replan(at)
		fresh.replan(at)
	}
	differ := 0
	for id := range uint64(50) {
		due, _, _ := p.Due(id)
		if got, _, ok := q.Due(id); !ok || !got.Equal(due) {
			t.Errorf("list %d is due on %v, want %v", id, got, due)
		}
		if got, _, _ := fresh.Due(id); !got.Equal(due) {
			differ++
		}
	}
	if differ < 40 {
		t.Errorf("only %d lists would be due at other times, had nothing been learned", differ)
	}
}

// takeOver adds the pages of a policy to another one, and tells that one what was learned without so many bytes at the end. The pages
// of fresh are told nothing.
func takeOver(p, q *Policy, cut int) (hosts map[string][]byte, fresh *Policy) {
	fresh, hosts = New(q.o), map[string][]byte{"": p.AppendHost(nil, "")}
	for _, r := range p.order {
		page := Page{ID: r.id, Host: p.groups[r.group].host, Kind: r.kind, Listed: r.listed}
		q.Add(page, time.Unix(r.last, 0))
		fresh.Add(page, time.Unix(r.last, 0))
		state := p.AppendPage(nil, r.id)
		q.SetPage(r.id, state[:len(state)-cut])
		hosts[page.Host] = p.AppendHost(nil, page.Host)
	}
	for host, state := range hosts {
		hosts[host] = state[:len(state)-cut]
	}
	q.SetHosts(hosts)
	return hosts, fresh
}

func TestWhatCannotBeReadIsBegunAnew(t *testing.T) {
	p, q := New(Options{}), New(Options{})
	rates := lists(p, 10)
	run(p, rates, 0, 6, rand.New(rand.NewPCG(9, 9)))
	_, fresh := takeOver(p, q, 1)
	q.SetPage(3, bytes.Repeat([]byte{0xff}, 16))
	q.SetPage(1000, p.AppendPage(nil, 3))
	for id := range uint64(10) {
		if q.Rate(id) != fresh.Rate(id) || q.Rate(id) == p.Rate(id) {
			t.Errorf("list %d: %.3f changes a day, want %.3f", id, q.Rate(id), fresh.Rate(id))
		}
	}
}

func TestAClockSetBackStopsNothing(t *testing.T) {
	p := New(Options{PerDay: 500})
	rates := lists(p, 20)
	run(p, rates, 0, 3, rand.New(rand.NewPCG(2, 2)))
	asked := run(p, rates, -2, 5, rand.New(rand.NewPCG(2, 3)))
	if len(asked) != 20 {
		t.Errorf("%d lists of 20 were asked after the clock was set back", len(asked))
	}
}

func TestAListThatLosesMuchIsUnlikely(t *testing.T) {
	p := New(Options{})
	p.Add(Page{ID: 1, Host: "a", Kind: List}, start)
	for i := 1; i <= 40; i++ {
		p.Observe(1, Visit{At: after(float64(i) / 4), Changes: i % 2})
	}
	at := after(10.25)
	if one, ten := p.Chance(1, at, 1), p.Chance(1, at, 10); one < .1 || ten > 1e-6 {
		t.Errorf("one entry gone has chance %.3g, ten %.3g", one, ten)
	}
	if all := p.Chance(1, after(40), 10); all < .1 {
		t.Errorf("ten entries gone after a month have chance %.3g", all)
	}
}

func BenchmarkPlan(b *testing.B) {
	p := New(Options{PerDay: 100_000})
	for id := range uint64(200_000) {
		p.Add(Page{ID: id, Host: fmt.Sprint(id % 5000), Kind: Kind(id % 4), Listed: id%3 == 0}, start)
	}
	for b.Loop() {
		p.replan(start.Unix() + 90_000)
	}
}

// TestShortTimesAreHeldBack: with a MaxAge and Fresh of a second, no page is requested twice within one, and all have their turn.
func TestShortTimesAreHeldBack(t *testing.T) {
	p := New(Options{Fresh: time.Second, MaxAge: time.Second})
	asked := make(map[uint64]int)
	for id := uint64(1); id <= 20; id++ {
		p.Add(Page{ID: id, Host: "a.test", Kind: Posting, Listed: id > 1}, start)
	}
	for now := start; now.Before(start.Add(10 * time.Second)); now = now.Add(time.Millisecond) {
		if id, _, ok := p.Next(now); ok {
			asked[id]++
			p.Observe(id, Visit{At: now})
		}
	}
	for id := uint64(1); id <= 20; id++ {
		if asked[id] < 5 || asked[id] > 10 {
			t.Errorf("page %d was asked %d times in 10 s", id, asked[id])
		}
	}
}

// TestAListThatOthersNameKeepsItsRate has lists that name each other, as those in a menu do.
func TestAListThatOthersNameKeepsItsRate(t *testing.T) {
	p := New(Options{PerDay: 100})
	for id := range uint64(3) {
		p.Add(Page{ID: id, Host: "a", Kind: List}, start)
	}
	for day := 1.; day < 20; day++ {
		for id := range uint64(3) {
			p.Observe(id, Visit{At: after(day), Changes: 2})
			for other := range uint64(3) {
				p.Seen(other, after(day+.1))
			}
		}
	}
	for id := range uint64(3) {
		if rate := p.Rate(id); math.Abs(rate-2) > .3 {
			t.Errorf("list %d changes %.2f times a day by its rate, want 2", id, rate)
		}
	}
}
