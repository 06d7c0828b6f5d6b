package pagetext

import (
	"slices"
	"strings"
	"unicode/utf8"

	"gannet/job"

	"golang.org/x/net/html/atom"

	"gannet/internal/letters"
)

// item is a short text near the posting's title, such as a company or a place.
type item struct {
	text string
	line int
}

// readHeader reads the lines around the posting's title. Company, location and the like mostly follow it, often without labels.
func (r *reader) readHeader() {
	best, ok := r.title.best()
	if !ok || best.line < 0 {
		return
	}
	above := best.line - 1
	if r.readRightAbove(above) {
		above--
	}
	r.readItems(r.items(best.line+1, 1, 10), best.key, .38)
	r.readItems(r.items(above, -1, 3), best.key, .2)
}

// readRightAbove reads the line right above the posting's title as the company if the whole line is one link. Such a line is mostly the company's
// name, unless it is the name of the site. It reports whether it added the company.
func (r *reader) readRightAbove(i int) bool {
	if i < 0 || r.outline.isOutside(&r.outline.lines[i]) || r.labelled[i] {
		return false
	}
	l := &r.outline.lines[i]
	key := fold(tidy(l.text))
	if len(l.pieces) == 1 && int(l.linked) >= len(l.text) && fits(l.text, 200, 24) && (capital(l.text) || wordCount(l.text) <= 4) && !r.site.isNamed(l.text) &&
		!r.v.noise[key] && !r.v.isControl(l.text) && l.cell == nil && r.paragraphAbove(i) {
		r.company.addValue(l.text, .52, byPosition, i)
		r.placeTails(key)
		return true
	}
	return false
}

// placeTails takes the text behind the title and a comma in the title element as a place, because the company is already known from above the title.
func (r *reader) placeTails(company string) {
	for _, tail := range r.titleTails {
		if fold(tidy(tail)) == company || hasLegalForm(tail) {
			continue
		}
		first, _, _ := strings.Cut(tail, ", ")
		r.placed = append(r.placed, fold(tidy(tail)))
		r.company.refute(.4, func(g *guess) bool { return g.evidence&^(byTitle|bySite) == 0 && strings.Contains(fold(tail), g.key) })
		if fits(tail, 80, 8) && !looksEmployer(r.v, first) || strings.Contains(tail, ", ") {
			r.location.addValue(tail, .5, byTitle, -1)
		}
	}
}

// paragraphAbove reports whether the line above has no links. If so, this line is not part of a menu.
func (r *reader) paragraphAbove(i int) bool {
	if i == 0 {
		return false
	}
	l := &r.outline.lines[i-1]
	return l.linked == 0 || r.site.isNamed(l.text)
}

// items returns the texts of the lines in one direction, until the next long line.
func (r *reader) items(from, step, most int) []item {
	o := r.outline
	var items []item
	for i := from; i >= 0 && i < len(o.lines) && len(items) < most; i += step {
		l := &o.lines[i]
		if o.isOutside(l) {
			continue
		}
		if len(l.text) > 200 || step > 0 && (l.level == 1 || l.level > 0 && r.v.announces(fold(l.text))) {
			break
		}
		if r.labelled[i] {
			continue
		}
		start := 0
		for _, piece := range l.pieces {
			end := min(piece.end, len(l.text))
			whole := l.text[start:end]
			if piece.control || l.tag == atom.Button || r.v.isControl(whole) {
				start = end
				continue
			}
			for _, p := range cutList(whole) {
				items = append(items, item{p, i})
			}
			start = end
		}
	}
	return items
}

// cutList cuts a line such as "Acme - Paris | full time". A dash between the bounds of pay cuts nothing, and neither does a slash before its unit.
func cutList(s string) []string {
	if !mayBeList(s) || isWholeSentence(s) {
		if s = tidy(s); s == "" {
			return nil
		}
		return []string{s}
	}
	const soft = "\x00" // stands before a dash or slash
	for _, sep := range separators {
		to := "\n"
		if isDash(sep) || sep == " / " {
			to = soft + strings.TrimSpace(sep)
		}
		s = strings.ReplaceAll(s, sep, to)
	}
	var list []string
	for p := range strings.SplitSeq(s, "\n") {
		joined := ""
		for i, part := range strings.Split(p, soft) {
			sign := ""
			if i > 0 {
				_, size := utf8.DecodeRuneInString(part)
				sign, part = part[:size], part[size:]
			}
			if part = tidy(part); joined != "" && (sign != "/" && isPayRange(joined, part) || sign == "/" && isPayUnit(joined, part)) {
				joined += " " + sign + " " + part
				continue
			}
			if joined != "" {
				list = append(list, joined)
			}
			joined = part
		}
		if joined != "" {
			list = append(list, joined)
		}
	}
	return list
}

// isPayUnit reports whether a text behind a slash is the unit of the pay before it, up to a bracket: "$28 / hour (full-time)".
func isPayUnit(pay, unit string) bool {
	unit, _, _ = strings.Cut(unit, " (")
	return hasDigit(pay) && job.NamesMoney(pay) && !hasDigit(unit) && wordCount(unit) == 1 && job.ParseUnit(unit) != ""
}

// isWholeSentence reports whether a text is of several words and ends as a sentence does.
func isWholeSentence(s string) bool {
	const least = 6 // words
	return wordCount(s) >= least && (withoutStop(s) != strings.TrimSpace(s) || strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?"))
}

// mayBeList reports whether a text may have a separator: a sign behind a space, "｜" or "_".
func mayBeList(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c == '_', c < ' ', c == 0xef:
			return true
		case c == ' ' && i+1 < len(s) && startsSeparator(s[i+1]):
			return true
		}
	}
	return false
}

