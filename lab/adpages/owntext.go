package adpages

import (
	"math/rand/v2"
	"strings"

	"github.com/zeebo/xxh3"

	"gannet/internal/testweb/jobweb"
	"gannet/job/template"
)

// OwnText makes pages of a job board from the titles and texts of real ads that name their employer. It uses the employers of one half (see
// HalfOf), and up to most ads of a language. The place counts as known if the text names its town.
func OwnText(ads []jobweb.Ad, seed uint64, half, most int) (pages []template.Example, err error) {
	rng := rand.New(rand.NewPCG(seed, uint64(half)))
	taken := map[string]int{}
	for _, i := range rng.Perm(len(ads)) {
		ad := ads[i]
		if ad.Title == "" || ad.Company == "" || HalfOf(ad.Company) != half || taken[ad.Language] >= most || !strings.Contains(ad.Description, ad.Company) {
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

// HalfOf returns 0 or 1: the half to which an employer belongs, so that one half can be used for training and the other for tests.
func HalfOf(employer string) int { return int(xxh3.HashString(employer) % 2) }
