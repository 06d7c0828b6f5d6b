package extract

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"go.uber.org/goleak"

	"gannet/features"
	"gannet/internal/pageguard"
	"gannet/job"
	"gannet/job/template"
	"gannet/models/shipped"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var now = time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)

const (
	marked = `<html lang="en"><head><title>Weaver</title><script type="application/ld+json">{"@type":"JobPosting","title":"Weaver",
		"hiringOrganization":{"name":"Loom Ltd"},"datePosted":"2026-03-01"}</script></head>
		<body><h1>Weaver wanted</h1><dl><dt>Location</dt><dd>Paisley</dd></dl><h2>About us</h2><p>We weave in a mill by the river and have done so for long.</p>
		<h2>Your tasks</h2><p>You weave all day, mend the loom when it breaks and teach those who are new.</p></body></html>`
	plain = `<html lang="en"><head><title>Dyer</title></head><body><h1>Dyer</h1><b>Company:</b> Vat Ltd<p>You dye the yarn in all the colours that our customers ask for.</p></body></html>`
)

func read(t testing.TB, url, body string) *features.Page {
	t.Helper()
	p, err := features.NewReader().Read(url, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// templates knows one site.
func templates(t testing.TB) *template.Set {
	t.Helper()
	set, err := template.Load(fstest.MapFS{"vat.yaml": {Data: []byte(
		"name: vat\nhosts: ['*.vat.example']\nkinds:\n  detail: ['/job/\\d+$']\n  listing: ['/jobs$']\nfields:\n  title: h1\n  place: .where\n")}})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func TestFieldsComeFromTheSurestSource(t *testing.T) {
	kind, found := (&Extractor{}).Page(read(t, "https://a.example/1", marked), now)
	if kind != job.Detail || len(found) != 1 {
		t.Fatalf("kind %v, postings %v", kind, found)
	}
	p := found[0]
	if p.Title != "Weaver" || p.Company != "Loom Ltd" || p.Location != "Paisley" || p.Language != "en" {
		t.Errorf("posting is %+v", p)
	}
	for field, want := range map[job.Field]job.Method{
		job.Title: job.JSONLD, job.Company: job.JSONLD, job.Posted: job.JSONLD, job.Location: job.Label, job.Description: job.Page, job.Language: job.Page,
	} {
		if got := p.Provenance[field].Method; got != want {
			t.Errorf("%s is from %q, want %q", field, got, want)
		}
	}
	if !strings.Contains(p.Duties, "weave all day") || !strings.Contains(p.Employer, "mill by the river") || strings.Contains(p.Duties, "river") {
		t.Errorf("duties %q, employer %q", p.Duties, p.Employer)
	}
}

// TestCurrencyDecidesBetweenTowns: if nothing else says the country, the currency of the pay does, but not the dollar.
func TestCurrencyDecidesBetweenTowns(t *testing.T) {
	for pay, want := range map[string]string{"£30,000 a year": "GB", "CAD 60,000 a year": "CA", "$60,000 a year": "CA", "": "CA"} {
		body := strings.Replace(strings.Replace(marked, "Paisley", "Halifax", 1), "</dl>", "<dt>Salary</dt><dd>"+pay+"</dd></dl>", 1)
		_, found := (&Extractor{}).Page(read(t, "https://a.example/1", body), now)
		if len(found) != 1 || job.FirstCountry(found[0].Places) != want {
			t.Errorf("Halifax with a pay of %q is in another country than %s: %+v", pay, want, found)
		}
	}
}

func TestKindOfAPage(t *testing.T) {
	e := &Extractor{Templates: templates(t), Kind: func(p *features.Page) (job.Kind, float64) {
		if strings.Contains(p.URL, "unknown") {
			return job.Detail, .9
		}
		return job.Other, .9
	}}
	twice := strings.Replace(marked, "</head>", `<script type="application/ld+json">{"@type":"JobPosting","title":"Weaver","url":"https://a.example/1"}</script></head>`, 1)
	for _, c := range []struct {
		url, body string
		want      job.Kind
	}{
		{"https://a.example/1", marked, job.Detail},
		{"https://a.example/1", twice, job.Detail},
		{"https://a.example/1", plain, job.Other},
		{"https://a.example/unknown", plain, job.Detail},
		{"https://www.vat.example/job/7", plain, job.Detail},
		{"https://www.vat.example/jobs", marked, job.Listing},
		{"https://www.vat.example/about", plain, job.Other},
	} {
		kind, found := e.Page(read(t, c.url, c.body), now)
		if kind != c.want || (len(found) == 1) != (c.want == job.Detail) {
			t.Errorf("%s: %v, %d postings, want %v", c.url, kind, len(found), c.want)
		}
	}
	_, found := e.Page(read(t, "https://www.vat.example/job/7", plain), now)
	if p := found[0]; p.Provenance[job.Title].Method != job.Template || p.Company != "Vat Ltd" {
		t.Errorf("with a template: %+v", p)
	}
}

func TestLanguageIsThatOfTheText(t *testing.T) {
	languages, err := shipped.Languages()
	if err != nil {
		t.Fatal(err)
	}
	e := &Extractor{Languages: languages, Kind: func(*features.Page) (job.Kind, float64) { return job.Detail, 1 }}
	german := "<p>Sie färben das Garn in allen Farben, die unsere Kunden wünschen, und halten die Werkstatt in Ordnung, damit die Arbeit am nächsten Tag beginnen kann.</p>"
	for _, c := range []struct{ said, want string }{{"", "de"}, {"en", "de"}, {"de-AT", "de"}, {"xx", "de"}, {"sv", "de"}, {"tlh-Latn", "de"}} {
		_, found := e.Page(read(t, "https://a.example/1", `<html lang="`+c.said+`"><h1>Färber</h1>`+german), now)
		if p := found[0]; p.Language != c.want {
			t.Errorf("a German page that says %q is %q, want %q", c.said, found[0].Language, c.want)
		}
	}
}

// Frequent words tell languages that the model has not learned. A language of neither is unknown.
func TestLanguagesByWords(t *testing.T) {
	languages, err := shipped.Languages()
	if err != nil {
		t.Fatal(err)
	}
	e := &Extractor{Languages: languages, Kind: func(*features.Page) (job.Kind, float64) { return job.Detail, 1 }}
	for want, text := range map[string]string{
		"sv": "Du färgar garnet i alla färger som våra kunder vill ha, och du håller ordning i verkstaden. Det är bra om du har erfarenhet, men det är inte ett krav för att få arbeta hos oss.",
		"da": "Du farver garnet i alle de farver, som vores kunder ønsker, og du holder orden på værkstedet. Det er godt, hvis du har erfaring, men det er ikke et krav for at arbejde hos os.",
		"no": "Du farger garnet i alle farger som kundene våre ønsker, og du holder orden på verkstedet. Det er bra om du har erfaring, men det er ikke et krav for å få jobbe hos oss.",
		"fi": "Värjäät langat kaikkiin väreihin, joita asiakkaamme toivovat, ja pidät verstaan järjestyksessä. Kokemus on hyväksi, mutta se ei ole välttämätöntä, kun sinulla on halu oppia ja voit aloittaa pian.",
		"hu": "Ön festi a fonalat minden színre, amelyet a vevőink kérnek, és rendben tartja a műhelyt. A tapasztalat jó, de nem feltétel, ha van kedve tanulni, és hogy mikor kezd, azt együtt döntjük el.",
		"ro": "Vopsiți firele în toate culorile pe care le doresc clienții noștri și țineți ordine în atelier. Este bine să aveți experiență, dar nu este o condiție pentru a lucra la noi în echipă.",
		"tr": "İplikleri müşterilerimizin istediği her renge boyar ve atölyeyi düzenli tutarsınız. Deneyim iyi bir artıdır ama bizimle çalışmak için şart değil; öğrenmek için istek daha önemli.",
		"sk": "Farbíte priadzu na všetky farby, ktoré si želajú naši zákazníci, a staráte sa o poriadok v dielni. Skúsenosti sú vítané, ale nie sú podmienkou, ak sa chcete učiť a môžete začať hneď.",
		"ca": "Tenyeixes els fils amb tots els colors que volen els nostres clients i tens el taller endreçat. L'experiència és bona, però no és necessària per treballar amb nosaltres, i això és cert.",
		"":   "Lliwiwch yr edafedd ym mhob lliw y mae ein cwsmeriaid yn ei ddymuno, gan gadw trefn ar y gweithdy. Mae profiad yn dda, ond nid oes rhaid ei gael er mwyn gweithio gyda ni bob dydd drwy gydol y flwyddyn gron, ac mae croeso cynnes bob amser.",
	} {
		_, found := e.Page(read(t, "https://a.example/1", "<h1>Dyer</h1><p>"+text), now)
		if p := found[0]; p.Language != want {
			t.Errorf("%.30s: %q, want %q", text, p.Language, want)
		}
	}
}

// TestLanguagesOfPostings: each posting of a page has the language of its own text, whatever the page says of itself.
func TestLanguagesOfPostings(t *testing.T) {
	languages, err := shipped.Languages()
	if err != nil {
		t.Fatal(err)
	}
	e := &Extractor{Languages: languages}
	posting := func(title, text string) string {
		return `{"@type":"JobPosting","title":"` + title + `","datePosted":"2026-11-01","hiringOrganization":{"@type":"Organization","name":"Loom Ltd"},
			"jobLocation":{"@type":"Place","address":"Paisley"},"description":"` + text + `"}`
	}
	german := posting("Färber", "Sie färben das Garn in allen Farben, die unsere Kunden wünschen, und halten die Werkstatt in Ordnung.")
	french := posting("Teinturier", "Vous teignez le fil dans toutes les couleurs que nos clients demandent, et vous rangez l'atelier chaque soir.")
	script := func(json string) string { return `<script type="application/ld+json">` + json + `</script>` }
	for _, c := range []struct {
		lang, page string
		want       []string
	}{
		{"", script(german), []string{"de"}}, {"en", script(french), []string{"fr"}}, {"", script("[" + german + "," + french + "]"), []string{"de", "fr"}},
	} {
		_, found := e.Page(read(t, "https://a.example/1", `<html lang="`+c.lang+`"><h1>Jobs</h1>`+c.page), now)
		var got []string
		for _, p := range found {
			got = append(got, p.Language)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("lang %q: %q, want %q", c.lang, got, c.want)
		}
	}
}

func TestMergeTakesTheSurer(t *testing.T) {
	to := &job.Posting{Title: "a", Contact: job.Person{Name: "n"}, Provenance: map[job.Field]job.Provenance{job.Title: {Method: job.JSONLD, Confidence: .9}, job.Contact: {Method: job.JSONLD, Confidence: .9}}}
	merge(to, &job.Posting{
		Title: "b", Company: "c", Contact: job.Person{Name: "m", Email: "e@example.org"},
		Provenance: map[job.Field]job.Provenance{job.Title: {Method: job.Page, Confidence: .9}, job.Company: {Method: job.Page, Confidence: .4}, job.Contact: {Method: job.Page, Confidence: .5}},
	})
	if to.Title != "a" || to.Company != "c" || to.Contact != (job.Person{Name: "n", Email: "e@example.org"}) {
		t.Errorf("merged: %+v", to)
	}
	merge(to, &job.Posting{Company: "d", Provenance: map[job.Field]job.Provenance{job.Company: {Method: job.Template, Confidence: .95}}})
	if to.Company != "d" || to.Provenance[job.Company].Method != job.Template {
		t.Errorf("the surer company was not taken: %+v", to)
	}
}

// TestEveryFieldIsMerged fails when job.Fields has one that take does not know.
func TestEveryFieldIsMerged(t *testing.T) {
	from := &job.Posting{Title: "t", Company: "c", Location: "p", Posted: now, ValidThrough: now, Employment: []string{"OTHER"}, Salary: job.Pay{Min: 1},
		Contact: job.Person{Name: "n"}, ID: "1", Description: "d", Duties: "d", Language: "en", Provenance: map[job.Field]job.Provenance{}}
	for _, f := range job.Fields() {
		from.Provenance[f] = job.Provenance{Method: job.Page, Confidence: .5}
	}
	to := &job.Posting{Provenance: map[job.Field]job.Provenance{}}
	merge(to, from)
	for _, f := range job.Fields() {
		if !template.Has(to, f) {
			t.Errorf("%s was not merged", f)
		}
	}
}

func TestRunKeepsTheOrder(t *testing.T) {
	const n = 300
	e := &Extractor{Kind: func(*features.Page) (job.Kind, float64) { return job.Detail, 1 }}
	pages := func(emit func(Input) error) error {
		for i := range n {
			body := fmt.Sprintf("<h1>Dyer</h1><p>%s</p>", strings.Repeat("yarn ", i%7*300))
			if err := emit(Input{URL: fmt.Sprintf("https://a.example/%d", i), Body: func() ([]byte, error) {
				if i%50 == 49 {
					return nil, errors.New("lost")
				}
				return []byte(body), nil
			}}); err != nil {
				return err
			}
		}
		return nil
	}
	for _, workers := range []int{0, 1, 7} {
		var urls []string
		lost := 0
		err := e.Run(context.Background(), workers, pages, func(r Result) error {
			urls = append(urls, r.URL)
			if r.Err != nil {
				lost++
			} else if len(r.Postings) != 1 || r.Postings[0].Title != "Dyer" {
				t.Errorf("%s: %+v", r.URL, r.Postings)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		want := make([]string, n)
		for i := range want {
			want[i] = fmt.Sprintf("https://a.example/%d", i)
		}
		if !slices.Equal(urls, want) || lost != n/50 {
			t.Errorf("%d workers: %d results, %d lost, or not in order", workers, len(urls), lost)
		}
	}
}

func TestRunEndsWithTheFirstError(t *testing.T) {
	e := &Extractor{}
	endless := func(emit func(Input) error) error {
		for {
			if err := emit(Input{URL: "https://a.example/", Body: func() ([]byte, error) { return nil, nil }}); err != nil {
				return err
			}
		}
	}
	full := errors.New("disk full")
	if err := e.Run(context.Background(), 2, endless, func(Result) error { return full }); !errors.Is(err, full) {
		t.Errorf("error is %v, want %v", err, full)
	}
	ctx, cancel := context.WithCancel(context.Background())
	if err := e.Run(ctx, 2, endless, func(Result) error { cancel(); return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want %v", err, context.Canceled)
	}
}

// TestAPanicLeavesOutItsPage: the other pages come in their order, with what they show.
func TestAPanicLeavesOutItsPage(t *testing.T) {
	e := &Extractor{Kind: func(p *features.Page) (job.Kind, float64) {
		if strings.HasSuffix(p.URL, "3") {
			panic("no reader can read it")
		}
		return job.Other, 1
	}}
	pages := func(emit func(Input) error) error {
		for i := range 20 {
			if err := emit(Input{URL: fmt.Sprint("http://a.test/", i), Body: func() ([]byte, error) { return []byte("<p>a"), nil }}); err != nil {
				return err
			}
		}
		return nil
	}
	for _, workers := range []int{1, 4} {
		n := 0
		err := e.Run(context.Background(), workers, pages, func(r Result) error {
			if failed := pageguard.Of(r.Err) != nil; r.URL != fmt.Sprint("http://a.test/", n) || failed != strings.HasSuffix(r.URL, "3") {
				t.Errorf("result %d is %+v", n, r)
			}
			n++
			return nil
		})
		if err != nil || n != 20 {
			t.Errorf("%d results, %v", n, err)
		}
	}
}
