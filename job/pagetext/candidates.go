package pagetext

import (
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"gannet/features"
	"gannet/internal/letters"
	"gannet/job"
	"gannet/job/gazetteer"
	"gannet/job/judge"
)

// Bounds of the candidates of a field: how many values proposed by rules, and how many names found in sentences, are considered. The likeliest are
// kept.
const (
	mostProposed = 12
	mostInText   = 14
)

// candidate is a value that a field may have, with the evidence for it.
type candidate struct {
	value, key string
	line       int // where it first occurs, or -1 outside the body

	proposed *guess // by rules; nil: they do not know it
	rank     int    // among the proposals

	said   *named  // by sentences; nil: none has it
	place  int     // its rank among the names of sentences
	share  float64 // its probability among the names of sentences
	lead   float64 // how far its score is above the best other name's
	towns  []gazetteer.Town
	common commonness
	mentions
}

// scene is what the measures of all candidates of a field have in common.
type scene struct {
	*reader
	all       []candidate
	title     string          // the posting's, folded
	said      *sayings        // in the page's language; nil: unknown
	small     map[string]bool // words that sentences have in small letters
	longest   int             // sentences that have the name that most have
	sentences int
}

// measure is a number computed for a candidate, which a model weighs.
type measure struct {
	name string
	of   func(*scene, *candidate) float64
}

// Candidates proposes the values of a field, each with its measures in one row.
func (r *reader) candidates(field job.Field) *scene {
	s := &scene{reader: r}
	from, names := r.company, r.saidEmployers
	if field == job.Location {
		from, names = r.location, r.saidPlaces
	}
	title, _ := r.title.best()
	s.title, s.said, s.small = title.key, r.sayings(), r.smallWords()
	s.propose(from)
	s.addNames(&names)
	if field == job.Location && !r.placeSaid {
		s.addTowns()
	}
	for i := range s.all {
		s.observe(&s.all[i])
	}
	if field == job.Location {
		s.all = slices.DeleteFunc(s.all, func(c candidate) bool { return c.asNoPlace > 0 && c.asNoPlace == c.all })
	}
	if s.posting.Language == "de" { // where all nouns have capitals, a capital is no sign of a name
		s.all = slices.DeleteFunc(s.all, func(c candidate) bool {
			return field == job.Location && c.proposed == nil && c.said == nil && !c.standsAsPlace()
		})
	}
	return s
}

// standsAsPlace reports whether the description has a town of the gazetteer where places stand. That is behind a word such as "in" or a colon,
// before its region, on a line of its own, or in brackets. Elsewhere a German name such as Lage or Leer is as likely another noun.
func (m *mentions) standsAsPlace() bool {
	return m.behindPlaces+m.behindColon+m.wholeLines+m.inBrackets+m.beforeRegion > 0
}

// propose adds the values that rules know, the likeliest first.
func (s *scene) propose(from guesses) {
	order := make([]int, len(from))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch d := from[a].doubt - from[b].doubt; {
		case d < -1e-9:
			return -1
		case d > 1e-9:
			return 1
		}
		return 0
	})
	for rank, i := range order[:min(len(order), mostProposed)] {
		g := &from[i]
		s.all = append(s.all, candidate{value: g.value, key: g.key, line: g.line, proposed: g, rank: rank})
	}
}

// saidNames are the names found in a page's sentences, the likeliest first, with their probabilities.
type saidNames struct {
	all       []named
	sure      []float64
	sentences int
}

// addNames adds the likeliest names of sentences.
func (s *scene) addNames(names *saidNames) {
	s.sentences = names.sentences
	for i := range names.all {
		n := &names.all[i]
		s.longest = max(s.longest, n.sentences)
		if i >= mostInText {
			continue
		}
		c := s.find(n.key)
		if c == nil {
			s.all = append(s.all, candidate{value: tidy(n.value), key: fold(tidy(n.value)), line: n.line, rank: mostProposed})
			c = &s.all[len(s.all)-1]
		}
		if c.said != nil {
			continue
		}
		c.said, c.place, c.share, c.lead = n, i, names.sure[i], n.score
		if len(names.all) > 1 {
			other := &names.all[0]
			if i == 0 {
				other = &names.all[1]
			}
			c.lead = n.score - other.score
		}
	}
}

