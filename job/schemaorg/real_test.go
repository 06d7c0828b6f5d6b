package schemaorg

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"gannet/internal/testdata"
	"gannet/job"
)

var now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// Every posting of a board is read, and what is read agrees with what encoding/json sees.
func TestRealPostings(t *testing.T) {
	file, err := os.Open(filepath.Join(testdata.Jobs(t), "nhs.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	counts := map[job.Field]int{}
	lines, cut := 0, 0
	in := bufio.NewScanner(file)
	in.Buffer(nil, 1<<22)
	for in.Scan() {
		var line struct {
			Title, Company, Date string
			Raw                  json.RawMessage
		}
		if err := json.Unmarshal(in.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		lines++
		got, err := FromJSON(line.Raw, "", now)
		if err != nil || len(got) != 1 {
			t.Fatalf("line %d: %d postings, %v", lines, len(got), err)
		}
		p := got[0]
		for field := range p.Provenance {
			counts[field]++
		}
		if p.Title != clean(line.Title) || p.Company != clean(line.Company) {
			t.Errorf("line %d: title or company differ", lines)
		}
		if want, err := time.Parse("2006-01-02T15:04:05-0700", line.Date); err != nil || !p.Posted.Equal(want) {
			t.Errorf("line %d: posted %v, want %s", lines, p.Posted, line.Date)
		}
		checkAgainstJSON(t, lines, line.Raw, p)
		if !hasPlaces(t, line.Raw, p) {
			cut++
		}
	}
	if cut > lines/200 { // postcodes and remarks within a name
		t.Errorf("%d of %d postings lack a part of the place that they name", cut, lines)
	}
	t.Logf("%d postings: %v", lines, counts)
	for _, field := range []job.Field{job.Title, job.Company, job.Location, job.Posted, job.ValidThrough, job.Employment} {
		if counts[field] < lines*99/100 {
			t.Errorf("%s: %d of %d", field, counts[field], lines)
		}
	}
}

// hasPlaces reports whether a posting has all places of its address: what stands between commas, bars and the like. Words such as
// "various" are none.
func hasPlaces(t *testing.T, raw []byte, p *job.Posting) bool {
	t.Helper()
	var want struct {
		JobLocation struct {
			Address struct{ AddressLocality, AddressCountry string }
		}
	}
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	said := p.Location
	for _, place := range p.Places {
		said += " " + place.String()
	}
	all := clean(want.JobLocation.Address.AddressLocality) + "," + want.JobLocation.Address.AddressCountry
	for piece := range strings.FieldsFuncSeq(all, func(r rune) bool { return strings.ContainsRune(",/;|", r) }) {
		for part := range strings.SplitSeq(piece, " - ") {
			part = strings.TrimSpace(part)
			if !job.IsNoPlace(part) && job.CountryCode(part) == "" && !strings.Contains(strings.ToLower(said), strings.ToLower(part)) {
				return false
			}
		}
	}
	return true
}

func checkAgainstJSON(t *testing.T, n int, raw []byte, p *job.Posting) {
	t.Helper()
	var want struct {
		ValidThrough, EmploymentType string
		BaseSalary                   struct {
			Currency string
			Value    struct{ MinValue, MaxValue, UnitText string }
		}
	}
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	if d := p.ValidThrough.Format(time.DateOnly); d != want.ValidThrough[:10] {
		t.Errorf("line %d: valid through %s, want %s", n, d, want.ValidThrough)
	}
	if len(p.Employment) != 1 || p.Employment[0] != want.EmploymentType {
		t.Errorf("line %d: employment %v, want %s", n, p.Employment, want.EmploymentType)
	}
	value := want.BaseSalary.Value
	low, _ := strconv.ParseFloat(value.MinValue, 64)
	high, _ := strconv.ParseFloat(value.MaxValue, 64)
	marked := job.Pay{Min: low, Max: high, Currency: want.BaseSalary.Currency, Unit: value.UnitText}
	if low > 0 && marked.Checked().Note == "" && (p.Salary.Min == 0 || p.Salary.Currency != want.BaseSalary.Currency || p.Salary.Unit != want.BaseSalary.Value.UnitText) {
		t.Errorf("line %d: salary %v, want from %v %s", n, p.Salary, low, want.BaseSalary.Value.UnitText)
	}
}

// page is a page of the manifest.
type page struct {
	File      string
	JSONLD    bool `json:"jsonld_jobposting"`
	Microdata bool `json:"microdata_jobposting"`
	doc       *html.Node
}

// realPages gives the parsed pages of the manifest.
func realPages(t *testing.T) []page {
	t.Helper()
	dir := filepath.Join(testdata.Jobs(t), "html")
	raw, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	var pages []page
	if err := json.Unmarshal(raw, &pages); err != nil {
		t.Fatal(err)
	}
	for i := range pages {
		body, err := os.ReadFile(filepath.Join(dir, pages[i].File))
		if err != nil {
			t.Fatal(err)
		}
		if pages[i].doc, err = html.Parse(bytes.NewReader(body)); err != nil {
			t.Fatal(err)
		}
	}
	return pages
}

// The pages that have JSON-LD give title, company, place and date; the others give nothing.
func TestRealPages(t *testing.T) {
	pages := realPages(t)
	marked, shown, counts := 0, 0, map[job.Field]int{}
	for _, page := range pages {
		got := Read(page.doc, "https://example.org/"+page.File, now)
		if found := scan(page.doc); !page.Microdata && !strings.Contains(strings.Join(found.scripts, ""), "JobPosting") {
			if page.JSONLD {
				shown++ // as text: the page is a saved view of its source
			}
			if len(got) > 0 {
				t.Errorf("%s: %d postings out of no markup", page.File, len(got))
			}
			continue
		}
		marked++
		if len(got) != 1 {
			t.Errorf("%s: %d postings", page.File, len(got))
			continue
		}
		for field := range got[0].Provenance {
			counts[field]++
		}
		for _, field := range []job.Field{job.Title, job.Company, job.Location, job.Posted} {
			if _, ok := got[0].Provenance[field]; !ok {
				t.Errorf("%s: no %s", page.File, field)
			}
		}
	}
	t.Logf("%d marked pages of %d, %d more show markup as text: %v", marked, len(pages), shown, counts)
	if marked < 8 || shown > 1 {
		t.Errorf("%d pages with markup, %d that show it, want at least 8 and at most 1", marked, shown)
	}
}
