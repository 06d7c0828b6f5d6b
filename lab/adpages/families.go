package adpages

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"math/rand/v2"
	"strings"
	"time"

	nethtml "golang.org/x/net/html"

	"gannet/features"
	"gannet/internal/testweb/jobweb"
	"gannet/job"
	"gannet/job/template"
)

// Family is a style of posting pages, such as tables or lists, that the generated web does not have. Seen says that the rules of
// job/pagetext were changed after a look at its pages. Other families were written later, and no rule was changed because of them.
type Family struct {
	Name  string
	Seen  bool
	write func(p *postingPage)
}

// Families has all styles of posting pages.
var Families = []Family{
	{"hashed class names, label and value in divs", true, hashedDivs}, {"tables and fonts", true, tablesAndFonts},
	{"breadcrumbs and definitions", true, definitions}, {"employer's own site, facts in a line", true, ownSite},
	{"badges without labels", true, badges}, {"title and company in one heading", true, oneHeading},
	{"facts behind the text", true, factsBehind}, {"weblog, all paragraphs", true, weblog},
	{"company above the title", true, companyAbove}, {"table with a row of heads", false, rowOfHeads},
	{"labels in a list, title in a small heading", false, labelList}, {"employer and place in sentences", true, sentences},
}

// Fetched is the day on which all pages count as fetched, because the real day is not known. It is after all dates on the pages, so that no
// date is refused for being in the future. Relative dates on the pages are therefore never right.
var Fetched = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

// postingPage is a page that is being written.
type postingPage struct {
	b              strings.Builder
	rng            *rand.Rand
	title, company string
	place, number  string
	posted         time.Time
	said           string // the date in the page's own format
	lang, text     string
	words          map[string]string
	others         []string // titles of other postings
	site           string
}

func (p *postingPage) add(format string, values ...string) {
	escaped := make([]any, len(values))
	for i, v := range values {
		escaped[i] = html.EscapeString(v)
	}
	fmt.Fprintf(&p.b, format+"\n", escaped...)
}

// head writes the page up to its content. form is the format of the title element.
func (p *postingPage) head(form string, values ...string) {
	p.add(`<!DOCTYPE html><html lang="%s"><head><meta charset="utf-8">`, p.lang)
	p.add("<title>"+form+"</title></head><body>", values...)
}

// paragraphs writes the ad's text, each line between open and close.
func (p *postingPage) paragraphs(open, close string) {
	for line := range strings.Lines(p.text) {
		if line = strings.TrimSpace(line); line != "" {
			p.add(open+"%s"+close, line)
		}
	}
}

// similar writes links to other postings.
func (p *postingPage) similar(open, close string) {
	for i, title := range p.others {
		p.add(open+`<a href="%s">%s</a>`+close, fmt.Sprintf("/x/%d", 1000+i), title)
	}
}

func hashedDivs(p *postingPage) {
	p.head("%s | %s | %s", p.title, p.company, p.site)
	p.add(`<div class="css-1a2b"><a class="_9xk" href="/">%s</a><a class="_9xk" href="/s">%s</a></div><div class="jsx-33 sc-aXZ"><h1 class="sc-bdnylx">%s</h1>`, p.site, p.words["jobs"], p.title)
	p.add(`<a class="css-77q" href="/c/1">%s</a>`, p.company)
	for _, f := range p.facts("place", "posted", "id") {
		p.add(`<div class="sc-r1"><div class="sc-l">%s</div><div class="sc-v">%s</div></div>`, f[0], f[1])
	}
	p.add(`<button class="css-b">%s</button><div class="sc-txt">`, p.words["apply"])
	p.paragraphs("<p>", "</p>")
	p.add(`</div></div><div class="css-foot">`)
	p.similar(`<div class="sc-x">`, "</div>")
	p.b.WriteString("</div></body></html>")
}

func tablesAndFonts(p *postingPage) {
	p.head("%s: %s", p.site, p.title)
	p.add(`<table width=100%%><tr><td bgcolor=navy><a href="/">%s</a> | <a href="/j">%s</a></td></tr></table>`, p.site, p.words["jobs"])
	p.add(`<center><font size=5><b>%s</b></font></center><table border=1>`, p.title)
	for _, f := range p.facts("company", "place", "posted", "id") {
		p.add(`<tr><td><font size=2><b>%s</b></font></td><td><font size=2>%s</font></td></tr>`, f[0], f[1])
	}
	p.b.WriteString("</table><br>")
	p.paragraphs("<font size=2>", "</font><br><br>")
	p.add(`<hr><font size=1><a href="/t">%s</a></font></body></html>`, p.words["apply"])
}

