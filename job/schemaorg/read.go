// Package schemaorg owns the reading of postings marked up with schema.org's JobPosting, as JSON-LD, microdata (WHATWG HTML 5) or
// RDFa Lite 1.1. It tolerates the errors that are common in JSON-LD.
package schemaorg

import (
	"cmp"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/features"
	"gannet/job"
)

// Read returns the postings in the schema.org markup of a page. It uses JSON-LD if that has postings, else microdata, else RDFa. A posting
// without a URL of its own gets pageURL, the page's canonical URL. Dates such as "2 days ago" are relative to now. The time is linear in
// the page's size.
func Read(doc *html.Node, pageURL string, now time.Time) []*job.Posting {
	return newReader(pageURL, now).read(doc)
}

func (r *reader) read(doc *html.Node) []*job.Posting {
	page := scan(doc)
	postings := r.linkedData(page.scripts)
	if len(postings) == 0 && page.microdata {
		postings = r.postings(items(doc, microdata{ids: page.ids}), job.Microdata)
	}
	if len(postings) == 0 && page.rdfa {
		postings = r.postings(items(doc, rdfa{}), job.RDFa)
	}
	return postings
}

// ReadPage returns the postings in the schema.org markup of a page that was parsed before. It needs the page's DOM only for microdata or
// RDFa. The language that the page declares decides which number of a date such as 03/04/2025 is the day. If it declares none, such dates are
// not read.
func ReadPage(p *features.Page, now time.Time) []*job.Posting {
	r := newReader(p.URL, now)
	r.pageDates(p.Lang)
	if InAttributes(p) {
		return r.read(p.Tree())
	}
	var scripts []string
	for _, d := range p.Data {
		if d.Script && isLinkedData(d.Type) {
			scripts = append(scripts, string(d.Text))
		}
	}
	return r.linkedData(scripts)
}

// InAttributes reports whether a page may have postings as microdata or RDFa, which are written in attributes.
func InAttributes(p *features.Page) bool {
	return slices.ContainsFunc(p.Types, func(s string) bool { return strings.Contains(s, "JobPosting") })
}

func newReader(pageURL string, now time.Time) *reader {
	return &reader{ids: map[string]map[string]any{}, url: pageURL, now: now}
}

// isLinkedData reports whether a script's type is JSON-LD.
func isLinkedData(kind string) bool { return strings.Contains(strings.ToLower(kind), "ld+json") }

// linkedData returns the postings in scripts of JSON-LD.
func (r *reader) linkedData(scripts []string) []*job.Posting {
	var roots []any
	left := maxValues
	for _, script := range scripts {
		roots = append(roots, parseJSON([]byte(script), &left)...)
	}
	return r.postings(roots, job.JSONLD)
}

// FromJSON returns the postings in a JSON text: schema.org objects at any depth, or else objects with plain keys (title, company, place,
// date, text or html, url, id). A posting without a URL of its own gets pageURL, which may be "". A text without postings is an error.
func FromJSON(raw []byte, pageURL string, now time.Time) ([]*job.Posting, error) {
	r := newReader(pageURL, now)
	left := maxValues
	roots := parseJSON(raw, &left)
	postings := r.postings(roots, job.JSONLD)
	for i := 0; len(postings) == 0 && i < len(roots); i++ {
		if o, ok := r.resolve(roots[i]); ok {
			if p := r.plain(o); p != nil {
				postings = append(postings, p)
			}
		}
	}
	if len(postings) == 0 {
		return nil, errors.New("no posting in the JSON text: it needs an object with \"@type\": \"JobPosting\", or with title or text")
	}
	return postings, nil
}

// maxPostings bounds the postings read of one page. Lists have some hundreds.
const maxPostings = 2000

// postings reads every JobPosting in the trees of roots.
func (r *reader) postings(roots []any, source job.Method) []*job.Posting {
	var found []object
	for _, root := range roots {
		r.collect(root, &found, 0)
	}
	var postings []*job.Posting
	for _, o := range found[:min(len(found), maxPostings)] {
		p := r.posting(o, source)
		if p == nil {
			continue
		}
		p.URL = r.ownURL(o)
		same := func(q *job.Posting) bool {
			return q.Title == p.Title && q.Company == p.Company && q.Location == p.Location && q.Description == p.Description && q.ID == p.ID
		}
		if !slices.ContainsFunc(postings[max(0, len(postings)-4):], same) {
			postings = append(postings, p)
		}
	}
	return postings
}

// collect finds the JobPostings in a tree, and all objects with an @id.
func (r *reader) collect(v any, found *[]object, depth int) {
	if depth > maxDepth {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, v := range v {
			r.collect(v, found, depth+1)
		}
	case object:
		r.collect(map[string]any(v), found, depth)
	case map[string]any:
		if id, ok := v["@id"].(string); ok && len(v) > 1 && len(v) > len(r.ids[id]) {
			r.ids[id] = v
		}
		if o := newObject(v); o.is("JobPosting") {
			*found = append(*found, o)
			return
		}
		keys := make([]string, 0, len(v))
		for key := range v {
			keys = append(keys, key)
		}
		slices.Sort(keys) // a fixed order
		for _, key := range keys {
			r.collect(v[key], found, depth+1)
		}
	}
}

// ownURL returns the posting's own URL, or else the page's.
func (r *reader) ownURL(o object) string {
	own := r.resolveURL(r.first(o, "url", "@id", "sameAs"))
	if id := r.resolveURL(r.first(o, "@id")); own == "" || strings.HasPrefix(id, own+"#") {
		own = id // it names the part of the page
	}
	return cmp.Or(own, r.url)
}

// resolveURL returns a reference as an absolute http or https URL, or "".
func (r *reader) resolveURL(ref string) string {
	own, err := url.Parse(ref)
	if err != nil || ref == "" {
		return ""
	}
	if base, err := url.Parse(r.url); err == nil {
		own = base.ResolveReference(own)
	}
	if own.Scheme != "http" && own.Scheme != "https" {
		return ""
	}
	return own.String()
}

// found holds what scan finds in a page.
type found struct {
	scripts         []string // of JSON-LD
	microdata, rdfa bool     // there is an item of type JobPosting
	ids             map[string]*html.Node
}

// scan walks a page without recursion.
func scan(doc *html.Node) found {
	f := found{ids: map[string]*html.Node{}}
	if doc == nil {
		return f
	}
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		for _, a := range n.Attr {
			switch a.Key {
			case "itemtype":
				f.microdata = f.microdata || strings.Contains(a.Val, "JobPosting")
			case "typeof":
				f.rdfa = f.rdfa || strings.Contains(a.Val, "JobPosting")
			case "id":
				if f.ids[a.Val] == nil {
					f.ids[a.Val] = n
				}
			case "type":
				if n.DataAtom == atom.Script && n.FirstChild != nil && isLinkedData(a.Val) {
					f.scripts = append(f.scripts, n.FirstChild.Data)
				}
			}
		}
	}
	return f
}
