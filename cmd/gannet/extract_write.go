package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"gannet/internal/cli"
	"gannet/job"
	"gannet/job/extract"
)

// postingWriters give what writes postings one by one, by the name of the format.
var postingWriters = map[string]func(io.Writer) (postingWriter, error){
	"jsonl": withoutEnd(postingLines), "csv": withoutEnd(postingCSV), "parquet": postingParquet,
}

// postingWriter writes postings in one format. Close writes what comes last and leaves the writer below open.
type postingWriter interface {
	Write(p *job.Posting, page time.Time) error // page is the time of the page; zero: not known
	Close() error
}

// endless is a postingWriter of a format in which nothing comes last.
type endless func(*job.Posting, time.Time) error

func (e endless) Write(p *job.Posting, page time.Time) error { return e(p, page) }
func (endless) Close() error                                 { return nil }

func withoutEnd(make func(io.Writer) (func(*job.Posting, time.Time) error, error)) func(io.Writer) (postingWriter, error) {
	return func(w io.Writer) (postingWriter, error) {
		write, err := make(w)
		return endless(write), err
	}
}

// parquetPostings writes Parquet.
type parquetPostings struct{ parquetRows[postingRow] }

func postingParquet(w io.Writer) (postingWriter, error) {
	return &parquetPostings{newParquetRows[postingRow](w)}, nil
}

func (p *parquetPostings) Write(j *job.Posting, _ time.Time) error {
	return p.writeRow(postingRowOf(j))
}

// postingLines writes schema.org JobPosting objects, one a line, each with the time of its page, the origins of its fields and the
// parts of its description under "gannet".
func postingLines(w io.Writer) (func(*job.Posting, time.Time) error, error) {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	return func(p *job.Posting, page time.Time) error {
		object := p.SchemaOrg()
		object["gannet"] = struct {
			Fetched time.Time `json:"fetched,omitzero"`
			postingExtras
			Duties   string `json:"duties"`
			Employer string `json:"employer"`
			Language string `json:"language"`
		}{page.UTC(), extrasOf(p), p.Duties, p.Employer, p.Language}
		return out.Encode(object)
	}, nil
}

// postingCSV writes a row a posting.
func postingCSV(w io.Writer) (func(*job.Posting, time.Time) error, error) {
	out, columns := csv.NewWriter(w), columnsOf[postingRow]()
	write := func(row []string) error {
		if err := out.Write(row); err != nil {
			return err
		}
		out.Flush()
		return out.Error()
	}
	return func(p *job.Posting, _ time.Time) error { return write(columns.cells(postingRowOf(p))) }, write(columns.names())
}

// extractCounts is what extract prints at the end.
type extractCounts struct {
	total, pages, unread int
	results              int // pages, and parts of large responses
	failed               failedPages
	postings             int
	kinds                [3]int
	fields               map[job.Field]map[job.Method]int
}

// addResult counts one result.
func (n *extractCounts) addResult(r extract.Result, progress *reporter) {
	const every = 200
	if n.results++; r.Part == 0 {
		n.pages++
	}
	if n.results%every == 0 {
		progress.step("%d of %d pages  %d postings", n.pages, max(n.pages, n.total), n.postings)
	}
	if r.Err != nil {
		n.failed.add(r.URL, r.Err, progress.w)
		n.unread++
		return
	}
	if r.Part == 0 {
		n.kinds[r.Kind]++
	}
	n.postings += len(r.Postings)
	for _, p := range r.Postings {
		n.addFields(p)
	}
}

// addFields counts where the fields of a posting come from.
func (n *extractCounts) addFields(p *job.Posting) {
	if n.fields == nil {
		n.fields = map[job.Field]map[job.Method]int{}
	}
	for field, origin := range p.Provenance {
		if n.fields[field] == nil {
			n.fields[field] = map[job.Method]int{}
		}
		n.fields[field][origin.Method]++
	}
}

// used reports whether any field came from a source.
func (n *extractCounts) used(source job.Method) bool {
	for _, counts := range n.fields {
		if counts[source] > 0 {
			return true
		}
	}
	return false
}

// write prints how many pages of each kind there were, and where the fields of the postings came from.
func (n *extractCounts) write(w io.Writer) error {
	_ = cli.Say(w, "%d pages: %d postings, %s, %s, %d not readable\n", n.pages, n.postings,
		cli.Counted(n.kinds[job.Listing], "list of postings", "lists of postings"), cli.Counted(n.kinds[job.Other], "other"), n.unread)
	if n.postings == 0 {
		return nil
	}
	sources := slices.DeleteFunc(
		[]job.Method{job.JSONLD, job.Microdata, job.RDFa, job.Template, job.Embedded, job.Data, job.Label, job.Page, job.PDF},
		func(m job.Method) bool { return !n.used(m) })
	t := cli.NewFigures(w)
	fmt.Fprint(t, "field\tfound\t")
	for _, s := range sources {
		fmt.Fprintf(t, "%s\t", s)
	}
	fmt.Fprintln(t)
	for i, f := range append(job.Fields(), job.DetailFields()...) {
		sum := 0
		for _, c := range n.fields[f] {
			sum += c
		}
		if sum == 0 && i >= len(job.Fields()) {
			continue
		}
		fmt.Fprintf(t, "%s\t%d\t", f, sum)
		for _, s := range sources {
			fmt.Fprintf(t, "%d\t", n.fields[f][s])
		}
		fmt.Fprintln(t)
	}
	return t.Flush()
}