func definitions(p *postingPage) {
	p.head("%s - %s", p.title, p.site)
	p.add(`<header><img src=l.png alt="%s"></header><ol class="breadcrumb"><li><a href=/>%s</a></li><li><a href=/j>%s</a></li><li>%s</li></ol>`, p.site, p.site, p.words["jobs"], p.title)
	p.add("<main><h1>%s</h1><dl>", p.title)
	for _, f := range p.facts("company", "place", "id", "posted") {
		p.add("<dt>%s</dt><dd>%s</dd>", f[0], f[1])
	}
	p.b.WriteString("</dl><section>")
	p.paragraphs("<p>", "</p>")
	p.add("</section></main><aside><h3>%s</h3><ul>", p.words["jobs"])
	p.similar("<li>", "</li>")
	p.b.WriteString("</ul></aside></body></html>")
}

func ownSite(p *postingPage) {
	p.head("%s – %s", p.title, p.company)
	p.add(`<div id=top><a href="/">%s</a></div><div id=nav><a href=/a>%s</a> <a href=/j>%s</a></div>`, p.company, p.words["about"], p.words["jobs"])
	p.add(`<div id=page><h1>%s</h1><p class=meta>%s • %s</p>`, p.title, p.place, p.said)
	p.paragraphs("<p>", "</p>")
	p.add(`<p><a href="/apply">%s</a></p></div><div id=foot>© 2026 %s</div></body></html>`, p.words["apply"], p.company)
}

func badges(p *postingPage) {
	p.head("%s - %s", p.title, p.company)
	p.add(`<nav class="navbar"><a class="navbar-brand" href="/">%s</a><a href=/j>%s</a></nav><div class="container"><div class="card-body">`, p.site, p.words["jobs"])
	p.add(`<h1 class="h3 mb-1">%s</h1><h2 class="h6 text-muted">%s</h2>`, p.title, p.company)
	p.add(`<span class="badge"><i class="bi bi-geo"></i>%s</span> <span class="badge"><i class="bi bi-clock"></i>%s</span></div><div class="card-text">`, p.place, p.said)
	p.paragraphs("<p>", "</p>")
	p.add(`</div><a class="btn btn-primary" href="/go">%s</a></div><div class="row">`, p.words["apply"])
	p.similar(`<div class="col">`, "</div>")
	p.b.WriteString("</div></body></html>")
}

func oneHeading(p *postingPage) {
	p.head("%s at %s in %s | %s", p.title, p.company, p.place, p.site)
	p.add(`<div><a href="/">%s</a></div><h1>%s at %s</h1><div>`, p.site, p.title, p.company)
	for _, f := range p.facts("place", "posted", "id") {
		p.add("<strong>%s:</strong> %s<br>", f[0], f[1])
	}
	p.b.WriteString("</div><div>")
	p.paragraphs("<p>", "</p>")
	p.b.WriteString("</div></body></html>")
}

func factsBehind(p *postingPage) {
	p.head("%s", p.title)
	p.add(`<header><strong>%s</strong><a href=/j>%s</a></header><article><h1>%s</h1>`, p.site, p.words["jobs"], p.title)
	p.paragraphs("<p>", "</p>")
	p.b.WriteString(`</article><div class="sidebar">`)
	for _, f := range p.facts("company", "place", "posted", "id") {
		p.add("<h4>%s</h4><p>%s</p>", f[0], f[1])
	}
	p.add("<h4>%s</h4><ul>", p.words["jobs"])
	p.similar("<li>", "</li>")
	p.b.WriteString("</ul></div></body></html>")
}

func weblog(p *postingPage) {
	p.head("%s « %s", p.title, p.site)
	p.add(`<h1 class="blog-name"><a href="/">%s</a></h1><div class="post"><h2 class="entry-title"><a href="/p">%s</a></h2><p class="by">%s</p>`, p.site, p.title, p.said)
	line := ""
	for _, f := range p.facts("company", "place") {
		line += f[0] + ": " + f[1] + " | "
	}
	p.add("<p>%s</p>", strings.TrimSuffix(line, " | "))
	p.paragraphs("<p>", "</p>")
	p.add("</div><div class=widget><h3>%s</h3>", p.words["jobs"])
	p.similar("<p>", "</p>")
	p.b.WriteString("</div></body></html>")
}

