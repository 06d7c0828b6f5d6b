package pagetext

import (
	"strings"
	"testing"
	"time"

	"gannet/features"
	"gannet/job"
)

// filler is a description long enough to be one.
var filler = map[string]string{
	"en": "You plan the week with our team, keep the workshop tidy and answer the questions of visitors who come to see the looms. Two days a week you teach beginners how to thread a warp and mend a broken heddle.",
	"de": "Sie planen die Woche mit dem Team, halten die Werkstatt in Ordnung und beantworten die Fragen der Gäste. An zwei Tagen zeigen Sie Anfängern, wie man eine Kette aufzieht und einen Webstuhl repariert.",
	"fr": "Vous préparez la semaine avec l'équipe, vous rangez l'atelier et vous répondez aux questions des visiteurs. Deux jours par semaine, vous montrez aux débutants comment monter une chaîne et réparer un métier.",
	"es": "Preparas la semana con el equipo, mantienes el taller en orden y respondes a las preguntas de los visitantes. Dos días por semana enseñas a los principiantes a montar una urdimbre y a reparar un telar.",
	"it": "Prepari la settimana con la squadra, tieni in ordine la bottega e rispondi alle domande dei visitatori. Due giorni alla settimana insegni ai principianti a montare un ordito e a riparare un telaio.",
	"nl": "Je plant de week met het team, houdt de werkplaats netjes en beantwoordt vragen van bezoekers. Twee dagen per week leer je beginners hoe ze een weefgetouw inrijgen en herstellen.",
	"pl": "Planujesz tydzień z zespołem, dbasz o porządek w pracowni i odpowiadasz na pytania gości. Dwa dni w tygodniu uczysz początkujących, jak nawlekać osnowę i naprawiać krosna.",
	"cs": "Plánujete týden s kolegy, udržujete dílnu v pořádku a odpovídáte na otázky návštěvníků. Dva dny v týdnu učíte začátečníky, jak navléct osnovu a opravit stav.",
	"ru": "Вы планируете неделю вместе с коллегами, следите за порядком в мастерской и отвечаете на вопросы гостей. Два дня в неделю вы учите начинающих заправлять основу и чинить станок.",
	"pt": "Planejas a semana com a equipe, manténs a oficina em ordem e respondes às perguntas dos visitantes. Dois dias por semana ensinas os principiantes a montar uma teia e a consertar um tear.",
	"zh": "您与团队一起安排每周的工作，保持作坊整洁，并回答来访者的问题。每周有两天，您教初学者如何穿经线、修理织机，并准备下一次展览所需要的全部材料。",
	"ja": "チームと一緒に一週間の予定を立て、工房を整え、訪れる人の質問に答えます。週に二日、初心者に経糸の通し方と織機の直し方を教え、次の展示に必要な材料をすべて準備します。",
}

const menu = `<nav><ul><li><a href="/">Home</a><li><a href="/jobs">Jobs</a><li><a href="/contact">Contact</a></ul></nav>`

