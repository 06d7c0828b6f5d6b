package main

import (
	_ "embed"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"gannet/internal/yamlfile"
	"gannet/job/template"
	"gannet/lab/testweb/jobweb"
)

//go:embed sentences_fresh.yaml
var freshPatterns []byte

// freshLanguage is what one language has in sentences_fresh.yaml. Names, titles and text are for languages without real ads.
type freshLanguage struct {
	Sentences, Titles, Employers, Towns, Text []string
}

// writeFreshSentences measures the second set of sentences: in the languages of the ads, and in all others with a text of ours.
func writeFreshSentences(w io.Writer, o options, ads []jobweb.Ad) error {
	var fresh map[string]freshLanguage
	if err := yamlfile.Decode(freshPatterns, &fresh); err != nil {
		return err
	}
	seed := o.seed + freshSeeds + uint64(len(families)) + 2
	f := family{write: func(p *postingPage) { sayOne(p, fresh[p.lang].Sentences, false) }}
	s, err := manyPages(f, ads, seed, halfPages)
	if err != nil {
		return err
	}
	if err := writeSaid(w, "second set, never looked at *", s.pages); err != nil {
		return err
	}
	pages, err := madePages(fresh, seed+1)
	if err != nil {
		return err
	}
	return writeSaid(w, "second set, sixteen other languages, never looked at *", pages)
}

// madePages makes pages in the languages that have no real ads, as many of each.
func madePages(fresh map[string]freshLanguage, seed uint64) (pages []template.Example, err error) {
	rng := rand.New(rand.NewPCG(seed, 0x66726573))
	languages := slices.DeleteFunc(slices.Sorted(maps.Keys(fresh)), func(lang string) bool { return familyWords[lang] != nil })
	for i := range halfPages {
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
