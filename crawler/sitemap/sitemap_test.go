package sitemap

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

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

// lists returns the pages and the other sitemaps of a sitemap.
func lists(f File, err error) (urls, nested []string, _ error) { return urlsOf(f), f.Nested, err }

func urlsOf(f File) (urls []string) {
	for _, p := range f.Pages {
		urls = append(urls, p.URL)
	}
	return urls
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
		{"old line ends, long line", "https://jobs.example/1\rhttps://jobs.example/" + strings.Repeat("x", 2<<20) + "\nhttps://jobs.example/2", "/1 /2", ""},
		{"half a mark", "\xEF\xBBhttps://jobs.example/1\n", "/1", ""},
		{"half a mark before XML", "\xEF" + urlset("https://jobs.example/1"), "/1", ""},
		{"UTF-16, little-endian", utf16With("\xFF\xFE", binary.LittleEndian, urlset("https://jobs.example/é")), "/%C3%A9", ""},
		{"UTF-16, big-endian", utf16With("\xFE\xFF", binary.BigEndian, urlset("https://jobs.example/é")), "/%C3%A9", ""},
		{"UTF-16 without a mark", utf16With("", binary.LittleEndian, urlset("https://jobs.example/1")), "/1", ""},
		{"UTF-16 with half a character", utf16With("\xFF\xFE", binary.LittleEndian, urlset("https://jobs.example/1")) + "x", "/1", ""},
		{"UTF-16, lines, gzip", compress(utf16With("\xFF\xFE", binary.LittleEndian, "https://jobs.example/1\r\nhttps://jobs.example/2")), "/1 /2", ""},
		{"UTF-8 that says it is UTF-16", `<?xml version="1.0" encoding="UTF-16"?><urlset><url><loc>https://jobs.example/1</loc></url></urlset>`, "/1", ""},
		{"ISO-8859-1", `<?xml version='1.0' encoding='ISO-8859-1'?><urlset><url><loc>https://jobs.example/` + "\xe9" + `</loc></url></urlset>`, "/%C3%A9", ""},
		{"windows-1252", `<?xml version="1.0" encoding="windows-1252"?><urlset><url><loc>https://jobs.example/` + "\x9c" + `</loc></url></urlset>`, "/%C5%93", ""},
		{"an encoding that no one knows", `<?xml version="1.0" encoding="x-none"?><urlset><url><loc>https://jobs.example/1</loc></url></urlset>`, "/1", ""},
		{"a byte that is no UTF-8", urlset("https://jobs.example/a\xe9b", "https://jobs.example/2"), "/a%E9b /2", ""},
		{"junk before", "<br />\nWarning: x in /srv/a.php on line 3\n" + urlset("https://jobs.example/1"), "/1", ""},
		{"words before", "Notice: https://jobs.example/x <b>\n\n" + urlset("https://jobs.example/1"), "/1", ""},
		{"unknown entities", urlset("https://jobs.example/1&nbsp;", "https://jobs.example/?a=1&copy=2&lt=3&b&reg=4&x;"), "/1 /?a=1&copy=2&lt=3&b&reg=4&x;", ""},
		{"numbers of characters", urlset("https://jobs.example/?a=1&#38;b=2&#x26;c"), "/?a=1&b=2&c", ""},
		{"tags that do not end", "<urlset><url><loc>https://jobs.example/1<lastmod>2026</url><url><loc>https://jobs.example/2</url></urlset>", "/1 /2", ""},
		{"other prefix, none declared", "<sm:urlset><sm:url><sm:loc>https://jobs.example/1</sm:loc></sm:url></sm:urlset>", "/1", ""},
		{"markup in a title", "<urlset><url><title>a<b</title><loc>https://jobs.example/1</loc><title/></url><url><loc>https://jobs.example/2</loc></url></urlset>", "/1 /2", ""},
		{"RSS 2.0", `<rss version="2.0"><channel><link>https://jobs.example/</link><atom:link href="/self" rel="self"/><image><url>https://jobs.example/i.png</url><link>https://jobs.example/</link></image>
			<item><title>A &nbsp; b</title><link>https://jobs.example/1?a=1&amp;b=2</link><guid>https://jobs.example/g</guid></item>
			<item><title/><link><![CDATA[ https://jobs.example/2?a&b ]]></link></item><item><guid isPermaLink="true">https://jobs.example/3</guid></item>
			<item><guid isPermaLink="false">https://jobs.example/no</guid></item><item><guid>4711</guid></item></channel></rss>`, "/1?a=1&b=2 /2?a&b /3", ""},
		{"RSS 1.0", `<rdf:RDF xmlns="http://purl.org/rss/1.0/"><item rdf:about="x"><title>a</title><link>https://jobs.example/1</link></item></rdf:RDF>`, "/1", ""},
		{"Atom", `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><link href="https://jobs.example/"/><entry><title>a</title><link rel="edit" href="/edit"/>
			<link rel="alternate" type="text/html" href="/1?a=1&amp;b=2"/></entry><entry><link href='https://jobs.example/2'></link><id>https://jobs.example/id</id></entry></feed>`, "/1?a=1&b=2 /2", ""},
		{"a web page", "<!doctype html><html><p>no such page<br>", "", ""},
		{"nothing", "", "", ""},
	} {
		urls, nested, err := lists(Parse(strings.NewReader(test.file), base, "", MaxURLs))
		if err != nil || short(urls) != test.urls || short(nested) != test.nested {
			t.Errorf("%s: got %s and %s, %v", test.name, short(urls), short(nested), err)
		}
	}
}

