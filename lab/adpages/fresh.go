package adpages

import (
	_ "embed" // for the file below
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"gannet/internal/testweb/jobweb"
	"gannet/internal/yamlfile"
	"gannet/job/template"
)

//go:embed sentences_fresh.yaml
var freshPatterns []byte

// freshLanguage is what one language has in sentences_fresh.yaml. Names, titles and text are for languages without real ads.
type freshLanguage struct {
	Sentences, Titles, Employers, Towns, Text []string
}

func readFresh() (fresh map[string]freshLanguage, err error) {
	err = yamlfile.Decode(freshPatterns, &fresh)
	return fresh, err
}

// FreshPages makes pages in which a sentence of the second set, in the language of the ad, names the employer.
func FreshPages(ads []jobweb.Ad, seed uint64, number int) ([]template.Example, error) {
	fresh, err := readFresh()
	if err != nil {
		return nil, err
	}
	return manyPages(func(p *postingPage) { sayOne(p, fresh[p.lang].Sentences, false) }, ads, employers, seed+uint64(len(Families))+2, number)
}

// MadePages makes pages in languages for which there are no real ads, the same number for each language.
func MadePages(seed uint64, number int) (pages []template.Example, err error) {
	fresh, err := readFresh()
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seed, 0x66726573))
	languages := slices.DeleteFunc(slices.Sorted(maps.Keys(fresh)), func(lang string) bool { return familyWords[lang] != nil })
	for i := range number {
		lang := languages[i%len(languages)]
		of := fresh[lang]
		pick := func(from []string) string { return from[rng.IntN(len(from))] }
		p := &postingPage{rng: rng, lang: lang, title: pick(of.Titles), company: pick(of.Employers), place: pick(of.Towns), site: pick(boards)}
		p.text, p.said, p.posted = strings.Join(of.Text, "\n"), "-", time.Time{}
		sayOne(p, of.Sentences, false)
		e, err := p.example()
		if err != nil {
			return nil, err
		}
		pages = append(pages, e)
	}
	return pages, nil
}
