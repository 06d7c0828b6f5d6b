package testweb

import (
	"encoding/json"
	"html"
	"strings"
	"time"
)

// jobStyle returns the way in which a host marks the fields of its postings.
func (h *host) jobStyle() int { return int(h.key >> 48 % 4) }

const (
	jobLinkedData = iota // JSON-LD beside plain text
	jobMicrodata         // itemprop attributes
	jobLabels            // "Company: ..." in a list
	jobClasses           // class names only
)

// posting writes the job on the page of a posting. It returns false for other pages.
func (pw *pageWriter) posting() bool {
	id, found := pw.w.posted(pw.h, pw.page)
	if !found {
		return false
	}
	j := pw.w.worded(pw.h, id)
	fields := [...]jobField{
		{"Company", "hiringOrganization", j.Company}, {"Location", "jobLocation", j.Place},
		{"Date posted", "datePosted", j.Posted.Format(time.DateOnly)},
		{"Employment type", "employmentType", j.Employment}, {"Salary", "baseSalary", j.Salary},
	}
	style := pw.h.jobStyle()
	switch style {
	case jobLinkedData:
		pw.linkedData(&j)
	case jobMicrodata:
		pw.add("<div itemscope itemtype=\"https://schema.org/JobPosting\">\n<h2 itemprop=\"title\">" + html.EscapeString(j.Title) + "</h2>\n")
	}
	pw.add("<ul class=\"job-facts\">\n")
	for _, f := range fields {
		if f.value != "" {
			pw.jobField(f, style)
		}
	}
	pw.add("</ul>\n<div class=\"job-description\" itemprop=\"description\">\n")
	for paragraph := range strings.SplitSeq(j.Description, "\n\n") {
		pw.add(pw.m.paragraph + html.EscapeString(paragraph) + pw.m.paragraphClose)
	}
	pw.add("</div>\n")
	if style == jobMicrodata {
		pw.add("</div>\n")
	}
	return true
}

type jobField struct{ label, property, value string }

func (pw *pageWriter) jobField(f jobField, style int) {
	value := html.EscapeString(f.value)
	switch style {
	case jobMicrodata:
		pw.add("<li><b>" + f.label + "</b> <span itemprop=\"" + f.property + "\">" + value + "</span></li>\n")
	case jobClasses:
		pw.add("<li class=\"" + strings.ToLower(f.property) + "\">" + value + "</li>\n")
	default:
		pw.add("<li>" + f.label + ": " + value + "</li>\n")
	}
}

// linkedData writes a schema.org JobPosting.
func (pw *pageWriter) linkedData(j *Job) {
	object := map[string]any{
		"@context": "https://schema.org", "@type": "JobPosting", "title": j.Title, "datePosted": j.Posted.Format(time.DateOnly),
		"employmentType": j.Employment, "description": "<p>" + strings.ReplaceAll(j.Description, "\n\n", "</p><p>") + "</p>",
		"jobLocation": map[string]any{"@type": "Place", "address": map[string]any{"@type": "PostalAddress", "addressLocality": j.Place}},
	}
	if j.Company != "" {
		object["hiringOrganization"] = map[string]any{"@type": "Organization", "name": j.Company}
	}
	text, err := json.Marshal(object) // escapes <, > and &, so no </script> can end it early
	if err != nil {
		return
	}
	pw.add("<script type=\"application/ld+json\">")
	pw.b = append(pw.b, text...)
	pw.add("</script>\n")
}
