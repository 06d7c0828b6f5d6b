package embedded

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"gannet/features"
	"gannet/features/records"
	"gannet/internal/jsonpointer"
	"gannet/job"
)

// finder looks for postings in the data of one page.
type finder struct {
	page     *features.Page
	now      time.Time
	calls    int // of functions that were looked at
	left     int // values that may still be looked at
	hint     bool
	answer   bool                  // the page is made of a response in JSON or XML
	known    map[string]Supplement // by JSON Pointer: the records that are known to be postings
	order    job.DateOrder
	path     []string // the keys and numbers that lead to the value that is visited
	names    string   // what the page calls itself, in normal form
	postings []*job.Posting
	weak     map[*job.Posting]bool // their employer is only the name of an object around them
}

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }

// least is the smallest number of letters of a text that may be a description.
const least = 80

// visit looks for postings in a value, the innermost first. hint reports that a name around it speaks of jobs. It returns the
// first posting that it adds, and whether there is a text that may be a description.
func (f *finder) visit(v any, hint bool, depth int) (first int, long bool) {
	first = len(f.postings)
	if f.left--; f.left < 0 || depth > maxDepth || !f.answer && len(f.postings) >= maxPostings {
		return first, false
	}
	switch v := v.(type) {
	case string:
		if data := f.parsedText(v); data != nil {
			_, long = f.visit(data, hint, depth+1)
			return first, long
		}
		return first, len(v) >= least
	case []any:
		for i, inner := range v {
			f.path = append(f.path, strconv.Itoa(i))
			_, l := f.visit(inner, hint, depth+1)
			f.path = f.path[:len(f.path)-1]
			long = long || l
		}
	case map[string]any:
		for _, key := range sortedKeys(v) {
			f.path = append(f.path, key)
			_, l := f.visit(v[key], hint || f.speaksOfJobs(key), depth+1)
			f.path = f.path[:len(f.path)-1]
			long = long || l
		}
		if f.known != nil {
			if read := f.known[jsonpointer.Format(f.path)]; read != nil {
				f.postings = f.postings[:first]
				f.addKnown(v, read)
				break
			}
		}
		switch added := f.postings[first:]; {
		case len(added) > 0:
			f.addContext(v, added)
		case f.isOtherThing(v):
			return first, false
		case long || f.answer:
			f.addPosting(v, hint)
		}
	}
	return first, long
}

// isOtherThing reports whether the type of an object says that it is not a posting but, for example, an organization or an article. Such an object
// may also have a name, a long description and an address.
func (f *finder) isOtherThing(o map[string]any) bool {
	name, ok := o["@type"].(string)
	return ok && !f.speaksOfJobs(name)
}

func (f *finder) speaksOfJobs(key string) bool {
	if len(key) > maxKey {
		return false
	}
	return slices.ContainsFunc(splitKey(key), func(w string) bool { return known.job[w] })
}

// addContext gives postings without an employer the one that an object around them names.
func (f *finder) addContext(o map[string]any, added []*job.Posting) {
	if !slices.ContainsFunc(added, func(p *job.Posting) bool { return p.Company == "" || f.weak[p] }) {
		return
	}
	c := candidate{}
	c.collect(o, 0, 0)
	name, weak := nameIn(c[company].value), false
	if own, ok := o["name"].(string); f.answer && name == "" && ok && isName(own, company) && f.groupedBy() == none {
		name, weak = own, true // an employer with its list of jobs, unless an object around it names one
	}
	for _, p := range added {
		if name != "" && (p.Company == "" || f.weak[p] && !weak) {
			p.Company, f.weak[p] = name, weak
			p.Provenance[job.Company] = job.Provenance{Method: f.method(), Confidence: lookedLike}
		}
	}
}

// groupedBy returns what the objects of the innermost list stand for that contains the value which is visited: departments, for example, are
// categories. It is none for employers, and if the name of the list says nothing.
func (f *finder) groupedBy() role {
	for _, key := range slices.Backward(f.path) {
		if _, err := strconv.Atoi(key); err != nil {
			of := cmp.Or(known.read(singular(key)).role, known.read(key).role)
			if of == company {
				return none
			}
			return of
		}
	}
	return none
}

