package crawldir

import (
	"slices"
	"strings"

	"gannet/crawler/employers"
	"gannet/crawler/scope"
	"gannet/store"
)

// forgetEmployers removes from the registry the employers whose name, home page or an address that this redirects to is forgotten, and returns their home
// pages. Of the other employers it removes the boards that are forgotten.
func (f *forgetting) forgetEmployers(db *store.DB, what store.Forgetting) (homes []string, err error) {
	held, err := heldEmployers(db)
	if err != nil || len(held) == 0 {
		return nil, err
	}
	pages := make(map[string]bool)
	for _, url := range f.result.Pages {
		pages[url] = true
	}
	has := func(url string) bool { return pages[url] || what.URL(url) || what.Text([]byte(url)) }
	kept := make([]employers.Record, 0, len(held))
	for _, r := range held {
		if has(r.Home) || what.Text([]byte(r.Name)) || slices.ContainsFunc(r.Moved, has) {
			homes = append(homes, r.Home)
			continue
		}
		former := len(r.Former)
		r.Former = slices.DeleteFunc(r.Former, has)
		changed := len(r.Former) < former
		if has(r.Board) || has(r.Proof) || what.Text([]byte(strings.Join(r.Path, "\n"))) {
			r = employers.Record{Employer: r.Employer, Requests: r.Requests, Former: r.Former, Moved: r.Moved}
			changed = true
		}
		if changed {
			f.result.Other++
		}
		kept = append(kept, r)
	}
	f.result.Other += len(homes)
	return homes, db.SetMeta(employersKey, kept)
}

// withoutForgotten returns the employers whose home pages the crawl was not told to forget.
func withoutForgotten(list []employers.Employer, rules scope.Rules) ([]employers.Employer, error) {
	forgotten, err := scope.New(scope.Rules{Forgotten: rules.Forgotten})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(list), func(e employers.Employer) bool { return forgotten.Page(e.Home, 0) != "" }), nil
}
