package template

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/net/html"

	"gannet/job"
)

var noon = time.Date(2024, 5, 10, 12, 0, 0, 0, time.UTC)

const keeper = `name: harbour
hosts: ["*.harbour.test", other.test]
language: de
kinds:
  other: '/jobs/help'
  detail: ['/jobs/\d+$']
  listing: [/jobs]
fields:
  title: h1
  company:
    - select: dt:contains("Firma") + dd
      post: [{match: '^(.+?) \('}]
    - value: Hafen AG
  place: {select: ".place li", all: true}
  posted: [{select: .on, post: [{date: 02.01.2006}]}]
  valid_through: time @datetime
  description: {select: .text p, all: true}
  id: [{select: 'meta[name=ref]', post: {replace: '[^0-9]+', with: ''}}]
  contact: .who
`

const page = `<html><head><meta name=ref content="Nr. 77-1"></head><body><h1> Lighthouse
 keeper </h1><dl><dt>Firma</dt><dd>Nordlicht (Kiel)</dd></dl><ul class=place><li>Kiel<li>Germany</ul>
<span class=on>03.04.2024</span><time datetime=2024-06-01>soon</time>
<div class=text><p>Keep<br>the lamp.<p></p><p>Count <b>ships</b>.</div>
<p class=who>Kim Doe, kim@harbour.test, +49 431 555 01</p></body></html>`

func parsed(t testing.TB, s string) *html.Node {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(s))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func read(t testing.TB, s string) *Template {
	t.Helper()
	tm, err := Read(strings.NewReader(s))
	if err != nil {
		t.Fatal(err)
	}
	return tm
}

func TestExtract(t *testing.T) {
	p := read(t, keeper).Extract(parsed(t, page), "http://a.harbour.test/jobs/7", noon)
	if p == nil {
		t.Fatal("no posting")
	}
	for what, gotWant := range map[string][2]string{
		"url":         {p.URL, "http://a.harbour.test/jobs/7"},
		"title":       {p.Title, "Lighthouse keeper"},
		"company":     {p.Company, "Nordlicht"},
		"place":       {p.Location, "Kiel, Germany"},
		"posted":      {p.Posted.Format(time.DateOnly), "2024-04-03"},
		"valid":       {p.ValidThrough.Format(time.DateOnly), "2024-06-01"},
		"description": {p.Description, "Keep\nthe lamp.\nCount ships."},
		"id":          {p.ID, "771"},
		"name":        {p.Contact.Name, "Kim Doe"},
		"mail":        {p.Contact.Email, "kim@harbour.test"},
		"phone":       {p.Contact.Phone, "+49 431 555 01"},
		"source":      {string(p.Provenance[job.Title].Method), string(job.Template)},
	} {
		if gotWant[0] != gotWant[1] {
			t.Errorf("%s: %q, want %q", what, gotWant[0], gotWant[1])
		}
	}
	if _, ok := p.Provenance[job.Salary]; ok {
		t.Error("a salary has an origin, but the page has none")
	}
}

func TestAConstantStandsInWhereNoNodeIs(t *testing.T) {
	p := read(t, keeper).Extract(parsed(t, "<h1>Cook</h1><dl><dt>Firma</dt><dd>ohne Klammer</dd></dl>"), "", noon)
	if p == nil || p.Company != "Hafen AG" {
		t.Errorf("%+v, want the constant company", p)
	}
}

func TestNothingFoundIsNoPosting(t *testing.T) {
	tm := read(t, "name: a\nhosts: a.test\nfields: {title: h1, posted: time}\n")
	if p := tm.Extract(parsed(t, "<h2>x</h2><time>unknown</time>"), "", noon); p != nil {
		t.Errorf("%+v, want none", p)
	}
}

func TestKind(t *testing.T) {
	tm := read(t, keeper)
	for url, want := range map[string]job.Kind{
		"http://harbour.test/jobs/12":   job.Detail,
		"http://harbour.test/jobs?p=2":  job.Listing,
		"http://harbour.test/jobs/help": job.Other,
	} {
		if got, ok := tm.Kind(url); got != want || !ok {
			t.Errorf("%s: %v, %v, want %v", url, got, ok, want)
		}
	}
	if _, ok := tm.Kind("http://harbour.test/about"); ok {
		t.Error("no pattern matches /about")
	}
}

func TestExplainAgreesWithExtract(t *testing.T) {
	tm, doc := read(t, keeper), parsed(t, page)
	used := map[job.Field]bool{}
	for _, m := range tm.Explain(doc, noon) {
		used[m.Field] = used[m.Field] || m.Used
		if m.Rule == ".place li" && (m.Nodes != 2 || len(m.Values) != 2) {
			t.Errorf("%+v: want two nodes", m)
		}
		if m.Rule == "= Hafen AG" && m.Used {
			t.Error("the constant is used, although the rule before it found a value")
		}
	}
	p := tm.Extract(doc, "", noon)
	for _, f := range job.Fields() {
		if _, found := p.Provenance[f]; found != used[f] {
			t.Errorf("%s: Extract found %v, Explain %v", f, found, used[f])
		}
	}
}

func TestLaterDirectoriesReplace(t *testing.T) {
	built := fstest.MapFS{
		"a.yaml":     {Data: []byte("name: a\nhosts: a.test\nfields: {title: h1}\n")},
		"b.yml":      {Data: []byte("name: b\nhosts: '*.test'\nfields: {title: h1}\n")},
		"notes.text": {Data: []byte("not a template")},
	}
	user := fstest.MapFS{"mine.yaml": {Data: []byte("name: a\nhosts: [a.test, c.test]\nfields: {title: h2}\n")}}
	s, err := Load(built, user)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(s.All()); n != 2 {
		t.Fatalf("%d templates, want 2", n)
	}
	found := s.For("http://A.test:8080/x")
	if len(found) != 2 || found[0].Name != "a" || found[1].Name != "b" {
		t.Fatalf("%v, want a, whose pattern is closest, then b", found)
	}
	if got := found[0].Fields[job.Title][0].Select; got != "h2" {
		t.Errorf("title from %q: the built-in template was not replaced", got)
	}
	for _, url := range []string{"http://test.example/", "", ":", "mailto:a@a.test"} {
		if found := s.For(url); len(found) != 0 {
			t.Errorf("%q: %v, want none", url, found)
		}
	}
	if (*Set)(nil).For("http://a.test/") != nil {
		t.Error("an empty set has templates")
	}
}

func TestTheSameNameTwiceInOneDirectory(t *testing.T) {
	same := []byte("name: a\nhosts: a.test\nfields: {title: h1}\n")
	_, err := Load(fstest.MapFS{"x.yaml": {Data: same}, "y.yaml": {Data: same}})
	if err == nil || !strings.Contains(err.Error(), "x.yaml") || !strings.Contains(err.Error(), "y.yaml") {
		t.Errorf("%v: want both files named", err)
	}
}