// startsSeparator reports whether a byte may be the first of a separator behind its space.
func startsSeparator(c byte) bool {
	switch c {
	case '|', '-', ':', '/', '>', 0xc2, 0xe2:
		return true
	}
	return false
}

func isDash(sep string) bool { return sep == " - " || sep == " – " || sep == " — " }

// isPayRange reports whether two texts are the bounds of pay: the first ends with an amount, the other begins with one.
func isPayRange(low, high string) bool {
	if !hasDigit(low) || !hasDigit(high) || !job.NamesMoney(low) && !job.NamesMoney(high) {
		return false
	}
	_, alone := job.ParsePay(high)
	both, ok := job.ParsePay(low + " - " + high)
	return ok && alone && both.Max > both.Min
}

// readItems recognises items by their form. Of the others the first is the company and the next the location, unless a later one
// looks more like an employer.
func (r *reader) readItems(items []item, title string, sure float64) {
	var plain []item
	placed := false
	for _, it := range items {
		key := fold(it.text)
		if key == "" || key == title || r.v.isControl(it.text) || r.v.noise[key] || r.v.announces(key) && !hasLegalForm(it.text) {
			continue
		}
		if slices.Contains(r.placed, key) {
			r.location.addValue(it.text, .5, byTitle|byPosition, it.line)
			continue
		}
		switch {
		case r.readByForm(it) || !fits(it.text, 80, 8) || strings.ContainsAny(it.text, "@?!:：，。") || withoutStop(it.text) != it.text:
		case looksLocation(r.v, it.text), !r.site.isNamed(it.text) && job.IsKnownPlace(it.text):
			r.location.addValue(it.text, .5, byPosition, it.line)
			placed = true
		case fold(r.outline.lines[it.line].text) == title: // the title once more, whose first part is no company
		case capital(it.text) && isName(it.text) && !letters.IsDigit(rune(it.text[0])) || looksEmployer(r.v, it.text):
			plain = append(plain, it)
		}
	}
	r.readNames(plain[:min(len(plain), 3)], sure, placed)
}

// readNames chooses the company and the location among names. placed reports that another item is the location. On a page whose title has the name of an
// employer's site, the first name is a location that is not known, unless another item is one.
func (r *reader) readNames(names []item, sure float64, placed bool) {
	company := slices.IndexFunc(names, func(it item) bool { return looksEmployer(r.v, it.text) })
	if company >= 0 {
		sure += .15
	} else if !placed && r.titledBySite {
		company = -1
	} else if best, ok := r.company.best(); ok && (best.doubt <= .4 || best.line >= 0 && best.doubt < .5) {
		company = slices.IndexFunc(names, func(it item) bool { return fold(it.text) == best.key })
	} else {
		company = 0
	}
	if company >= 0 && company < len(names) {
		r.company.addValue(names[company].text, sure, byPosition, names[company].line)
	}
	for i, it := range names {
		if i != company && i < 2 && !hasDigit(it.text) && wordCount(it.text) < 6 {
			r.location.addValue(it.text, sure, byPosition, it.line)
			return
		}
	}
}

// readByForm reads an item whose form shows that it is pay, a type of employment, a date or a code. It skips hours of work and the length of a
// contract.
func (r *reader) readByForm(it item) bool {
	if hasDigit(it.text) {
		if job.NamesMoney(it.text) && r.parsePay(job.PayText{Text: it.text, Prose: !job.IsBarePay(it.text)}, .5, job.Page) {
			return true
		}
		if job.IsSpan(it.text, r.lang) {
			return true
		}
		if r.readTime(it) || !hasPostcode(it.text) && len(it.text) < 50 && r.readDate(it.text, false, .4) {
			return true
		}
		if isCode(it.text) {
			r.id.addValue(it.text, .35, byPosition, it.line)
			return true
		}
	}
	if wordCount(it.text) <= 4 && len(job.ParseEmployment(it.text)) > 0 && !r.isPart(it) {
		r.parse(job.Employment, it.text, .5, job.Page)
		return true
	}
	return false
}

// isPart reports whether an item is a label, or begins with one and a colon, that is a part of labels by itself: "Contract: £45,000" names no type.
func (r *reader) isPart(it item) bool {
	label := it.text
	l := &r.outline.lines[it.line]
	if colon := firstColon(label); colon > 0 {
		label = label[:colon]
	} else if l.tag != atom.Dt && l.tag != atom.Th || l.text != label {
		return false
	}
	_, is := r.v.parts[fold(label)]
	return is
}

// readTime reads the time element of an item, if the item's words call it the day of posting or there are no other words.
func (r *reader) readTime(it item) bool {
	l := &r.outline.lines[it.line]
	when, text := l.when, l.text
	if when == "" {
		return false
	}
	if len(text) > longestLead || strings.ContainsAny(text, "|·•") { // other items stand in the line
		text = it.text
	}
	switch sense, _ := r.senseOf(text); sense {
	case lastDate:
		return r.parse(job.ValidThrough, when, .6, job.Page)
	case otherDate:
		return true
	}
	return r.parse(job.Posted, when, .6, job.Page)
}

// isCode reports whether a text is one word of capitals, digits and hyphens, half of it digits.
func isCode(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c != '-' && c != '_' && c != '/' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return len(s) <= 24 && digits(s) >= 4 && digits(s)*2 >= len(s)
}
