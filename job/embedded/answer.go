package embedded

import (
	"time"

	"gannet/features"
	"gannet/features/records"
	"gannet/job"
	"gannet/job/schemaorg"
)

// ReadAnswer returns the postings in a page that was made of an answer in JSON or XML, each with its own URL if it has one. An answer is a list
// of records and nothing beside them, so a record without a description may be a posting as well. ok is false for any other page.
func ReadAnswer(p *features.Page, now time.Time) (found []*job.Posting, ok bool) {
	text, ok := records.Of(p)
	if !ok {
		return nil, false
	}
	f := &finder{page: p, now: now, left: schemaorg.MaxValues, weak: map[*job.Posting]bool{}, answer: true}
	for _, v := range schemaorg.ParseJSON(text, &f.left) {
		f.left = schemaorg.MaxValues
		f.order = orderIn(v)
		v = withPairs(v)
		hint := namesJob(p.URL) || headsJobs(v, 3)
		v = f.unpack(v)
		f.left = schemaorg.MaxValues // each pass may read all values of an answer
		f.visit(v, hint, 0)
	}
	dropShared(f.postings, p.URL)
	return f.postings, true
}

// headsJobs reports whether the title of an answer, at one of its outer levels, speaks of jobs.
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
