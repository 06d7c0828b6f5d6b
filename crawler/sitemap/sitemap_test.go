package sitemap

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"gannet/internal/weburl"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const base = "https://jobs.example/sitemap.xml"

func urlset(locs ...string) string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
	for _, loc := range locs {
		b.WriteString("<url><loc>" + loc + "</loc><lastmod>2026-05-04</lastmod></url>\n")
	}
	return b.String() + "</urlset>"
}

func compress(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return b.String()
}

func TestSitemaps(t *testing.T) {
	plain := urlset("https://jobs.example/1", "https://jobs.example/2")
	for _, test := range []struct{ name, file, urls, nested string }{
		{"urlset", plain, "/1 /2", ""},
		{"gzip", compress(plain), "/1 /2", ""},
		{"canonical, entities, spaces, twice", urlset(" https://JOBS.example:443/a?x=1&amp;y=2#z\n", "<![CDATA[https://jobs.example/a?x=1&y=2]]>"), "/a?x=1&y=2", ""},
		{"other hosts", urlset("https://other.example/1", "https://jobs.example.evil.example/", "https://jobs.example/1"), "/1", ""},
		{"scheme and www", urlset("http://jobs.example/1", "https://www.jobs.example/2"), "http://jobs.example/1 https://www.jobs.example/2", ""},
		{"other schemes, rubbish", urlset("ftp://jobs.example/1", "javascript:x", "", "http://["), "", ""},
		{"relative", urlset("/1"), "/1", ""},
		{"too long", urlset("https://jobs.example/"+strings.Repeat("x", 2048), "https://jobs.example/1"), "/1", ""},
		{"index", `<sitemapindex><sitemap><loc>https://jobs.example/a.xml.gz</loc></sitemap><sitemap><loc>https://other.example/b.xml</loc></sitemap></sitemapindex>`, "", "/a.xml.gz"},
		{"namespaces", `<s:urlset xmlns:s="x"><s:url><s:loc>https://jobs.example/1</s:loc></s:url></s:urlset>`, "/1", ""},
		{"images", `<urlset><url><loc>https://jobs.example/1</loc><image:image><image:loc>https://jobs.example/i.png</image:loc></image:image></url></urlset>`, "/1", ""},
		{"capitals, space before", "\uFEFF \n<URLSET><URL><LOC>https://jobs.example/1</LOC></URL></URLSET>", "/1", ""},
		{"loc outside of an entry", `<urlset><loc>https://jobs.example/1</loc></urlset>`, "", ""},
		{"bare ampersand", urlset("https://jobs.example/?a=1&b=2"), "/?a=1&b=2", ""},
		{"another charset", `<?xml version="1.0" encoding="windows-1251"?>` + "<urlset><url><loc>https://jobs.example/\xe4\xe0</loc></url></urlset>", "/%D0%B4%D0%B0", ""},
		{"text", "\uFEFFhttps://jobs.example/1\r\n\r\n# no\nnot a url\nhttps://jobs.example/2", "/1 /2", ""},
		{"a web page", "<!doctype html><html><p>no such page<br>", "", ""},
		{"nothing", "", "", ""},
	} {
		urls, nested, err := Parse(strings.NewReader(test.file), base, "", 0)
		if err != nil || short(urls) != test.urls || short(nested) != test.nested {
			t.Errorf("%s: got %s and %s, %v", test.name, short(urls), short(nested), err)
		}
	}
}

func short(urls []string) string {
	var out []string
	for _, url := range urls {
		out = append(out, strings.TrimPrefix(url, "https://jobs.example"))
	}
	return strings.Join(out, " ")
}

func TestGoodEntriesOfABrokenSitemap(t *testing.T) {
	whole := urlset("https://jobs.example/1", "https://jobs.example/2")
	packed := compress(strings.Repeat(" ", 10) + urlset(many(2000)...))
	for name, file := range map[string]string{
		"cut in a tag": whole[:strings.Index(whole, "/2")+3],
		"bad markup":   whole[:strings.Index(whole, "</urlset")] + "<<<",
		"cut gzip":     packed[:len(packed)/2],
		"not gzip":     "\x1f\x8bnot really",
	} {
		urls, _, err := Parse(strings.NewReader(file), base, "", 0)
		if err == nil || !strings.Contains(err.Error(), base) || len(urls) == 0 && name != "not gzip" {
			t.Errorf("%s: %d URLs, %v", name, len(urls), err)
		}
	}
	if _, _, err := Parse(strings.NewReader(whole), "nowhere", "", 0); err == nil {
		t.Error("a base that is no URL")
	}
}

func many(n int) []string {
	var locs []string
	for i := range n {
		locs = append(locs, fmt.Sprintf("https://jobs.example/%d", i*7919))
	}
	return locs
}

func TestLimits(t *testing.T) {
	for limit, want := range map[int]int{0: MaxURLs, 10: 10, MaxURLs + 1: MaxURLs} {
		urls, _, err := Parse(strings.NewReader(urlset(many(MaxURLs+5)...)), base, "", limit)
		if err != nil || len(urls) != want {
			t.Errorf("limit %d: %d URLs, %v", limit, len(urls), err)
		}
	}
}

// endless repeats a text.
type endless struct {
	text string
	at   int
	read int64
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.text[e.at:])
	e.at = (e.at + n) % len(e.text)
	e.read += int64(n)
	return n, nil
}

func TestEndlessSitemapsEnd(t *testing.T) {
	for name, text := range map[string]string{
		"text": "https://jobs.example/1\n", "long lines": strings.Repeat("x", 1<<16),
		"xml": "<url><loc>https://jobs.example/1</loc></url>", "nested": "<url>", "comment": "<!-- ", "spaces": " ",
	} {
		source := &endless{text: text}
		const most = 4 << 20
		_, _, err := parse(source, base, "", 0, most)
		if err == nil || source.read > most+64<<10 {
			t.Errorf("%s: %d bytes were read, %v", name, source.read, err)
		}
		if name == "text" && !errors.Is(err, ErrTooLong) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(urlset("https://jobs.example/1")))
	f.Add([]byte(compress("https://jobs.example/1")))
	f.Add([]byte("<!DOCTYPE x [<!ENTITY a 'b'>]><url><loc>&a;</loc>"))
	f.Fuzz(func(t *testing.T, file []byte) {
		urls, nested, _ := Parse(bytes.NewReader(file), base, "", 100)
		if len(urls) > 100 || len(nested) > 100 {
			t.Error("over the limit")
		}
		for _, url := range append(urls, nested...) {
			if !SameSite(weburl.Host(url), "jobs.example") {
				t.Errorf("%s is of another host", url)
			}
		}
	})
}
