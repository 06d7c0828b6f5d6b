package names

import (
	_ "embed" // for the sentences
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"gannet/internal/letters"
	"gannet/job/contact/persons"
)

//go:embed sentences.txt
var sentences string

// People are first and last names by locale, such as de_AT.
type People map[string]struct{ First, Last []string }

// maker makes sentences.
type maker struct {
	rng    *rand.Rand
	people People
	all    []string // locales
	groups []group
	total  int
}

type group struct {
	locales  []string
	patterns []string
}

func newMaker(people People, seed uint64) *maker {
	m := &maker{rng: rand.New(rand.NewPCG(seed, 1)), people: people}
	for one := range strings.SplitSeq(sentences, "\n\n") {
		var g group
		for line := range strings.SplitSeq(strings.TrimSpace(one), "\n") {
			switch {
			case strings.HasPrefix(line, "#"):
			case g.locales == nil:
				g.locales = slices.DeleteFunc(strings.Fields(line)[1:], func(l string) bool { return len(people[l].First) == 0 })
			default:
				g.patterns = append(g.patterns, line)
			}
		}
		m.groups = append(m.groups, g)
		m.total += len(g.patterns)
	}
	for l, p := range people {
		if len(p.Last) > 50 && len(p.First) > 50 {
			m.all = append(m.all, l)
		}
	}
	slices.Sort(m.all)
	return m
}

func one[T any](m *maker, list []T) T { return list[m.rng.IntN(len(list))] }

// text is a text in the making.
type text struct {
	strings.Builder
	contacts []persons.Contact
	names    [][2]int
}

func (t *text) name(s string) {
	t.names = append(t.names, [2]int{t.Len(), t.Len() + len(s)})
	t.WriteString(s)
}

func (t *text) contact(s string, mail bool) {
	t.contacts = append(t.contacts, persons.Contact{Start: t.Len(), End: t.Len() + len(s), Mail: mail})
	t.WriteString(s)
}

// cased reports whether a name is of a script with capitals.
func cased(s string) bool { return s != "" && strings.ToLower(s) != strings.ToUpper(s) }

// firstLast draws a first and a last name.
func (m *maker) firstLast(locales []string) (first, last string) {
	for {
		l := one(m, m.all)
		if len(locales) > 0 && m.rng.IntN(3) > 0 {
			l = one(m, locales)
		}
		p := m.people[l]
		if len(p.First) == 0 || !cased(p.First[0]) || len(p.Last) == 0 && len(locales) == 0 {
			continue
		}
		first = one(m, p.First)
		last = one(m, m.people[one(m, m.all)].Last)
		if len(p.Last) > 5 {
			last = one(m, p.Last)
		}
		if latin(first) == latin(last) && cased(last) {
			return first, last
		}
	}
}

func latin(s string) bool { return s != "" && s[0] < 0xC6 }

var (
	posts     = strings.Fields("Manager Recruiter CEO CTO Founder Director Nurse Engineer Developer Teacher Koch Pflegekraft Comptable Ingénieur Kierownik Spawacz Sekretarz инженер директор Leiter Vertriebsleiter Matron Consultant Partner Owner Designer Cook")
	before    = strings.Split("Senior |Lead |Head |Deputy |Ward |HR |Talent Acquisition |Clinical |Regional |Service |Team |Area |||||||", "|")
	parts     = strings.Split("Human Resources|Recruiting|Talent Acquisition|Personal|Personalabteilung|HR|Sales|Customer Service|Medical Staffing|Engineering|Marketing|Admissions|Workforce|People|Recruitment Team|Kadry|Ressources Humaines|Recursos Humanos|Operations|Nursing|Care", "|")
	companies = strings.Split("Tannberg|Northgate|Blue Otter|Acme|Quill|Pelham|Corvo|Silver Lane|Redstone|Bright Path|Novalux|Datamere|Greenfield|Kestrel|Orbis|Lumen|Sunrise|Fox & Hound|Iron Bridge|Cloudway|Meridian|Atlas|Vertex|Apex|Zenith", "|")
	kinds     = strings.Split(" GmbH| Ltd| Inc.| AG| Group| LLC| Labs| Solutions| Care| Hotel| Systems| sp. z o.o.| SARL| Technologies||||| Health| Consulting| & Co. KG| Software", "|")
	houses    = strings.Split("%s Street|%s Road|%s Hospital|%s House|%s Avenue|%sstraße|%s-Straße 5|rue %s|%s School|%s Court|%s University|%s Building|%s College|12 %s Drive|%s Clinic|%s Ward|%s Centre|St %s|%s Park|%s-Klinik|%s-Schule", "|")
	towns     = strings.Split("Leeds|Berlin|New York|Lyon|Warsaw|Addis Ababa|San Francisco|Madrid|London|Hamburg|Austin|Toronto|Wien|Genève|Kraków|Dubai|Москва|Oslo|Prague|Rabat", "|")
)

