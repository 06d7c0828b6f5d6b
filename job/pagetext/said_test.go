package pagetext

import (
	"slices"
	"strings"
	"testing"
	"time"

	"gannet/job"
)

// saidBy reads a page of one heading, some lines and a description.
func saidBy(t *testing.T, url, lang, lines string) *job.Posting {
	t.Helper()
	body := "<title>Weaver</title><h1>Weaver</h1>" + lines + "<p>" + filler["en"]
	return testReader(t).Read(pageOf(t, url, lang, body), lang, testNow, nil)
}

func TestLabelsOfDates(t *testing.T) {
	for _, c := range []struct{ lang, line string }{
		{"en", "<p>Closing Date: 31/12/2026"}, {"en", "<p>Closing date/time: 31 December 2026"}, {"en", "<p>Apply by 31 December 2026"}, {"en", "<dl><dt>Closing Date (UK time)<dd>31/12/2026</dl>"},
		{"cs", "<p>Nabídka platí do 31. 12. 2026"}, {"cs", "<p><b>Nabídka platí do:</b> 31.12.2026"}, {"es", "<p>Válida hasta: 31/12/2026"}, {"es", "<p>Válida hasta el 31/12/2026"}, {"es", "<p>Inscripciones hasta 31/12/2026"},
		{"pt", "<p>Inscrições até 31/12/2026"}, {"pt", "<p>Inscrições até: 31/12/2026"}, {"de", "<p>Bewerbungen bis 31.12.2026"}, {"fr", "<p>Postulez avant le 31/12/2026"}, {"it", "<p>Scade il 31/12/2026"}, {"pl", "<p>Oferta ważna do 31.12.2026"},
		{"ja", "<p>応募締切：2026年12月31日"}, {"zh", "<p>报名截止日期 2026-12-31"}, {"ru", "<p>Вакансия действительна до 31.12.2026"}, {"sk", "<div>Ponuka platí do</div><div>31.12.2026</div>"}, {"nl", "<p>Solliciteer voor 31-12-2026"},
		{"en", "<p>Leeds | Posted 2 days ago | Closing date 31/12/2026"},
	} {
		if p := saidBy(t, "https://a.example/1", c.lang, c.line); !p.ValidThrough.Equal(day(2026, 12, 31)) {
			t.Errorf("%s %s: valid through %v", c.lang, c.line, p.ValidThrough)
		}
	}
}

// The order of day and month is that of the page's other dates, else of its country, else of its language. Nothing else says it.
func TestOrderOfDayAndMonth(t *testing.T) {
	for _, c := range []struct {
		url, lang, lines string
		want             time.Time
	}{
		{"https://a.example/1", "en", "<p>Posted: 02/03/2026", day(2026, 2, 3)},
		{"https://a.example/1", "en", "<p>Posted: 02/03/2026<p>Closing date: 23/09/2026", day(2026, 3, 2)},
		{"https://a.example/1", "", "<p>Posted: 02/03/2026<p>Closing date: 09/23/2026", day(2026, 2, 3)},
		{"https://a.co.uk/1", "en", "<p>Posted: 02/03/2026", day(2026, 3, 2)},
		{"https://a.us/1", "", "<p>Posted: 02/03/2026", day(2026, 2, 3)},
		{"https://a.example/1", "", "<p>Posted: 02/03/2026", time.Time{}},
		{"https://a.example/1", "fr", "<p>Publiée le 02/03/2026", day(2026, 3, 2)},
	} {
		if p := saidBy(t, c.url, c.lang, c.lines); !p.Posted.Equal(c.want) {
			t.Errorf("%s %q %s: posted %v, want %v", c.url, c.lang, c.lines, p.Posted, c.want)
		}
	}
}

