// Package job owns the job posting: its fields, their normal forms and its key. The packages below it find postings in
// pages: schemaorg in markup, template with a site's template, pagetext in the page's own words. Package extract
// combines the three. Package kind classifies pages.
package job

import "time"

// Field is the name of a field of a posting. JSON, YAML and the command line use the same names.
type Field string

// These are the names of a posting's main fields, which the type Posting holds.
const (
	Title        Field = "title"
	Company      Field = "company"
	Location     Field = "place"
	Posted       Field = "posted"
	ValidThrough Field = "valid_through"
	Employment   Field = "employment"
	Salary       Field = "salary"
	Contact      Field = "contact"
	ID           Field = "id"
	Description  Field = "description"
	Language     Field = "language"
)

// Fields returns the names of all main fields, in the order in which they are shown.
func Fields() []Field {
	return []Field{Title, Company, Location, Posted, ValidThrough, Employment, Salary, Contact, ID, Description, Language}
}

// Method says how the value of a posting's field was found.
type Method string

// These are the methods by which a field's value is found, the most reliable first.
const (
	// JSONLD says that a value was found in JSON-LD markup with schema.org's terms. Of all methods it is the most reliable; the others
	// follow in the order of these constants.
	JSONLD Method = "json-ld"
	// Microdata says that a value was found in HTML microdata.
	Microdata Method = "microdata"
	// RDFa says that a value was found in RDFa attributes.
	RDFa Method = "rdfa"
	// Template says that a value was found by a selector that was written or learned for one site; see package template.
	Template Method = "template"
	// Embedded says that a value was found in JSON in the page that is not schema.org markup.
	Embedded Method = "embedded"
	// Data says that a value was found in a response in JSON or XML.
	Data Method = "data"
	// Label says that a value was found beside a label such as "Location:".
	Label Method = "label"
	// Page says that a value was found in the title, the headings or the main content of the page.
	Page Method = "page"
	// PDF says that a value was found in a PDF file.
	PDF Method = "pdf"
	// Model says that a learned model has predicted a value from the other fields.
	Model Method = "model"
)

// Provenance says how the value of a posting's field was found, and how likely it is right.
type Provenance struct {
	Method     Method  `json:"source"`
	Confidence float64 `json:"confidence"` // from 0 to 1

	// At is where the record of a posting lies in a response in JSON or XML, as a JSON Pointer (RFC 6901). Only the title has it.
	At string `json:"at,omitempty"`
}

// These are the formats from which postings are read.
const (
	FromData     = "data"     // a response in JSON or XML
	FromEmbedded = "embedded" // data in a page
	FromPDF      = "pdf"
	FromHTML     = "html"
)

// Source returns the format from which a posting was read, such as FromData, judged by how its title was found.
func (p *Posting) Source() string {
	switch title := p.Provenance[Title]; title.Method {
	case Data:
		return FromData
	case Template:
		if title.At != "" {
			return FromData
		}
	case Embedded:
		return FromEmbedded
	case PDF:
		return FromPDF
	}
	return FromHTML
}

// Posting is one advertisement of a job as a page shows it. Its texts are those of the page, with white space collapsed. A field that was not
// found on the page is zero.
type Posting struct {
	URL          string               `json:"url,omitempty"`  // canonical URL of the page; of one of several postings its own on that host
	Part         string               `json:"part,omitempty"` // which of several postings on the page it is: its fragment, id or number; otherwise empty
	ID           string               `json:"id,omitempty"`   // the site's identifier of the posting
	Title        string               `json:"title,omitempty"`
	Company      string               `json:"company,omitempty"`
	Location     string               `json:"place,omitempty"`        // town, region, country, separated by ", "
	Posted       time.Time            `json:"posted,omitzero"`        // UTC; midnight where only the day is known
	ValidThrough time.Time            `json:"valid_through,omitzero"` // likewise; a time of day without a zone reads as UTC
	Ends         time.Time            `json:"ends,omitzero"`          // when ValidThrough is over where the employer is, UTC; zero if it is over by UTC, see EndsAt
	Employment   []string             `json:"employment,omitempty"`   // schema.org's words: FULL_TIME, PART_TIME, CONTRACTOR, TEMPORARY, INTERN, VOLUNTEER, PER_DIEM, OTHER
	Salary       Pay                  `json:"salary,omitzero"`
	Contact      Person               `json:"contact,omitzero"`
	Description  string               `json:"description,omitempty"` // plain text; blocks and list items end in a newline
	Duties       string               `json:"duties,omitempty"`      // the parts of Description about the work and the requirements
	Employer     string               `json:"employer,omitempty"`    // the parts of Description about the employer
	Language     string               `json:"language,omitempty"`    // ISO 639-1
	Details                           // what markup says beside
	Site         string               `json:"site,omitempty"`         // what the page calls its site
	LinkedSites  []string             `json:"linked_sites,omitempty"` // hosts of other sites that the page links to
	State        State                `json:"state,omitempty"`        // whether one could apply when the page was fetched; "": unknown
	StateReason  string               `json:"state_reason,omitempty"` // why
	Provenance   map[Field]Provenance `json:"origins,omitempty"`      // of the fields that were found, those of Details too
}

// Pay is a salary between Min and Max, which are equal if the page gives one number. Min or Max is 0 if that end is open, as Max is in "from
// 45,000".
type Pay struct {
	Min      float64 `json:"min,omitempty"`
	Max      float64 `json:"max,omitempty"`
	Currency string  `json:"currency,omitempty"` // ISO 4217
	Unit     string  `json:"unit,omitempty"`     // HOUR, DAY, WEEK, MONTH or YEAR
	Basis    string  `json:"basis,omitempty"`    // GROSS or NET; "": not said
	Raw      string  `json:"raw,omitempty"`      // the pay as the page says it, in at most 120 characters
	Note     string  `json:"note,omitempty"`     // what was corrected or left out, and why; "": nothing
}

// Known reports whether the pay has an amount.
func (p Pay) Known() bool { return p.Min > 0 || p.Max > 0 }

// Person is the contact person for applications.
type Person struct {
	Name  string `json:"name,omitempty"`
	Email string `json:"email,omitempty"`
	Phone string `json:"phone,omitempty"`
}

// Kind is the kind of a page: a posting, a list of postings, or neither.
type Kind uint8

// These are the kinds of pages.
const (
	// Other is a page that is neither a posting nor a list of postings.
	Other Kind = iota
	// Listing is a page of links to postings.
	Listing
	// Detail is a page that shows one posting.
	Detail
)

func (k Kind) String() string { return [...]string{"other", "listing", "detail"}[k] }