// utf16With returns a text in UTF-16 after a mark.
func utf16With(mark string, order binary.ByteOrder, text string) string {
	out := []byte(mark)
	for _, unit := range utf16.Encode([]rune(text)) {
		out = append(out, 0, 0)
		order.PutUint16(out[len(out)-2:], unit)
	}
	return string(out)
}

func short(urls []string) string {
	var out []string
	for _, url := range urls {
		out = append(out, strings.TrimPrefix(url, "https://jobs.example"))
	}
	return strings.Join(out, " ")
}

// TestLastmodAndFeeds: the lastmod of each page, in any order within its entry, and which files are feeds.
func TestLastmodAndFeeds(t *testing.T) {
	at := func(text string) time.Time {
		day, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return day
	}
	one := func(rest string) string { return "<urlset><url>" + rest + "</url></urlset>" }
	for _, c := range []struct {
		name, file string
		want       []time.Time
		feed       bool
	}{
		{"a day", one("<loc>https://jobs.example/1</loc><lastmod>2026-05-04</lastmod>"), []time.Time{at("2026-05-05T00:00:00Z")}, false},
		{"before the URL", one("<lastmod>2026-05-04T10:00:00+02:00</lastmod><loc>https://jobs.example/1</loc>"), []time.Time{at("2026-05-04T08:00:00Z")}, false},
		{"minutes, fractions, no zone", urlsetOf("2026-05-04T10:00Z", "2026-05-04T10:00:01.5Z", "2026-05-04T10:00:02"), []time.Time{at("2026-05-04T10:00:00Z"), at("2026-05-04T10:00:01.5Z"), at("2026-05-04T10:00:02Z")}, false},
		{"some without", urlsetOf("", "2026-05-04T10:00Z", "", "soon", "4 May"), []time.Time{{}, at("2026-05-04T10:00:00Z"), {}, {}, {}}, false},
		{"a month", urlsetOf("2026-05"), []time.Time{{}}, false},
		{"of a page that was named before", urlsetOf("2026-05-04") + one("<loc>https://jobs.example/0</loc><lastmod>2026-06-01</lastmod>"), []time.Time{at("2026-05-05T00:00:00Z")}, false},
		{"of an index", "<sitemapindex><sitemap><loc>https://jobs.example/a.xml</loc><lastmod>2026-05-04</lastmod></sitemap></sitemapindex>", nil, false},
		{"cut in a date", "<urlset><url><loc>https://jobs.example/1</loc><lastmod>2026-05", []time.Time{{}}, false},
		{"RSS", "<rss><channel><item><link>https://jobs.example/1</link></item></channel></rss>", []time.Time{{}}, true},
		{"RSS without entries", "<rss><channel><title>a</title></channel></rss>", nil, true},
		{"RSS 1.0", "<rdf:RDF><item><link>https://jobs.example/1</link></item></rdf:RDF>", []time.Time{{}}, true},
		{"Atom", "<feed xmlns='http://www.w3.org/2005/Atom'><entry><link href='/1'/></entry></feed>", []time.Time{{}}, true},
		{"lines", "https://jobs.example/1\n", []time.Time{{}}, false},
	} {
		f, err := Parse(strings.NewReader(c.file), base, "", MaxURLs)
		same := slices.EqualFunc(f.Pages, c.want, func(p Page, at time.Time) bool { return p.Modified.Equal(at) })
		if err != nil || !same || f.Feed != c.feed {
			t.Errorf("%s: %+v, %v; want %v, feed %v", c.name, f, err, c.want, c.feed)
		}
	}
}

// urlsetOf returns a sitemap of pages with these dates.
func urlsetOf(dates ...string) string {
	var b strings.Builder
	for i, date := range dates {
		if fmt.Fprintf(&b, "<url><loc>https://jobs.example/%d</loc>", i); date != "" {
			b.WriteString("<lastmod>" + date + "</lastmod>")
		}
		b.WriteString("</url>")
	}
	return "<urlset>" + b.String() + "</urlset>"
}

func TestGoodEntriesOfABrokenSitemap(t *testing.T) {
	whole := urlset("https://jobs.example/1", "https://jobs.example/2")
	packed := compress(strings.Repeat(" ", 10) + urlset(many(2000)...))
	for name, file := range map[string]string{
		"cut in a tag":    whole[:strings.Index(whole, "/2")+3],
		"bad markup":      whole[:strings.Index(whole, "</urlset")] + "<<<",
		"cut gzip":        packed[:len(packed)/2],
		"behind the gzip": packed + "rubbish",
		"gzip in gzip":    compress(packed),
	} {
		if urls, _, err := lists(Parse(strings.NewReader(file), base, "", MaxURLs)); err != nil || len(urls) == 0 {
			t.Errorf("%s: %d URLs, %v", name, len(urls), err)
		}
	}
	for _, file := range []string{"\x1f\x8bnot really", packed[:20]} {
		if _, _, err := lists(Parse(strings.NewReader(file), base, "", MaxURLs)); err == nil || !strings.Contains(err.Error(), base) {
			t.Errorf("%q: %v", file, err)
		}
	}
	if _, _, err := lists(Parse(strings.NewReader(whole), "nowhere", "", MaxURLs)); err == nil {
		t.Error("a base that is no URL")
	}
}

