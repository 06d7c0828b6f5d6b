// Package jobdata owns responses in JSON and XML with the jobs of a generated web, in the shapes in which boards, trackers of applicants and feeds send
// them. A shape is a file: texts divided by lines "%%", alternately a text that stands once and a text that is repeated for each job, in which
// $names stand for the job's values. The end of the file's name is the format, which says how values are escaped and what divides the jobs.
package jobdata

import (
	"embed"
	"encoding/json"
	"html"
	"path"
	"strconv"
	"strings"

	"gannet/internal/testweb/jobweb"
)

//go:embed built apart later
var files embed.FS

// Shape is a format in which a site's server sends jobs as data, such as a kind of JSON.
type Shape struct {
	Name  string // of the file
	parts []string
}

// Lots returns the names of three sets of formats. The reader of data was built with the first. The second has four formats that were taken
// from public descriptions afterwards and measured once, before they led to changes. The third has four more, taken and measured in the
// same way after these changes.
func Lots() []string { return []string{"built", "apart", "later"} }

// Shapes returns the formats in a set, which is one of Lots.
func Shapes(lot string) (all []Shape) {
	entries, err := files.ReadDir(lot)
	if err != nil {
		panic(err) // the files are part of the program
	}
	for _, e := range entries {
		text, err := files.ReadFile(path.Join(lot, e.Name()))
		if err != nil {
			panic(err)
		}
		all = append(all, New(e.Name(), string(text)))
	}
	return all
}

// New returns the format that the text of a file describes.
func New(name, text string) Shape { return Shape{name, strings.Split(text, "%%\n")} }

// Type returns the media type of responses in this format.
func (s Shape) Type() string {
	return map[string]string{".json": "application/json", ".jsonl": "application/x-ndjson", ".xml": "application/xml"}[path.Ext(s.Name)]
}

// Answer returns the jobs as the body of a response in this format.
func (s Shape) Answer(jobs []jobweb.Posting) []byte {
	var b strings.Builder
	for i, part := range s.parts {
		if i%2 == 0 {
			b.WriteString(part)
			continue
		}
		for n := range jobs {
			if n > 0 {
				b.WriteString(map[string]string{".json": ","}[path.Ext(s.Name)])
			}
			b.WriteString(s.values(n, &jobs[n]).Replace(part))
		}
	}
	return []byte(b.String())
}

// values returns the replacer of the names in a shape by the values of a job.
func (s Shape) values(n int, p *jobweb.Posting) *strings.Replacer {
	escape := html.EscapeString
	if path.Ext(s.Name) != ".xml" {
		escape = func(s string) string {
			text, _ := json.Marshal(s) // a text has no error
			return string(text[1 : len(text)-1])
		}
	}
	marked := "<p>" + strings.ReplaceAll(html.EscapeString(p.Text), "\n", "</p><p>") + "</p>"
	half := strings.Index(p.Text[len(p.Text)/2:], "\n") + len(p.Text)/2
	if half < len(p.Text)/2 {
		half = 0
	}
	var pairs []string
	for name, v := range map[string]string{
		"title": p.Title, "company": p.Company, "town": p.Place, "url": p.URL, "id": p.Number, "n": strconv.Itoa(n), "lang": p.Lang,
		"path": p.URL[strings.Index(p.URL[8:], "/")+8:], "first": p.Text[:half], "second": p.Text[half:],
		"time": p.Posted.Format("2006-01-02T15:04:05Z07:00"), "day": p.Posted.Format("2006-01-02"), "dmy": p.Posted.Format("02/01/2006"), "dotted": p.Posted.Format("02.01.2006"),
		"rfc": p.Posted.Format("Mon, 02 Jan 2006 15:04:05 -0700"), "seconds": strconv.FormatInt(p.Posted.Unix(), 10), "millis": strconv.FormatInt(p.Posted.UnixMilli(), 10),
		"html": marked, "escaped": html.EscapeString(marked), "plain": p.Text, "begin": p.Text[:strings.Index(p.Text+"\n", "\n")],
		"dd": p.Posted.Format("2"), "mm": p.Posted.Format("1"), "yyyy": p.Posted.Format("2006"),
	} {
		pairs = append(pairs, "$"+name+"$", escape(v), "$raw."+name+"$", v)
	}
	return strings.NewReplacer(pairs...)
}
