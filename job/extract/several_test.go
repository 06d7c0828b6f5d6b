package extract

import (
	"strings"
	"testing"

	"gannet/job"
)

// ads are three whole advertisements as JSON-LD, without the closing brace.
var ads = [...]string{
	`{"@type":"JobPosting","title":"Weaver","hiringOrganization":"Loom Ltd","jobLocation":"Paisley","description":"You weave linen and wool on the looms of our mill, keep them in order and mend what is torn in the night."`,
	`{"@type":"JobPosting","title":"Dyer","hiringOrganization":"Vat Ltd","jobLocation":"Leeds","description":"You dye the yarn in all the colours that our customers ask for, and write down how much of each was used."`,
	`{"@type":"JobPosting","title":"Fuller","hiringOrganization":"Mill Ltd","jobLocation":"Bath","description":"You full the cloth in the stocks by the river, dry it on the frames and watch that nobody steals any of it."`,
}

const item = `<div itemscope itemtype="https://schema.org/JobPosting"%><h2 itemprop="title">$T</h2><b itemprop="hiringOrganization">Loom Ltd</b>
	<div itemprop="description">As a $T you work on the looms of our mill by the river, keep them in order and teach the new hands how it is done.</div></div>`

func items(with ...string) string {
	var b strings.Builder
	for i, title := range []string{"Weaver", "Dyer", "Fuller"} {
		b.WriteString(strings.NewReplacer("%", with[i], "$T", title).Replace(item))
	}
	return b.String()
}

func TestEveryCompletePostingOfAPage(t *testing.T) {
	const closed = "}"
	script := func(objects ...string) string {
		return `<script type="application/ld+json">` + strings.Join(objects, `</script><script type="application/ld+json">`) + `</script>`
	}
	with := func(i int, more string) string { return ads[i] + more + closed }
	all := func(more ...string) (list []string) {
		for i := range ads {
			list = append(list, with(i, more[i]))
		}
		return list
	}
	none := []string{"", "", ""}
	numbers := []string{"posting-1", "posting-2", "posting-3"}
	whole := strings.Repeat(" You get up early, work with care and go home when the bell of the mill rings.", 2)
	elsewhere := func(i string) string { return `,"url":"/jobs/view/` + i + `","responsibilities":""` }
	long := strings.NewReplacer(`night."`, `night.`+whole+`"`, `used."`, `used.`+whole+`"`, `of it."`, `of it.`+whole+`"`)
	for _, c := range []struct {
		name, body string
		parts      []string // nil: not several
		kind       job.Kind
	}{
		{"three scripts", script(all(none...)...), numbers, job.Detail},
		{"a graph", script(`{"@graph":[` + strings.Join(all(none...), ",") + `]}`), numbers, job.Detail},
		{"an array", script("[" + strings.Join(all(none...), ",") + "]"), numbers, job.Detail},
		{"a list of items", script(`{"@type":"ItemList","itemListElement":[{"item":` + strings.Join(all(none...), `},{"@type":"ListItem","item":`) + `}]}`), numbers, job.Detail},
		{"fragments", script(all(`,"url":"#weaver"`, `,"@id":"https://a.example/jobs#dyer"`, `,"url":"https://a.example/jobs","@id":"#fuller"`)...), []string{"weaver", "dyer", "fuller"}, job.Detail},
		{"ids", script(all(`,"identifier":"W 1"`, `,"identifier":{"value":"D2"}`, `,"identifier":"F3"`)...), []string{"W%201", "D2", "F3"}, job.Detail},
		{"the employer's id", script(all(`,"identifier":"9"`, `,"identifier":"9"`, `,"identifier":"9"`)...), numbers, job.Detail},
		{"each twice", script(append(all(none...), all(none...)...)...), numbers, job.Detail},
		{"items", items("", "", ""), numbers, job.Detail},
		{"items with ids", items(` id="w"`, ` itemid="#d"`, ` id="f g"`), []string{"w", "d", "f%20g"}, job.Detail},
		{"RDFa", strings.NewReplacer("itemscope", `vocab="https://schema.org/"`, `itemtype="https://schema.org/`, `typeof="`, "itemprop", "property").Replace(items("", "", "")), numbers, job.Detail},
		{"with pages of their own, in full", script(long.Replace("[" + strings.Join(all(elsewhere("1"), elsewhere("2"), elsewhere("3")), ",") + "]")), []string{"1", "2", "3"}, job.Listing},
		{"with pages of their own, teasers", script(all(elsewhere("1"), elsewhere("2"), elsewhere("3"))...), nil, job.Listing},
		{"cut", strings.NewReplacer(`night."`, `night …"`, `used."`, `used..."`, `of it."`, `of it [...]"`).Replace(script(all(none...)...)), nil, job.Listing},
		{"without descriptions", script(`{"@type":"JobPosting","title":"Weaver"}`, `{"@type":"JobPosting","title":"Dyer"}`), nil, job.Listing},
	} {
		kind, found := (&Extractor{}).Page(read(t, "https://a.example/jobs", "<title>Work with us</title><h1>Our vacancies</h1>"+c.body), now)
		var parts []string
		for _, p := range found {
			parts = append(parts, p.Part)
			if p.Title == "" || p.Company == "" || p.Description == "" || p.Provenance[job.Title].Confidence == 0 || !strings.HasPrefix(p.URL, "https://a.example/jobs") {
				t.Errorf("%s: %+v", c.name, p)
			}
		}
		if strings.Join(parts, " ") != strings.Join(c.parts, " ") || kind != c.kind {
			t.Errorf("%s: kind %v, parts %q, want %v %q", c.name, kind, parts, c.kind, c.parts)
		}
	}
}

// A template knows a list by its URL. Postings that such a page marks up in full are taken nevertheless, a single one is not.
func TestSeveralPostingsOfATemplatesList(t *testing.T) {
	e := &Extractor{Templates: templates(t)}
	for _, c := range []struct {
		url  string
		ads  int
		want int
	}{{"https://www.vat.example/jobs", 3, 3}, {"https://www.vat.example/jobs", 1, 0}} {
		body := `<h1>Our vacancies</h1><script type="application/ld+json">[` + strings.Join(ads[:c.ads], "},") + `}]</script>`
		if kind, found := e.Page(read(t, c.url, body), now); kind != job.Listing || len(found) != c.want {
			t.Errorf("%d postings: %v, %d of them", c.ads, kind, len(found))
		}
	}
}

func TestThePageOfOnePostingHasNoOther(t *testing.T) {
	similar := `<script type="application/ld+json">[` + ads[0] + `},` + ads[1] + `},` + ads[2] + `}]</script>`
	body := "<title>Dyer | Loom</title><h1>Dyer</h1><p>You dye the yarn in all the colours that our customers ask for, and write down how much of each was used.</p>" + similar
	if _, found := (&Extractor{}).Page(read(t, "https://a.example/jobs/2", body), now); len(found) != 1 || found[0].Title != "Dyer" || found[0].Part != "" {
		t.Errorf("%+v", found)
	}
}