// TestDamageCostsOneEntry cuts a sitemap at every byte, and replaces every byte by a bad one.
func TestDamageCostsOneEntry(t *testing.T) {
	entries := []string{"https://jobs.example/1", "https://jobs.example/2", "https://jobs.example/3"}
	feed := `<rss version="2.0"><channel><title>a</title><item><link>` + strings.Join(entries, "</link></item><item><link>") + "</link></item></channel></rss>"
	for name, file := range map[string]string{"xml": urlset(entries...), "text": strings.Join(entries, "\n") + "\n", "rss": feed} {
		for at := range file {
			urls, _, err := lists(Parse(strings.NewReader(file[:at]), base, "", MaxURLs))
			whole := 0 // of the entries, their end included
			for _, e := range entries {
				if i := strings.Index(file, e); i >= 0 && i+len(e)+len("</") < at {
					whole++
				}
			}
			if err != nil || len(urls) < whole || name != "text" && len(urls) > 0 && urls[len(urls)-1] != entries[len(urls)-1] {
				t.Errorf("%s cut at byte %d: %v, %v, want %d", name, at, urls, err, whole)
			}
			for _, bad := range []string{"\xff", "\x00", "&", "<"} {
				urls, _, err := lists(Parse(strings.NewReader(file[:at]+bad+file[at+1:]), base, "", MaxURLs))
				if err != nil || len(urls) < len(entries)-1 {
					t.Errorf("%s with %q at byte %d: %v, %v", name, bad, at, urls, err)
				}
			}
		}
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
	for limit, want := range map[int]int{-1: 0, 0: 0, 10: 10, MaxURLs + 1: MaxURLs} {
		urls, _, err := lists(Parse(strings.NewReader(urlset(many(MaxURLs+5)...)), base, "", limit))
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
		const most = 1 << 20
		_, _, err := lists(parse(source, base, "", MaxURLs, most))
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
		f, _ := Parse(bytes.NewReader(file), base, "", 100)
		urls, nested := urlsOf(f), f.Nested
		if len(urls) > 100 || len(nested) > 100 {
			t.Error("over the limit")
		}
		if f.Feed {
			return
		}
		for _, url := range append(urls, nested...) {
			if !SameSite(weburl.Host(url), "jobs.example") {
				t.Errorf("%s is of another host", url)
			}
		}
	})
}

// TestPiecesThatDoNotEnd: pieces without an end cost no entry behind them. Very many of them may, but the time stays linear: this test takes
// minutes if it is not.
func TestPiecesThatDoNotEnd(t *testing.T) {
	for _, piece := range []string{"<!-- ", "<![CDATA[", "<![CDATA[<!--", "<a b=\"", "<", "</", "&", "<loc>", "<url><loc>", "<item><link>", "<x>", "<?a"} {
		const end = "<url><loc>https://jobs.example/1</loc></url>"
		if urls, _, err := lists(Parse(strings.NewReader("<urlset>"+strings.Repeat(piece, 50)+end), base, "", MaxURLs)); err != nil || len(urls) != 1 {
			t.Errorf("%q: %d URLs, %v", piece, len(urls), err)
		}
		if _, err := Parse(strings.NewReader("<urlset>"+strings.Repeat(piece, 100_000)+end), base, "", MaxURLs); err != nil {
			t.Errorf("%q, often: %v", piece, err)
		}
	}
}

// TestWhatIsNotRead: a file says whether it names more than was read, and whether it ends before its end.
func TestWhatIsNotRead(t *testing.T) {
	const three = "<urlset><url><loc>/1</loc></url><url><loc>/2</loc></url><url><loc>/3</loc></url></urlset>"
	for _, c := range []struct {
		file      string
		limit     int
		more, cut bool
	}{
		{three, 3, false, false}, {three, 2, true, false}, {three[:len(three)-4], 3, false, true}, {three[:40], 3, false, true},
		{"https://jobs.example/1\nhttps://jobs.example/2", 2, false, false},
		{"<rss><channel><item><link>https://jobs.example/1</link></item></channel></rss>", 2, false, false},
		{"<sitemapindex><sitemap><loc>/a.xml</loc></sitemap></sitemapindex>", 2, false, false},
	} {
		file, err := Parse(strings.NewReader(c.file), "https://jobs.example/sitemap.xml", "", c.limit)
		if err != nil || file.More != c.more || file.Cut != c.cut {
			t.Errorf("%s, at most %d: %+v, %v", c.file, c.limit, file, err)
		}
	}
}
