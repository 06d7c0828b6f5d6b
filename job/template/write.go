package template

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"gannet/internal/lazyregexp"
	"gannet/job"
)

// Write writes the template's file, which Read reads back:
//
//	name: example                    # unique
//	hosts: ["*.example.org"]         # example.org and all hosts below it
//	language: de                     # of dates written in words
//	kinds:                           # regular expressions over canonical URLs
//	  detail: ['/jobs/\d+$']
//	  listing: ['/jobs/?$']
//	fields:
//	  title: h1.title                # a CSS selector: the first node that is not empty
//	  posted: time @datetime         # an attribute of it
//	  company:                       # alternatives, the first that gives a value
//	    - select: dt:contains("Firma") + dd
//	      post:
//	        - match: '^(.+?) \('     # the first group is kept; no match, no value
//	    - value: Example AG          # a constant
//	  place:
//	    select: .place li
//	    all: true                    # of all nodes,
//	    join: ", "                   # with this between them
//
// A template of responses in JSON or XML has pointers instead of selectors:
//
//	records: /data/jobs/*            # where the postings are: every item of this list
//	url: /jobs/{/attributes/id}      # of a posting's own page, with values of its record in braces
//	fields:
//	  title: /attributes/headline    # from there
//
// Further steps of post are replace (with 'with'), trim_prefix, trim_suffix and date, a layout of Go's package time.
func (t *Template) Write(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "name: %s\nhosts:\n", t.Name)
	for _, h := range t.Hosts {
		fmt.Fprintf(&b, "  - %s\n", quote(h))
	}
	if t.Language != "" {
		fmt.Fprintf(&b, "language: %s\n", quote(t.Language))
	}
	if len(t.Detail)+len(t.Listing)+len(t.Other) > 0 {
		b.WriteString("kinds:\n")
		writePatterns(&b, "detail", t.Detail)
		writePatterns(&b, "listing", t.Listing)
		writePatterns(&b, "other", t.Other)
	}
	if t.Records != nil {
		fmt.Fprintf(&b, "records: %s\n", quote(t.Records.String()))
	}
	if t.RecordURL != nil {
		fmt.Fprintf(&b, "url: %s\n", quote(t.RecordURL.String()))
	}
	if len(t.Fields) > 0 {
		b.WriteString("fields:\n")
	}
	for _, f := range job.Fields() {
		if len(t.Fields[f]) > 0 {
			fmt.Fprintf(&b, "  %s:\n", f)
		}
		for i := range t.Fields[f] {
			t.Fields[f][i].write(&b)
		}
	}
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("write template %s: %w", t.Name, err)
	}
	return nil
}

func writePatterns(b *bytes.Buffer, kind string, patterns []*regexp.Regexp) {
	if len(patterns) == 0 {
		return
	}
	fmt.Fprintf(b, "  %s:\n", kind)
	for _, p := range patterns {
		fmt.Fprintf(b, "    - %s\n", quote(p.String()))
	}
}

func (r *Rule) write(b *bytes.Buffer) {
	lead := "    - "
	line := func(key, value string) {
		if value != "" {
			fmt.Fprintf(b, "%s%s: %s\n", lead, key, value)
			lead = "      "
		}
	}
	text := func(key, value string) {
		if value != "" {
			line(key, quote(value))
		}
	}
	text("select", r.Select)
	text("attribute", r.Attribute)
	text("value", r.Value)
	if r.All {
		line("all", "true")
	}
	text("join", r.Join)
	for i, s := range r.Post {
		if i == 0 {
			b.WriteString("      post:\n")
		}
		fmt.Fprintf(b, "        - %s: %s\n", s.Do, quote(s.Arg))
		if s.With != "" {
			fmt.Fprintf(b, "          with: %s\n", quote(s.With))
		}
		if s.Group > 0 {
			fmt.Fprintf(b, "          group: %d\n", s.Group)
		}
	}
}

var (
	readable  = lazyregexp.New(`^[\p{L}\p{N} _.,:;/|\\?+*^$()\[\]{}<>=~@#"&%-]*$`)
	allASCII  = lazyregexp.New(`^[ -~]*$`)
	plainWord = lazyregexp.New(`^[A-Za-z][A-Za-z0-9_.-]*$`)
)

// quote formats a value as YAML. It is plain if that is safe, in single quotes if a pattern stays readable, and else in double
// quotes.
func quote(s string) string {
	switch {
	case plainWord.MatchString(s) && len(s) > 3:
		if _, err := strconv.ParseBool(s); err != nil && s != "null" && s != "Null" && s != "NULL" {
			return s
		}
	case readable.MatchString(s) && allASCII.MatchString(s):
		return "'" + s + "'"
	}
	return strconv.Quote(s)
}
