package template

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"gannet/job"
)

// port makes pages of a site of our own: the rows of its table differ from page to page, so that positions say nothing.
func port(t testing.TB, i int) Example {
	t.Helper()
	titles := []string{"Lighthouse keeper", "Harbour pilot", "Net mender", "Ship's cook", "Dock clerk", "Diver"}
	towns := []string{"Kiel", "Vigo", "Brest", "Gdynia", "Split", "Oban"}
	firms := []string{"Nordlicht Seezeichen", "Pilotos del Sur", "Filets et Cie", "Kambuz", "Luka", "Deep & Sons"}
	n := i % len(titles)
	extra := strings.Repeat("<dt>Shift</dt><dd>Night</dd>", i%3)
	doc := parsed(t, fmt.Sprintf(`<html lang=en><head><title>%s | Port Jobs</title></head><body>
<nav><a href=/>Home</a><a href=/jobs>All jobs</a></nav><main><h2 class="headline x%d9731">%s</h2>
<dl>%s<dt>Employer:</dt><dd>%s</dd><dt>Location:</dt><dd>%s</dd></dl>
<p class=meta>Published on %s by the harbour office</p><p>Ref. PJ-%d</p>
<div id=text><p>We look for a %s in %s who knows ropes, tides and the quiet hours of the harbour.</p></div></main>
<aside><dl><dt>Employer:</dt><dd>Other Ltd</dd></dl></aside></body></html>`,
		titles[n], i, titles[n], extra, firms[n], towns[n], fmt.Sprintf("%02d/%02d/2024", 3+i, 1+i%3), 500+i, titles[n], towns[n]))
	return Example{
		URL: fmt.Sprintf("https://www.port.test/jobs/%s-%d", strings.ReplaceAll(strings.ToLower(towns[n]), " ", "-"), 9000+i), Doc: doc, Now: noon,
		Want: &job.Posting{Title: titles[n], Company: firms[n], Location: towns[n], ID: fmt.Sprintf("PJ-%d", 500+i),
			Posted: time.Date(2024, time.Month(1+i%3), 3+i, 0, 0, 0, 0, time.UTC)},
	}
}

func TestLearnedOnSomePagesHoldsOnOthers(t *testing.T) {
	learn := []Example{port(t, 0), port(t, 1), port(t, 2), port(t, 3)}
	test := []Example{port(t, 4), port(t, 5), port(t, 10), port(t, 12)}
	tm, err := Learn(append(learn, Example{URL: "https://www.port.test/jobs?page=2", Kind: job.Listing}))
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := tm.Write(&file); err != nil {
		t.Fatal(err)
	}
	tm = read(t, file.String()) // what is written is what was learned
	counts := tm.Evaluate(test)
	for _, f := range []job.Field{job.Title, job.Company, job.Location, job.Posted, job.ID} {
		if c := counts[f]; c.Right != len(test) {
			t.Errorf("%s: %+v of %d pages, with\n%s", f, c, len(test), file.Bytes())
		}
	}
	if kind, ok := tm.Kind(test[0].URL); !ok || kind != job.Detail {
		t.Errorf("%s: %v, %v with\n%s", test[0].URL, kind, ok, file.Bytes())
	}
	if kind, ok := tm.Kind("https://www.port.test/jobs?page=3"); ok && kind == job.Detail {
		t.Errorf("a list of postings is taken for one with\n%s", file.Bytes())
	}
	if tm.Hosts[0] != "www.port.test" {
		t.Errorf("hosts %v", tm.Hosts)
	}
}

func TestALabelIsWorthMoreThanAPosition(t *testing.T) {
	tm, err := Learn([]Example{port(t, 0), port(t, 1), port(t, 2)})
	if err != nil {
		t.Fatal(err)
	}
	if css := tm.Fields[job.Location][0].Select; !strings.Contains(css, ":contains") {
		t.Errorf("place by %q, although only its label is the same on all pages", css)
	}
}

func TestMachineNamesWin(t *testing.T) {
	page := func(name string) Example {
		return Example{Doc: parsed(t, `<h1 class=big>`+name+`</h1><b itemprop=title>`+name+`</b>`), Now: noon, Want: &job.Posting{Title: name}}
	}
	tm, err := Learn([]Example{page("Baker"), page("Miller")})
	if err != nil {
		t.Fatal(err)
	}
	if css := tm.Fields[job.Title][0].Select; css != `b[itemprop="title"]` {
		t.Errorf("title by %q", css)
	}
}

func TestTwoLayoutsTwoRules(t *testing.T) {
	old := func(firm string) Example {
		return Example{Doc: parsed(t, `<p class=firm>`+firm+`</p>`), Now: noon, Want: &job.Posting{Company: firm}}
	}
	fresh := func(firm string) Example {
		return Example{Doc: parsed(t, `<div id=org>`+firm+`</div>`), Now: noon, Want: &job.Posting{Company: firm}}
	}
	tm, err := Learn([]Example{old("Ax"), old("Birch"), old("Cedar"), fresh("Dogwood"), fresh("Elm")})
	if err != nil {
		t.Fatal(err)
	}
	if c := tm.Evaluate([]Example{old("Fir"), fresh("Gum")})[job.Company]; c.Right != 2 {
		t.Errorf("%+v with %v", c, tm.Fields[job.Company])
	}
}

