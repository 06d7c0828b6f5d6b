package job

import (
	"strconv"
	"strings"
)

// These are the names of a posting's further fields, which the type Details holds. The main fields are those of the type Posting.
const (
	Places          Field = "places"
	Remote          Field = "remote"
	ApplicantPlaces Field = "applicant_places"
	WorkMode        Field = "work_mode"
	Term            Field = "term"
	Duration        Field = "duration"
	Seniority       Field = "seniority"
	ApplyURL        Field = "apply_url"
	Eligibility     Field = "eligibility"
	Skills          Field = "skills"
	Qualifications  Field = "qualifications"
	Education       Field = "education"
	Experience      Field = "experience"
	Industry        Field = "industry"
	Category        Field = "category"
	Occupation      Field = "occupation"
	Benefits        Field = "benefits"
	Hours           Field = "hours"
	Starts          Field = "starts"
	Openings        Field = "openings"
	DirectApply     Field = "direct_apply"
	SameAs          Field = "same_as"
	CompanyURL      Field = "company_url"
	DescriptionHTML Field = "description_html"
)

// Details holds the fields of a posting beside the main ones. Most are found only in markup such as schema.org's. A field that was not
// found is zero.
type Details struct {
	Places          []Place  `json:"places,omitempty"`           // Location in its parts, one for each place of work
	Remote          bool     `json:"remote,omitempty"`           // the work may be done from anywhere, or from ApplicantPlaces
	ApplicantPlaces []Place  `json:"applicant_places,omitempty"` // where those who work remotely have to be
	WorkMode        string   `json:"work_mode,omitempty"`        // REMOTE, HYBRID or ON_SITE; "": not said
	Term            string   `json:"term,omitempty"`             // PERMANENT or FIXED_TERM; "": not said
	Duration        string   `json:"duration,omitempty"`         // of a fixed term, ISO 8601, such as P12M
	Seniority       string   `json:"seniority,omitempty"`        // ENTRY, MID, SENIOR, LEAD, DIRECTOR or EXECUTIVE; "": not said
	ApplyURL        string   `json:"apply_url,omitempty"`        // where one applies, absolute
	Eligibility     []string `json:"eligibility,omitempty"`      // what one must be allowed or cleared to do, as the page says it
	Skills          []string `json:"skills,omitempty"`
	Qualifications  []string `json:"qualifications,omitempty"`
	Education       []string `json:"education,omitempty"`
	Experience      []string `json:"experience,omitempty"`
	Industry        []string `json:"industry,omitempty"`
	Category        []string `json:"category,omitempty"`   // of the occupation, such as a code of O*NET-SOC
	Occupation      string   `json:"occupation,omitempty"` // unit group of ISCO-08, four digits; "": unknown
	Benefits        []string `json:"benefits,omitempty"`
	Hours           string   `json:"hours,omitempty"` // of work
	Starts          string   `json:"starts,omitempty"`
	Openings        int      `json:"openings,omitempty"`
	DirectApply     *bool    `json:"direct_apply,omitempty"` // whether one can apply on the page; nil: unknown
	SameAs          []string `json:"same_as,omitempty"`      // other pages of the posting
	CompanyURL      string   `json:"company_url,omitempty"`
	DescriptionHTML string   `json:"description_html,omitempty"` // elements of text alone, without attributes except links'
}

// Place is an address, split into its parts (street, town, region and so on) as the page writes them.
type Place struct {
	Name        string  `json:"name,omitempty"` // of a place without parts, such as "Europe"
	Street      string  `json:"street,omitempty"`
	Postcode    string  `json:"postcode,omitempty"`
	Town        string  `json:"town,omitempty"`
	Region      string  `json:"region,omitempty"`
	Country     string  `json:"country,omitempty"`
	CountryCode string  `json:"country_code,omitempty"` // ISO 3166, two letters
	RegionCode  string  `json:"region_code,omitempty"`  // ISO 3166-2, such as US-TX
	Latitude    float64 `json:"latitude,omitzero"`      // of the town, in degrees, by WGS 84; with Longitude 0: unknown
	Longitude   float64 `json:"longitude,omitzero"`
}

// String returns the parts of the address on one line.
func (p Place) String() string {
	var parts []string
	for _, s := range []string{p.Name, p.Street, strings.TrimSpace(p.Postcode + " " + p.Town), p.Region, p.Country} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ", ")
}

