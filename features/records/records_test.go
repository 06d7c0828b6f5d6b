package records_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"gannet/features"
	"gannet/features/records"
)

// page returns the page of an answer.
func page(t *testing.T, url, body string) *features.Page {
	t.Helper()
	made, err := records.Page(url, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	if !records.IsMade(made) || records.IsMade([]byte(body)) {
		t.Error("a made page is not told from others")
	}
	p, err := features.NewReader().Read(url, made)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func urls(p *features.Page) (all []string) {
	for i := range p.Links {
		all = append(all, strings.TrimPrefix(p.Links[i].URL, "https://a.example"))
	}
	return all
}

// The records are there as data, and their texts and links as the body. Forms and pictures are no links.
func TestPageOfRecords(t *testing.T) {
	for _, body := range []string{
		`{"jobs":[{"title":"Weaver","hosted_url":"https://a.example/jobs/7","apply_url":"https://a.example/apply/7","logo":"https://a.example/l.png","text":"<p>You weave </script> cloth.</p>"}]}`,
		`<?xml version="1.0"?><!DOCTYPE jobs [<!ENTITY x "xxxx">]><jobs><job id="7"><title>Weaver</title><url>https://a.example/jobs/7</url><apply href="https://a.example/apply/7"/>
			<text>&lt;p>You weave &lt;/script> cloth.&lt;/p></text></job></jobs>`,
	} {
		p := page(t, "https://a.example/api", body)
		if got := urls(p); len(got) != 1 || got[0] != "/jobs/7" || p.Quote(p.Links[0].Anchor) != "Weaver" {
			t.Errorf("links %q", got)
		}
		data, ok := records.Of(p)
		if text := p.TextOf(p.Body); !ok || !strings.Contains(data, "Weaver") || !strings.Contains(text, "You weave") || strings.Contains(text, "<p>") {
			t.Errorf("data %q, text %q", data, text)
		}
	}
}

// The next page is named by a URL, or follows from the numbers of the answer.
func TestNextPage(t *testing.T) {
	for _, c := range []struct{ url, body, want string }{
		{"https://a.example/api", `{"data":[],"links":{"next":"https://a.example/api?page=2"}}`, "/api?page=2"},
		{"https://a.example/api", `{"offset":0,"limit":10,"total":25,"data":[]}`, "/api?offset=10"},
		{"https://a.example/api?offset=10", `{"offset":10,"limit":10,"total":25,"data":[]}`, "/api?offset=20"},
		{"https://a.example/api?offset=20", `{"offset":20,"limit":10,"total":25,"data":[]}`, ""},
		{"https://a.example/api?page=1", `{"meta":{"page":1,"total_pages":2},"data":[]}`, "/api?page=2"},
		{"https://a.example/api?page=2", `{"meta":{"page":2,"total_pages":2},"data":[]}`, ""},
	} {
		if got := strings.Join(urls(page(t, c.url, c.body)), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.body, got, c.want)
		}
	}
}

// An answer of which a part is missing gives no page, and neither does one beyond the bounds.
func TestAnswersWithoutPage(t *testing.T) {
	for body, want := range map[string]error{
		"":                        records.ErrEmpty,
		`{"jobs":[{"title":"Weav`: records.ErrBroken,
		`<jobs><job>`:             records.ErrBroken,
		`<jobs></job></jobs>`:     records.ErrBroken,
		strings.Repeat("[", 60) + strings.Repeat("]", 60):      records.ErrTooLarge,
		strings.Repeat("<a>", 60) + strings.Repeat("</a>", 60): records.ErrTooLarge,
		"[0" + strings.Repeat(",0", 200_000) + "]":             records.ErrTooLarge,
		"<a>" + strings.Repeat("<b/>", 200_000) + "</a>":       records.ErrTooLarge,
	} {
		if _, err := records.Page("https://a.example/", []byte(body)); !errors.Is(err, want) {
			t.Errorf("%.30q: %v, want %v", body, err, want)
		}
	}
}

// An entity of a document type stays as it is written.
func TestEntitiesAreNotExpanded(t *testing.T) {
	p := page(t, "https://a.example/", `<!DOCTYPE a [<!ENTITY x "expanded text">]><a><b>some words &x; here</b></a>`)
	if text := p.TextOf(p.Body); strings.Contains(text, "expanded") || !strings.Contains(text, "some words") {
		t.Errorf("%q", text)
	}
}

// Lines of JSON are a list of records.
func TestLinesOfJSON(t *testing.T) {
	p := page(t, "https://a.example/", fmt.Sprintf("%s\n%s\n", `{"name":"One","url":"https://a.example/1"}`, `{"name":"Two","url":"https://a.example/2"}`))
	if got := urls(p); len(got) != 2 {
		t.Errorf("links %q", got)
	}
}

// Rows of a table become records with the names of its columns, wherever the names stand.
func TestTables(t *testing.T) {
	for _, body := range []string{
		`{"fields":["id","title","url"],"rows":[["7","Weaver","https://a.example/7"],["8","Dyer","https://a.example/8"]]}`,
		`{"meta":{"view":{"columns":[{"name":"id"},{"name":"title"},{"name":"url"}]}},"data":[[7,"Weaver","https://a.example/7"],[8,"Dyer","https://a.example/8"]]}`,
		`{"data":[["seven","Weaver","https://a.example/w"],["eight","Dyer","https://a.example/d"]],"fields":["id","title","url"]}`,
		`{"cities":["Leeds","York","Hull"],"data":[["seven","Weaver","https://a.example/w"],["eight","Dyer","https://a.example/d"]],"fields":["id","title","url"]}`,
		`[["id","title","url"],["7","Weaver","https://a.example/7"],["8","Dyer","https://a.example/8"]]`,
	} {
		p := page(t, "https://a.example/api", body)
		if got := urls(p); len(got) != 2 || p.Quote(p.Links[1].Anchor) != "Dyer" {
			t.Errorf("%s: links %q", body, got)
		}
	}
	shifts := page(t, "https://a.example/api", `{"shifts":[["Mon","early","A"],["Tue","late","B"]]}`)
	if data, _ := records.Of(shifts); strings.Contains(data, `"Mon":`) {
		t.Errorf("a row became a header: %s", data)
	}
	p := page(t, "https://a.example/api", `{"bounds":[[1,2,3],[4,5,6]],"tags":["wool","silk","flax"]}`)
	if data, _ := records.Of(p); strings.Contains(data, `"wool":`) {
		t.Errorf("points became records: %s", data)
	}
}

func FuzzPage(f *testing.F) {
	for _, s := range []string{`{"a":[1,{"next":"/b"}]}`, `<a b="c"><d>e</d></a>`, `[`, `<a>`, `{"page":1,"pages":3}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		made, err := records.Page("https://a.example/x", []byte(s))
		if err == nil && !records.IsMade(made) {
			t.Errorf("%q", made)
		}
	})
}
