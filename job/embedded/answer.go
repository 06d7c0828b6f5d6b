package embedded

import (
	"time"

	"gannet/features"
	"gannet/features/records"
	"gannet/job"
	"gannet/job/schemaorg"
)

// ReadAnswer returns the postings in a page that was made of a response in JSON or XML, each with its own URL if it has one. A response is a list
// of records and nothing beside them, so a record without a description may be a posting as well. ok is false for any other page.
//
// recordsOf returns by JSON Pointer the records of a response that are known to be postings; nil: none are known. Each of them gives a posting, perhaps
// without any field, and nothing in it gives another one.
func ReadAnswer(p *features.Page, now time.Time, recordsOf func(tree any) map[string]Supplement) (found []*job.Posting, ok bool) {
	f, tree, hint, ok := openAnswer(p, now)
	if !ok {
		return nil, false
	}
	if recordsOf != nil {
		f.known = recordsOf(tree)
	}
	f.visit(tree, hint, 0)
	dropShared(f.postings, p.URL)
	return f.postings, true
}

// Supplement is a function that adds to a posting what is known about it beside the names of keys and the form of values.
type Supplement func(*job.Posting)

// Tree returns the records in a page that was made from a response in JSON or XML, as ReadAnswer reads them: as objects, lists and texts.
// Rows of tables, pairs of names and values, and references have become records, too. ok is false for any other page.
func Tree(p *features.Page) (tree any, ok bool) {
	_, tree, _, ok = openAnswer(p, time.Time{})
	return tree, ok
}

// openAnswer returns a finder and the tree that it is to visit. hint reports that names around the records speak of jobs.
func openAnswer(p *features.Page, now time.Time) (f *finder, tree any, hint, ok bool) {
	text, ok := records.Of(p)
	if !ok {
		return nil, nil, false, false
	}
	f = &finder{page: p, now: now, left: schemaorg.MaxValues, weak: map[*job.Posting]bool{}, answer: true}
	values := schemaorg.ParseJSON(text, &f.left)
	if len(values) == 0 {
		return f, nil, false, true
	}
	tree = values[0]
	f.left = schemaorg.MaxValues // each pass may read all values of a response
	f.order = orderIn(tree)
	tree = withPairs(tree)
	hint = namesJob(p.URL) || headsJobs(tree, 3)
	tree = f.unpack(tree)
	f.left = schemaorg.MaxValues
	return f, tree, hint, true
}

// headsJobs reports whether the title of a response, at one of its outer levels, speaks of jobs.
func headsJobs(v any, levels int) bool {
	o, ok := v.(map[string]any)
	if !ok || levels == 0 {
		return false
	}
	if s, ok := o["title"].(string); ok {
		return namesJob(s)
	}
	for _, inner := range o {
		if headsJobs(inner, levels-1) {
			return true
		}
	}
	return false
}

// isCard reports whether the parts are those of a posting in a list without descriptions: its title and what distinguishes it, by their keys,
// and a place or an employer. hint reports that names speak of jobs.
func (c *candidate) isCard(hint bool) bool {
	if !hint || c[title].value == nil || c[title].rank >= deeper || c[id].value == nil && c[link].value == nil {
		return false
	}
	where := c[place].value != nil || c[town].value != nil
	return where && (c[posted].value != nil || c[employment].value != nil || c[company].value != nil || c[category].value != nil)
}

// isEntry reports whether the parts are those of an advertisement in a feed, which says the place and the employer only in its text. In a
// feed for jobs, as hint reports, one word about work is enough.
func (c *candidate) isEntry(hint bool) bool {
	enough := enoughWork
	if hint {
		enough = 1
	}
	return c[title].value != nil && c[title].rank < deeper && c[description].value != nil && c[posted].value != nil && c[link].value != nil &&
		known.speakOfWork(nameIn(c[title].value)+" "+textIn(c[description].value), enough)
}