// method returns how fields of the page's postings are found.
func (f *finder) method() job.Method {
	if f.answer {
		return job.Data
	}
	return job.Embedded
}

// addPosting adds the posting that an object is, if it is one.
func (f *finder) addPosting(o map[string]any, hint bool) {
	c := candidate{}
	c.collect(o, 0, 0)
	c.guess(f, o)
	if f.answer {
		c.guessLink(o)
	}
	if known.isOfOther(o) {
		return
	}
	hint = hint || slices.ContainsFunc(sortedKeys(o), f.speaksOfJobs) || c.speaksOfWork() || f.answer && c[apply].value != nil
	if !c.isPosting(hint) && !(f.answer && (c.isCard(hint) || c.isEntry(hint))) {
		return
	}
	if p := f.posting(&c); p != nil {
		if f.answer {
			f.markData(p)
		}
		f.postings = append(f.postings, p)
	}
}

// addKnown adds the posting of a record that is known to be one. Its fields are those that its keys and values tell and those that read adds.
func (f *finder) addKnown(o map[string]any, read Supplement) {
	told := &job.Posting{Provenance: map[job.Field]job.Provenance{}}
	if read(told); told.Title == "" {
		return
	}
	c := candidate{}
	c.collect(o, 0, 0)
	c.guess(f, o)
	c.guessLink(o)
	c[title] = part{told.Title, 0}
	if p := f.posting(&c); p != nil {
		read(p)
		f.markData(p)
		f.postings = append(f.postings, p)
	}
}

// markData says of the fields of a posting that they come from a response, and where in it.
func (f *finder) markData(p *job.Posting) {
	for field, o := range p.Provenance {
		if o.Method == job.Embedded {
			o.Method = job.Data
		}
		if field == job.Title {
			o.At = f.partPointer()
		}
		p.Provenance[field] = o
	}
}

// partPointer returns the JSON Pointer of the value that is visited in the response of which the page has a part.
func (f *finder) partPointer() string {
	part := records.PartOf(f.page)
	n := strings.Count(part.List, "/")
	if part.First > 0 && n < len(f.path) && jsonpointer.Format(f.path[:n]) == part.List {
		if i, err := strconv.Atoi(f.path[n]); err == nil {
			return jsonpointer.Format(slices.Concat(f.path[:n], []string{strconv.Itoa(part.First + i)}, f.path[n+1:]))
		}
	}
	return jsonpointer.Format(f.path)
}

// part is what stands for a role in an object.
type part struct {
	value any
	rank  int
}

// candidate is an object that may be a posting: its parts by their roles.
type candidate [roles]part

// nested is the depth to which parts of a posting may lie in objects of their own.
const nested = 3

// deeper is added to the rank of a part for each object around it.
const deeper = 1000

// collect finds the parts of an object. Those of objects in it count less.
func (c *candidate) collect(o map[string]any, depth, steps int) {
	if steps > 64 {
		return
	}
	for _, key := range sortedKeys(o) {
		m := known.read(key)
		value := o[key]
		m.rank += depth * deeper
		inner, isObject := value.(map[string]any)
		switch {
		case m.role == remote:
			c.addMode(key, value)
			continue
		case m.role == place && isObject:
			for _, name := range sortedKeys(inner) {
				if known.read(name).role == remote {
					c.addMode(name, inner[name])
				}
			}
		case m.role == category && isObject && depth < nested:
			c.collect(inner, depth+1, steps+1)
		case m.role == employment && c[term].value == nil && isTerm(value):
			c[term] = part{value, m.rank}
		case m.role == description && c[title].value == nil && slices.Contains(nameKeys, key) && fits(title, value):
			c[title] = part{value, guessed} // too short for a description
		}
		if text, ok := inner["text"].(string); ok && m.role != none && !fits(m.role, value) && fits(m.role, text) {
			value = text // an XML element with attributes
		}
		if m.role != none && fits(m.role, value) {
			if held := &c[m.role]; held.value == nil || m.rank < held.rank {
				*held = part{value, m.rank}
			}
			continue
		}
		if inner, ok := value.(map[string]any); ok && depth < nested && (m.role == none || m.role == description || m.role == title) && !known.hasOther(key) && !known.isOfOther(inner) {
			c.collect(inner, depth+1, steps+1)
		}
	}
}

