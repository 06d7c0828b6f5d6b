package scripted

import (
	"reflect"
	"testing"
)

func TestAddressesInScripts(t *testing.T) {
	for script, want := range map[string][]string{
		`fetch("/list?all=1").then(show)`:                              {"/list?all=1"},
		`fetch('/api/' + id)`:                                          nil,
		`const API = "https://example.org/v1"; fetch(API + "/jobs")`:   {"https://example.org/v1/jobs"},
		"const host='/a'; x.get(`${host}/b?c=d`)":                      {"/a/b?c=d"},
		"x.get(`/a/${unknown}`)":                                       nil,
		`$.getJSON("offers.json", f); $.ajax({url: '/rest/offers'})`:   {"offers.json", "/rest/offers"},
		`r.open("GET", "/feeds/all", true); r.open("POST", "/a/save")`: {"/feeds/all"},
		`x={jobsUrl:"https:\/\/example.org\/list"}`:                    {"https://example.org/list"},
		`it's "/api/v1/openings" and "/pictures/a.png"`:                {"/api/v1/openings"},
		"window\n  .fetch( 'jobs' ); fetch('rows?of=1'); fetch('')":    {"./jobs", "./rows?of=1"},
		`store.fetch("jobs"); prefetch("jobs"); x.get("rows")`:         nil,
		`fetch("mailto:me@example.org"); fetch("app.js")`:              nil,
		`load("/about")`:                                        nil,
		`a="/api/v2/"+b;c=d+"/api/v2/e"`:                        nil,
		`route("/jobs/:id"); n="http://www.w3.org/2000/svg"`:    nil,
		`import("/assets/chunk.js"); fetch("/assets/chunk.js")`: nil,
		"s = `a\nfetch('/x/y')`":                                {"/x/y"},
	} {
		if got := Addresses([]byte(script)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q, want %q", script, got, want)
		}
	}
}

func TestLinksToWhatScriptsRequest(t *testing.T) {
	const shell = `<title>Jobs</title><base href=/b/><link rel=preload as=fetch href=first.json><link rel=alternate type="application/json" href=/alt>
<link rel=preload as=style href=a.css><body><div id=root data-source="/list/all" data-picture="/a.png"></div><job-list feed=/jobs/feed></job-list><jobs of="rows.json"></jobs>
<a href=/alt>x</a><script>fetch("./offers?page=1")</script><script src=/own.js></script><script src="https://else.test/lib.js"></script>
<script src="https://board.test/embed?for=us"></script>`
	p := read(t, shell)
	AddLoads(p)
	var got []string
	for i := range p.Links {
		got = append(got, p.Links[i].URL)
	}
	want := []string{
		"https://example.org/alt", "https://example.org/b/first.json", "https://example.org/list/all", "https://example.org/jobs/feed", "https://example.org/b/rows.json",
		"https://example.org/own.js", "https://board.test/embed?for=us", "https://example.org/b/offers?page=1",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("links %q, want %q", got, want)
	}
	if p.Links[1].Path == p.Links[2].Path {
		t.Error("a preload and an attribute have the same tag path")
	}
	p = read(t, made["list"]+`<div data-source="/list/all"></div>`)
	if before := len(p.Links); before == 0 {
		t.Fatal("no links")
	} else if AddLoads(p); len(p.Links) != before {
		t.Error("a page that has its content gets links of its scripts")
	}
}
