package jobweb

import (
	"cmp"
	"slices"
	"strings"
)

// Class says what kind of organisation a site with postings belongs to. The kind nearest to the employer comes first.
type Class uint8

// These are the kinds of organisations to which sites with postings belong.
const (
	Employer Class = iota
	Agency
	Board
	Aggregator
	portal
)

func (c Class) String() string {
	return [...]string{"employer", "agency", "board", "aggregator", "portal"}[c]
}

// otherPlaces is the share of ads that are posted for more than one place. Each place makes a job of its own.
const otherPlaces = .1

// planJobs makes the firms and jobs from the ads.
func (w *Web) planJobs(ads []Ad) {
	named := make(map[string]int32)
	open := make(map[string]int32) // the drawn firm of a language that may get more ads
	for i, ad := range ads {
		r := w.draw("job", i)
		l := w.words[ad.Language]
		key := ad.Language + "\n" + ad.Company
		f, known := named[key]
		if ad.Company == "" {
			if f, known = open[ad.Language]; known && r.chance(w.newFirm()) {
				known = false
			}
		}
		if !known {
			f = w.addFirm(ad.Company, ad.Language)
			if ad.Company == "" {
				open[ad.Language] = f
			} else {
				named[key] = f
			}
		}
		origin := ad.Place
		ad.Company = w.firms[f].name
		ad.Place = cmp.Or(ad.Place, r.pick(l.Towns))
		ad.Employment = cmp.Or(ad.Employment, []string{"FULL_TIME", "FULL_TIME", "PART_TIME"}[r.IntN(3)])
		places := 1
		if r.chance(otherPlaces) {
			places = r.between(2, 4)
		}
		taken := []string{ad.Place}
		for n := range places {
			if n > 0 {
				if ad.Place = r.pick(l.Towns); slices.Contains(taken, ad.Place) {
					continue
				}
				taken = append(taken, ad.Place)
			}
			w.jobs = append(w.jobs, position{ad: ad, origin: origin, firm: f, ad0: int32(i), posted: w.firstPosted(r)})
		}
	}
}

// addFirm adds an employer. If it has no name, a name is drawn.
func (w *Web) addFirm(name, lang string) int32 {
	n := len(w.firms)
	r := w.draw("firm", n)
	l := w.words[lang]
	if name == "" {
		name = w.coin(r) + " " + r.pick(l.Trades) + " " + r.pick(l.Legal)
	}
	f := firm{name: name, lang: lang, host: -1, first: r.chance(.5)}
	if texts := w.about[lang]; len(texts) > w.told[lang] {
		f.about = texts[w.told[lang]]
		w.told[lang]++
	} else {
		f.about = name + ": " + l.paragraph(slices.Concat(l.General, l.Work), lang, r.between(3, 6), r)
	}
	w.firms = append(w.firms, f)
	return int32(n)
}

// coin makes a name out of syllables.
func (w *Web) coin(r *random) string {
	syllables := strings.Fields("al ba co del fen gar hol in jor kel lum mar nov or pel quin ros sta tor ul ver wen yar zel")
	name := ""
	for range r.between(2, 3) {
		name += r.pick(syllables)
	}
	return capital(name)
}

// host is one site.
type host struct {
	class    Class
	name     string // as in addresses
	title    string
	langs    []string
	firm     int32 // of an employer, or -1
	weight   float64
	style    style
	pages    []int32
	sections []section
	home     int32
	about    int32
}

// section is a list of postings with a name and a row of listing pages.
type section struct {
	lang     string
	name     string
	postings []int32
	pages    []int32
	changes  []int64 // Unix times at which its list changes, with a clock
}

// planHosts makes the sites. The number of boards and similar sites follows from the number of jobs. Three of five firms have a site, and there is a
// general site for every six other sites.
func (w *Web) planHosts() {
	boards := w.boards()
	w.addHosts(Board, boards)
	w.addHosts(Aggregator, max(2, boards/3))
	w.addHosts(Agency, max(2, boards/3))
	for f := range w.firms {
		if !w.draw("site", f).chance(.6) {
			continue
		}
		w.firms[f].host = int32(len(w.hosts))
		w.addHost(host{class: Employer, title: w.firms[f].name, langs: []string{w.firms[f].lang}, firm: int32(f)})
	}
	w.addHosts(portal, max(8, len(w.hosts)/6))
}

// addHosts adds n sites of a class, in several languages. The first sites have all languages.
func (w *Web) addHosts(c Class, n int) {
	for i := range n {
		r := w.draw("langs "+c.String(), i)
		langs := w.present()
		if i > 0 {
			r.Shuffle(len(langs), func(a, b int) { langs[a], langs[b] = langs[b], langs[a] })
			langs = langs[:r.between(1, max(1, len(langs)/2))]
		}
		w.addHost(host{class: c, title: w.coin(r) + " " + w.coin(r), langs: langs, firm: -1, weight: 1 / float64(i+2)})
	}
}

// present returns the languages of the jobs.
func (w *Web) present() []string {
	var langs []string
	for _, lang := range Languages() {
		if slices.ContainsFunc(w.jobs, func(j position) bool { return j.ad.Language == lang }) {
			langs = append(langs, lang)
		}
	}
	return langs
}

var suffixes = []string{".test", ".example"} // a site is what is below a public suffix, and example.org has none below it

// addHost gives a site its name and adds it. Two thirds of the employers' site names show whose site it is, and the others do not.
func (w *Web) addHost(h host) {
	r := w.draw("host", len(w.hosts))
	name := strings.ToLower(w.coin(r))
	if h.class == Employer && r.chance(.67) {
		if own := letters(h.title); len(own) > 3 {
			name = own
		}
	}
	if r.chance(.3) {
		name = "www." + name
	}
	suffix := r.pick(suffixes)
	for h.name = name + suffix; w.byName[h.name]; h.name = name + suffix {
		name += strings.ToLower(w.coin(r))
	}
	w.byName[h.name] = true
	h.style = newStyle(r)
	w.hosts = append(w.hosts, h)
}

// letters keeps the ASCII letters of the first two words, in lower case.
func letters(name string) string {
	fields := strings.Fields(name)
	name = strings.ToLower(strings.Join(fields[:min(2, len(fields))], ""))
	return strings.Map(func(c rune) rune {
		if c < 'a' || c > 'z' {
			return -1
		}
		return c
	}, name)
}
