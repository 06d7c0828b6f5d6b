package kind

import (
	"strings"
	"testing"

	"gannet/features"
)

func contrary(t *testing.T, body string) bool {
	t.Helper()
	p, err := features.NewReader().Read("https://a.example/1", []byte("<html><body><main>"+body+"</main></body></html>"))
	if err != nil {
		t.Fatal(err)
	}
	v := Measure(p, Topic{Jobs: .9, Known: 1}, &Titles{known: newTable(16)})
	return isContrary(p, &v)
}

func TestPagesThatLookLikePostings(t *testing.T) {
	const parts = "<h2>Responsibilities</h2><ul><li>Weave linen<li>Mend looms</ul><h2>Requirements</h2><ul><li>A calm hand</ul>"
	const fields = "<p><label>First name<input></label><p><label>Last name<input></label><p><label>Email<input></label><p><label>Phone<input></label>"
	for name, body := range map[string]string{
		"a flat":          "<h1>Sunny flat to let</h1><p>£700 pcm</p><p>Two bedrooms, balcony, deposit of one month.</p>",
		"a flat, de":      "<h1>Wohnung in Ulm</h1><p>Kaltmiete: 600 €</p><p>Kaution: 1.200 €, drei Zimmer</p>",
		"a CV":            "<h1>CV of Ann Oak</h1><h2>Work history</h2><p>2015 to 2025: weaver. I kept the looms.</p><h2>Hobbies</h2><p>Bees</p>",
		"a seeker, ru":    "<h1>Резюме: ткач</h1><p>Желаемая зарплата: 50 000</p><h2>Образование</h2><p>Школа</p>",
		"a form":          "<h1>Apply: Weaver</h1><form><p><label>First name<input></label><p><label>Last name<input></label><p><label>Email<input></label><p><label>CV<input type=file></label><button>Send</button></form>",
		"a long form":     "<h1>Application</h1><form><p><label>First name<input></label><p><label>Last name<input></label><p><label>Email<input></label><p><label>CV<input type=file></label>" + strings.Repeat("<p>I agree that the mill keeps what I send.</p>", 40) + "</form>",
		"empty labels":    "<h1></h1><p>Town:</p><p>Ref.:</p><p>Contact:</p><p>Level:</p><h2>We are looking for</h2><h2>We offer</h2>",
		"a template":      "<h1>Weaver job description template</h1><p>Customize this template and post it on job boards.</p>" + parts,
		"a trade, fr":     "<h1>Fiche métier : tisserand</h1><p>Il travaille en atelier. Il peut devenir chef.</p><h2>Évolution de carrière</h2><p>Chef</p>",
		"a course":        "<h1>Weaving course</h1><p>Fee: £90</p><p>You will learn to weave. Enrol now.</p>",
		"a course, es":    "<h1>Curso de tejido</h1><p>Duración: 20 horas</p><p>En este curso aprenderás a tejer.</p>",
		"an employer":     "<h1>Work with us</h1><p>Our people weave. Send us your CV.</p><a href=/j>Browse jobs</a>",
		"a small one":     "<h1>Working at the mill</h1><p>We weave linen. You are welcome to:</p><ul><li><a href=/j>Weaver</a></ul>",
		"news":            "<article><h1>Mill to hire 40 weavers</h1><p>The mill will grow, its manager said on Monday, according to the paper.</p></article>",
		"a long notice":   "<h1>Weaver</h1><form>" + fields + "<p><a><input type=file>Add CV</a><h2>Skills</h2><input>" + strings.Repeat("<p>We treat all who write to us alike, whoever they are, wherever they come from, and whatever they look like.</p>", 20) + "</form>",
		"an empty list":   "<h1>Jobs for weavers</h1><aside><h3>Filter</h3><h3>Benefits</h3><label>Hall<input type=checkbox></label></aside><p>The mill, 2026</p>",
		"a board's home":  "<h1>Jobs for weavers</h1><p>New ones every day, by the river and in the hills.</p>",
		"a service":       "<nav><a href=/0>Looms</a><a href=/1>Weaving</a><a href=/2>Dyeing</a><a href=/3>Sewing</a></nav><h1>Weaving</h1><p>We weave your linen in a week.</p>",
		"below a menu":    "<h1>Weaving</h1><p>We weave your linen.</p><footer><h3>Company</h3><a href=/0>Looms</a><a href=/1>Weaving</a><a href=/2>Dyeing</a><a href=/3>Sewing</a></footer>",
		"a marked course": `<h1>Weaving</h1><p>Tuition is free. Enrol by May.</p><script type="application/ld+json">{"@type": "Course"}</script>`,
	} {
		if !contrary(t, body) {
			t.Errorf("%s was taken for a posting", name)
		}
	}
	for name, body := range map[string]string{
		"a weaver":         "<h1>Weaver</h1><p>Company: Old Mill</p>" + parts + "<p>Apply now</p>",
		"a course leader":  "<h1>Course leader</h1><p>Company: Old Mill</p><p>You write modules for our course; students enrol in May and pay tuition.</p>" + parts,
		"an estate agent":  "<h1>Flat letting agent</h1><p>We are looking for somebody who shows furnished flats with two bedrooms and takes the deposit.</p><p>Company: Old Mill</p>",
		"with a form":      "<h1>Weaver</h1><p>We are looking for a weaver.</p><form><p><label>First name<input></label><p><label>Last name<input></label><p><label>Email<input></label><p><label>CV<input type=file></label><button>Send</button></form>",
		"beside its form":  "<h1>Weaver</h1>" + strings.Repeat("<p>You weave linen by the river, mend the looms when they stop at night, and show visitors how it is done.</p>", 20) + "<form><p><label>First name<input></label><p><label>Last name<input></label><p><label>Email<input></label><p><label>CV<input type=file></label><button>Send</button></form>",
		"all in a form":    "<form><h1>Weaver</h1>" + strings.Repeat("<p>You weave linen by the river, mend the looms when they stop at night, and show visitors how it is done.</p>", 20) + "<p><label>First name<input></label><p><label>Last name<input></label><p><label>Email<input></label><button>Send</button></form>",
		"a contact":        "<h1>Weaver</h1><p>Write to us.</p><p>Name: Ann Oak</p><p>Email address: a@a.example</p><p>Telephone: 1234</p>",
		"behind its form":  "<h1>Weaver</h1><form>" + fields + "<p><input type=file></form>" + strings.Repeat("<p>You weave linen by the river, mend the looms when they stop at night, and show visitors how it is done.</p>", 20),
		"in a menu":        "<nav><a href=/0>Looms</a><a href=/1>Weaver</a><a href=/2>Dyeing</a><a href=/3>Sewing</a></nav><h1>Weaver</h1><p>We are looking for a weaver.</p>",
		"a few words":      "<h1>Weaver</h1><p>Two days a week, by the river.</p>",
		"one of a few":     "<h1>Weaver</h1><p>Working at the mill, by the river.</p><a href=/>Working at the mill</a>",
		"under careers":    "<h1>Work with us: weaver</h1><p>Two days a week, by the river.</p>",
		"a careers office": "<h1>Careers officer</h1><p>Company: Old Mill</p><p>You post all vacancies and meet graduates.</p>" + parts,
	} {
		if contrary(t, body) {
			t.Errorf("%s was not taken for a posting", name)
		}
	}
}
