package embedded

import (
	_ "embed" // for the names
	"strings"
	"unicode"
)

//go:embed keys.txt
var keyFile string

// role is the part of an advertisement that a key stands for.
type role uint8

const (
	none role = iota
	title
	company
	place
	town
	region
	country
	street
	postcode
	posted
	until
	description
	teaser
	employment
	pay
	payLow
	payHigh
	payCurrency
	payUnit
	id
	link
	remote
	benefits
	skills
	industry
	category
	hours
	active
	closed
	status
	term
	level
	apply
	aboutCompany
	roles // how many there are
)

var roleNames = map[string]role{
	"title": title, "company": company, "place": place, "town": town, "region": region, "country": country, "street": street,
	"postcode": postcode, "posted": posted, "until": until, "description": description, "teaser": teaser, "employment": employment,
	"pay": pay, "paylow": payLow, "payhigh": payHigh, "paycurrency": payCurrency, "payunit": payUnit, "id": id, "url": link,
	"remote": remote, "benefits": benefits, "skills": skills, "industry": industry, "category": category, "hours": hours,
	"active": active, "closed": closed, "status": status, "term": term, "level": level, "apply": apply,
}

// meaning is what a key stands for. A lower rank is surer.
type meaning struct {
	role role
	rank int
}

// names are the names of keys by what they stand for, and the words that may be left out of a name, or spoil it.
type names struct {
	meanings         map[string]meaning
	job, form, other map[string]bool
	beside           map[string]bool // of objects that are no part of a posting
	against          map[string]bool // keys that postings lack: of flats, goods, events and articles
	begins, ends     map[string]bool // what happens to a posting first, and last
	moment, limit    map[string]bool // words for a date, and for the end of a time
	work             []string        // beginnings of words in texts about work
}

var known = readNames(keyFile)

func readNames(file string) *names {
	n := &names{meanings: map[string]meaning{}, job: map[string]bool{}, form: map[string]bool{}, other: map[string]bool{}, beside: map[string]bool{}, against: map[string]bool{},
		begins: map[string]bool{}, ends: map[string]bool{}, moment: map[string]bool{}, limit: map[string]bool{}}
	words := map[string]map[string]bool{"job": n.job, "form": n.form, "other": n.other, "beside": n.beside, "against": n.against, "begins": n.begins, "ends": n.ends, "moment": n.moment, "limit": n.limit}
	for line := range strings.Lines(file) {
		name, list, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if name == "work" {
			n.work = strings.Split(list, "|")
			continue
		}
		rank := 0
		for word := range strings.SplitSeq(list, "|") {
			if set := words[name]; set != nil {
				set[word] = true
			} else if r := roleNames[name]; r != none {
				if _, taken := n.meanings[word]; !taken {
					n.meanings[word] = meaning{r, rank}
				}
				rank++
			}
		}
	}
	return n
}

// isOfOther reports whether an object has a key that postings lack.
func (n *names) isOfOther(o map[string]any) bool {
	for key, v := range o {
		if v != nil && v != "" && v != "0" && v != "false" && len(key) <= maxKey && n.against[strings.Join(splitKey(key), "")] {
			return true
		}
	}
	return false
}

// enoughWork is how many different words about work show that a text is of a posting.
const enoughWork = 3

// speakOfWork reports whether a text has as many different words about work as enough says.
func (n *names) speakOfWork(text string, enough int) bool {
	text = " " + letters.Replace(strings.ToLower(text[:min(len(text), 4000)]))
	found := 0
	for _, word := range n.work {
		if strings.Contains(text, word) {
			if found++; found >= enough {
				return true
			}
		}
	}
	return false
}

// maxKey bounds the bytes of a key that is looked at.
const maxKey = 60

// other names rank behind those of the list.
const (
	shortened = 200 // without words such as "job"
	lastWord  = 400 // by the last word alone
)

