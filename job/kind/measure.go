package kind

import (
	"bytes"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"gannet/features"
)

// These are the measures of a page, in the order of Names. A measure that is a count n has the value log(n+1).
const (
	// JobsOdds is the measure for the log-odds that the page is about jobs, by the topic classifier.
	JobsOdds = iota // log-odds of the topic
	// MarkedOnce is the measure that is 1 if the page has exactly one schema.org JobPosting.
	MarkedOnce
	// MarkedOften is the measure that is 1 if the page has several schema.org JobPostings.
	MarkedOften
	words     // of the body
	linkWords // share of the body's words that are anchors
	// LongestText is the measure for the number n of words in the longest text between two links, as log(n+1).
	LongestText
	longestShare // of the body's words
	groupSize    // links of the group that looks most like titles of jobs
	groupTitles  // how much these do, from 0 to 1
	groupGap     // words from one to the next
	groupNumbers // share of their URLs with a number or a long name
	groupJobs    // share of their URLs with a word for jobs
	// TitledLinks is the measure for the number n of links that look like job titles, as log(n+1).
	TitledLinks
	// TitledHeads is the measure for the number n of headings that look like job titles, as log(n+1).
	TitledHeads
	titleTitled // how much the page's title looks like one
	headTitled  // how much the first heading looks like one
	dates       // days and "3 days ago"
	amounts     // of money
	labels      // different labels of facts
	mostLabels  // uses of the most frequent of them
	parts       // different headings of a posting's parts
	applies     // requests to apply
	titleMany   // the title names postings in the plural
	headMany    // one of the first headings does
	filters     // words of searching and sorting
	pages       // links to further pages
	// Foreign is the measure that is 1 if the topic classifier knows hardly a word of the page, and 0 if it knows at least half of them.
	Foreign
	seeks    // phrases such as "we are looking for"
	sends    // words for what an applicant sends
	wanted   // 1 if both are there
	gendered // the title or the first heading has a mark such as "(m/f)"
	// Measures is the number of measures of a page by which the model tells postings, listings and other pages apart.
	Measures
)

// Names returns the names of the measures, in their order.
func Names() []string {
	return []string{
		"jobs_log_odds", "marked_once", "marked_often", "words", "link_words_share", "longest_text", "longest_text_share",
		"group_size", "group_titles", "group_gap", "group_numbers", "group_jobs", "titled_links", "titled_headings", "title_titled",
		"heading_titled", "dates", "amounts", "labels", "most_labels", "parts", "applies", "title_many", "heading_many",
		"filters", "pages", "foreign", "seeks", "sends", "wanted", "gendered",
	}
}

// Vector has the values of all measures of a page.
type Vector [Measures]float64

// enough is the count of each measure above which a higher count means nothing more.
var enough = [Measures]float64{
	LongestText: 2000, groupSize: 40, groupGap: 200, TitledLinks: 40, TitledHeads: 40, dates: 30, amounts: 30, mostLabels: 20,
	applies: 20, filters: 10, pages: 10, seeks: 6, sends: 6,
}

// Topic is what the topic classifier for jobs says about a page.
type Topic struct {
	Jobs  float64 // the probability that it is about jobs
	Known float64 // the share of its words that the classifier knows, from 0 to 1
}

// Shares of known words: a page with fewer than the first is in a language that the topic's classifier does not know, one with more than the second
// is in one that it knows.
const (
	strangeShare  = .3
	familiarShare = .5
)

// foreign returns how surely a page is in a language that the classifier does not know, from 0 to 1.
func (t Topic) foreign() float64 {
	if !(t.Known < familiarShare) {
		return 0
	}
	return min((familiarShare-t.Known)/(familiarShare-strangeShare), 1)
}

// Measure computes the measures of a page. t recognises job titles.
func Measure(p *features.Page, about Topic, t *Titles) (v Vector) {
	jobs := min(max(about.Jobs, 1e-4), 1-1e-4)
	v[Foreign] = about.foreign()
	v[JobsOdds] = math.Log(jobs / (1 - jobs))
	body := float64(max(p.Body.Len(), 1))
	v[words] = math.Log1p(body)
	marks(p, &v)
	readLines(p, &v)
	readNumbers(p, &v)
	readHeads(p, t, &v)
	readLinks(p, t, &v)
	v[longestShare] = v[LongestText] / body
	v[linkWords] /= body
	for _, i := range []int{LongestText, groupSize, groupGap, TitledLinks, TitledHeads, dates, amounts, mostLabels, applies, filters, pages, seeks, sends} {
		v[i] = math.Log1p(min(v[i], enough[i]))
	}
	return v
}

// SetForeign changes the measures to those that the page would have in a language which neither the topic classifier nor the model of titles
// knows. It is used to train the regression for such languages.
func (v *Vector) SetForeign() {
	v[JobsOdds], v[Foreign] = 0, 1
	v[titleTitled], v[headTitled] = unknownTitle, unknownTitle
	v[groupTitles], v[TitledLinks], v[TitledHeads] = 0, 0, 0
}

// marks counts the postings in the page's markup.
func marks(p *features.Page, v *Vector) {
	count := 0
	for _, d := range p.Data {
		if d.Script && strings.HasPrefix(d.Type, "application/ld+json") {
			count += bytes.Count(d.Text, []byte(`"JobPosting"`))
		}
	}
	for _, t := range p.Types {
		if strings.HasSuffix(t, "JobPosting") {
			count++
		}
	}
	switch {
	case count == 1:
		v[MarkedOnce] = 1
	case count > 1:
		v[MarkedOften] = 1
	}
}

