package overview

import (
	"fmt"
	"slices"

	"gannet/crawler"
	"gannet/crawler/revisit"
	"gannet/frontier"
)

// Thresholds from which something becomes a finding.
const (
	fewPages    = 100 // of fewer nothing is concluded
	fallen      = .5  // the latest harvest, against that of all pages, or against what was promised
	fewPromised = 20  // relevant pages; fewer come or do not come by chance
	manyRefused = .3  // of the links that were requested, by one reason
	manyOfHosts = .2  // of the hosts
	staleSeen   = .5  // of the open postings were shown within --fresh
	fewPostings = 20  // of fewer nothing is concluded
)

// findings returns what holds the crawl up or needs its owner, the most urgent first.
func findings(in Input, o *Overview) (list []Finding) {
	if in.Progress != nil {
		list = append(list, ofRequests(in.Progress)...)
	}
	list = append(list, ofHosts(in.Hosts)...)
	list = append(list, ofStages(o.Stages)...)
	list = append(list, ofHarvest(&o.Worth)...)
	if o.Fresh != nil {
		list = append(list, ofFields(o.Fresh.Fields)...)
	}
	if o.Fresh != nil && o.Fresh.Shown != nil {
		list = append(list, ofFreshness(o.Fresh.Shown)...)
	}
	order := []Level{Bad, Warning, Good, Resting}
	slices.SortStableFunc(list, func(a, b Finding) int { return slices.Index(order, a.Level) - slices.Index(order, b.Level) })
	return list[:min(len(list), mostFindings)]
}

// ofRequests returns findings about answers that are too frequent.
func ofRequests(p *crawler.Progress) (list []Finding) {
	if p.Revisits != nil {
		for _, a := range p.Revisits.Alarms {
			list = append(list, Finding{
				Level: Bad, Sentence: fmt.Sprintf("%s does not give what it gave before (%s).", a.Host, a.Signal),
				Remedy: "Look at its pages, and at its template if it has one.", Link: "pages?" + query("host", a.Host),
			})
		}
	}
	worst, most := "", int64(0)
	for why, n := range p.Refused {
		if n > most || n == most && why < worst {
			worst, most = why, n
		}
	}
	if p.Asked < fewPages || float64(most) < manyRefused*float64(p.Asked) {
		return list
	}
	return append(list, Finding{
		Level: Warning, Sentence: fmt.Sprintf("%d of %d links gave no page: %s.", most, p.Asked, worst),
		Remedy: "See the hosts with most failures; a rule of the scope can leave such links out.", Link: "hosts?" + query("sort", "failures"),
	})
}

// ofHosts returns findings about hosts that are lost.
func ofHosts(hosts map[frontier.Standing]int) (list []Finding) {
	all := 0
	for _, n := range hosts {
		all += n
	}
	if n := hosts[frontier.HostGivenUp]; all >= 5 && share(n, all) >= manyOfHosts {
		list = append(list, Finding{
			Level: Warning, Sentence: fmt.Sprintf("%d of %d hosts are given up, because they failed again and again.", n, all),
			Remedy: "See their last errors.", Link: linkToHosts(frontier.HostGivenUp),
		})
	}
	if n := hosts[frontier.HostFails]; n > 0 {
		list = append(list, Finding{
			Level: Warning, Sentence: fmt.Sprintf("%d hosts failed at their latest request. They are requested again later.", n),
			Remedy: "See their last errors.", Link: linkToHosts(frontier.HostFails),
		})
	}
	return list
}