func TestLabelsOfEmploymentAndHours(t *testing.T) {
	for line, want := range map[string]string{
		"<p>Employee Type: Full time": "FULL_TIME", "<p>Jornada: Completa": "FULL_TIME", "<p>Jornada: Parcial": "PART_TIME", "<p>Jornada de trabalho: Período integral": "FULL_TIME", "<p>Hours: 37.5 per week": "FULL_TIME",
		"<p>Uren per week: 24": "PART_TIME", "<p>Wochenarbeitszeit: 39 Stunden": "FULL_TIME", "<p>Typ úvazku: Hlavní pracovní poměr": "FULL_TIME", "<p>Hours: 9 am to 5 pm": "", "<p>Status: open": "", "<p>雇用区分：正社員": "FULL_TIME",
	} {
		p := saidBy(t, "https://a.example/1", "en", line)
		if want == "" != (len(p.Employment) == 0) || want != "" && !slices.Equal(p.Employment, []string{want}) {
			t.Errorf("%s: %v, want %s", line, p.Employment, want)
		}
	}
}

func TestPayOfAPage(t *testing.T) {
	for _, c := range []struct {
		url, line string
		want      job.Pay
	}{
		{"https://a.example/1", "<p>Acme Ltd - Leeds | $75k - 125k", job.Pay{Min: 75000, Max: 125000, Currency: "USD"}},
		{"https://a.example/1", "<p>Company: Acme | Salary: $75k - 125k | Location: Leeds", job.Pay{Min: 75000, Max: 125000, Currency: "USD"}},
		{"https://jobs.example.com.au/1", "<p>Salary: $75,000 - $95,000", job.Pay{Min: 75000, Max: 95000, Currency: "AUD"}},
		{"https://jobs.example.com/1", "<p>Salary: $75,000 - $95,000<p>Location: Sydney NSW", job.Pay{Min: 75000, Max: 95000, Currency: "AUD"}},
		{"https://jobs.example.com/1", "<p>Salary: $75,000 - $95,000<p>Location: Austin, TX", job.Pay{Min: 75000, Max: 95000, Currency: "USD"}},
		{"https://jobs.example.com/1", "<p>Salario: R$ 2.000,00 a R$ 3.000,00", job.Pay{Min: 2000, Max: 3000, Currency: "BRL"}},
	} {
		if p := saidBy(t, c.url, "en", c.line); amountsOf(p.Salary) != c.want {
			t.Errorf("%s %s: %+v", c.url, c.line, p.Salary)
		}
	}
}

func TestButtonsAreNoNames(t *testing.T) {
	for _, lines := range []string{
		`<a href="/a">Now</a> <a href="/r">Report It</a> <a href="/c">Companies</a>`, `<p>Now</p><p>Report It</p><p>Companies</p>`, `<p>Jetzt teilen</p><p>Firmen</p>`, `<p>Denunciar esta oferta</p><p>Empresas</p>`,
		`<button>Quick look</button><a class="btn-primary" href="/x">Weavers' Club</a>`, `<p>Company: Companies</p><p>Location: Report it</p>`, `<p>企業一覧</p><p>通報する</p>`,
	} {
		if p := saidBy(t, "https://a.example/1", "en", lines); p.Company != "" || p.Location != "" {
			t.Errorf("%s: company %q, place %q", lines, p.Company, p.Location)
		}
	}
}

func TestNamesForTests(t *testing.T) {
	p := saidBy(t, "https://a.example/1", "en", `<div class="x1"><span data-automation="job-detail-company">Loom Mill</span><span data-testid="jobDetailsLocation">Ulm</span>
		<span data-qa="vacancy-salary">€30,000 a year</span><span data-cy="work-type">Part time</span><span data-automation="job-detail-date">2026-02-11</span></div>`)
	if p.Company != "Loom Mill" || p.Location != "Ulm" || p.Salary.Max != 30000 || !slices.Equal(p.Employment, []string{"PART_TIME"}) || !p.Posted.Equal(day(2026, 2, 11)) {
		t.Errorf("%+v", p)
	}
}

