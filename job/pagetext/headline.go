package pagetext

import (
	"slices"
	"strings"

	"gannet/job"
	"gannet/job/conditions"

	"gannet/internal/letters"
)

// sureHeadline is the probability that a part of a heading is the company, if other parts are facts and sentences name it.
const sureHeadline = .6

// readHeadline reads a heading that is a list of facts, such as "Acme | Baker | Lyon | Full-time". It is one if the form of a part shows that it is a place,
// a mode of work or a type of employment, and if the description says of another part that it is an employer. That part is the company, and the first of
// the others the title.
func (r *reader) readHeadline() {
	title, ok := r.title.best()
	if !ok || title.line < 0 {
		return
	}
	parts := cutList(title.value)
	if len(parts) < 2 || !slices.ContainsFunc(parts, r.maySay) {
		return
	}
	facts, names := 0, []string(nil)
	for _, part := range parts {
		if r.isFact(part) {
			facts++
		} else {
			names = append(names, part)
		}
	}
	if facts == 0 || len(names) == 0 {
		return
	}
	at, most := -1, 0
	for i, name := range names {
		if said := r.saidOf(name); said > most {
			at, most = i, said
		}
	}
	if most < surelySaid {
		return
	}
	r.company.addValue(names[at], sureHeadline, byHeading, title.line)
	if names = slices.Delete(names, at, at+1); len(names) > 0 && fits(names[0], 150, 18) {
		r.headline = names[0]
	}
	r.conditions.add(&r.conditions.mode, conditions.ModeOfTitle(title.value), sureLine, job.WorkMode) // which the title does not say any more
	for _, part := range parts {
		r.readFact(part)
	}
}

// isFact reports whether the form of a heading's part shows that it is a place, a mode of work, a type of employment or an address.
func (r *reader) isFact(part string) bool {
	if conditions.ModeOfLine(part) != (conditions.Votes{}) || wordCount(part) <= 2 && len(job.ParseEmployment(part)) > 0 || strings.Contains(part, "://") {
		return true
	}
	places, remote := job.SplitLocation(part)
	job.Locate(places, r.site.country)
	return len(places)+int(is(remote)) > 0 && !slices.ContainsFunc(places, func(p job.Place) bool {
		return p.RegionCode == "" && (p.CountryCode == "" || p.Town != "")
	})
}

// surelySaid is the weight of an address that has a name, and of a sentence that calls it the employer.
const surelySaid = 3

// maySay reports whether the description may say of a name what makes saidOf reach surelySaid.
func (r *reader) maySay(name string) bool {
	return strings.Contains(r.posting.Description, name) || r.isHost(name)
}

// isHost reports whether an address in the description has a name.
func (r *reader) isHost(name string) bool {
	host := squeeze(name)
	return len(host) > 2 && strings.Contains(letters.Lower(r.posting.Description), host+".")
}

// saidOf weighs what the description says of a name in a heading: whether an address has it, a word such as "at" stands before it, and a sentence has it.
func (r *reader) saidOf(name string) int {
	s, c := scene{reader: r, said: r.sayings()}, candidate{value: name}
	s.observe(&c)
	return surelySaid*(int(is(r.isHost(name)))+min(c.behindNames, 1)) + min(c.all, 1)
}
