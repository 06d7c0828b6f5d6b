package crawler

import (
	"strings"
	"time"

	"gannet/store"
)

// What the policy has learned is kept with what is watched. A posting has no rate there: it is requested by its age as a rule.

// ratesURL is the name under which is kept how often what is watched of a host changes. That of all hosts together has no name.
func ratesURL(host string) string { return "rates:" + host }

// ratesOf returns the host of a name that ratesURL made.
func ratesOf(name string) (host string, ok bool) { return strings.CutPrefix(name, ratesURL("")) }

// noteRates has the keeper keep what the policy has learned of a page, with its visit. What it has learned of the host, and of all
// hosts, is kept now and then.
func (w *watching) noteRates(id uint64, x *store.Watched, now time.Time) {
	if x.Kind != store.WatchedPosting {
		x.Facts = w.policy.AppendPage(nil, id)
		own := *x
		w.recent[id] = &own
	}
	host := hostOf(x)
	if last, saved := w.saved[ratesURL(host)]; saved && now.Sub(last) < saveQuality {
		return
	}
	w.saved[ratesURL(host)] = now
	for _, name := range []string{host, ""} {
		w.told = append(w.told, &store.Visit{Watched: &store.Watched{
			URL: ratesURL(name), Kind: store.WatchedHost, Tried: now, Facts: w.policy.AppendHost(nil, name),
		}})
	}
}