// maxModes bounds the statements about the mode of work.
const maxModes = 10

// addMode adds what a key says of the mode of work. Programs often keep several: a flag for remote work beside the kind of workplace.
func (c *candidate) addMode(key string, value any) {
	said, _ := c[remote].value.([]any)
	if s := nameIn(value); s != "" && len(s) < maxTitle && len(said) < maxModes {
		c[remote].value = append(said, strings.Join(splitKey(key), " ")+": "+s)
	}
}

// hasOther reports whether the value of a key is about something other than the posting.
func (n *names) hasOther(key string) bool {
	words := splitKey(key)
	return slices.ContainsFunc(words, func(w string) bool { return n.beside[w] }) ||
		len(words) > 0 && n.meanings[words[0]].role == company
}

// isPosting reports whether the parts are those of a posting: a title, a description of its own, and two facts that other things
// with titles lack, or one and a date. A date or an id must be there: texts of forms have none. hint reports that names speak of jobs; without it three are needed.
func (c *candidate) isPosting(hint bool) bool {
	if c[title].value == nil || c[description].value == nil || c[posted].value == nil && c[until].value == nil && c[id].value == nil {
		return false
	}
	facts := 0
	for _, r := range []role{company, place, town, employment, pay, payLow, until} {
		if c[r].value != nil {
			facts++
		}
	}
	if c[place].value != nil && c[town].value != nil {
		facts--
	}
	if hint && c[posted].value != nil {
		facts++
	}
	if hint {
		return facts >= 2
	}
	return facts >= 3
}

// speaksOfWork reports whether the title or description of a candidate with employer, place and date is about work.
func (c *candidate) speaksOfWork() bool {
	if c[company].value == nil || c[place].value == nil && c[town].value == nil || c[posted].value == nil {
		return false
	}
	return known.speakOfWork(nameIn(c[title].value)+" "+textIn(c[description].value), enoughWork)
}

// guess finds parts by their values alone: the title that the page shows, the longest text, an employer's legal form, a date.
func (c *candidate) guess(f *finder, o map[string]any) {
	for _, key := range sortedKeys(o) {
		if known.hasOther(key) || known.read(key).role != none {
			continue
		}
		switch v := o[key].(type) {
		case string:
			c.guessText(f, v)
		case map[string]any:
			if c[place].value == nil && c[town].value == nil && looksAddress(v) {
				c[place] = part{v, guessed}
			}
			if name := nameIn(v); c[company].value == nil && hasLegalForm(name) {
				c[company] = part{name, guessed}
			}
		}
	}
	if c[description].value == nil {
		var texts []string
		gather(o, &texts, 0)
		if s := strings.Join(texts, "\n"); weight(s) >= least {
			c[description] = part{s, guessed}
		}
	}
}

// guessed is the rank of parts that were found by their values and not by their keys.
const guessed = 10_000

func (c *candidate) guessText(f *finder, s string) {
	n := len(s)
	switch {
	case f.answer && isAddress(s):
	case n > maxTitle || n < 2:
		if held, ok := c[description].value.(string); weight(s) >= least && (c[description].value == nil || c[description].rank == guessed && ok && len(held) < n) {
			c[description] = part{s, guessed}
		}
	case c[title].value == nil && strings.Contains(f.names, " "+job.NormalTitle(s)+" ") && len(job.NormalTitle(s)) > 3:
		c[title] = part{s, guessed}
	case c[company].value == nil && hasLegalForm(s):
		c[company] = part{s, guessed}
	case c[posted].value == nil && looksDate(s):
		c[posted] = part{s, guessed}
	case c[place].value == nil && c[town].value == nil && looksPlace(s):
		c[place] = part{s, guessed}
	}
}
