package jobweb

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// said is the text of a posting before it is made into a page.
type said struct {
	title, company, place string
	self                  string   // the employer about itself
	selfFirst             bool     // before the ad
	lines                 []string // the ad, a paragraph or list item each
}

// text returns the whole text in the order of the page.
func (s *said) text() string {
	lines := s.lines
	switch {
	case s.self == "":
	case s.selfFirst:
		lines = append([]string{s.self}, lines...)
	default:
		lines = append(slices.Clone(lines), s.self)
	}
	return strings.Join(lines, "\n")
}

// says returns the text of a posting.
func (w *Web) says(n int32) said {
	p := &w.postings[n]
	r := w.draw("text", int(n))
	switch p.copied {
	case Repost:
		s := w.says(p.from)
		if r.chance(.3) {
			w.edit(&s, w.jobs[p.job].ad.Language, .04, r)
		}
		return s
	case Excerpt:
		s := w.says(p.from)
		s.lines, s.self = excerpt(s.text(), .3+.3*r.Float64()), ""
		return s
	}
	s := w.full(&w.jobs[p.job])
	lang := w.jobs[p.job].ad.Language
	switch p.copied {
	case Edited:
		w.edit(&s, lang, .1, r)
		s.title = w.retitled(s.title, s.place, lang, r)
	case Shortened:
		shorten(&s, lang, .4+.2*r.Float64(), r)
	case Placed:
		w.place(&s, p.host, lang, r)
	}
	return s
}

// full returns a job in its employer's wording. At another place the text names that place.
func (w *Web) full(j *position) said {
	f := &w.firms[j.firm]
	text := j.ad.Description
	if utf8.RuneCountInString(j.origin) > 3 && j.origin != j.ad.Place {
		text = strings.ReplaceAll(text, j.origin, j.ad.Place)
	}
	s := said{title: j.ad.Title, company: f.name, place: j.ad.Place, self: f.about, selfFirst: f.first}
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			s.lines = append(s.lines, line)
		}
	}
	return s
}

// edit leaves out, swaps and adds sentences. share is the share of all sentences to which each of these is done.
func (w *Web) edit(s *said, lang string, share float64, r *random) {
	l := w.words[lang]
	for i, line := range s.lines {
		parts := sentences(line)
		var out []string
		for k, part := range parts {
			switch u := r.Float64(); {
			case u < share && len(s.lines)+len(parts) > 4:
				continue
			case u < 2*share && k > 0 && len(out) > 0:
				out = append(out[:len(out)-1], part, out[len(out)-1])
				continue
			case u < 2.5*share:
				out = append(out, r.pick(slices.Concat(l.Closing, l.Boiler)))
			}
			out = append(out, part)
		}
		s.lines[i] = join(out, lang)
	}
	s.lines = slices.DeleteFunc(s.lines, func(line string) bool { return line == "" })
}

// retitled sometimes rewords a title.
func (w *Web) retitled(title, place, lang string, r *random) string {
	switch r.IntN(5) {
	case 0:
		return title + " - " + place
	case 1:
		return strings.ToUpper(title)
	case 2:
		return join([]string{title, "(" + w.words[lang].Labels["full"] + ")"}, lang)
	}
	return title
}

// shorten keeps a share of a posting's sentences: those at its beginning, or one of every few. In a third of the cases it removes what the employer
// says about itself.
func shorten(s *said, lang string, share float64, r *random) {
	if r.chance(.33) {
		s.self = ""
	}
	var lines []string
	spread := r.chance(.4)
	budget := int(share * float64(len(strings.Join(s.lines, ""))))
	for _, line := range s.lines {
		var out []string
		for _, part := range sentences(line) {
			if spread && r.Float64() > share || !spread && budget <= 0 {
				continue
			}
			budget -= len(part)
			out = append(out, part)
		}
		if len(out) > 0 {
			lines = append(lines, join(out, lang))
		}
	}
	if len(lines) > 0 {
		s.lines = lines
	}
}

// place turns a posting into an agency's. The agency's name and words replace those of the employer.
func (w *Web) place(s *said, agency int32, lang string, r *random) {
	name := w.hosts[agency].title
	for i := range s.lines {
		s.lines[i] = strings.ReplaceAll(s.lines[i], s.company, name)
	}
	s.company, s.selfFirst = name, r.chance(.5)
	s.self = w.words[lang].paragraph(w.words[lang].Work, lang, 3, w.draw("agency", int(agency)))
}

// excerpt returns the beginning of a text, cut between words.
func excerpt(text string, share float64) []string {
	cut := int(share * float64(len(text)))
	for cut > 0 && cut < len(text) && !utf8.RuneStart(text[cut]) {
		cut--
	}
	text = text[:cut]
	if at := strings.LastIndexByte(text, ' '); at > len(text)-40 && at > 0 {
		text = text[:at]
	}
	return strings.Split(text+" …", "\n")
}

// sentences parts a line at its full stops. A list item is one sentence.
func sentences(line string) []string {
	var out []string
	begin := 0
	for i, c := range line {
		end := i + utf8.RuneLen(c)
		switch {
		case c == '。' || c == '！' || c == '；':
		case strings.ContainsRune(".!?", c) && end < len(line) && line[end] == ' ' && i-begin > 20:
		default:
			continue
		}
		out = append(out, strings.TrimSpace(line[begin:end]))
		begin = end
	}
	if rest := strings.TrimSpace(line[begin:]); rest != "" {
		out = append(out, rest)
	}
	return out
}
