package embedded

import (
	"slices"
	"strings"
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
	f := &finder{page: p, now: now, left: schemaorg.MaxValues, answer: true}
	for _, v := range schemaorg.ParseJSON(text, &f.left) {
		f.left = schemaorg.MaxValues
		f.visit(f.unpack(v), namesJob(p.URL) || headsJobs(v, 3), 0)
	}
	dropShared(f.postings, p.URL)
	return f.postings, true
}

// dropShared gives postings that share one URL the URL of the answer: the shared one is that of their board.
func dropShared(postings []*job.Posting, answer string) {
	count := map[string]int{}
	for _, p := range postings {
		count[p.URL]++
	}
	for _, p := range postings {
		if count[p.URL] > 1 {
			p.URL = answer
		}
	}
}

// guessLink finds the address of a record that has none under a name for it: among all addresses in the record the one whose names say most that it
// leads to the posting.
func (c *candidate) guessLink(o map[string]any) {
	best := 0
	var walk func(v any, key string, points, depth int)
	walk = func(v any, key string, points, depth int) {
		switch v := v.(type) {
		case string:
			if !isAddress(v) || strings.Contains(v, "/api/") {
				return
			}
			if points += known.linkPoints(key); points > best {
				best, c[link] = points, part{v, guessed}
			}
		case []any:
			for _, inner := range v[:min(len(v), maxModes)] {
				walk(inner, key, points-1, depth+1)
			}
		case map[string]any:
			for _, k := range sortedKeys(v) {
				if depth < 2*nested && !known.hasOther(k) && !known.isForm(k) {
					walk(v[k], k, points-1, depth+1)
				}
			}
		}
	}
	walk(o, "", 100, 0)
}

// linkPoints returns how much a key says that the address under it leads to a posting.
func (n *names) linkPoints(key string) (points int) {
	for _, w := range splitKey(key) {
		if n.job[w] {
			points += 10
		}
		if n.meanings[w].role == link {
			points += 5
		}
	}
	return points
}

// isForm reports whether the address under a key is that of a form, a picture or the record itself.
func (n *names) isForm(key string) bool {
	return slices.ContainsFunc(splitKey(key), func(w string) bool { return n.other[w] || w == "self" || w == "context" || w == "schema" || w == "ns" })
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

// isAddress reports whether a text is a URL, absolute or a path on the host.
func isAddress(s string) bool {
	return len(s) < 2000 && !strings.ContainsAny(s, " <>\n") && (strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "/"))
}
