package main

import (
	"io"
	"math/rand/v2"
	"strings"

	"github.com/zeebo/xxh3"

	"gannet/job/template"
	"gannet/lab/testweb/jobweb"
)

// mostOfLanguage is how many real ads of one language a half of the employers gives.
const mostOfLanguage = 250

// writeRealSentences measures real ads whose own text names the employer, on pages that say it nowhere else, by halves of the employers.
func writeRealSentences(w io.Writer, o options, ads []jobweb.Ad) error {
	for half, name := range []string{"real ads alone, half of the employers, looked at", "real ads alone, the other half, never looked at *"} {
		pages, err := realPages(ads, o.seed, half)
		if err != nil {
			return err
		}
		if err := writeSaid(w, name, pages); err != nil {
			return err
		}
	}
	return nil
}

// realPages makes pages of a board with the title and the text of real ads. A place is known if the text has its town.
func realPages(ads []jobweb.Ad, seed uint64, half int) (pages []template.Example, err error) {
	rng := rand.New(rand.NewPCG(seed+freshSeeds, uint64(half)))
	taken := map[string]int{}
	for _, i := range rng.Perm(len(ads)) {
		ad := ads[i]
		if ad.Title == "" || ad.Company == "" || int(xxh3.HashString(ad.Company)%2) != half || taken[ad.Language] >= mostOfLanguage || !strings.Contains(ad.Description, ad.Company) {
			continue
		}
		taken[ad.Language]++
		p := &postingPage{rng: rng, title: ad.Title, lang: ad.Language, text: ad.Description, company: ad.Company, said: "-", site: boards[rng.IntN(len(boards))]}
		if town, _, _ := strings.Cut(ad.Place, ","); town != "" && strings.Contains(ad.Description, town) {
			p.place = ad.Place
		}
		p.head("%s – %s", p.title, p.site)
		p.add(`<p><a href="/">%s</a></p><h1>%s</h1>`, p.site, p.title)
		p.paragraphs("<p>", "</p>")
		p.b.WriteString("</body></html>")
		e, err := p.example()
		if err != nil {
			return nil, err
		}
		pages = append(pages, e)
	}
	return pages, nil
}
