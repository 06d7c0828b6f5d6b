// Package missed owns what a crawl for jobs has missed: the hosts of its seeds that gave no posting, and why. Nobody notices that an employer
// is missing from a list of jobs. So each run that looks for postings finds it out when it ends, and keeps one record in the store.
package missed

import (
	"fmt"
	"strings"
	"time"

	"gannet/crawler/reason"
	"gannet/store"
)

// Facts reads facts that were stored about a crawl, such as the list of hosts without a posting. A store.Reader implements it.
type Facts interface {
	Meta(key string, v any) (ok bool, err error)
}

// Record lists the hosts of seeds that had given no posting at the end of a run.
type Record struct {
	Time  time.Time `json:"time"`  // by the crawl's clock
	Hosts int       `json:"hosts"` // of all seeds
	List  []Host    `json:"list"`  // those without a posting, by why, and then by name
}

// Host is a host of seeds that has given no posting. A posting counts for every host on the way from a seed to the posting's page; so an
// employer's site counts as successful even if it links to its postings on another host.
type Host struct {
	Host     string        `json:"host"`
	Why      reason.Reason `json:"why"`
	Sentence string        `json:"sentence"`         // what the reason means
	Detail   string        `json:"detail,omitempty"` // what the server answered, or how many links wait
	URL      string        `json:"url,omitempty"`    // of the page or the link that shows it
	Pages    int           `json:"pages"`            // kept of the host, and of those to which its seeds redirect
}

// key is the key of the record in the store's meta data.
const key = "missed"

// Held returns which hosts had given no posting when the latest run ended, as Keep stored it, or nil if Keep has stored nothing.
func Held(of Facts) (*Record, error) {
	r := new(Record)
	if ok, err := of.Meta(key, r); err != nil || !ok {
		return nil, err
	}
	return r, nil
}

// Keep stores the record in db, from which Held reads it again.
func (r *Record) Keep(db *store.DB) error { return db.SetMeta(key, r) }

// named is how many hosts Text names.
const named = 3

// Text describes the record in one line, or returns "" if every host has given a posting.
func (r *Record) Text() string {
	if r == nil || len(r.List) == 0 {
		return ""
	}
	var hosts []string
	for i, h := range r.List {
		if i == named {
			hosts = append(hosts, fmt.Sprintf("and %d more", len(r.List)-named))
			break
		}
		hosts = append(hosts, h.Text())
	}
	return fmt.Sprintf("%d of %d seeds' hosts gave no posting: %s", len(r.List), r.Hosts, strings.Join(hosts, ", "))
}

// Text returns the host and the reason why it has given no posting.
func (h *Host) Text() string { return fmt.Sprintf("%s (%s)", h.Host, h.Reason()) }

// Reason says why the host has given no posting, together with the response of the server if there is one.
func (h *Host) Reason() string {
	if h.Detail == "" || string(h.Why) == h.Detail {
		return string(h.Why)
	}
	return fmt.Sprintf("%s: %s", h.Why, h.Detail)
}