// find returns the candidate with a key, or nil.
func (s *scene) find(key string) *candidate {
	key = fold(tidy(key))
	for i := range s.all {
		if s.all[i].key == key {
			return &s.all[i]
		}
	}
	return nil
}

// addTowns adds the towns of the gazetteer that the lines of the description name. Labels and their values are read by labels alone.
func (s *scene) addTowns() {
	const most = 24
	for _, i := range s.saidLines() {
		if s.labelled[i] {
			continue
		}
		for name := range townsIn(letters.Cut(s.outline.lines[i].text, 4*saidSentence)) {
			if key := fold(name); s.find(key) == nil && key != s.title {
				s.all = append(s.all, candidate{value: name, key: key, line: i, rank: mostProposed})
			}
			if len(s.all) >= mostProposed+mostInText+most {
				return
			}
		}
	}
}

// townsIn yields the longest runs of words with capitals that are names of towns, and in scripts without spaces the longest runs of letters.
// A run in capitals throughout, in a text with small letters, is an abbreviation and no town.
func townsIn(text string) func(yield func(string) bool) {
	const words, wide = 4, 6
	shouted := strings.IndexFunc(text, letters.IsLower) < 0
	return func(yield func(string) bool) {
		for at := 0; at < len(text); {
			c, size := utf8.DecodeRuneInString(text[at:])
			switch {
			case isWide(c):
				run := gazetteer.LongestWideTown(wideRun(text[at:], wide))
				if run == "" {
					at += size
					continue
				}
				if at += len(run); !yield(run) {
					return
				}
			case letters.IsUpper(c) || letters.IsLetter(c) && !letters.IsLower(c):
				run := gazetteer.LongestTown(capitalRun(text[at:], words))
				if run == "" || !shouted && letters.IsUpper(c) && strings.IndexFunc(run, letters.IsLower) < 0 {
					at += wordLength(text[at:])
					continue
				}
				if at += len(run); !yield(run) {
					return
				}
			case letters.IsLetter(c) || letters.IsDigit(c):
				at += wordLength(text[at:])
			default:
				at += size
			}
		}
	}
}

// wideRun returns the letters at the beginning of a text in a script without spaces, up to most of them.
func wideRun(s string, most int) string {
	n := 0
	for i, c := range s {
		if n == most || !isWide(c) || !letters.IsLetter(c) {
			return s[:i]
		}
		n++
	}
	return s
}

// capitalRun returns the words at the beginning of a text up to the last that has a capital, up to most of them. Signs end the run.
func capitalRun(s string, most int) string {
	end, at := 0, 0
	for range most {
		n := wordLength(s[at:])
		if n == 0 {
			break
		}
		if capital(s[at:]) {
			end = at + n
		}
		if at += n; at >= len(s) || s[at] != ' ' {
			break
		}
		at++
	}
	return s[:end]
}

// wordLength returns the bytes of the word that a text begins with: letters, digits, hyphens, apostrophes and a stop after a short word.
func wordLength(s string) int {
	for i, c := range s {
		if letters.IsLetter(c) || letters.IsMark(c) || letters.IsDigit(c) || c == '-' || c == '\'' || c == '’' || c == '.' && i <= 3 && i+1 < len(s) && s[i+1] == ' ' {
			continue
		}
		return i
	}
	return len(s)
}

// mentions counts the places in the description where a candidate occurs, by what stands around them.
type mentions struct {
	all          int
	inside       int // of a sentence
	behindPlaces int // behind a word that stands before places, as "in"
	behindNames  int // behind a word that stands before employers, as "at"
	wholeLines   int
	behindComma  int
	beforeComma  int
	inBrackets   int
	behindColon  int
	beforeRegion int // before a comma and a region
	asNoPlace    int // before a copyright sign: "Made in Norway © 2026"
}