// Requirements stand in lists of their own, which are short and often in other elements than the duties.
func TestDutiesWithRequirements(t *testing.T) {
	duties := "<p>You weave all day, mend the loom when it breaks and teach those who are new to the mill, every week of the year.</p><p>" + filler["en"] + "</p>"
	list := "<ul><li>Two years of experience</li><li>Driving licence</li><li>A diploma in textiles</li></ul>"
	for _, body := range []string{
		`<div class="job-description"><h2>Responsibilities</h2>` + duties + `</div><div class="job-requirements"><h2>Requirements</h2>` + list + `</div><footer>x</footer>`,
		`<h2>Responsibilities</h2>` + duties + `<div class="share">Share this: <a href=/f>Facebook</a></div><h2>Requirements</h2>` + list + `<footer>x</footer>`,
		`<div data-automation="jobDescription"><b>Duties</b><br>` + duties + `</div><section><h3>Who we are looking for</h3>` + list + `</section><h2>Similar jobs</h2><ul><li><a href=/1>Dyer in our mill of the north</a></ul>`,
		`<div><h3>Requirements</h3>` + list + `</div><div class="job-description"><h3>Duties</h3>` + duties + `</div>`,
	} {
		p := testReader(t).Read(pageOf(t, "https://a.example/1", "en", "<h1>Weaver</h1>"+body), "en", testNow, nil)
		for _, want := range []string{"You weave all day", "Two years of experience", "Driving licence", "A diploma in textiles"} {
			if !strings.Contains(p.Duties, want) {
				t.Errorf("%s:\n%q lacks %q", body, p.Duties, want)
			}
		}
		if strings.Contains(p.Description, "Dyer") {
			t.Errorf("another posting is in %q", p.Description)
		}
	}
}

// A board does not write the texts that it shows, so they do not name it. An employer's own site is named by them, or by its footer.
func TestASiteThatNoTextNamesIsNoEmployer(t *testing.T) {
	for _, c := range []struct{ said, footer, want string }{
		{"", "", ""}, {" At Vakanto we like wool.", "", "Vakanto"}, {"", "<footer>© 2026 Vakanto Ltd", "Vakanto"},
	} {
		body := `<title>Weaver – Vakanto</title><p><a href="/">Vakanto</a></p><h1>Weaver</h1><p>{en}` + c.said + "</p>" + c.footer
		if got := testReader(t).Read(pageOf(t, "https://site.example/1", "en", body), "en", testNow, nil).Company; got != c.want {
			t.Errorf("%q %q: company is %q, want %q", c.said, c.footer, got, c.want)
		}
	}
}

func TestWeAreAnEmployer(t *testing.T) {
	for _, c := range [][3]string{
		{"en", "We are Lumo Systems, and we are growing.", "Lumo Systems"}, {"pl", "Jesteśmy Lumo Systems, a nasza siedziba jest tutaj.", "Lumo Systems"},
		{"fr", "Nous sommes Lumo Systems et nous avons un atelier.", "Lumo Systems"}, {"zh", "我公司江南织造有限公司现需织布工，工作轻松愉快，欢迎您来。", "江南织造有限公司"},
		{"en", "We are proud of our work. We like wool and linen.", ""},
	} {
		if got := saidBy(t, "https://site.example/1", c[0], "<p>"+c[1]+"</p>").Company; got != c[2] {
			t.Errorf("%q: company is %q, want %q", c[1], got, c[2])
		}
	}
}

