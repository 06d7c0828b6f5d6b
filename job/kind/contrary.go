package kind

import (
	"bytes"
	_ "embed" // for the phrases
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/features"
)

//go:embed contrary.txt
var contraryFile string

// The kinds of pages that look like postings but are something else.
const (
	course = iota
	lodging
	person
	template
	careers
	news
	form
	forPosting // not one of them: what only postings say
	others
)

var otherNames = map[string]int{"course": course, "lodging": lodging, "person": person, "template": template, "careers": careers, "news": news, "form": form, "for": forPosting}

// The places where a phrase must stand to count.
const (
	inText = iota
	inHead
	atLine
)

var placeNames = map[string]int{"head": inHead, "text": inText, "line": atLine}

// evidence is a phrase that is typical of a contrary: a page that looks like a posting but is something else.
type evidence struct {
	words     []uint32
	of, where int
}

// The points that make a page a contrary, and the points for a phrase in the head. A phrase elsewhere gives one point.
const (
	pointsNeeded = 3
	pointsOfHead = 2
	pointsOfType = 2 // the page's markup calls it an article or a course

	pointsOfCompany = 3 // for a posting: a line names its employer
	pointsOfParts   = 2 // for a posting: it has duties and requirements

	formPhrases = 4
	formFields  = 3   // that a visitor fills in; fewer are for searching or for letters
	formWords   = 150 // a page with a form and more words may be a posting
	menuLinks   = 4   // one behind the other
	emptyWords  = 80  // an advertisement whose labels have no values has few words
	formProse   = 600 // unless it has less prose than that
)

// contraries are the phrases of evidence, by the hash of their first word.
var contraries = readContraries(contraryFile)

// contraryWords are the first words of these phrases.
var contraryWords wordFilter

func readContraries(file string) map[uint32][]evidence {
	all := map[uint32][]evidence{}
	for line := range strings.Lines(file) {
		name, list, ok := strings.Cut(strings.TrimSpace(line), ": ")
		what, where, _ := strings.Cut(name, " ")
		of, known := otherNames[what]
		if !ok || !known {
			continue
		}
		for phrase := range strings.SplitSeq(list, "|") {
			if words := features.Words(phrase); len(words) > 0 {
				contraryWords.add(words[0])
				all[words[0]] = append(all[words[0]], evidence{words, of, placeNames[where]})
			}
		}
	}
	return all
}

// isContrary reports whether a page that looks like a posting by its measures is something else: a course, a lodging, a CV, a template, an employer's
// page on working there, news, or a form.
func isContrary(p *features.Page, v *Vector) bool {
	c := count{seen: map[*uint32]bool{}}
	c.read(p, p.Title, inHead)
	if len(p.Headings) > 0 {
		c.read(p, p.Headings[0], inHead)
	}
	c.read(p, p.Body, inText)
	c.readTypes(p)
	c.readLines(p)
	bothParts := v[parts] >= 2
	if namesCompany(p) {
		c.points[forPosting] += pointsOfCompany
	}
	postingSays := c.points[forPosting]
	if bothParts {
		postingSays += pointsOfParts
	}
	if v[applies] > 0 {
		postingSays++
	}
	silent := c.points[forPosting] == 0 && v[parts]+v[applies]+v[amounts] == 0 && v[labels] <= 1
	named := v[titleMany]+v[headMany] > 0 && v[titleTitled] < clearTitle
	hollow := c.points[forPosting] == 0 && v[parts] <= 1 && v[applies]+v[amounts] == 0 && v[labels] <= 1 && p.Body.Len() <= emptyWords
	switch {
	case silent && (named || inOwnMenu(p)) || hollow && named && isNamedFirst(p, 1):
		return true
	case hollow && len(p.Links) > 0 && begins(p, careers): // it names its openings by links
		return true
	case c.printed && (p.Body.Len() <= emptyWords || c.points[forPosting] == 0 && !bothParts && p.Body.Len() <= formWords):
		return true
	case c.points[form] >= formPhrases && c.points[forPosting] == 0 && !bothParts && isForm(p, v[parts] == 0):
		return true
	case c.head[template] && c.points[template] >= pointsNeeded+1+c.points[forPosting]:
		return true
	case c.head[careers] && c.points[careers] >= pointsNeeded+c.points[forPosting] && !bothParts && v[labels] < 2:
		return true
	}
	for _, of := range []int{course, lodging, person, news} {
		if (c.head[of] || of == person) && c.points[of] >= pointsNeeded+postingSays {
			return true
		}
	}
	return false
}

