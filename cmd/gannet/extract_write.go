package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"gannet/job"
	"gannet/job/extract"
)

// postingWriters give what writes postings one by one, by the name of the format.
var postingWriters = map[string]func(io.Writer) (func(*job.Posting) error, error){
	"jsonl": postingLines, "csv": postingCSV,
}

// postingLines writes schema.org JobPosting objects, one a line, each with the origins of its fields and the parts of
// its description under "gannet".
func postingLines(w io.Writer) (func(*job.Posting) error, error) {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	return func(p *job.Posting) error {
		object := p.SchemaOrg()
		object["gannet"] = map[string]any{"origins": p.Provenance, "duties": p.Duties, "employer": p.Employer, "language": p.Language}
		return out.Encode(object)
	}, nil
}

// postingCSV writes a row a posting.
func postingCSV(w io.Writer) (func(*job.Posting) error, error) {
	out := csv.NewWriter(w)
	write := func(row []string) error {
		if err := out.Write(row); err != nil {
			return err
		}
		out.Flush()
		return out.Error()
	}
	return func(p *job.Posting) error {
			return write([]string{
				p.URL, p.ID, p.Title, p.Company, p.Location, timeText(known(p.Posted)), timeText(known(p.ValidThrough)),
				strings.Join(p.Employment, " "), numberText(p.Salary.Min), numberText(p.Salary.Max), p.Salary.Currency,
				p.Salary.Unit, p.Contact.Name, p.Contact.Email, p.Contact.Phone, p.Language, p.Description,
			})
		}, write([]string{
			"url", "id", "title", "company", "place", "posted", "valid_through", "employment", "salary_min", "salary_max",
			"salary_currency", "salary_unit", "contact_name", "contact_email", "contact_phone", "language", "description",
		})
}

// extractCounts is what extract prints at the end.
type extractCounts struct {
	total, pages, unread int
	kinds                [3]int
	fields               map[job.Field]map[job.Method]int
}

// addResult counts one result.
func (n *extractCounts) addResult(r extract.Result, progress *reporter) {
	const every = 200
	if n.pages++; n.pages%every == 0 {
		progress.step("%d of %d pages  %d postings", n.pages, n.total, n.kinds[job.Detail])
	}
	if r.Err != nil {
		n.unread++
		return
	}
	n.kinds[r.Kind]++
	if r.Posting == nil {
		return
	}
	if n.fields == nil {
		n.fields = map[job.Field]map[job.Method]int{}
	}
	for field, origin := range r.Posting.Provenance {
		if n.fields[field] == nil {
			n.fields[field] = map[job.Method]int{}
		}
		n.fields[field][origin.Method]++
	}
}

// write prints how many pages of each kind there were, and where the fields of the postings came from.
func (n *extractCounts) write(w io.Writer) error {
	fmt.Fprintf(w, "%d pages: %d postings, %d lists of postings, %d others, %d not readable\n",
		n.pages, n.kinds[job.Detail], n.kinds[job.Listing], n.kinds[job.Other], n.unread)
	if n.kinds[job.Detail] == 0 {
		return nil
	}
	sources := []job.Method{job.JSONLD, job.Microdata, job.RDFa, job.Template, job.Label, job.Page}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "field\tfound\t")
	for _, s := range sources {
		fmt.Fprintf(t, "%s\t", s)
	}
	fmt.Fprintln(t)
	for _, f := range job.Fields() {
		sum := 0
		for _, c := range n.fields[f] {
			sum += c
		}
		fmt.Fprintf(t, "%s\t%d\t", f, sum)
		for _, s := range sources {
			fmt.Fprintf(t, "%d\t", n.fields[f][s])
		}
		fmt.Fprintln(t)
	}
	return t.Flush()
}
