package jobweb

import (
	"encoding/json"
	"strings"
	"time"
)

// The ways in which a site marks the fields of its postings.
const (
	linkedData  = iota // JSON-LD beside text without labels
	microdata          // itemprop
	rdfa               // property, typeof
	definitions        // <dl>
	table              // <th> and <td>
	labelled           // "Label: value" in a list
	bold               // <b>Label</b> value
	classes            // class names only
	underTitle         // one line below the title
	fieldStyles
)

// fact is one field of a posting.
type fact struct{ label, property, value string }

func (b *writer) facts(n int32, s *said) []fact {
	p, l := &b.w.postings[n], b.l.Labels
	ad := &b.w.jobs[p.job].ad
	kind := l["full"]
	if ad.Employment == "PART_TIME" {
		kind = l["part"]
	}
	all := []fact{{l["company"], "hiringOrganization", s.company}, {l["place"], "jobLocation", s.place},
		{l["posted"], "datePosted", b.h.style.day(b.postedOn(n), b.p.lang)}, {l["type"], "employmentType", kind},
		{l["salary"], "baseSalary", b.pay(n)}, {l["id"], "identifier", b.reference(n)}}
	if valid := b.validThrough(n); !valid.IsZero() {
		all = append(all, fact{b.w.extras[b.p.lang].Valid, "validThrough", b.h.style.day(valid, b.p.lang)})
	}
	if b.h.style.habit(1) {
		all[0], all[1] = all[1], all[0]
	}
	var out []fact
	for _, f := range all {
		if f.value != "" {
			out = append(out, f)
		}
	}
	return out
}

// writeFacts writes the fields in the site's way.
func (b *writer) writeFacts(facts []fact) {
	var open, close string
	line := func(f fact) string { return "<li>" + f.label + ": " + escape(f.value) + "</li>\n" }
	switch b.h.style.fields {
	case microdata:
		line = func(f fact) string {
			return "<div>" + f.label + " <span itemprop=\"" + f.property + "\">" + escape(f.value) + "</span></div>\n"
		}
	case rdfa:
		line = func(f fact) string { return "<div property=\"" + f.property + "\">" + escape(f.value) + "</div>\n" }
	case definitions:
		open, close = "<dl>\n", "</dl>\n"
		line = func(f fact) string { return "<dt>" + f.label + "</dt><dd>" + escape(f.value) + "</dd>\n" }
	case table:
		open, close = "<table>\n", "</table>\n"
		line = func(f fact) string { return "<tr><th>" + f.label + "</th><td>" + escape(f.value) + "</td></tr>\n" }
	case labelled:
		open, close = "<ul>\n", "</ul>\n"
	case bold:
		line = func(f fact) string { return "<p><b>" + f.label + ":</b> " + escape(f.value) + "</p>\n" }
	case classes:
		line = func(f fact) string {
			return "<div class=\"f-" + strings.ToLower(f.property) + "\">" + escape(f.value) + "</div>\n"
		}
	default:
		open, close = "<div>", "</div>\n"
		line = func(f fact) string { return "<span>" + escape(f.value) + "</span> &middot; " }
	}
	b.add(open)
	for _, f := range facts {
		b.add(line(f))
	}
	b.add(close)
}

// linkedData writes a schema.org JobPosting.
func (b *writer) linkedData(n int32, s *said) {
	p := &b.w.postings[n]
	place := map[string]any{"@type": "Place", "address": map[string]any{"@type": "PostalAddress", "addressLocality": s.place}}
	object := map[string]any{
		"@context": "https://schema.org", "@type": "JobPosting", "title": s.title, "datePosted": b.postedOn(n).Format("2006-01-02"),
		"employmentType": b.w.jobs[p.job].ad.Employment, "hiringOrganization": map[string]any{"@type": "Organization", "name": s.company},
		"jobLocation": place, "identifier": map[string]any{"@type": "PropertyValue", "value": b.reference(n)},
		"description": "<p>" + strings.ReplaceAll(escape(s.text()), "\n", "</p><p>") + "</p>",
	}
	b.linkedDetails(n, s, object)
	text, err := json.Marshal(object) // escapes <, > and &, so no </script> can end it early
	if err != nil {
		return
	}
	b.add("<script type=\"application/ld+json\">" + string(text) + "</script>\n")
}

// linkedDetails adds the properties that a posting has only in a web with a clock, and leaves out a company that is missing.
func (b *writer) linkedDetails(n int32, s *said, object map[string]any) {
	if b.now == nil {
		return
	}
	if valid := b.validThrough(n); !valid.IsZero() {
		object["validThrough"] = valid.Format(time.RFC3339)
	}
	if pay := b.pay(n); pay != "" {
		object["baseSalary"] = pay
	}
	if s.company == "" {
		delete(object, "hiringOrganization")
	}
}