// count holds the points for each kind of contrary, and whether some of the points came from the head.
type count struct {
	points [others]int
	head   [others]bool
	seen   map[*uint32]bool // phrases that were counted

	years   int  // points for years
	printed bool // it has the empty labels of a printed form
}

// read counts the phrases of a part of a page.
func (c *count) read(p *features.Page, s features.Span, where int) {
	if s.Start < 0 || s.End > int32(len(p.Words)) {
		return
	}
	for i := s.Start; i < s.End; i++ {
		if !contraryWords.mayHave(p.Words[i].Hash) {
			continue
		}
		for _, e := range contraries[p.Words[i].Hash] {
			if (e.where == inHead) != (where == inHead) || !features.StartWith(p.Words[i:s.End], e.words) || e.where == atLine && !beginsLine(p, i) || c.seen[&e.words[0]] {
				continue
			}
			c.seen[&e.words[0]] = true
			switch {
			case where != inHead:
				c.points[e.of]++
			case !c.head[e.of]:
				c.head[e.of] = true
				c.points[e.of] += pointsOfHead
			}
		}
	}
}

// begins reports whether the first heading of a page begins with a phrase that counts in the head and is evidence of this kind of contrary.
func begins(p *features.Page, of int) bool {
	if len(p.Headings) == 0 || p.Headings[0].Len() == 0 {
		return false
	}
	head := p.Words[p.Headings[0].Start:p.Headings[0].End]
	return slices.ContainsFunc(contraries[head[0].Hash], func(e evidence) bool {
		return e.of == of && e.where == inHead && features.StartWith(head, e.words)
	})
}

// Bounds of readLines.
const (
	pointsOfYears = 2 // for a person: lines begin with the years of a past job or school
	emptyLabels   = 3 // one after the other, which a reader of a printed form fills in
)

// readLines counts lines that begin with a span of years, and labels without values, as printed forms have them.
func (c *count) readLines(p *features.Page) {
	empty := 0
	for i := p.Body.Start; i < p.Body.End; i++ {
		if !beginsLine(p, i) {
			continue
		}
		text, _, _ := bytes.Cut(p.Text[p.Words[i].Start:], []byte("\n"))
		text = bytes.TrimRight(text, " _.…")
		if isSpanOfYears(text) && c.points[person] > 0 {
			c.points[person] += pointsOfYears - min(pointsOfYears, c.years)
			c.years = pointsOfYears
		}
		if !bytes.HasSuffix(text, []byte(":")) && !bytes.HasSuffix(text, []byte("：")) {
			empty = 0
			continue
		}
		if empty++; empty > emptyLabels {
			c.printed = true
		}
	}
}

// isSpanOfYears reports whether a line begins with a span of years such as "2014–2019" or "2019 – present", and has more text.
func isSpanOfYears(line []byte) bool {
	const year = len("2019")
	if len(line) < 3*year || !isPastYear(line[:year]) {
		return false
	}
	rest := bytes.TrimLeft(line[year:], " ")
	after := bytes.TrimLeft(rest, "-–—")
	return len(after) < len(rest) && len(bytes.TrimSpace(after)) > year
}

func isPastYear(b []byte) bool {
	return (b[0] == '1' && b[1] == '9' || b[0] == '2' && b[1] == '0') && b[2] >= '0' && b[2] <= '9' && b[3] >= '0' && b[3] <= '9'
}

// types are types in markup that show that the page is something other than a posting.
var types = map[string]int{`"NewsArticle"`: news, `"BlogPosting"`: news, `"Article"`: news, `"Course"`: course, `"Apartment"`: lodging, `"House"`: lodging, `"RealEstateListing"`: lodging}

// readTypes counts the types that the page's markup states.
func (c *count) readTypes(p *features.Page) {
	for _, d := range p.Data {
		if !d.Script || !strings.HasPrefix(d.Type, "application/ld+json") {
			continue
		}
		for name, of := range types {
			if bytes.Contains(d.Text, []byte(name)) && !c.head[of] {
				c.head[of] = true
				c.points[of] += pointsOfType
			}
		}
	}
}

func beginsLine(p *features.Page, word int32) bool {
	at := p.Words[word].Start
	return at == 0 || word == p.Body.Start || p.Text[at-1] == '\n'
}

