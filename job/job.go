// Package job owns the job posting: what one is, its normal forms and its record key. The packages below it find
// postings in pages: schemaorg in marked-up data, template by a site's template, pagetext in the page's own words;
// extract tries them in that order.
package job

import "time"

// Field names a part of a posting that is extracted. The names are those of JSON, YAML and the command line.
type Field string

// The fields of a posting.
const (
	Title        Field = "title"
	Company      Field = "company"
	Place        Field = "place"
	Posted       Field = "posted"
	ValidThrough Field = "valid_through"
	Employment   Field = "employment"
	Salary       Field = "salary"
	Contact      Field = "contact"
	ID           Field = "id"
	Description  Field = "description"
	Language     Field = "language"
)

// Fields gives all fields in the order in which they are shown.
func Fields() []Field {
	return []Field{Title, Company, Place, Posted, ValidThrough, Employment, Salary, Contact, ID, Description, Language}
}

// Source says where a field's value was found.
type Source string

// The sources, the more reliable first.
const (
	JSONLD    Source = "json-ld"
	Microdata Source = "microdata"
	RDFa      Source = "rdfa"
	Template  Source = "template"
	Label     Source = "label" // beside a label such as "Location:"
	Page      Source = "page"  // title, headings, main content
)

// Origin is where a field's value came from and how likely it is right.
type Origin struct {
	Source     Source  `json:"source"`
	Confidence float64 `json:"confidence"` // from 0 to 1
}

// Posting is one advertisement of a job as a page shows it. Texts are as on the page but for white space; a field that
// was not found is zero.
type Posting struct {
	URL          string           `json:"url,omitempty"` // canonical URL of the page
	ID           string           `json:"id,omitempty"`  // the site's own name for the posting
	Title        string           `json:"title,omitempty"`
	Company      string           `json:"company,omitempty"`
	Place        string           `json:"place,omitempty"`        // town, region, country, parted by ", "
	Posted       time.Time        `json:"posted,omitzero"`        // UTC; midnight where only the day is known
	ValidThrough time.Time        `json:"valid_through,omitzero"` // likewise
	Employment   []string         `json:"employment,omitempty"`   // schema.org's words: FULL_TIME, PART_TIME, CONTRACTOR, TEMPORARY, INTERN, VOLUNTEER, PER_DIEM, OTHER
	Salary       Pay              `json:"salary,omitzero"`        //
	Contact      Person           `json:"contact,omitzero"`       //
	Description  string           `json:"description,omitempty"`  // plain text; blocks and list items end in a newline
	Duties       string           `json:"duties,omitempty"`       // the parts of Description about the work and who is sought
	Employer     string           `json:"employer,omitempty"`     // the parts about the employer
	Language     string           `json:"language,omitempty"`     // ISO 639-1
	Origins      map[Field]Origin `json:"origins,omitempty"`      // of the fields that were found
}

// Pay is a salary: from Min to Max, which are equal where one number is given.
type Pay struct {
	Min      float64 `json:"min,omitempty"`
	Max      float64 `json:"max,omitempty"`
	Currency string  `json:"currency,omitempty"` // ISO 4217
	Unit     string  `json:"unit,omitempty"`     // HOUR, DAY, WEEK, MONTH or YEAR
}

// Person is whom to apply to.
type Person struct {
	Name  string `json:"name,omitempty"`
	Email string `json:"email,omitempty"`
	Phone string `json:"phone,omitempty"`
}

// Kind is what a page is to one who looks for jobs.
type Kind uint8

// The kinds of pages.
const (
	Other   Kind = iota
	Listing      // names several postings and leads to them
	Detail       // is one posting
)

func (k Kind) String() string { return [...]string{"other", "listing", "detail"}[k] }