// mostMentions bounds the mentions of a candidate that are read.
const mostMentions = 8

// observe counts the places on the page where a candidate occurs.
func (s *scene) observe(c *candidate) {
	c.common = s.words.commonness(c.value)
	town, _, _ := strings.Cut(c.value, ",")
	c.towns = gazetteer.Towns(town)
	if len(c.value) < 2 {
		return
	}
	text, at := s.posting.Description, 0
	for c.all < mostMentions {
		i := strings.Index(text[at:], c.value)
		if i < 0 {
			return
		}
		at += i
		before, after := text[:at], text[at+len(c.value):]
		at += len(c.value)
		if next, _ := utf8.DecodeRuneInString(after); !isWide(next) && letters.IsLetter(next) {
			continue
		}
		c.note(s.said, before, after)
	}
}

// note counts a mention of the candidate that stands between two texts.
func (m *mentions) note(of *sayings, before, after string) {
	m.all++
	line := before[strings.LastIndexByte(before, '\n')+1:]
	bare := strings.TrimRight(line, " ")
	last, _ := utf8.DecodeLastRuneInString(bare)
	word := bare[strings.LastIndexByte(bare, ' ')+1:]
	switch {
	case bare == "" && (after == "" || after[0] == '\n'):
		m.wholeLines++
	case last == ',':
		m.behindComma++
	case last == '(' && strings.HasPrefix(after, ")"):
		m.inBrackets++
	}
	if letters.IsLetter(last) || letters.IsDigit(last) || last == ',' || last == '(' {
		m.inside++
	}
	if strings.HasPrefix(after, ", ") {
		m.beforeComma++
	}
	m.asNoPlace += int(is(strings.HasPrefix(strings.TrimLeft(after, " "), "©")))
	m.behindColon += int(is(last == ':' || last == '：'))
	if rest, ok := strings.CutPrefix(after, ", "); ok {
		region := capitalRun(rest, 2)
		m.beforeRegion += int(is(len(gazetteer.Regions(region)) > 0 || len(region) == 2 && strings.ToUpper(region) == region))
	}
	if of != nil && word != "" {
		word = fold(word)
		m.behindPlaces += int(is(of.placeWords[word]))
		m.behindNames += int(is(of.employerWords[word]))
	}
}

// alone returns how many of the page's lines, and of their parts inside one element, are a value and nothing else, up to most. The names of a site and of
// its sections stand alone more than once.
func (s *scene) alone(value string) (n int) {
	const most = 4
	for i := range s.outline.lines {
		l := &s.outline.lines[i]
		if l.text == value {
			n++
		} else if start := 0; len(l.text) > len(value) {
			for _, p := range l.pieces {
				end := min(p.end, len(l.text))
				n += int(is(end-start >= len(value) && strings.TrimSpace(l.text[start:end]) == value))
				start = end
			}
		}
		if n >= most {
			return most
		}
	}
	return n
}

// least returns the probability that each candidate must exceed. It is lower for a company that rules would choose because it stands beside the heading:
// they know more of links and lines than the measures do.
func (s *scene) least() []float64 {
	const beside = .3
	least := make([]float64, len(s.all))
	for i := range s.all {
		least[i] = judge.Enough
		if g := s.all[i].proposed; g != nil && g.evidence == byPosition && g.doubt <= .5 && s.all[i].rank == 0 {
			least[i] = beside
		}
	}
	return least
}

// values returns the keys of all candidates.
func (s *scene) values() []string {
	keys := make([]string, len(s.all))
	for i := range s.all {
		keys[i] = s.all[i].key
	}
	return keys
}

// fuller returns the candidate that gives a value more fully than candidate i does: the town with its region, the whole text of a label or of a named
// element, or "St Ann's Hospital" in place of "St Ann" if each mention of "St Ann" has the genitive.
func (s *scene) fuller(i int, field job.Field) int {
	best := i
	for k := range s.all {
		c := &s.all[k]
		named := c.proposed != nil && c.proposed.evidence&(byLabel|byName) != 0 && strings.Contains(c.key, s.all[i].key)
		rest, begins := strings.CutPrefix(c.key, s.all[i].key)
		goesOn := begins && (field == job.Location && strings.HasPrefix(rest, ", ") || isGenitive(rest) && !s.standsAlone(s.all[i].value))
		if (named || goesOn) && len(c.key) > len(s.all[best].key) {
			best = k
		}
	}
	return best
}

