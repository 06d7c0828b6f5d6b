package main

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"

	"gannet/feed/dataset"
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

// jobRow is a posting as flat columns. In Parquet a missing value is null, and times are in milliseconds of UTC. Several
// kinds of employment are separated by a blank.
type jobRow struct {
	Number         uint64     `parquet:"number"`
	Cluster        uint64     `parquet:"cluster"`
	Original       bool       `parquet:"original"`
	Copies         int64      `parquet:"copies"`
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
	FirstSeen      *time.Time `parquet:"first_seen,optional,timestamp(millisecond)"`
	LastSeen       *time.Time `parquet:"last_seen,optional,timestamp(millisecond)"`
	Seen           int64      `parquet:"seen"`
	Versions       int64      `parquet:"versions"`
	Description    string     `parquet:"description,optional"`
	detailRow
	lifeRow
}

func rowOf(k *postings.Posting) jobRow {
	j := k.Job
	return jobRow{
		Number: k.Number, Cluster: k.Cluster, Original: k.Original, Copies: int64(k.Copies), URL: cmp.Or(j.URL, k.URL), ID: j.ID,
		Title: j.Title, Company: j.Company, Place: j.Location, Posted: known(j.Posted), ValidThrough: known(j.ValidThrough),
		Employment: strings.Join(j.Employment, " "), SalaryMin: j.Salary.Min, SalaryMax: j.Salary.Max,
		SalaryCurrency: j.Salary.Currency, SalaryUnit: j.Salary.Unit, ContactName: j.Contact.Name,
		ContactEmail: j.Contact.Email, ContactPhone: j.Contact.Phone, Language: j.Language, FirstSeen: known(k.First),
		LastSeen: known(k.Last), Seen: int64(k.Count), Versions: int64(k.Versions), Description: j.Description,
		detailRow: detailsOf(j), lifeRow: lifeOf(k).row(),
	}
}

// known is nil for the zero time.
func known(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

type jobCSV struct{ out *csv.Writer }

func newJobCSV(w io.Writer) (jobWriter, error) {
	out := csv.NewWriter(w)
	return &jobCSV{out}, out.Write(append([]string{"number", "cluster", "original", "copies", "url", "id", "title", "company", "place",
		"posted", "valid_through", "employment", "salary_min", "salary_max", "salary_currency", "salary_unit", "contact_name",
		"contact_email", "contact_phone", "language", "first_seen", "last_seen", "seen", "versions", "description"}, append(detailColumns(), lifeColumns()...)...))
}

func (c *jobCSV) Write(k *postings.Posting) error {
	r := rowOf(k)
	return c.out.Write(append([]string{
		strconv.FormatUint(r.Number, 10), strconv.FormatUint(r.Cluster, 10), strconv.FormatBool(r.Original),
		strconv.FormatInt(r.Copies, 10), r.URL, r.ID, r.Title, r.Company, r.Place, timeText(r.Posted), timeText(r.ValidThrough),
		r.Employment, numberText(r.SalaryMin), numberText(r.SalaryMax), r.SalaryCurrency, r.SalaryUnit, r.ContactName,
		r.ContactEmail, r.ContactPhone, r.Language, timeText(r.FirstSeen), timeText(r.LastSeen),
		strconv.FormatInt(r.Seen, 10), strconv.FormatInt(r.Versions, 10), r.Description,
	}, append(r.detailRow.cells(), r.lifeRow.cells()...)...))
}

func (c *jobCSV) Close() error {
	c.out.Flush()
	return c.out.Error()
}

func timeText(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.Format(time.RFC3339)
}

func numberText(f float64) string {
	if f == 0 {
		return ""
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
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