func companyAbove(p *postingPage) {
	p.head("%s, %s | %s", p.title, p.place, p.site)
	p.add(`<div class="top"><a href="/">%s</a></div><section><p><a href="/firm/9">%s</a></p><h1>%s</h1><ul class="inline">`, p.site, p.company, p.title)
	p.add(`<li><i class="icon"></i>%s</li><li><i class="icon"></i><time datetime="%s">%s</time></li></ul>`, p.place, p.posted.Format(time.DateOnly), p.said)
	p.paragraphs("<p>", "</p>")
	p.add(`<a href="/a">%s</a></section></body></html>`, p.words["apply"])
}

func rowOfHeads(p *postingPage) {
	p.head("%s", p.title)
	p.add(`<div id="logo">%s</div><h2>%s</h2><table><tr>`, p.site, p.title)
	facts := p.facts("company", "place", "id", "posted")
	for _, f := range facts {
		p.add("<th>%s</th>", f[0])
	}
	p.b.WriteString("</tr><tr>")
	for _, f := range facts {
		p.add("<td>%s</td>", f[1])
	}
	p.b.WriteString("</tr></table>")
	p.paragraphs("<div>", "</div>")
	p.b.WriteString("</body></html>")
}

func labelList(p *postingPage) {
	p.head("%s > %s > %s", p.site, p.words["jobs"], p.title)
	p.add(`<div class="menu"><a href="/">%s</a> <a href="/j">%s</a></div><h4>%s</h4><ul>`, p.site, p.words["jobs"], p.title)
	for _, f := range p.facts("id", "posted", "place", "company") {
		p.add(`<li><span class="k">%s:</span> <span class="v">%s</span></li>`, f[0], f[1])
	}
	p.b.WriteString("</ul>")
	p.paragraphs("<p>", "</p>")
	p.add("<h4>%s</h4>", p.words["jobs"])
	p.similar("<p>", "</p>")
	p.b.WriteString("</body></html>")
}

// hiringVerbs say in a sentence that a company seeks someone.
var hiringVerbs = map[string]string{"en": "is looking for", "de": "sucht", "fr": "recrute", "pl": "poszukuje", "ru": "ищет", "zh": "诚聘"}

func sentences(p *postingPage) {
	p.head("%s – %s", p.title, p.site)
	p.add(`<p><a href="/">%s</a></p><h1>%s</h1><p>%s %s: %s.</p>`, p.site, p.title, p.company, hiringVerbs[p.lang], p.title)
	p.paragraphs("<p>", "</p>")
	p.add("<p>%s: %s. %s: %s.</p></body></html>", p.words["place"], p.place, p.words["posted"], p.said)
}

// facts returns the labels and values of the named fields.
func (p *postingPage) facts(names ...string) (all [][2]string) {
	values := map[string]string{"company": p.company, "place": p.place, "posted": p.said, "id": p.number}
	for _, name := range names {
		if values[name] != "" {
			all = append(all, [2]string{p.words[name], values[name]})
		}
	}
	return all
}

// familyWords are the words that pages have around an ad, by its language.
var familyWords = map[string]map[string]string{
	"en": {"company": "Employer", "place": "Job location", "posted": "Date posted", "id": "Job reference", "jobs": "More jobs", "apply": "Apply for job", "about": "About us"},
	"de": {"company": "Arbeitgeber", "place": "Einsatzort", "posted": "Veröffentlicht am", "id": "Kennziffer", "jobs": "Weitere Stellen", "apply": "Jetzt bewerben", "about": "Über uns"},
	"fr": {"company": "Employeur", "place": "Lieu de travail", "posted": "Publiée le", "id": "Référence de l'offre", "jobs": "Autres offres", "apply": "Je postule", "about": "Qui sommes-nous"},
	"pl": {"company": "Pracodawca", "place": "Miejsce pracy", "posted": "Data publikacji", "id": "Numer ogłoszenia", "jobs": "Inne oferty", "apply": "Aplikuj teraz", "about": "O nas"},
	"ru": {"company": "Работодатель", "place": "Город", "posted": "Дата публикации", "id": "Номер вакансии", "jobs": "Другие вакансии", "apply": "Откликнуться", "about": "О компании"},
	"zh": {"company": "公司名称", "place": "工作地点", "posted": "发布日期", "id": "职位编号", "jobs": "其他职位", "apply": "立即申请", "about": "关于我们"},
}

