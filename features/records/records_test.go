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

// The next page is named by a URL or a cursor, or follows from the numbers of the answer or of its URL.
func TestNextPage(t *testing.T) {
	const two = `[{"n":"Weaver"},{"n":"Dyer"}]`
	for _, c := range []struct{ url, body, want string }{
		{"/api", `{"data":LIST,"links":{"next":"https://a.example/api?page=2"}}`, "/api?page=2"},
		{"/api", `{"offset":0,"limit":2,"total":5,"data":LIST}`, "/api?offset=2"},
		{"/api?offset=2", `{"offset":2,"limit":2,"total":5,"data":LIST}`, "/api?offset=4"},
		{"/api?offset=4", `{"offset":4,"limit":2,"total":5,"data":LIST}`, ""},
		{"/api", `{"total":5,"limit":2,"data":LIST}`, ""}, // the name of the parameter is not known
		{"/api?offset=0&limit=2", `{"count":57,"results":LIST}`, "/api?offset=2&limit=2"},
		{"/api?offset=20&from=2026-01-01", `{"offset":20,"limit":2,"total":57,"data":LIST}`, "/api?offset=22&from=2026-01-01"},
		{"/api?first=2", `{"data":{"jobs":{"totalCount":9,"nodes":LIST,"pageInfo":{"hasNextPage":true,"endCursor":"x9"}}}}`, "/api?first=2&after=x9"},
		{"/api?page=7", `{"jobs":[],"nextPage":8}`, ""},
		{"/api", `{"jobs":LIST,"nextPage":-1}`, ""}, {"/api", `{"jobs":LIST,"nextPage":true}`, ""}, {"/api", `{"jobs":LIST,"nextPageToken":"null"}`, ""},
		{"/api", `{"jobs":LIST,"_next_cursor":"b"}`, "/api?cursor=b"},
		{"/api?q=rope%20maker&page=1", `{"page":1,"pages":3,"next":"https://a.example/api?q=rope+maker&page=2","data":LIST}`, "/api?q=rope+maker&page=2"},
		{"/api?q=rope%20maker&page=1", `{"page":1,"pages":3,"data":LIST}`, "/api?q=rope%20maker&page=2"},
		{"/job/12", `{"title":"Weaver","images":LIST,"views":{"total":900,"page":1,"size":10}}`, ""},
		{"/api", `{"page":9223372036854775807,"hasMore":true,"data":LIST}`, ""},
		{"/api?page=4", `{"page":4,"data":LIST,"hasMore":true}`, "/api?page=5"},
		{"/api?startIndex=2", `{"totalResults":5,"items":LIST}`, "/api?startIndex=4"},
		{"/api", `{"start":0,"totalFound":5,"results":LIST}`, "/api?start=2"},
		{"/api?page=1", `{"meta":{"page":1,"total_pages":2},"data":LIST}`, "/api?page=2"},
		{"/api?page=2", `{"meta":{"page":2,"total_pages":2},"data":LIST}`, ""},
		{"/api", `{"data":LIST,"meta":{"current_page":1,"last_page":3,"per_page":2,"total":5}}`, "/api?page=2"},
		{"/api", `{"_embedded":{"jobs":LIST},"page":{"size":2,"totalElements":5,"totalPages":3,"number":0}}`, "/api?page=1"},
		{"/api?page=3", `{"data":LIST,"total":9,"pageSize":2}`, "/api?page=4"},
		{"/api?page[number]=2", `{"data":LIST,"meta":{"pageCount":3}}`, "/api?page[number]=3"},
		{"/api?page=4", `{"data":LIST,"hasMore":true}`, ""}, // a server that ignores the parameter would have no end
		{"/api?page=4", `{"data":[],"hasMore":true}`, ""},
		{"/api?page=4", `{"data":LIST,"hasMore":false}`, ""},
		{"/api?team=2", `{"data":LIST,"next_cursor":"b7"}`, "/api?team=2&cursor=b7"},
		{"/api?pageToken=a", `{"data":LIST,"nextPageToken":"b"}`, "/api?pageToken=b"},
		{"/api", `{"data":LIST,"nextPageToken":""}`, ""},
		{"/api", `{"data":LIST,"nextPage":3}`, "/api?page=3"},
		{"/api", `{"data":{"jobs":{"nodes":LIST},"pageInfo":{"hasNextPage":true,"endCursor":"x9"}}}`, "/api?after=x9"},
		{"/api", `{"title":"Weaver","count":3}`, ""},
		{"/api", `{"data":LIST}`, ""},
	} {
		body := strings.ReplaceAll(c.body, "LIST", two)
		if got := strings.Join(urls(page(t, "https://a.example"+c.url, body)), " "); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.url, body, got, c.want)
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