func TestNothingToLearn(t *testing.T) {
	for _, examples := range [][]Example{
		nil,
		{{URL: "https://a.test/", Doc: parsed(t, "<h1>x</h1>")}},
		{{Doc: parsed(t, "<h1>x</h1>"), Want: &job.Posting{Title: "not there"}}},
	} {
		if _, err := Learn(examples); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: error %v, want one line", examples, err)
		}
	}
}

func TestURLPatterns(t *testing.T) {
	for _, c := range []struct {
		urls     []string
		yes, not []string
	}{
		{[]string{"http://a.test/jobs/1", "http://a.test/jobs/22"}, []string{"http://a.test/jobs/345", "http://a.test/jobs/7?ref=x"}, []string{"http://a.test/jobs", "http://a.test/jobs/all"}},
		{[]string{"http://a.test/Cook-Job-Kiel-71.aspx", "http://a.test/Ship-Mate-Job-Vigo-82.aspx"}, []string{"http://a.test/Pilot-Job-Oban-5.aspx"}, []string{"http://a.test/about.aspx"}},
		{[]string{"http://a.test/view?id=1&s=2", "http://a.test/view?id=3&s=2"}, []string{"http://a.test/view?id=9", "http://a.test/view?s=1&id=9"}, []string{"http://a.test/view", "http://a.test/view?page=2"}},
		{[]string{"http://a.test/job/cook-in-kiel/77"}, []string{"http://a.test/job/pilot/8"}, []string{"http://a.test/job/pilot"}},
	} {
		var examples []Example
		for _, u := range c.urls {
			examples = append(examples, Example{URL: u, Doc: parsed(t, "<h1>Cook"), Want: &job.Posting{Title: "Cook"}})
		}
		tm, err := Learn(examples)
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range append(c.yes, c.urls...) {
			if _, ok := tm.Kind(u); !ok {
				t.Errorf("%v do not match %s", tm.Detail, u)
			}
		}
		for _, u := range c.not {
			if _, ok := tm.Kind(u); ok {
				t.Errorf("%v match %s", tm.Detail, u)
			}
		}
	}
}

// FuzzLearn holds that no page and no value makes the learner panic, and that what it proposes can be written and read.
func FuzzLearn(f *testing.F) {
	f.Add("<h1 id=a class='b c'>Cook</h1><dl><dt>At<dd>Kiel", "Cook", "Kiel", "http://a.test/jobs/1")
	f.Add("<p data-x=1>Job: \"Cook\\ (Kiel) 1/2/2024", "Cook\\", "1/2/2024", "http://[::1]/a?b=%zz")
	f.Add("<table><tr><td>a<td>a<tr><td>a", "a", "a", "//")
	f.Fuzz(func(t *testing.T, page, title, place, url string) {
		if len(page) > 2000 {
			return
		}
		e := Example{URL: url, Doc: parsed(t, page), Now: noon, Want: new(job.Posting)}
		for _, f := range []job.Field{job.Title, job.Location, job.ID, job.Posted, job.Contact} {
			Assign(e.Want, f, map[bool]string{true: title, false: place}[f == job.Title], "", noon)
		}
		tm, err := Learn([]Example{e, {URL: url + "x", Doc: parsed(t, "<h1>"+page), Now: noon, Want: &job.Posting{Title: e.Want.Title}}})
		if err != nil {
			return
		}
		tm.Extract(e.Doc, url, noon)
		var file bytes.Buffer
		if err := tm.Write(&file); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(bytes.NewReader(file.Bytes())); err != nil {
			t.Fatalf("%v in\n%s", err, file.Bytes())
		}
	})
}

func BenchmarkExtract(b *testing.B) {
	tm, e := read(b, keeper), port(b, 1)
	b.ReportAllocs()
	for b.Loop() {
		tm.Extract(e.Doc, e.URL, noon)
	}
}

func BenchmarkFor(b *testing.B) {
	s := NewSet(read(b, keeper))
	b.ReportAllocs()
	for b.Loop() {
		s.For("http://www.elsewhere.test/jobs/1")
	}
}

// TestRepeatedValuesAreBounded: a page that repeats a value in many items and attributes gives few places to look at, and the template is
// learned all the same.
func TestRepeatedValuesAreBounded(t *testing.T) {
	page := func(name string) Example {
		data := ""
		for i := range 3 * maxAttributes {
			data += fmt.Sprintf(" data-n%d=%q", i, name)
		}
		items := strings.Repeat("<li>"+name+"</li>", 3*maxHolders)
		return Example{Doc: parsed(t, `<h1 class=big>`+name+`</h1><p`+data+`>text<ul>`+items+`</ul>`), Now: noon, Want: &job.Posting{Title: name}}
	}
	l := &learner{field: job.Title}
	if n := len(l.holders(page("Baker"))); n < maxAttributes || n > maxHolders+maxAttributes {
		t.Errorf("%d places hold the value; want a few of %d", n, 3*(maxHolders+maxAttributes))
	}
	tm, err := Learn([]Example{page("Baker"), page("Miller")})
	if err != nil || len(tm.Fields[job.Title]) == 0 {
		t.Errorf("%+v, %v", tm, err)
	}
}
