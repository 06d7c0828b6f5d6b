package jobweb

import (
	"cmp"
	"slices"
	"time"
)

// setClock uses the clock of the options.
func (w *Web) setClock(o *Options) error {
	if o.Clock == nil {
		return nil
	}
	if err := o.Clock.validate(); err != nil {
		return err
	}
	extras, err := readExtras()
	if err != nil {
		return err
	}
	c := *o.Clock
	w.clock, w.extras, w.rest = &c, extras, nil
	w.hostByName, w.moved = make(map[string]int32), make(map[string]int32)
	o.Jobs = c.jobsNeeded()
	return nil
}

// planCourse draws all events over time.
func (w *Web) planCourse() {
	for id := range w.hosts {
		w.hostByName[w.hosts[id].name] = int32(id)
	}
	w.planHostLives()
	w.planLives()
}

// newFirm is the chance that a generated ad belongs to another employer than the previous ad.
func (w *Web) newFirm() float64 {
	if w.clock != nil {
		return 1 / float64(w.clock.PerFirm)
	}
	return .25
}

// firstPosted draws when a job is first posted.
func (w *Web) firstPosted(r *random) time.Time {
	if w.clock != nil {
		return w.clock.at(w.clock.span() * r.Float64())
	}
	return firstDay.AddDate(0, 0, r.IntN(140))
}

// boards returns the number of boards.
func (w *Web) boards() int {
	if w.clock != nil {
		return max(5, w.clock.Open/600)
	}
	return max(5, len(w.jobs)/150)
}

// sectionsOf returns the least and the greatest number of sections of a site in one language.
func (w *Web) sectionsOf() (low, high int) {
	if w.clock != nil {
		return 1, 3
	}
	return 2, maxSections
}

// entriesOf returns the number of postings on a page of a list.
func (w *Web) entriesOf() int {
	if w.clock != nil {
		return w.clock.Entries
	}
	return entries
}

// orderSection sorts the postings of a section by the time at which they appear, if the web has a clock.
func (w *Web) orderSection(s *section) {
	if w.clock != nil {
		w.sortByBeginning(s.postings)
		s.changes = w.listChanges(s)
	}
}

func (w *Web) sortByBeginning(postings []int32) {
	slices.SortFunc(postings, func(a, b int32) int {
		return cmp.Or(w.lives[a].open[0].From.Compare(w.lives[b].open[0].From), cmp.Compare(a, b))
	})
}
