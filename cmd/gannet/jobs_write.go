package main

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"io"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"

	"gannet/feed/dataset"
	"gannet/job"
	"gannet/store/postings"
)

// jobLines writes schema.org JobPosting objects, one a line.
type jobLines struct{ out *json.Encoder }

func newJobLines(w io.Writer) (jobWriter, error) {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	return &jobLines{out}, nil
}

// keptFacts is what a crawl knows of a posting, beside what the posting says.
type keptFacts struct {
	Number   uint64    `json:"number"`
	Cluster  uint64    `json:"cluster"`
	Original bool      `json:"original"`
	Copies   int       `json:"copies"`
	First    time.Time `json:"first_seen"`
	Last     time.Time `json:"last_seen"`
	Seen     int       `json:"seen"`
	Versions int       `json:"versions"`
}

// jobFacts is what stands beside schema.org's keys.
type jobFacts struct {
	keptFacts
	lifeFacts
	postingExtras
}

func factsOf(k *postings.Posting) keptFacts {
	return keptFacts{k.Number, k.Cluster, k.Original, k.Copies, k.First, k.Last, k.Count, k.Versions}
}

func (l *jobLines) Write(k *postings.Posting) error {
	object := k.Job.SchemaOrg()
	object["gannet"] = jobFacts{factsOf(k), lifeOf(k), extrasOf(k.Job)}
	return l.out.Encode(object)
}

func (*jobLines) Close() error { return nil }

// jobRow is what a crawl knows of a posting as flat columns; see columnsOf for how they are written.
type jobRow struct {
	Number   uint64 `parquet:"number"`
	Cluster  uint64 `parquet:"cluster"`
	Original bool   `parquet:"original"`
	Copies   int64  `parquet:"copies"`
	postingFields
	FirstSeen   *time.Time `parquet:"first_seen,optional,timestamp(millisecond)"`
	LastSeen    *time.Time `parquet:"last_seen,optional,timestamp(millisecond)"`
	Seen        int64      `parquet:"seen"`
	Versions    int64      `parquet:"versions"`
	Description string     `parquet:"description,optional"`
	detailRow
	lifeRow
}

// postingRow is a posting that was read but not kept as flat columns, named and typed as those of a jobRow.
type postingRow struct {
	postingFields
	Description string `parquet:"description,optional"`
	detailRow
}

// postingFields are the main columns of a posting. Several kinds of employment are separated by a blank.
type postingFields struct {
	URL            string     `parquet:"url"`
	ID             string     `parquet:"id,optional"`
	Title          string     `parquet:"title,optional"`
	Company        string     `parquet:"company,optional"`
	Place          string     `parquet:"place,optional"`
	Posted         *time.Time `parquet:"posted,optional,timestamp(millisecond)"`
	ValidThrough   *time.Time `parquet:"valid_through,optional,timestamp(millisecond)"`
	Employment     string     `parquet:"employment,optional"`
	SalaryMin      float64    `parquet:"salary_min,optional"`
	SalaryMax      float64    `parquet:"salary_max,optional"`
	SalaryCurrency string     `parquet:"salary_currency,optional"`
	SalaryUnit     string     `parquet:"salary_unit,optional"`
	ContactName    string     `parquet:"contact_name,optional"`
	ContactEmail   string     `parquet:"contact_email,optional"`
	ContactPhone   string     `parquet:"contact_phone,optional"`
	Language       string     `parquet:"language,optional"`
}

func rowOf(k *postings.Posting) jobRow {
	row := jobRow{
		Number: k.Number, Cluster: k.Cluster, Original: k.Original, Copies: int64(k.Copies), postingFields: fieldsOf(k.Job),
		FirstSeen: known(k.First), LastSeen: known(k.Last), Seen: int64(k.Count), Versions: int64(k.Versions), Description: k.Job.Description,
		detailRow: detailsOf(k.Job), lifeRow: lifeOf(k).row(),
	}
	row.URL = cmp.Or(row.URL, k.URL)
	return row
}

func postingRowOf(p *job.Posting) postingRow {
	return postingRow{fieldsOf(p), p.Description, detailsOf(p)}
}

func fieldsOf(p *job.Posting) postingFields {
	return postingFields{
		URL: p.URL, ID: p.ID, Title: p.Title, Company: p.Company, Place: p.Location, Posted: known(p.Posted), ValidThrough: known(p.ValidThrough),
		Employment: strings.Join(p.Employment, " "), SalaryMin: p.Salary.Min, SalaryMax: p.Salary.Max, SalaryCurrency: p.Salary.Currency,
		SalaryUnit: p.Salary.Unit, ContactName: p.Contact.Name, ContactEmail: p.Contact.Email, ContactPhone: p.Contact.Phone, Language: p.Language,
	}
}

// known is nil for the zero time.
func known(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

type jobCSV struct {
	out     *csv.Writer
	columns columns
}

func newJobCSV(w io.Writer) (jobWriter, error) {
	c := &jobCSV{csv.NewWriter(w), columnsOf[jobRow]()}
	return c, c.out.Write(c.columns.names())
}

func (c *jobCSV) Write(k *postings.Posting) error { return c.out.Write(c.columns.cells(rowOf(k))) }

func (c *jobCSV) Close() error {
	c.out.Flush()
	return c.out.Error()
}

// rowGroup bounds the rows of a Parquet file that are in memory.
const rowGroup = 5000

// parquetRows writes rows as Parquet.
type parquetRows[T any] struct {
	out *parquet.GenericWriter[T]
	n   int
}

// newParquetRows returns what writes rows.
func newParquetRows[T any](w io.Writer, options ...parquet.WriterOption) parquetRows[T] {
	return parquetRows[T]{out: parquet.NewGenericWriter[T](w, append(options, dataset.ParquetOptions()...)...)}
}

func (p *parquetRows[T]) writeRow(row T) error {
	if _, err := p.out.Write([]T{row}); err != nil {
		return err
	}
	if p.n++; p.n%rowGroup == 0 {
		return p.out.Flush()
	}
	return nil
}

func (p *parquetRows[T]) Close() error { return p.out.Close() }

type jobParquet struct{ parquetRows[jobRow] }

func newJobParquet(w io.Writer) (jobWriter, error) {
	return &jobParquet{newParquetRows[jobRow](w)}, nil
}

func (p *jobParquet) Write(k *postings.Posting) error { return p.writeRow(rowOf(k)) }