// ownPages are pages of ours in layouts that sites use, with what they say.
var ownPages = []struct {
	name, lang, url, body string
	want                  job.Posting
}{
	{
		"definition list", "en", "https://board.example.com/jobs/481516",
		`<title>Weaver - Loom &amp; Thread Ltd - Board</title>` + menu + `<h1>Weaver</h1><dl><dt>Company</dt><dd>Loom &amp; Thread Ltd</dd>
		<dt>Location</dt><dd>Paisley</dd><dt>Job type</dt><dd>Part-time</dd><dt>Salary</dt><dd>£24,000 - £26,000 a year</dd>
		<dt>Closing date</dt><dd>2026-05-31</dd></dl><p>{en}</p><footer>© 2026 Board</footer>`,
		job.Posting{Title: "Weaver", Company: "Loom & Thread Ltd", Location: "Paisley", Employment: []string{"PART_TIME"}, ID: "481516",
			Salary: job.Pay{Min: 24000, Max: 26000, Currency: "GBP", Unit: "YEAR"}, ValidThrough: day(2026, 5, 31)},
	}, {
		"table with heads beside", "de", "https://jobs.example.de/anzeige?id=9021",
		`<title>Weber/in (m/w/d) in Chemnitz | Stellenmarkt</title><table><tr><td><a href="/">Start</a></td><td><a href="/suche">Suche</a></td></tr></table>
		<h2>Weber/in (m/w/d)</h2><table><tr><th>Arbeitgeber</th><td>Webwerk Sachsen GmbH</td></tr><tr><th>Arbeitsort</th><td>09111 Chemnitz</td></tr>
		<tr><th>Veröffentlicht am</th><td>3. März 2026</td></tr><tr><th>Anstellungsart</th><td>Vollzeit</td></tr></table><p>{de}</p>`,
		job.Posting{Title: "Weber/in (m/w/d)", Company: "Webwerk Sachsen GmbH", Location: "09111 Chemnitz", Posted: day(2026, 3, 3),
			Employment: []string{"FULL_TIME"}, ID: "9021"},
	}, {
		"paragraphs of label and value", "fr", "https://emplois.example.fr/offre-77120.html",
		`<title>Offre d'emploi : Tisserand H/F</title>` + menu + `<div id="c"><h1>Tisserand H/F</h1><p><strong>Entreprise :</strong> Atelier du Fil SARL</p>
		<p><strong>Lieu :</strong> Roubaix (59)</p><p><strong>Type de contrat :</strong> CDD</p><p><strong>Référence :</strong> TF-2207</p><p>{fr}</p></div>`,
		job.Posting{Title: "Tisserand H/F", Company: "Atelier du Fil SARL", Location: "Roubaix (59)", Employment: []string{"TEMPORARY"}, ID: "TF-2207"},
	}, {
		"names of elements", "es", "https://empleo.example.es/oferta/tejedor-31337",
		`<title>Tejedor</title><header class="site-header"><a href="/">Empleo</a></header><main><h1 class="job-title">Tejedor</h1>
		<span class="company-name">Telares del Sur</span><span class="job-location">Béjar, Salamanca</span><div class="job-description"><p>{es}</p></div></main>`,
		job.Posting{Title: "Tejedor", Company: "Telares del Sur", Location: "Béjar, Salamanca", ID: "31337"},
	}, {
		"label above value", "it", "https://lavoro.example.it/annunci/tessitore",
		`<title>Tessitore | Annunci</title>` + menu + `<h1>Tessitore</h1><div><div class="k">Azienda</div><div>Filati Rossi S.r.l.</div></div>
		<div><div class="k">Sede di lavoro</div><div>Prato</div></div><p>{it}</p>`,
		job.Posting{Title: "Tessitore", Company: "Filati Rossi S.r.l.", Location: "Prato"},
	}, {
		"a line below the heading", "nl", "https://werk.example.nl/v/8080",
		`<title>Wever bij De Schietspoel BV</title>` + menu + `<article><h1>Wever</h1><p>De Schietspoel BV · Tilburg, Nederland · Fulltime</p><p>{nl}</p></article>`,
		job.Posting{Title: "Wever", Company: "De Schietspoel BV", Location: "Tilburg, Nederland", Employment: []string{"FULL_TIME"}, ID: "8080"},
	}, {
		"bold labels and breaks", "pl", "https://praca.example.pl/oferta,5150",
		`<title>Tkacz - oferta pracy</title><center><font size="5"><b>Praca</b></font></center><h3>Tkacz</h3><b>Pracodawca:</b> Tkalnia Łódź Sp. z o.o.<br>
		<b>Miejsce pracy:</b> Łódź<br><b>Wymiar pracy:</b> pełny etat<br><br>{pl}`,
		job.Posting{Title: "Tkacz", Company: "Tkalnia Łódź Sp. z o.o.", Location: "Łódź", Employment: []string{"FULL_TIME"}},
	}, {
		"hidden labels", "cs", "https://prace.example.cz/pd/2000123/",
		`<title>Tkadlec – Přádelna Morava s.r.o.</title>` + menu + `<h1>Tkadlec</h1><div><span class="sr-only">Společnost</span><p>Přádelna Morava s.r.o.</p></div>
		<div><span class="sr-only">Místo výkonu práce</span><p><a href="https://maps.example.com/?q=1">Hlavní 12, Brno – Židenice</a></p></div><p>{cs}</p>`,
		job.Posting{Title: "Tkadlec", Company: "Přádelna Morava s.r.o.", Location: "Hlavní 12, Brno – Židenice", ID: "2000123"},
	}, {
		"heads above values", "ru", "https://rabota.example.ru/vacancy/605040",
		`<title>Ткач — работа</title>` + menu + `<h1>Ткач</h1><table><thead><tr><th>Работодатель</th><th>Город</th><th>Занятость</th></tr></thead>
		<tbody><tr><td>ООО «Основа»</td><td>Иваново</td><td>Полная занятость</td></tr></tbody></table><p>{ru}</p>`,
		job.Posting{Title: "Ткач", Company: "ООО «Основа»", Location: "Иваново", Employment: []string{"FULL_TIME"}, ID: "605040"},
	}, {
		"list of facts", "pt", "https://vagas.example.com.br/vaga/tecelao-4242",
		`<title>Tecelão na empresa Tear Norte Ltda</title>` + menu + `<h1>Tecelão</h1><ul><li>Empresa: Tear Norte Ltda</li><li>Local: Blumenau, SC</li>
		<li>Publicado em: 2026-02-11</li></ul><p>{pt}</p>`,
		job.Posting{Title: "Tecelão", Company: "Tear Norte Ltda", Location: "Blumenau, SC", Posted: day(2026, 2, 11), ID: "4242"},
	}, {
		"wide letters", "zh", "https://zhaopin.example.cn/job/778899.html",
		`<title>织布工 - 江南织造有限公司</title>` + menu + `<h1>织布工</h1><p>公司名称：江南织造有限公司</p><p>工作地点：苏州市</p><p>薪资：8000-10000元/月</p><div>{zh}</div>`,
		job.Posting{Title: "织布工", Company: "江南织造有限公司", Location: "苏州市", ID: "778899",
			Salary: job.Pay{Min: 8000, Max: 10000, Currency: "CNY", Unit: "MONTH"}},
	}, {
		"table of wide letters", "ja", "https://kyujin.example.jp/detail/112233",
		`<title>織り手｜求人</title>` + menu + `<h1>織り手</h1><table><tr><th>会社名</th><td>西陣織物株式会社</td></tr><tr><th>勤務地</th><td>京都府京都市</td></tr>
		<tr><th>雇用形態</th><td>正社員</td></tr></table><p>{ja}</p>`,
		job.Posting{Title: "織り手", Company: "西陣織物株式会社", Location: "京都府京都市", Employment: []string{"FULL_TIME"}, ID: "112233"},
	}, {
		"an employer's own site", "en", "https://www.shuttleworks.example/careers/weaver",
		`<title>Weaver | Careers | Shuttleworks</title><meta property="og:site_name" content="Shuttleworks">` + menu + `<main><h1>Weaver</h1>
		<p>Location: Galway, Ireland</p><h2>What you will do</h2><p>{en}</p></main><footer>© 2026 Shuttleworks Inc. All rights reserved.</footer>`,
		job.Posting{Title: "Weaver", Company: "Shuttleworks", Location: "Galway, Ireland"},
	}, {
		"all in the title", "en", "https://board.example.org/1",
		`<title>Spindle Corp hiring Master Dyer in Halifax, West Yorkshire | Board</title><meta property="og:site_name" content="Board">` + menu + `<h1>Master Dyer</h1><p>{en}</p>`,
		job.Posting{Title: "Master Dyer", Company: "Spindle Corp", Location: "Halifax, West Yorkshire"},
	}, {
		"slogan in the first heading", "en", "https://remote.example.io/jobs/5678",
		`<title>Pattern Designer at Warp Nine LLC</title><header><h1>Find work from anywhere</h1></header><h2>Pattern Designer</h2><h3><a href="/companies/warp-nine">Warp Nine LLC</a></h3>
		<p>Remote</p><div class="job-description">{en}</div>`,
		job.Posting{Title: "Pattern Designer", Company: "Warp Nine LLC", Location: "Remote", ID: "5678"},
	}, {
		"similar postings beside", "en", "https://board.example.com/jobs/99887",
		`<title>Carder at Fleece Bros Inc</title>` + menu + `<div class="card"><h1>Carder</h1><a href="/company/12">Fleece Bros Inc</a><span>Leeds, England</span></div><p>{en}</p>
		<div class="similar-jobs"><h3 class="job-title">Dyer</h3><span class="company">Vat Ltd</span><span class="location">York</span>
		<h3 class="job-title">Fuller</h3><span class="company">Mill Ltd</span><span class="location">Hull</span></div>`,
		job.Posting{Title: "Carder", Company: "Fleece Bros Inc", Location: "Leeds, England", ID: "99887"},
	},
}

