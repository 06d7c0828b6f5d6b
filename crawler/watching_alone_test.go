package crawler

import (
	"slices"
	"strings"
	"testing"
	"time"

	"gannet/frontier"
)

// TestAnEmployerOfFewOpenings: a page names one opening, so that it does not look like a list. The next opening is found within Fresh, be it
// named beside the first or after a week without any. So it is if the first was found by a crawl without revisits, and if the page shows a
// posting of its own.
func TestAnEmployerOfFewOpenings(t *testing.T) {
	for name, list := range map[string]func(day float64) []int{
		"a second": func(at float64) []int {
			if at < 9.5 {
				return []int{1}
			}
			return []int{1, 2}
		},
		"after none": func(at float64) []int {
			switch {
			case at < 2.5:
				return []int{1}
			case at < 9.5:
				return nil
			}
			return []int{2}
		},
	} {
		for how, days := range map[string][]float64{"at once": {12}, "later": {1, 12}, "on a posting": {12}, "on a posting, later": {1, 12}} {
			t.Run(name+" "+how, func(t *testing.T) {
				s := &jobSite{begin: time.Unix(1_780_000_000, 0), list: list, shows: strings.HasPrefix(how, "on a posting")}
				s.page = func(n int, at float64) (status, version int) {
					if slices.Contains(list(at), n) {
						return 200, 1
					}
					return 404, 1
				}
				db, log := openDB(t), frontier.NewMemory()
				for i, until := range days {
					p := watchSite(t, s, db, log, until, func(p *Parts, _ *Limits) {
						if i < len(days)-1 {
							p.Revisits = nil
						}
					})
					t.Logf("ended %q with %d pages", p.Ended, p.Kept)
				}
				if !db.Has("http://mill.test/job/2") {
					t.Errorf("the second opening was not found; the list was answered with %v", s.asks("/"))
				}
				if lives(t, db)["2"] == "" {
					t.Error("the second opening is no posting")
				}
			})
		}
	}
}