// TestNamesAsWritten: a name beside a phrase is read whole, and parts of it, of the title or of the employer are none.
func TestNamesAsWritten(t *testing.T) {
	for _, c := range []struct{ lang, text, company string }{
		{"en", "<p>Loom Mill - Night Weavers is looking for a weaver.</p><p>Loom Mill is old. Loom Mill pays well.</p>", "Loom Mill - Night Weavers"},
		{"en", "<p>We are Saint Ann's Weaving Hospital, and we weave bandages.</p><p>Saint Ann's looms never stop.</p>", "Saint Ann's Weaving Hospital"},
		{"en", "<p>Would you like to work for Loom import and export plc? The role is in Paisley.</p>", "Loom import and export plc"},
		{"en", "<p>The Austin, TX branch of Loom Mill Ltd is taking on a weaver.</p>", "Loom Mill Ltd"},
		{"en", "<p>Join Loom Trading Ltd Loom Trading Ltd today.</p>", "Loom Trading Ltd"},
		{"en", "<p>Loom Mill is looking for a weaver.</p><p>You join our Dyeing Centre, and our Dyeing Centre is open at night.</p>", "Loom Mill"},
		{"en", "<p>37.5 hours per week, office hrs.</p><p>Loom Mill is looking for a weaver.</p>", "Loom Mill"},
		{"pl", "<p>Tkalnia Róg z miasta Gdynia przyjmie do pracy tkacza.</p>", "Tkalnia Róg"},
		{"de", "<p>Wir sind Webwerk AG und suchen: Weber / Weberin mit guten Kenntnissen (m/w/d).</p>", "Webwerk AG"},
		{"en", "<p>Employees of Loom Mill Ltd enjoy a canteen.</p>", "Loom Mill Ltd"},
		{"pl", "<p>Dlaczego Tkalnia Róg Sp. z o.o.? Bo u nas pracuje się spokojnie.</p>", "Tkalnia Róg Sp. z o.o."},
		{"zh", "<p>欢迎加入Loom Mill Ltd！上班地点在苏州。</p>", "Loom Mill Ltd"},
	} {
		body := `<title>Weaver 7 – Vakanto</title><p><a href="/">Vakanto</a></p><h1>Weaver 7</h1>` + c.text + "<p>" + filler[c.lang]
		if p := testReader(t).Read(pageOf(t, "https://board.example/x", c.lang, body), c.lang, testNow, nil); p.Company != c.company {
			t.Errorf("%s: company %q, want %q", c.text, p.Company, c.company)
		}
	}
}

// TestMoneyOfTheLanguage: crowns of a page without a country are those of its language.
func TestMoneyOfTheLanguage(t *testing.T) {
	for lang, want := range map[string]string{"da": "DKK", "no": "NOK", "sv": "SEK", "en": "SEK"} {
		page := pageOf(t, "https://a.example/1", lang, "<title>Weaver</title><h1>Weaver</h1><p>Salary: 30.000 kr.</p><p>"+filler["en"])
		if got := testReader(t).Read(page, lang, testNow, nil).Salary.Currency; got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}

// TestRoleNearHeadingIsNoEmployer: a role stands where an employer may stand, and begins with a capital as its name does.
func TestRoleNearHeadingIsNoEmployer(t *testing.T) {
	for _, sentence := range []string{"The looms are old.", "Join Loom Mill today."} {
		body := `<title>Weaver 7 – Vakanto</title><p><a href="/">Vakanto</a></p><h1>Weaver 7</h1><p>Registered Weaver (Night)</p><p>The Registered Weaver (Night) weaves. ` + sentence + "</p><p>" + filler["en"]
		if p := testReader(t).Read(pageOf(t, "https://board.example/x", "en", body), "en", testNow, nil); strings.HasPrefix(p.Company, "Registered") {
			t.Errorf("%s: company %q", sentence, p.Company)
		}
	}
}

func TestEndOfSiteNameIsNoEmployer(t *testing.T) {
	body := `<title>Weaver 7 – Loom Care</title><p><a href="/">Loom Care</a></p><h1>Weaver 7</h1><p>Loom Care is looking for a weaver. Loom Care pays well.</p><p>` + filler["en"]
	if p := testReader(t).Read(pageOf(t, "https://loomcare.example/x", "en", body), "en", testNow, nil); p.Company != "Loom Care" {
		t.Errorf("company %q", p.Company)
	}
}