// namesCompany reports whether a line is a label for the employer, or such a label with a colon and a value. The heading of a menu does not count as
// a label.
func namesCompany(p *features.Page) bool {
	for i := p.Body.Start; i < p.Body.End; i++ {
		if !beginsLine(p, i) || senseAt(p.Words, int(i), int(i)+1) != company {
			continue
		}
		after, _, _ := bytes.Cut(p.Text[p.Words[i].End:], []byte("\n"))
		after = bytes.TrimSpace(after)
		if len(after) == 0 && !isAboveMenu(p, i) || len(after) > 1 && after[0] == ':' {
			return true
		}
	}
	return false
}

// isAboveMenu reports whether two links follow a line of one word, with nothing before or between them.
func isAboveMenu(p *features.Page, word int32) bool {
	at := slices.IndexFunc(p.Links, func(l features.Link) bool { return l.Anchor.Start == word+1 })
	return at >= 0 && at+1 < len(p.Links) && p.Links[at+1].Anchor.Start == p.Links[at].Anchor.End
}

// inOwnMenu reports whether a menu of the page, a row of links at one position of the layout with nothing between them, links to the page itself.
// Menus lead to a site's services, and not to its openings.
func inOwnMenu(p *features.Page) bool {
	row, own := 0, false
	for i := range p.Links {
		l := &p.Links[i]
		if row == 0 || l.Path != p.Links[i-1].Path || l.Anchor.Start != p.Links[i-1].Anchor.End {
			row, own = 0, false
		}
		if l.Anchor.Len() <= 0 {
			continue
		}
		row++
		own = own || l.URL == p.URL
		if own && row >= menuLinks {
			return true
		}
	}
	return false
}

// isForm reports whether a page consists of little more than a form for visitors. plain says that no line is a heading of a part of an advertisement.
// Application forms, which ask for experience and skills, have such headings.
func isForm(p *features.Page, plain bool) bool {
	if fields(p.Tree()) < formFields {
		return false
	}
	if plain && p.Body.Len() <= formWords {
		return true
	}
	var c proseCount
	c.read(p.Tree(), false)
	return c.bytes < formProse && (plain || c.asked)
}

// proseCount counts the bytes of long texts outside navigation. Some servers put a whole page into a form, so texts in a form count up to its file
// field. After this field come notices on equal treatment and privacy.
type proseCount struct {
	bytes int
	asked bool // for a file
}

func (c *proseCount) read(n *html.Node, inForm bool) {
	const long = 80
	inForm = inForm || n.DataAtom == atom.Form
	for d := n.FirstChild; d != nil && c.bytes < formProse; d = d.NextSibling {
		switch {
		case d.Type == html.TextNode:
			if text := strings.TrimSpace(d.Data); len(text) >= long && !(inForm && c.asked) {
				c.bytes += len(text)
			}
		case d.Type == html.ElementNode && !noProse[d.DataAtom]:
			c.read(d, inForm)
		}
		c.asked = c.asked || inForm && asksForFile(d)
	}
}

// asksForFile reports whether an element is a file field, or a link around one.
func asksForFile(n *html.Node) bool {
	if n.DataAtom != atom.A {
		return n.DataAtom == atom.Input && inputType(n) == "file"
	}
	for d := range n.Descendants() {
		if asksForFile(d) {
			return true
		}
	}
	return false
}

// noProse are the elements whose texts are not counted.
var noProse = map[atom.Atom]bool{
	atom.Head: true, atom.Script: true, atom.Style: true, atom.Noscript: true, atom.Template: true, atom.Svg: true,
	atom.Nav: true, atom.Header: true, atom.Footer: true, atom.Select: true, atom.A: true,
}

// fields counts the form fields that a visitor fills in.
func fields(n *html.Node) (count int) {
	if n == nil {
		return 0
	}
	for d := range n.Descendants() {
		switch d.DataAtom {
		case atom.Textarea, atom.Select:
			count++
		case atom.Input:
			if kind := inputType(d); kind != "hidden" && kind != "submit" && kind != "button" && kind != "checkbox" && kind != "radio" && kind != "search" {
				count++
			}
		}
	}
	return count
}

func inputType(n *html.Node) string {
	for _, a := range n.Attr {
		if a.Key == "type" {
			return strings.ToLower(a.Val)
		}
	}
	return ""
}