// read returns what a key stands for.
func (n *names) read(key string) meaning {
	if len(key) > maxKey {
		return meaning{}
	}
	words := splitKey(key)
	whole := strings.Join(words, "")
	if m, ok := n.meanings[whole]; ok {
		return m
	}
	if m, ok := n.meanings[singular(whole)]; ok && m.role >= place && m.role <= country {
		return meaning{m.role, m.rank + 1}
	}
	for _, w := range words {
		if n.other[w] {
			return meaning{}
		}
	}
	if m, ok := n.dated(words); ok {
		return m
	}
	rest := n.without(words, n.form)
	if m, ok := n.meanings[strings.Join(rest, "")]; ok && len(rest) > 0 {
		return meaning{m.role, m.rank + 1}
	}
	if m, ok := n.ofCompany(rest); ok {
		return m
	}
	if m, ok := n.described(rest); ok {
		return m
	}
	rest = n.without(n.without(words, n.job), n.form)
	if len(rest) == 0 {
		rest = n.without(words, n.job)
	}
	if m, ok := n.meanings[strings.Join(rest, "")]; ok {
		return meaning{m.role, m.rank + shortened}
	}
	if len(rest) > 1 {
		if m, ok := n.meanings[rest[len(rest)-1]]; ok && m.role >= title && m.role <= description && m.role != teaser {
			return meaning{m.role, m.rank + lastWord}
		}
	}
	return meaning{}
}

// singular returns an English noun without the end of its plural.
func singular(word string) string {
	if stem, ok := strings.CutSuffix(word, "ies"); ok {
		return stem + "y"
	}
	return strings.TrimSuffix(word, "s")
}

// ofCompany reads a name that begins with a word for the employer: what follows is the employer's, not the posting's.
func (n *names) ofCompany(words []string) (meaning, bool) {
	if len(words) < 2 || n.meanings[words[0]].role != company {
		return meaning{}, false
	}
	if n.meanings[strings.Join(words[1:], "")].role == description {
		return meaning{aboutCompany, 0}, true
	}
	return meaning{}, true
}

// dated reads a name such as "posting publish time": that of the moment at which something happens to a posting.
func (n *names) dated(words []string) (meaning, bool) {
	last := len(words) - 1
	if last < 1 || !n.moment[words[last]] && !n.limit[words[last]] {
		return meaning{}, false
	}
	if n.limit[words[last]] { // "live until"
		return meaning{until, shortened}, n.begins[words[last-1]]
	}
	for last > 0 && n.moment[words[last]] {
		last--
	}
	for _, w := range words[:last] {
		if !n.job[w] && !n.begins[w] {
			return meaning{}, false
		}
	}
	switch {
	case n.ends[words[last]]:
		return meaning{until, shortened}, true
	case n.begins[words[last]]:
		return meaning{posted, shortened + strings.Count(words[last], "creat")}, true
	}
	return meaning{}, false
}

// described reads a name such as "location description": the text of a code of the part that stands before.
func (n *names) described(words []string) (meaning, bool) {
	if last := len(words) - 1; last > 0 && n.meanings[words[last]].role == description {
		m, ok := n.meanings[strings.Join(words[:last], "")]
		return meaning{m.role, m.rank + shortened}, ok && m.role != title && m.role != description && m.role != teaser
	}
	return meaning{}, false
}

func (n *names) without(words []string, these map[string]bool) []string {
	var rest []string
	for _, w := range words {
		if !these[w] {
			rest = append(rest, w)
		}
	}
	return rest
}

var letters = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u", "ß", "ss", "é", "e", "è", "e", "ê", "e", "ë", "e", "ç", "c", "ñ", "n", "ã", "a",
	"á", "a", "à", "a", "â", "a", "í", "i", "ì", "i", "ó", "o", "ò", "o", "ô", "o", "õ", "o", "ú", "u", "ù", "u", "ý", "y", "č", "c", "ě", "e",
	"š", "s", "ž", "z", "ř", "r", "ů", "u", "ą", "a", "ę", "e", "ł", "l", "ń", "n", "ś", "s", "ź", "z", "ż", "z", "ć", "c", "å", "a", "ø", "o", "æ", "ae",
	"ő", "o", "ű", "u", "î", "i", "ă", "a", "ș", "s", "ț", "t", "ş", "s", "ţ", "t", "ı", "i", "ğ", "g", "ľ", "l", "ĺ", "l", "ŕ", "r", "ň", "n", "ť", "t", "ď", "d",
	"ά", "α", "έ", "ε", "ή", "η", "ί", "ι", "ό", "ο", "ύ", "υ", "ώ", "ω", "'", "", "’", "")

// splitKey cuts a key into its words, in lower case: at signs, and where a capital follows another letter.
func splitKey(key string) []string {
	var b strings.Builder
	lower := false
	for _, r := range key {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			b.WriteByte(' ')
			lower = false
			continue
		case unicode.IsUpper(r) && lower:
			b.WriteByte(' ')
		}
		lower = !unicode.IsUpper(r)
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.Fields(letters.Replace(b.String()))
}