// employers and towns are used if an ad names none.
var (
	employers = []string{"Nordlicht Werke GmbH", "Zielona Dolina sp. z o.o.", "ООО «Северный ветер»", "青山科技有限公司", "Atelier du Vallon SA", "Harbour & Finch Ltd", "Kestrel Foods", "Lumo Systems", "Studio Ardea", "Mirabel Care"}
	towns     = map[string][]string{"en": {"Leeds", "Dublin", "Austin, TX"}, "de": {"Kassel", "Graz", "Chur"}, "fr": {"Rennes", "Liège", "Dijon"}, "pl": {"Gdynia", "Opole", "Radom"}, "ru": {"Тверь", "Омск", "Пермь"}, "zh": {"苏州", "厦门", "成都"}}
	boards    = []string{"Jobhaven", "Workfinder 24", "Pracownia", "Vakanto", "Joblane", "Hireling"}
)

// Pages makes pages in this style from ads. The same seed gives the same pages.
func (f Family) Pages(ads []jobweb.Ad, seed uint64, number int) (pages []template.Example, err error) {
	return manyPages(f.write, ads, employers, seed, number)
}

// manyPages makes pages from ads. Ads without an employer get one of those given.
func manyPages(write func(*postingPage), ads []jobweb.Ad, employers []string, seed uint64, number int) (pages []template.Example, err error) {
	rng := rand.New(rand.NewPCG(seed, 0x66616d69))
	for len(pages) < number {
		ad := ads[rng.IntN(len(ads))]
		if ad.Title == "" || familyWords[ad.Language] == nil {
			continue
		}
		p := &postingPage{rng: rng, title: ad.Title, lang: ad.Language, text: ad.Description, words: familyWords[ad.Language]}
		p.company = cmp.Or(ad.Company, employers[rng.IntN(len(employers))])
		p.place = cmp.Or(ad.Place, towns[ad.Language][rng.IntN(3)])
		if ad.Company == "" || ad.Place == "" {
			p.text = plainText[p.lang] // the ad's own text may name another employer
		}
		p.site, p.number = boards[rng.IntN(len(boards))], fmt.Sprintf("%c%c-%d", 'A'+rng.IntN(26), 'A'+rng.IntN(26), 1000+rng.IntN(900000))
		p.posted = time.Date(2025+rng.IntN(2), time.Month(1+rng.IntN(9)), 13+rng.IntN(15), 0, 0, 0, 0, time.UTC)
		p.said = p.posted.Format([]string{time.DateOnly, "02.01.2006", "02/01/2006"}[rng.IntN(3)])
		for range rng.IntN(9) {
			if other := ads[rng.IntN(len(ads))]; other.Title != "" && other.Language == ad.Language {
				p.others = append(p.others, other.Title)
			}
		}
		write(p)
		e, err := p.example()
		if err != nil {
			return nil, err
		}
		pages = append(pages, e)
	}
	return pages, nil
}

// example returns the page that was written, with what it says.
func (p *postingPage) example() (template.Example, error) {
	doc, err := nethtml.Parse(bytes.NewReader([]byte(p.b.String())))
	if err != nil {
		return template.Example{}, err
	}
	want := &job.Posting{Title: p.title, Company: p.company, Location: p.place, Posted: p.posted, ID: p.number}
	if !strings.Contains(p.b.String(), html.EscapeString(p.number)) {
		want.ID = ""
	}
	if !strings.Contains(p.b.String(), p.said) {
		want.Posted = time.Time{}
	}
	return template.Example{URL: fmt.Sprintf("http://site.test/%x", p.rng.Uint32()), Doc: doc, Want: want, Now: Fetched}, nil
}

// Body returns the HTML source of an example page.
func Body(e template.Example) ([]byte, error) {
	var b bytes.Buffer
	err := nethtml.Render(&b, e.Doc)
	return b.Bytes(), err
}

// Page parses an example page as a crawl does.
func Page(reader *features.Reader, e template.Example) (*features.Page, error) {
	body, err := Body(e)
	if err != nil {
		return nil, err
	}
	return reader.Read(e.URL, body)
}