func day(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }

// testNow is behind all dates of the pages.
var testNow = day(2026, 4, 1)

func pageOf(t testing.TB, url, lang, body string) *features.Page {
	t.Helper()
	for code, text := range filler {
		body = strings.ReplaceAll(body, "{"+code+"}", text)
	}
	p, err := features.NewReader().Read(url, []byte(`<!DOCTYPE html><html lang="`+lang+`"><meta charset="utf-8">`+body))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPagesOfManyLayoutsAndLanguages(t *testing.T) {
	for _, c := range ownPages {
		t.Run(c.name, func(t *testing.T) {
			got := testReader(t).Read(pageOf(t, c.url, c.lang, c.body), c.lang, testNow, nil)
			checkText(t, got, job.Title, got.Title, c.want.Title)
			checkText(t, got, job.Company, got.Company, c.want.Company)
			checkText(t, got, job.Location, got.Location, c.want.Location)
			checkText(t, got, job.ID, got.ID, c.want.ID)
			checkText(t, got, job.Employment, strings.Join(got.Employment, " "), strings.Join(c.want.Employment, " "))
			if !got.Posted.Equal(c.want.Posted) || !got.ValidThrough.Equal(c.want.ValidThrough) {
				t.Errorf("posted %v, valid through %v, want %v and %v", got.Posted, got.ValidThrough, c.want.Posted, c.want.ValidThrough)
			}
			if amountsOf(got.Salary) != c.want.Salary {
				t.Errorf("salary %+v, want %+v", got.Salary, c.want.Salary)
			}
			if !strings.Contains(got.Description, filler[c.lang]) {
				t.Errorf("description is without the ad's text: %q", got.Description)
			}
			if strings.Contains(got.Description, "Home") || strings.Contains(got.Description, "©") {
				t.Errorf("description has the page's navigation: %q", got.Description)
			}
		})
	}
}

// checkText compares a field, and whether it has an origin.
func checkText(t *testing.T, p *job.Posting, field job.Field, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s is %q, want %q", field, got, want)
	}
	if o, ok := p.Provenance[field]; ok != (got != "") || o.Confidence < 0 || o.Confidence > 1 {
		t.Errorf("%s: origin %+v, found %v", field, o, ok)
	}
}

func TestContactOfLinksAndLabels(t *testing.T) {
	p := testReader(t).Read(pageOf(t, "https://a.example/1", "en", `<title>Weaver</title><h1>Weaver</h1><p>{en}</p><p>Contact: Robin Bobbin, <a href="mailto:robin@loom.example?subject=x">write</a>
		or <a href="tel:+44 20 7946 0000">call</a></p>`), "en", testNow, nil)
	if want := (job.Person{Name: "Robin Bobbin", Email: "robin@loom.example", Phone: "+44 20 7946 0000"}); p.Contact != want {
		t.Errorf("contact is %+v, want %+v", p.Contact, want)
	}
}

func TestPageWithoutItsDOMIsEmpty(t *testing.T) {
	p := pageOf(t, "https://a.example/1", "en", "<h1>Weaver</h1>")
	if got := testReader(t).Read(p.Compact(), "", testNow, nil); got.Title != "" || len(got.Provenance) != 0 {
		t.Errorf("read %+v out of a compacted page", got)
	}
}