// remediesOfStages say what to do about a stage that holds the crawl up.
var remediesOfStages = map[string]Finding{
	"links":   {Level: Warning, Sentence: "No links are waiting: each was requested, left out, or dropped with its host.", Remedy: "Give more seeds, or widen the scope.", Link: "pages"},
	"hosts":   {Level: Good, Sentence: "The pauses between requests to a host limit the speed: workers are waiting for hosts.", Remedy: "More seeds on other hosts make the crawl faster. Shorter pauses would burden the hosts.", Link: "hosts?state=pauses"},
	"workers": {Level: Warning, Sentence: "All workers are busy while hosts are ready.", Remedy: "More --workers make the crawl faster, if the processor has time left.", Link: "hosts?state=ready"},
	"store":   {Level: Warning, Sentence: "Pages are waiting to be written: the disk limits the speed.", Remedy: "Use a faster disk, or fewer --workers."},
}

// patient is the finding that hosts are ready but get no request, because better links are about to be free.
var patient = Finding{
	Level: Good, Sentence: "Workers are idle although hosts are ready, because the links of these hosts have a low priority: better links wait for hosts that pause.",
	Remedy: "A shorter --patience fetches more pages, and fewer relevant ones.", Link: "hosts?" + query("state", "pauses"),
}

// spread is the finding that requests wait for the bound on the requests of a day.
var spread = Finding{
	Level: Good, Sentence: "Hosts are ready, but requests for new pages wait: --per-day spreads its number of requests evenly over 24 hours.",
	Remedy: "A larger --per-day makes the crawl faster.",
}

// ofStages says which stage holds the crawl up.
func ofStages(stages []Stage) (list []Finding) {
	for _, s := range stages {
		if s.Spread {
			list = append(list, spread)
		} else if s.Patient {
			list = append(list, patient)
		} else if s.Holds {
			list = append(list, remediesOfStages[s.Name])
		}
	}
	return list
}

// ofFields says which field of which site broke.
func ofFields(sites []SiteFields) []Finding {
	if len(sites) == 0 || sites[0].broken() == 0 {
		return nil
	}
	s := sites[0] // the one that lost most
	for _, f := range s.Fields {
		if f.Broken && f.Before-f.Now == s.broken() {
			return []Finding{{
				Level: Bad, Sentence: fmt.Sprintf("%s: %.0f %% of the new postings have the field %s, %.0f %% had it the week before.", s.Host, 100*f.Now, f.Field, 100*f.Before),
				Remedy: "Look at one of them, and at the site's template if it has one.", Link: "jobs?" + query("host", s.Host),
			}}
		}
	}
	return nil
}

// ofHarvest says whether the harvest falls.
func ofHarvest(w *Worth) []Finding {
	if p := w.Promise; p != nil && p.Fetches >= fewPages && p.Expected >= fewPromised && float64(p.Relevant) < fallen*p.Expected {
		return []Finding{{
			Level: Warning, Sentence: fmt.Sprintf("Of the latest %d links %.0f were expected to lead to relevant pages, and %d did.", p.Fetches, p.Expected, p.Relevant),
			Remedy: "Look at what it fetches now: a host may have changed, or all that is near is fetched.", Link: "pages?" + query("relevant", "no"),
		}}
	}
	if w.Latest < fewPages || w.Pages <= w.Latest || w.Rate() >= fallen*w.AllRate() {
		return nil
	}
	return []Finding{{
		Level: Warning, Sentence: fmt.Sprintf("The harvest rate is falling: %.0f %% of the latest pages are relevant, %.0f %% of all.", 100*w.Rate(), 100*w.AllRate()),
		Remedy: "The best of what is near the seeds may be fetched: give more seeds, or end the crawl, which --until-dry does by itself.", Link: "pages?" + query("relevant", "no"),
	}}
}

// ofFreshness returns a finding if postings are not revisited often enough.
func ofFreshness(s *revisit.Shown) []Finding {
	if s.Of < fewPostings || share(s.Fresh, s.Of) >= staleSeen {
		return nil
	}
	return []Finding{{
		Level: Warning, Sentence: fmt.Sprintf("Only %d of %d open postings were confirmed within --fresh, by a listing or by their own page.", s.Fresh, s.Of),
		Remedy: "Let the crawl run, and let it ask more often: --per-day may be too small.", Link: "jobs?" + query("state", "open"),
	}}
}
