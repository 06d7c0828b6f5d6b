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
		f.order = orderIn(v)
		v = withPairs(v)
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
				_, isMap := v[k].(map[string]any)
				switch {
				case depth >= 2*nested || known.isForm(k) || isMap && k != "self" && known.hasOther(k):
				case k == "self":
					walk(v[k], k, points-selfCost, depth+1)
				default:
					walk(v[k], k, points-1, depth+1)
				}
			}
		}
	}
	walk(o, "", 100, 0)
}

// selfCost is subtracted from the points of an address that is that of the record, which programs request.
const selfCost = 50

// orderIn returns the order of day and month that the dates of an answer show together. It is that of the language if they show none, or both.
func orderIn(v any) job.DateOrder {
	var seen [job.NoOrder + 1]bool
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			if len(v) <= 40 {
				seen[job.OrderOfDate(v)] = true
			}
		case []any:
			for _, inner := range v {
				walk(inner)
			}
		case map[string]any:
			for _, inner := range v {
				walk(inner)
			}
		}
	}
	walk(v)
	switch {
	case seen[job.DayFirst] && !seen[job.MonthFirst]:
		return job.DayFirst
	case seen[job.MonthFirst] && !seen[job.DayFirst]:
		return job.MonthFirst
	}
	return job.LanguageOrder
}

// leastPairs is the smallest number of parts of a posting in a list of pairs.
const leastPairs = 3

// withPairs returns a value in which lists of pairs of a name and a value became records, if the names are those of parts of a posting.
func withPairs(v any) any {
	switch v := v.(type) {
	case []any:
		o, parts := map[string]any{}, map[role]bool{}
		for i, inner := range v {
			if pair, ok := inner.(map[string]any); ok && len(pair) <= 4 {
				if name, value := pairOf(pair); name != "" && o[name] == nil {
					o[name], parts[known.read(name).role] = value, true
				}
			}
			v[i] = withPairs(inner)
		}
		if delete(parts, none); len(o) == len(v) && len(parts) >= leastPairs {
			return o
		}
	case map[string]any:
		for key, inner := range v {
			v[key] = withPairs(inner)
		}
	}
	return v
}

// pairOf returns the name and the value of a record that is a pair of them.
func pairOf(o map[string]any) (name string, value any) {
	for _, key := range []string{"name", "key", "field", "fieldName", "label", "code", "id"} {
		if s, ok := o[key].(string); ok && s != "" {
			name = s
			break
		}
	}
	for _, key := range []string{"value", "content", "text", "values"} {
		if o[key] != nil {
			return name, o[key]
		}
	}
	return "", nil
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

// isForm reports whether the address under a key is that of a form, a picture or a namespace.
func (n *names) isForm(key string) bool {
	return slices.ContainsFunc(splitKey(key), func(w string) bool { return n.other[w] || w == "context" || w == "schema" || w == "ns" })
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