// readLines counts the labels with which lines of the body begin, and what says anywhere that somebody may apply.
func readLines(p *features.Page, v *Vector) {
	var count [senses]float64
	for i := p.Body.Start; i < p.Body.End; i++ {
		sense := senseAt(p.Words, int(i), int(p.Body.End))
		switch {
		case sense == none:
			continue
		case sense == seek || sense == cv || beginsLine(p, i):
		case sense < location || sense > benefits || !beginsItem(p.Text[:p.Words[i].Start]):
			continue
		}
		count[sense]++
	}
	for s := location; s <= id; s++ {
		v[mostLabels] = max(v[mostLabels], count[s])
		if count[s] > 0 {
			v[labels]++
		}
	}
	for s := duties; s <= benefits; s++ {
		if count[s] > 0 {
			v[parts]++
		}
	}
	v[applies] = count[apply]
	v[filters] = count[filter] + count[found]
	v[pages] = count[next]
	v[seeks], v[sends] = count[seek], count[cv]
	v[wanted] = min(v[seeks], v[sends], 1)
}

// beginsItem reports whether what follows a text begins a line or one of its numbered items. Signs and numbers may stand before it in the line:
// "## Requirements", "【福利】", "二、任职要求".
func beginsItem(before []byte) bool {
	const numerals = "一二三四五六七八九十"
	for len(before) > 0 {
		c, size := utf8.DecodeLastRune(before)
		before = before[:len(before)-size]
		switch {
		case c == '\n':
			return true
		case c == '、':
			last, _ := utf8.DecodeLastRune(before)
			if strings.ContainsRune(numerals, last) || unicode.IsDigit(last) {
				return true
			}
		case unicode.IsLetter(c) && !strings.ContainsRune(numerals, c):
			return false
		}
	}
	return true
}

// isGendered reports whether a text has a mark that says that people of any sex are meant: single letters parted by slashes, as in "(m/f/d)" and "H/F".
func isGendered(p *features.Page, s features.Span) bool {
	const least = 2 // letters
	run := 0
	for i := max(int(s.Start), 0); i < int(s.End) && i < len(p.Words); i++ {
		w := p.Words[i]
		if w.End-w.Start != 1 || p.Text[w.Start]|0x20 < 'a' || p.Text[w.Start]|0x20 > 'z' {
			run = 0
			continue
		}
		if run == 0 || p.Text[w.Start-1] != '/' && p.Text[w.Start-1] != '|' {
			run = 0
		}
		if run++; run >= least {
			return true
		}
	}
	return false
}

// readNumbers counts days and amounts of money.
func readNumbers(p *features.Page, v *Vector) {
	end := int(p.Body.End)
	for i := int(p.Body.Start); i < end; i++ {
		w := p.Words[i]
		if c := p.Text[w.Start]; c < '0' || c > '9' {
			continue
		}
		switch {
		case isYear(p.Text[w.Start:w.End]):
			v[dates]++
		case isMoney(p.Text, int(w.Start), int(w.End)):
			v[amounts]++
		case i+1 < end && senseAt(p.Words, i+1, i+2) == ago:
			v[dates]++
		}
	}
}

func isYear(b []byte) bool { return len(b) == 4 && b[0] == '2' && b[1] == '0' && b[2] <= '3' }

// signs stand beside amounts of money.
var signs = bytes.Fields([]byte("€ $ £ ¥ ₽ zł Kč руб 元 EUR USD GBP CHF PLN грн 円"))

// isMoney reports whether a currency sign stands beside a number, or behind the rest of a number such as "2.500,00 €".
func isMoney(text []byte, start, end int) bool {
	before, after := start, end
	for before > 0 && text[before-1] == ' ' {
		before--
	}
	for after < len(text) && after < end+maxRest && rest[text[after]] {
		after++
	}
	if before > 0 && signEnds[text[before-1]] {
		for _, s := range signs {
			if bytes.HasSuffix(text[:before], s) {
				return true
			}
		}
	}
	if after < len(text) && signStarts[text[after]] {
		for _, s := range signs {
			if bytes.HasPrefix(text[after:], s) {
				return true
			}
		}
	}
	return false
}

// maxRest bounds the remainder of a number, in bytes.
const maxRest = 12

// rest marks the bytes that may stand between a number's first digits and its sign.
var rest = bytesOf(" .,-0123456789")

// signStarts and signEnds are the first and last bytes of signs. They rule most numbers out quickly.
var signStarts, signEnds = func() (starts, ends [256]bool) {
	for _, s := range signs {
		starts[s[0]], ends[s[len(s)-1]] = true, true
	}
	return starts, ends
}()

func bytesOf(s string) (set [256]bool) {
	for i := range len(s) {
		set[s[i]] = true
	}
	return set
}

// readHeads measures the title and the headings.
func readHeads(p *features.Page, t *Titles, v *Vector) {
	v[titleTitled] = t.of(p.Words, p.Title)
	v[titleMany] = saysMany(p, p.Title)
	for i, s := range p.Headings {
		like := t.of(p.Words, s)
		if like > .5 {
			v[TitledHeads]++
		}
		if i == 0 {
			v[headTitled] = like
			if isGendered(p, s) || isGendered(p, p.Title) {
				v[gendered] = 1
			}
		}
		if i < 3 {
			v[headMany] = max(v[headMany], saysMany(p, s))
		}
	}
}

// NamesMany reports whether a text, such as the heading of a list, has a word for job postings in the plural.
func NamesMany(p *features.Page, s features.Span) bool { return saysMany(p, s) > 0 }

// saysMany returns 1 if a text names postings in the plural, else 0.
func saysMany(p *features.Page, s features.Span) float64 {
	for i := int(s.Start); i < int(s.End); i++ {
		if senseAt(p.Words, i, int(s.End)) == many {
			return 1
		}
	}
	return 0
}
