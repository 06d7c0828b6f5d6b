// Package overview owns the answers to four questions about a crawl: is it well, is it worth its cost, what holds it up,
// and are its postings fresh. The page of `gannet serve` shows them, and the interface of a crawl that runs gives them.
package overview

import (
	"time"

	"gannet/crawldir/missed"
	"gannet/crawler"
	"gannet/frontier"
	"gannet/store"
	"gannet/store/postings"
)

// Level says how urgent a finding about a crawl is. The web interface shows the level as a colour and a word.
type Level string

// These levels say how urgent a finding about a crawl is: Good, Warning, Bad, or Resting if no process runs the crawl and the crawl has nothing
// left to do.
const (
	Good    Level = "good"
	Warning Level = "warning"
	Bad     Level = "bad"
	// Resting is the level of a crawl that no process runs, and that has nothing left to do.
	Resting Level = "resting"
)

// Finding is a problem of a crawl that its owner should know about, with advice.
type Finding struct {
	Level    Level  `json:"level"`
	Sentence string `json:"sentence"`
	Remedy   string `json:"remedy,omitempty"`
	Link     string `json:"link,omitempty"` // the view of the page that shows more, with its query
}

// Overview answers four questions about a crawl at one moment: whether it works, how many relevant pages it finds, what slows it down, and
// how fresh its postings are.
type Overview struct {
	Time     time.Time `json:"time"` // by the crawl's clock
	Running  bool      `json:"running"`
	Paused   bool      `json:"paused,omitempty"`
	Well     Finding   `json:"well"`
	Worth    Worth     `json:"worth"`
	Stages   []Stage   `json:"stages,omitempty"` // of a crawl that runs, in the order in which a page passes them
	Findings []Finding `json:"findings,omitempty"`
	Fresh    *Fresh    `json:"fresh,omitempty"` // nil if no posting is kept
	// Missed says which seeds' hosts gave no posting when the latest run ended that looked for them; nil: no run did.
	Missed *missed.Record `json:"missed,omitempty"`
	// ByScript has, of the latest run, the shapes of URLs whose pages a script probably makes.
	ByScript []crawler.ScriptShape `json:"by_script,omitempty"`
}

// mostFindings is the largest number of findings in an overview. More would hide what is most urgent.
const mostFindings = 3

// Input has the data for an Overview that do not come from stores.
type Input struct {
	Now      time.Time         // by the crawl's clock
	Running  bool              // a process runs the crawl
	Said     time.Time         // when the latest run said last how far it is; zero: never
	Ended    bool              // the latest run said that it ended
	Rate     float64           // pages a second
	Progress *crawler.Progress // of the latest run; nil: unknown
	// Hosts counts the hosts of the frontier by where they stand; nil unless the crawl runs.
	Hosts map[frontier.Standing]int
}

// Source has the stores of a crawl from which a Tracker reads.
type Source struct {
	Store    Store
	Postings postings.Finder
}

// Store gives access to the stored pages of a crawl. *store.DB implements it.
type Store interface {
	Totals() (store.Stats, error)
	Select(s store.Selection, use func(*store.Page) error) error
	missed.Facts
}

// Of makes an overview of a crawl from the stores in s and from the other data in in.
func (t *Tracker) Of(s Source, in Input) (*Overview, error) {
	o := &Overview{Time: in.Now, Running: in.Running}
	kept, err := s.Store.Totals()
	if err != nil {
		return nil, err
	}
	if in.Progress != nil {
		o.Paused, o.ByScript = in.Running && in.Progress.Paused, in.Progress.ByScript
	}
	if o.Worth, err = t.worth(s, in.Now, kept); err != nil {
		return nil, err
	}
	if in.Progress != nil {
		o.Worth.Promise = in.Progress.Promise
		if in.Progress.Postings > 0 {
			o.Worth.Sources = &in.Progress.Sources
		}
	}
	if kept.Postings > 0 {
		if o.Fresh, err = t.fresh(s, in.Now, kept); err != nil {
			return nil, err
		}
		if in.Progress != nil && in.Progress.Revisits != nil {
			o.Fresh.Shown = &in.Progress.Revisits.Shown
		}
	}
	if o.Missed, err = missed.Held(s.Store); err != nil {
		return nil, err
	}
	if in.Hosts != nil && in.Progress != nil {
		o.Stages = t.meanLoad().stages(in.Progress, in.Hosts)
	}
	o.Well = well(in, kept, &o.Worth)
	o.Findings = findings(in, o)
	return o, nil
}

// linkToHosts returns the link to the hosts that stand somewhere.
func linkToHosts(s frontier.Standing) string { return "hosts?" + query("state", string(s)) }
