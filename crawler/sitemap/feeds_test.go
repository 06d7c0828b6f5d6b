package sitemap

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
)

// entries writes what a list says, a line for each page: its URL, its title and its summary. Behind them stand the next page of a feed and
// other sitemaps.
func entries(f File) string {
	var b strings.Builder
	for _, p := range f.Pages {
		b.WriteString(strings.TrimRight(fmt.Sprintf("%s|%s|%s", strings.TrimPrefix(p.URL, "https://jobs.example"), p.Title, p.Summary), "|") + "\n")
	}
	if f.Next != "" {
		b.WriteString("next " + strings.TrimPrefix(f.Next, "https://jobs.example") + "\n")
	}
	for _, url := range f.Nested {
		b.WriteString("sitemap " + strings.TrimPrefix(url, "https://jobs.example") + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func TestNamespaces(t *testing.T) {
	const declared = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:p="http://www.google.com/schemas/sitemap-image/1.1">`
	for _, c := range []struct{ name, file, want string }{
		{"pictures by another prefix", declared + `<url><loc>/1</loc><p:image><p:loc>/1.png</p:loc></p:image><p:loc>/2.png</p:loc></url></urlset>`, "/1"},
		{"pictures by the usual prefix, which nobody declares", `<urlset><url><image:image><image:loc>/1.png</image:loc></image:image><loc>/1</loc></url></urlset>`, "/1"},
		{"pictures by a default namespace", declared + `<url><loc>/1</loc><image xmlns="http://www.google.com/schemas/sitemap-image/1.1"><loc>/1.png</loc></image></url></urlset>`, "/1"},
		{"pictures without any namespace", `<urlset><url><image><loc>/1.png</loc></image><loc>/1</loc></url></urlset>`, "/1"},
		{"videos and news", declared + `<url><loc>/1</loc><v:video xmlns:v="v"><v:content_loc>/v.mp4</v:content_loc><v:loc>/v</v:loc></v:video><n:news xmlns:n="n"><n:title>a</n:title></n:news></url></urlset>`, "/1"},
		{"translations", declared + `<url><loc>/1</loc><xhtml:link xmlns:xhtml="http://www.w3.org/1999/xhtml" rel="alternate" hreflang="fr" href="/fr"/></url></urlset>`, "/1"},
		{"an entry of another namespace", declared + `<p:url><p:loc>/1.png</p:loc></p:url><url><loc>/1</loc></url></urlset>`, "/1"},
		{"a prefix for all", `<a:sitemapindex xmlns:a="http://www.sitemaps.org/schemas/sitemap/0.9"><a:sitemap><a:loc>/a.xml</a:loc></a:sitemap></a:sitemapindex>`, "sitemap /a.xml"},
		{"a prefix that means something else inside", `<x:urlset xmlns:x="a"><x:url><x:loc>/1</x:loc><x:image xmlns:x="b"><x:loc>/i</x:loc></x:image></x:url><x:url><x:loc>/2</x:loc></x:url></x:urlset>`, "/1\n/2"},
		{"two prefixes of one namespace", `<a:urlset xmlns:a="x" xmlns:b="x"><b:url><a:loc>/1</a:loc></b:url></a:urlset>`, "/1"},
		{"an odd default namespace", `<urlset xmlns="https://www.sitemaps.org/schemas/sitemap/0.9/"><url><loc>/1</loc></url></urlset>`, "/1"},
		{"Atom with prefixes", `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:title>A</a:title><a:link href="/1"/></a:entry></a:feed>`, "/1|A"},
		{"links of Atom in RSS", `<rss xmlns:a10="http://www.w3.org/2005/Atom"><channel><a10:link rel="self" href="/rss"/><item><a10:link href="/1"/></item>` +
			`<item><link>/2</link><a10:link rel="related" href="/no"/></item></channel></rss>`, "/1\n/2"},
		{"titles of other namespaces", `<rss xmlns:m="http://search.yahoo.com/mrss/"><channel><item><m:title>picture</m:title><link>/1</link><m:content url="/i.png"><m:title>b</m:title></m:content><title>A</title></item></channel></rss>`, "/1|A"},
		{"RSS 1.0", `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="/"><link>/</link><items><rdf:Seq><rdf:li resource="/1"/></rdf:Seq></items></channel>` +
			`<item rdf:about="https://jobs.example/1"><title>A</title></item><item rdf:about="https://jobs.example/x"><link>/2</link></item></rdf:RDF>`, "/1|A\n/2"},
	} {
		f, err := Parse(strings.NewReader(c.file), base, "", MaxURLs)
		if got := entries(f); err != nil || got != c.want {
			t.Errorf("%s: got %q, %v; want %q", c.name, got, err, c.want)
		}
	}
}

func TestFeeds(t *testing.T) {
	const atom, rss = `<feed xmlns="http://www.w3.org/2005/Atom"`, "<rss version='2.0' xmlns:atom='http://www.w3.org/2005/Atom'><channel>"
	for _, c := range []struct{ name, file, want string }{
		{"xml:base", atom + ` xml:base="/blog/"><entry><link href="1"/></entry><entry xml:base="2026/"><link href="2"/></entry><entry><link xml:base="//other.example/a/" href="../3"/></entry></feed>`,
			"/blog/1\n/blog/2026/2\nhttps://other.example/3"},
		{"an xml:base that is no URL", atom + ` xml:base="urn:x"><entry xml:base="http://["><link href="1"/></entry></feed>`, "/1"},
		{"xml:base in RSS", `<rss><channel xml:base="/a/"><item><link>1</link></item></channel></rss>`, "/a/1"},
		{"relations", atom + `><link href="/home"/><entry><link rel="edit" href="/edit"/><link rel="ALTERNATE" href="/1"/><link rel="enclosure" href="/1.mp3"/></entry>` +
			`<entry><link rel="http://www.iana.org/assignments/relation/alternate" href="/2"/><link rel="http://www.iana.org/assignments/relation/self" href="/no"/></entry></feed>`, "/1\n/2"},
		{"the source of an entry", atom + `><entry><source><link href="https://other.example/"/><title>other</title></source><link href="/1"/><title>A</title></entry></feed>`, "/1|A"},
		{"content elsewhere", atom + `><entry><content src="https://jobs.example/1" type="text/html"/></entry><entry><content src="https://jobs.example/no"/><link href="/2"/></entry></feed>`, "/1\n/2"},
		{"texts of Atom", atom + `><entry><title type="html">&lt;b>R&amp;amp;D&lt;/b> lead</title><link href="/1"/><summary type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">In <em>York</em>.<br/>Full time</div></summary></entry></feed>`,
			"/1|R&D lead|In York . Full time"},
		{"content for a summary", atom + `><entry><link href="/1"/><content type="html">&lt;p>long&lt;/p></content></entry></feed>`, "/1||long"},
		{"texts of RSS", rss + `<item><description><![CDATA[<p>In <b>York</b> &amp; Leeds</p>]]></description><title>A &amp; B</title><link>/1</link></item></channel></rss>`, "/1|A & B|In York & Leeds"},
		{"markup that nobody escaped", rss + `<item><title>A <b>big</b> job<br></title><description>x<p>y</description><link>/1</link></item><item><title>B<link>/2</link></item></channel></rss>`, "/1|A big job|x y\n/2|B"},
		{"other hosts", rss + `<item><link>https://other.example/1</link></item></channel></rss>`, "https://other.example/1"},
		{"identifiers", rss + `<item><guid>https://jobs.example/1</guid></item><item><guid isPermaLink="false">https://jobs.example/no</guid></item><item><guid>https://jobs.example/g</guid><link>/2</link></item><item><guid>77</guid></item></channel></rss>`, "/1\n/2"},
		{"the next page", atom + `><link rel="self" href="/f"/><link rel="next" href="/f?page=2"/><entry><link rel="next" href="/no"/><link href="/1"/></entry></feed>`, "/1\nnext /f?page=2"},
		{"the archive", rss + `<atom:link rel="http://www.iana.org/assignments/relation/prev-archive" href="/old"/><item><link>/1</link></item></channel></rss>`, "/1\nnext /old"},
		{"long texts", rss + `<item><title>` + strings.Repeat("word ", 2000) + `</title><link>/1</link></item></channel></rss>`, "/1|" + strings.TrimSpace(strings.Repeat("word ", 40))},
		{"an unfinished entry", rss + `<item><title>A</title><link>/1</link><descr`, "/1|A"},
		{"JSON Feed", `{"version": "https://jsonfeed.org/version/1.1", "title": "t", "next_url": "/2.json", "authors": [{"name": "n", "items": 1}], "items": [` +
			`{"id": "1", "url": "/1", "title": "A", "content_html": "<p>In York</p>"}, {"id": 2, "external_url": "https://other.example/2", "summary": "s"}, {"id": "https://jobs.example/3"}, {"id": "4"}, 5, {"url": 7, "id": "https://jobs.example/6"}]}`,
			"/1|A|In York\nhttps://other.example/2||s\n/3\n/6\nnext /2.json"},
		{"JSON Feed that is cut", `{"items": [{"url": "/1"}, {"url": "/2"`, "/1"},
		{"JSON Feed with bytes before it", "\uFEFF\n" + `{"items": [{"url": "/1"}]}`, "/1"},
		{"other JSON", `{"items": {"url": "/1"}}`, ""},
	} {
		f, err := Parse(strings.NewReader(c.file), base, "", MaxURLs)
		if got := entries(f); err != nil && c.want != "" || got != c.want || !f.Feed {
			t.Errorf("%s: got %q, feed %v, %v; want %q", c.name, got, f.Feed, err, c.want)
		}
	}
}

func TestSniff(t *testing.T) {
	for _, c := range []struct {
		start string
		want  bool
	}{
		{"<rss version='2.0'>", true}, {" \n<?xml version='1.0'?><!-- <html> --><!DOCTYPE rss><RSS>", true}, {"\uFEFF<feed xmlns='x'>", true}, {"<a:feed ", true},
		{"<?xml version='1.0'?>\n<?xml-stylesheet href='a?b>c'?><urlset\n", true}, {"<sm:sitemapindex>", true}, {compress(urlset("https://jobs.example/1")), true},
		{`<rdf:RDF xmlns="http://purl.org/rss/1.0/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">`, true}, {`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">`, false},
		{utf16With("\xFF\xFE", binary.LittleEndian, "<rss>"), true}, {`{ "version": "https:\/\/jsonfeed.org\/version\/1"`, true}, {`{"version": 1}`, false},
		{"<!doctype html><html>", false}, {"<html><rss>", false}, {"<feedback>", false}, {"text <rss>", false}, {"<!-- <rss>", false}, {"<rss", false}, {"", false}, {"\x1f\x8bx", false},
	} {
		if got := Sniff([]byte(c.start)); got != c.want {
			t.Errorf("%q: %v", c.start, got)
		}
	}
}