// FirstOf returns part(place) for the first of places for which this is not "". If there is none, it returns "".
func FirstOf(places []Place, part func(Place) string) string {
	for _, p := range places {
		if text := part(p); text != "" {
			return text
		}
	}
	return ""
}

// detail is what can be done with a field of Details.
type detail struct {
	field Field
	text  func(*Details) string // "" if it was not found
	take  func(to, from *Details)
}

var details = []detail{
	{Places, func(d *Details) string { return placesText(d.Places) }, func(to, from *Details) { to.Places = from.Places }},
	{Remote, func(d *Details) string { return ifTrue(d.Remote) }, func(to, from *Details) { to.Remote = from.Remote }},
	{ApplicantPlaces, func(d *Details) string { return placesText(d.ApplicantPlaces) }, func(to, from *Details) { to.ApplicantPlaces = from.ApplicantPlaces }},
	textDetail(WorkMode, func(d *Details) *string { return &d.WorkMode }),
	textDetail(Term, func(d *Details) *string { return &d.Term }),
	textDetail(Duration, func(d *Details) *string { return &d.Duration }),
	textDetail(Seniority, func(d *Details) *string { return &d.Seniority }),
	textDetail(ApplyURL, func(d *Details) *string { return &d.ApplyURL }),
	listDetail(Eligibility, func(d *Details) *[]string { return &d.Eligibility }),
	listDetail(Skills, func(d *Details) *[]string { return &d.Skills }),
	listDetail(Qualifications, func(d *Details) *[]string { return &d.Qualifications }),
	listDetail(Education, func(d *Details) *[]string { return &d.Education }),
	listDetail(Experience, func(d *Details) *[]string { return &d.Experience }),
	listDetail(Industry, func(d *Details) *[]string { return &d.Industry }),
	listDetail(Category, func(d *Details) *[]string { return &d.Category }),
	textDetail(Occupation, func(d *Details) *string { return &d.Occupation }),
	listDetail(Benefits, func(d *Details) *[]string { return &d.Benefits }),
	textDetail(Hours, func(d *Details) *string { return &d.Hours }),
	textDetail(Starts, func(d *Details) *string { return &d.Starts }),
	{Openings, func(d *Details) string { return ifAny(d.Openings) }, func(to, from *Details) { to.Openings = from.Openings }},
	{DirectApply, func(d *Details) string { return ifKnown(d.DirectApply) }, func(to, from *Details) { to.DirectApply = from.DirectApply }},
	listDetail(SameAs, func(d *Details) *[]string { return &d.SameAs }),
	textDetail(CompanyURL, func(d *Details) *string { return &d.CompanyURL }),
	textDetail(DescriptionHTML, func(d *Details) *string { return &d.DescriptionHTML }),
}

func textDetail(f Field, of func(*Details) *string) detail {
	return detail{f, func(d *Details) string { return *of(d) }, func(to, from *Details) { *of(to) = *of(from) }}
}

func listDetail(f Field, of func(*Details) *[]string) detail {
	return detail{f, func(d *Details) string { return strings.Join(*of(d), "; ") }, func(to, from *Details) { *of(to) = *of(from) }}
}

func placesText(places []Place) string {
	list := make([]string, len(places))
	for i, p := range places {
		list[i] = p.String()
	}
	return strings.Join(list, "; ")
}

func ifTrue(b bool) string {
	if b {
		return "true"
	}
	return ""
}

func ifAny(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func ifKnown(b *bool) string {
	if b == nil {
		return ""
	}
	return strconv.FormatBool(*b)
}

// DetailFields returns the names of all fields of Details, in the order in which they are shown.
func DetailFields() []Field {
	list := make([]Field, len(details))
	for i := range details {
		list[i] = details[i].field
	}
	return list
}

// Text returns the value of a field as one text. It returns "" if the field was not found or does not belong to Details.
func (d *Details) Text(f Field) string {
	for i := range details {
		if details[i].field == f {
			return details[i].text(d)
		}
	}
	return ""
}

// Take copies one field from other Details. It does nothing if f is not a field of Details.
func (d *Details) Take(f Field, from *Details) {
	for i := range details {
		if details[i].field == f {
			details[i].take(d, from)
		}
	}
}
