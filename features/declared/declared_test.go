package declared

import (
	"net/http"
	"slices"
	"testing"
)

// TestRefresh follows each branch of HTML's "shared declarative refresh steps".
func TestRefresh(t *testing.T) {
	for value, want := range map[string]string{
		"0;url=/a": "/a", "0; URL=/a": "/a", "0;/a": "/a", "0, /a": "/a", "0,url=/a": "/a", "0 url=/a": "/a", "0 /a": "/a",
		"  5  ;  url  =  /a": "/a", "0.5;url=/a": "/a", ".5;url=/a": "/a", "1.2.3;/a": "/a", "0;URL=\n  /a": "/a", "0\t;\f/a": "/a",
		`0;url="/a"b`: "/a", `0;url='/a`: "/a", `0;'/a'`: "/a", `0;url="/a'b"`: "/a'b", "0;;/a": ";/a",
		"0;url /a": "url /a", "0;urn:a": "urn:a", "0;u": "u", "0;url": "url", "0;uri=/a": "uri=/a", "0;up/a": "up/a",
		"": "", "5": "", "5;": "", "5;url=": "", "url=/a": "", ";url=/a": "", "-1;url=/a": "", "x0;url=/a": "", "0x;url=/a": "", "0/a": "",
	} {
		if got := Refresh(value); got != want {
			t.Errorf("%q: %q, want %q", value, got, want)
		}
	}
}

func TestLinks(t *testing.T) {
	for _, c := range []struct {
		values []string
		want   []Link
	}{
		{nil, nil},
		{[]string{`</a>; rel="canonical"`}, []Link{{Target: "/a", Rel: "canonical"}}},
		{[]string{`</a>;rel=next,</b> ; REL = "prev x"`, `<c>;rel=d`}, []Link{{Target: "/a", Rel: "next"}, {Target: "/b", Rel: "prev x"}, {Target: "c", Rel: "d"}}},
		{[]string{`<a,b;c>; title="x, <y>; rel=no \" z"; rel=next; rel=prev; type="text/html"; anchor="/d"`},
			[]Link{{Target: "a,b;c", Rel: "next", Type: "text/html", Anchor: "/d"}}},
		{[]string{`, ,</a>;;rel=a , </b>; crossorigin; rel=b junk, junk, </c>; rel="d`}, []Link{{Target: "/a", Rel: "a"}, {Target: "/b", Rel: "b junk"}, {Target: "/c", Rel: "d"}}},
		{[]string{`/a; rel=next, <b`, `</c>`}, []Link{{Target: "/c"}}},
	} {
		if got := Links(c.values); !slices.Equal(got, c.want) {
			t.Errorf("%q: %+v, want %+v", c.values, got, c.want)
		}
	}
	if got := (Link{Rel: " Next\tPREV "}).Rels(); !slices.Equal(got, []string{"next", "prev"}) {
		t.Errorf("relation types %q", got)
	}
}

func TestHeaders(t *testing.T) {
	all := http.Header{"Link": {"</a>", "</b>"}, "X-Robots-Tag": {"none"}, "Content-Type": {"text/html"}}
	if got := Headers(all); len(got) != 2 || len(got["Link"]) != 2 || got.Get("X-Robots-Tag") != "none" {
		t.Errorf("%v", got)
	}
	if Headers(http.Header{"Content-Type": {"text/html"}}) != nil || Headers(nil) != nil {
		t.Error("headers that declare nothing are kept")
	}
}

func FuzzLinks(f *testing.F) {
	f.Add(`</a>; rel="x\"`, "0;url='")
	f.Fuzz(func(t *testing.T, link, refresh string) {
		_ = Refresh(refresh)
		if n := len(Links([]string{link})); n > len(link) {
			t.Errorf("%q has %d links", link, n)
		}
	})
}

func TestRobotsHeader(t *testing.T) {
	for _, c := range []struct {
		headers []string
		want    Robots
	}{
		{nil, Robots{}},
		{[]string{"noindex"}, Robots{NoIndex: true}},
		{[]string{"NoIndex, NOFOLLOW"}, Robots{NoIndex: true, NoFollow: true}},
		{[]string{"noindex;nofollow"}, Robots{NoIndex: true, NoFollow: true}},
		{[]string{"none"}, Robots{NoIndex: true, NoFollow: true}},
		{[]string{"all", "nofollow"}, Robots{NoFollow: true}},
		{[]string{"otherbot: none"}, Robots{}},
		{[]string{"Gannet: nofollow"}, Robots{NoFollow: true}},
		{[]string{"otherbot: noindex, nofollow"}, Robots{}},
		{[]string{"otherbot: noindex, gannet: nofollow"}, Robots{NoFollow: true}},
		{[]string{"otherbot: noindex", "nofollow"}, Robots{NoFollow: true}},
		{[]string{"unavailable_after: 25 Jun 2030 15:00:00 PST, noindex"}, Robots{NoIndex: true}},
		{[]string{"unavailable_after: Tue, 25 Jun 2030 15:00:00 PST, noindex"}, Robots{NoIndex: true}},
		{[]string{"max-snippet:-1, noindex"}, Robots{NoIndex: true}},
		{[]string{"noarchive, nosnippet"}, Robots{Uses: "noarchive, nosnippet"}},
		{[]string{"NOAI", "max-snippet:0 noai", "otherbot: noimageai"}, Robots{Uses: "noai, max-snippet:0"}},
	} {
		var got Robots
		if got.AddHeader(http.Header{"X-Robots-Tag": c.headers}, Agent); got != c.want {
			t.Errorf("%q: %+v, want %+v", c.headers, got, c.want)
		}
	}
}

// TestRobotsMeta: directives for all crawlers and those by the crawler's own name add up.
func TestRobotsMeta(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          Robots
	}{
		{"robots", "index,follow", Robots{}},
		{"ROBOTS", "NoIndex ; follow", Robots{NoIndex: true}},
		{"robots", "noarchive nofollow", Robots{NoFollow: true, Uses: "noarchive"}},
		{"Gannet", "none", Robots{NoIndex: true, NoFollow: true}},
		{"gannetbot", "none", Robots{}},
		{"", "none", Robots{}},
		{"robots", "nonesuch", Robots{Uses: "nonesuch"}},
	} {
		var got Robots
		if got.AddMeta(c.name, c.content, "gannet"); got != c.want {
			t.Errorf("%s %q: %+v, want %+v", c.name, c.content, got, c.want)
		}
	}
}
