package postings

import (
	"slices"
	"strings"
	"unicode/utf8"

	"gannet/internal/weburl"
	"gannet/job"
)

// A term is a letter for the kind of field, followed by a word. An index of terms finds postings without reading them. These are the letters.
const (
	textTerm     = "t" // a word of title, company or description
	placeTerm    = "p" // a word of the location
	companyTerm  = "c" // the words that the company's name begins with
	hostTerm     = "h" // the host, or a domain that it ends in
	languageTerm = "l"
	stateTerm    = "s"
)

const (
	longestTerm  = 64 // bytes; what is longer is cut
	companyWords = 6  // of a name, so many words at most make a term
)

// AnyOf is a condition on the terms of a posting: the posting must have all terms of at least one of the lists.
type AnyOf [][]string

// Indexer makes the terms (letters followed by words) by which an index finds postings. It is not safe for concurrent use.
type Indexer struct{ f *filter }

// NewIndexer returns an Indexer, for the use of one goroutine.
func NewIndexer() *Indexer { return &Indexer{newFilter(&Query{})} }

// Terms returns the distinct terms by which an index finds a posting.
func (x *Indexer) Terms(p *Posting) []string {
	t := terms{seen: map[string]bool{}}
	t.words(textTerm, x.Words(p.Job.Title+"\n"+p.Job.Company+"\n"+p.Job.Description))
	t.words(placeTerm, x.Words(p.Job.Location+"\n"+job.NormalLocation(p.Job.Location)))
	for _, form := range x.f.companyForms(p.Job.Company) {
		words := strings.Split(form, " ")
		for i := range min(len(words), companyWords) {
			t.add(companyTerm, strings.Join(words[:i+1], " "))
		}
	}
	t.words(hostTerm, HostAndDomains(weburl.Host(p.URL)))
	t.add(languageTerm, strings.ToLower(p.Job.Language))
	t.add(stateTerm, string(p.Job.State.Known()))
	return t.list
}

// Words returns the words of a text in lower case and in all their spellings, such as "müller" also as "mueller". A word that a query asks
// for is among them if the text has it.
func (x *Indexer) Words(text string) (list []string) {
	folded := slices.Clone(x.f.folded([]byte(text)))
	if isASCII(folded) {
		return splitWords(folded)
	}
	return append(splitWords(respell(nil, folded, bare)), splitWords(respell(nil, folded, german))...)
}

// Spellings returns the words of a search text, each with all its spellings.
func (x *Indexer) Spellings(text string) (list [][]string) {
	for _, words := range wordsOf(spell(x.f.fold.String(text))) {
		if len(words) > 0 {
			list = append(list, words)
		}
	}
	return list
}

// wordsOf returns the words that a word of a query consists of, once for each spelling that differs.
func wordsOf(w spelled) (list [][]string) {
	for i, spelling := range w {
		if i == 0 || w.differ() {
			list = append(list, splitWords(spelling))
		}
	}
	return list
}

// splitWords returns the runs of letters and digits. In scripts without blanks between words every letter is a word.
func splitWords(text []byte) (words []string) {
	begin := -1
	end := func(i int) {
		if begin >= 0 {
			words = append(words, string(text[begin:i]))
		}
		begin = -1
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		switch {
		case unspaced(r) && inWord(r):
			end(i)
			words = append(words, string(text[i:i+size]))
		case !inWord(r):
			end(i)
		case begin < 0:
			begin = i
		}
		i += size
	}
	end(len(text))
	return words
}

// HostAndDomains returns a host with and without its port, and all domains to which it belongs: for jobs.example.org also example.org and
// org.
func HostAndDomains(host string) []string {
	list := []string{host}
	name, _, port := strings.Cut(host, ":")
	if port {
		list = append(list, name)
	}
	for {
		_, rest, ok := strings.Cut(name, ".")
		if !ok {
			return list
		}
		list, name = append(list, rest), rest
	}
}

// Wanted returns conditions on the terms of a posting that every posting meets which matches the query. A posting that meets the conditions may
// still not match, because terms do not contain punctuation and the order of words.
func (x *Indexer) Wanted(q *Query) (all []AnyOf) {
	for _, word := range strings.Fields(x.f.fold.String(q.Text)) {
		all = append(all, wantedWord(textTerm, spell(word)))
	}
	if q.Location != "" {
		all = append(all, x.wantedPlace(q.Location))
	}
	if q.Company != "" {
		var forms AnyOf
		for _, form := range x.f.companyForms(q.Company) {
			words := strings.Split(form, " ")
			forms = append(forms, []string{Term(companyTerm, strings.Join(words[:min(len(words), companyWords)], " "))})
		}
		all = append(all, forms)
	}
	if q.Host != "" {
		all = append(all, AnyOf{{Term(hostTerm, strings.ToLower(q.Host))}})
	}
	if q.Language != "" {
		all = append(all, AnyOf{{Term(languageTerm, strings.ToLower(q.Language))}})
	}
	return slices.DeleteFunc(append(all, wantedState(q)), AnyOf.meetsAll)
}

// meetsAll reports whether every posting meets the AnyOf.
func (a AnyOf) meetsAll() bool {
	return len(a) == 0 || slices.ContainsFunc(a, func(list []string) bool { return len(list) == 0 })
}

func wantedWord(kind string, w spelled) (any AnyOf) {
	for _, words := range wordsOf(w) {
		any = append(any, termsOf(kind, words))
	}
	return any
}

// wantedPlace returns the terms of a place: those of its words as they are written, or those of its normal form.
func (x *Indexer) wantedPlace(place string) AnyOf {
	written, normal := locationWords(x.f.fold.String(place)), locationWords(job.NormalLocation(place))
	return append(wantedWords(placeTerm, written), wantedWords(placeTerm, normal)...)
}

// wantedWords returns the terms of some words in every combination of their spellings. It uses only the first few words, because the posting itself
// is compared later.
func wantedWords(kind string, words []string) AnyOf {
	all := AnyOf{nil}
	for _, w := range words[:min(len(words), 4)] {
		var longer AnyOf
		for _, begin := range all {
			for _, end := range wantedWord(kind, spell(w)) {
				longer = append(longer, slices.Concat(begin, end))
			}
		}
		all = longer
	}
	return all
}

func wantedState(q *Query) (any AnyOf) {
	if q.State == "" || !q.On.IsZero() {
		return nil
	}
	for _, s := range []job.State{job.Open, job.Suspected, job.Closed, job.Unknown} {
		if s == q.State || q.State == NotClosed && s != job.Closed {
			any = append(any, []string{Term(stateTerm, string(s))})
		}
	}
	return any
}

// terms collects terms, each once.
type terms struct {
	list []string
	seen map[string]bool
}

func (t *terms) words(kind string, words []string) {
	for _, w := range words {
		t.add(kind, w)
	}
}

func (t *terms) add(kind, word string) {
	if text := Term(kind, word); !t.seen[text] {
		t.seen[text] = true
		t.list = append(t.list, text)
	}
}

func termsOf(kind string, words []string) (list []string) {
	for _, w := range words {
		list = append(list, Term(kind, w))
	}
	return list
}

// Term returns a term: the letter for its kind, followed by a word. ASCII characters other than letters and digits become underscores.
func Term(kind, word string) string {
	b := append(make([]byte, 0, len(kind)+len(word)), kind...)
	for i := range len(word) {
		c := word[i]
		if c < utf8.RuneSelf && (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			c = '_'
		}
		b = append(b, c)
	}
	for len(b) > longestTerm {
		_, size := utf8.DecodeLastRune(b)
		b = b[:len(b)-size]
	}
	return string(b)
}