func (m *maker) write(t *text, pattern string, locales []string) {
	upper := m.rng.IntN(12) == 0
	first, last := "", ""
	for pattern != "" {
		open := strings.IndexByte(pattern, '{')
		if open < 0 {
			open = len(pattern)
		}
		t.WriteString(strings.ReplaceAll(pattern[:open], "|", "\n"))
		if pattern = pattern[open:]; pattern == "" {
			break
		}
		kind := pattern[1]
		pattern = pattern[3:]
		switch kind {
		case 'n', 'f', 'l':
			first, last = m.firstLast(locales)
			s := m.spelled(kind, first, last)
			if upper {
				s = strings.ToUpper(s)
			}
			t.name(s)
		case 'm':
			t.contact(m.address(first, last), true)
		case 'p':
			t.contact("0123 456789", false)
		case 'r':
			t.WriteString(one(m, before) + one(m, posts))
		case 'd':
			t.WriteString(one(m, parts))
		case 'c':
			t.WriteString(one(m, companies) + one(m, kinds))
		case 'v':
			a, b := m.firstLast(locales)
			t.WriteString(one(m, []string{a + " " + b, b, b, a, b + " & " + a, a + "'s", b + "-" + a}) + one(m, kinds))
		case 's':
			a, b := m.firstLast(locales)
			fmt.Fprintf(t, one(m, houses), one(m, []string{a + " " + b, b, a, a + "-" + b, "Queen " + a, "Saint " + a}))
		case 't':
			t.WriteString(one(m, towns))
		}
	}
}

func (m *maker) spelled(kind byte, first, last string) string {
	switch kind {
	case 'f':
		return first
	case 'l':
		return one(m, strings.Split("Mr|Mr.|Mrs|Mrs.|Ms|Ms.|Miss|Dr|Dr.|Frau|Herrn|Herr|Frau Dr.|Mme|M.|Madame|Monsieur|Pan|Pani|Sra.|Sr.|Prof.|Sister|Cikgu", "|")) + " " + one(m, []string{last, last, first + " " + last})
	}
	other, _ := m.firstLast(nil)
	switch m.rng.IntN(24) {
	case 0:
		return first + " " + string([]rune(other)[:1]) + ". " + last
	case 1:
		return string([]rune(first)[:1]) + ". " + last
	case 2:
		return last + " " + first
	case 3:
		return first + " " + one(m, strings.Fields("van von de der di da bin el")) + " " + last
	case 4:
		return first + "-" + other + " " + last
	case 5:
		return first + " " + other + " " + last
	case 6:
		return one(m, strings.Split("Dr |Dr. |Mr |Mrs |Ms |Frau |Herr |Prof. Dr. |Mme |Pani ", "|")) + first + " " + last
	case 7:
		return first + " " + last + "-" + func() string { _, l := m.firstLast(nil); return l }()
	case 8:
		return first + " " + string([]rune(last)[:1]) + "."
	}
	return first + " " + last
}

// address makes an address, mostly of a name.
func (m *maker) address(first, last string) string {
	f, l := plain(first), plain(last)
	domain := "@" + strings.ToLower(strings.Fields(one(m, companies))[0]) + one(m, []string{".com", ".org", ".de", ".co.uk", ".io", ".pl", ".fr", ".nhs.uk"})
	if f == "" || l == "" || m.rng.IntN(3) == 0 {
		return one(m, strings.Fields("jobs hr info careers bewerbung recruiting rekrutacja office contact apply")) + domain
	}
	return one(m, []string{f + "." + l, f, f[:1] + l, f + l, f[:1] + "." + l, f + "_" + l, l, f + l[:1], l + f[:1]}) + domain
}

func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, letters.Fold(s))
}

// sentencesIn makes examples of a few sentences within parts of ads without names.
func (m *maker) sentencesIn(around []string, number int) (made []persons.Example) {
	for range number {
		var t text
		t.WriteString(m.part(one(m, around)))
		k := m.rng.IntN(m.total)
		for _, g := range m.groups {
			if k -= len(g.patterns); k < 0 {
				for range 1 + m.rng.IntN(2) {
					t.WriteString(one(m, []string{"\n", "\n", "\n\n", " "}))
					m.write(&t, one(m, g.patterns), g.locales)
				}
				break
			}
		}
		t.WriteString(one(m, []string{"\n", "\n\n", " ", ""}))
		if m.rng.IntN(3) > 0 {
			t.WriteString(m.part(one(m, around)))
		}
		made = append(made, persons.Example{Text: t.String(), Contacts: t.contacts, Names: t.names})
	}
	return made
}

// part returns some lines or sentences of a text.
func (m *maker) part(s string) string {
	if len(s) < 200 {
		return s
	}
	from := m.rng.IntN(len(s) - 150)
	to := min(len(s), from+60+m.rng.IntN(250))
	for from < to && s[from] != ' ' && s[from] != '\n' {
		from++
	}
	for to < len(s) && s[to] != ' ' && s[to] != '\n' {
		to++
	}
	return strings.TrimSpace(s[from:to])
}