// standsAlone reports whether a value is mentioned on the page without a genitive behind it.
func (s *scene) standsAlone(value string) bool {
	for i := range s.outline.lines {
		for rest, found := s.outline.lines[i].text, true; found; {
			if _, rest, found = strings.Cut(rest, value); found && !isGenitive(rest) {
				return true
			}
		}
	}
	return false
}

// isGenitive reports whether a text goes on with the genitive of the word before it.
func isGenitive(s string) bool { return strings.HasPrefix(s, "'s ") || strings.HasPrefix(s, "’s ") }

// rows returns the measures of all candidates, one candidate after the other.
func (s *scene) rows(of []measure) []float64 {
	rows := make([]float64, 0, len(s.all)*len(of))
	for i := range s.all {
		for k := range of {
			rows = append(rows, of[k].of(s, &s.all[i]))
		}
	}
	return rows
}

// choose returns the value of a field, or "" for none. If the judge has a model of the field, it chooses the value; otherwise the likeliest value by
// rules is used. The judge is skipped if a label, an element's name or the titles already settle the value.
func (r *reader) choose(field job.Field, of guesses) (string, job.Provenance) {
	if best, ok := of.best(); !r.judge.Decides(field) || ok && r.isSettled(&best, of) {
		if ok && 1-best.doubt >= leastSure {
			return best.value, best.provenance()
		}
		return "", job.Provenance{}
	}
	s := r.candidates(field)
	i, sure := r.judge.Choose(field, s.values(), s.rows(measuresOf[field]), s.least())
	if i < 0 {
		return "", job.Provenance{}
	}
	i = s.fuller(i, field)
	origin := job.Provenance{Method: job.Page, Confidence: min(mostSure, sure)}
	if g := s.all[i].proposed; g != nil && g.evidence&byLabel != 0 {
		origin.Method = job.Label
	}
	return s.all[i].value, origin
}

// isSettled reports whether a value is sure enough without the judge: it comes from the page's structure, or it says that the work is remote. What the
// page's title and the name of its site say is settled if no other name is about as likely, since boards have their names there.
func (r *reader) isSettled(c *guess, of guesses) bool {
	const mostDoubt, agreed, rounding = .5, byTitle | byPosition, 1e-9
	likely := c.doubt <= mostDoubt+rounding
	switch {
	case 1-c.doubt < leastSure:
		return false
	case c.evidence&(byLabel|byName|byHeading|byBoth) != 0, r.v.remote[c.key]:
		return likely
	case c.evidence&bySite != 0, c.evidence&agreed == agreed:
		return !r.hasRival(of, c.value)
	}
	return c.evidence&byTitle != 0 && likely && !r.hasRival(of, c.value)
}

// Candidate is a possible value of a posting's field that was found on a page, with its measures in the order of Measures.
type Candidate struct {
	Value    string
	Measures []float64
}

// Candidates returns the possible values of each field that a page offers, from which the judge chooses one. The page must have its DOM.
func (from *Reader) Candidates(p *features.Page, lang string, now time.Time) map[job.Field][]Candidate {
	posting := &job.Posting{URL: p.URL, Language: lang, Provenance: map[job.Field]job.Provenance{}}
	r := from.newReader(p.Tree(), posting, now, nil)
	r.judge = nil
	r.read()
	all := map[job.Field][]Candidate{}
	for field, of := range measuresOf {
		s := r.candidates(field)
		rows := s.rows(of)
		for i := range s.all {
			all[field] = append(all[field], Candidate{s.all[i].value, rows[i*len(of) : (i+1)*len(of)]})
		}
	}
	return all
}

func logOf(n int) float64 { return math.Log2(float64(n + 1)) }
