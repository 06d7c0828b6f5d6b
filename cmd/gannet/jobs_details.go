package main

import (
	"encoding/json"
	"time"

	"gannet/job"
	"gannet/job/occupation"
)

// postingExtras are the facts of a posting that schema.org has no keys for.
type postingExtras struct {
	State           job.State                    `json:"state"`
	StateReason     string                       `json:"state_reason,omitempty"`
	Ends            time.Time                    `json:"ends,omitzero"` // when the last day is over; see job.Posting.EndsAt
	Origins         map[job.Field]job.Provenance `json:"origins"`
	Places          []job.Place                  `json:"places,omitempty"` // with the codes of countries
	NUTS            string                       `json:"nuts,omitempty"`   // of the first place that has one; see job.Place.NUTS
	WorkMode        string                       `json:"work_mode,omitempty"`
	Term            string                       `json:"term,omitempty"`
	Seniority       string                       `json:"seniority,omitempty"`
	Occupation      string                       `json:"occupation,omitempty"`      // unit group of ISCO-08
	OccupationName  string                       `json:"occupation_name,omitempty"` // in the posting's language, or in English
	Salary          job.Pay                      `json:"salary,omitzero"`           // with its text, and whether it is gross or net
	SalaryYear      job.Pay                      `json:"salary_year,omitzero"`      // see job.Pay.Year
	DescriptionHTML string                       `json:"description_html,omitempty"`
}

func extrasOf(p *job.Posting) postingExtras {
	return postingExtras{p.State.Known(), p.StateReason, p.EndsAt(), p.Provenance, p.Places, job.FirstOf(p.Places, job.Place.NUTS), p.WorkMode, p.Term, p.Seniority, p.Occupation, occupation.Name(p.Occupation, p.Language), p.Salary, p.Salary.Year(), p.DescriptionHTML}
}

// detailRow are the last columns of a posting. Town, region and country are of the first place; "places" has all of them.
// Entries of a list are separated by "; ". "origins" is a JSON object: how each field was found.
type detailRow struct {
	Street          string   `parquet:"street,optional"`
	Postcode        string   `parquet:"postcode,optional"`
	Town            string   `parquet:"town,optional"`
	Region          string   `parquet:"region,optional"`
	Country         string   `parquet:"country,optional"`
	CountryCode     string   `parquet:"country_code,optional"`
	RegionCode      string   `parquet:"region_code,optional"`
	NUTS            string   `parquet:"nuts,optional"`
	Latitude        *float64 `parquet:"latitude,optional"`
	Longitude       *float64 `parquet:"longitude,optional"`
	Places          string   `parquet:"places,optional"`
	Remote          *bool    `parquet:"remote,optional"`
	ApplicantPlaces string   `parquet:"applicant_places,optional"`
	WorkMode        string   `parquet:"work_mode,optional"`
	Term            string   `parquet:"term,optional"`
	Duration        string   `parquet:"duration,optional"`
	Seniority       string   `parquet:"seniority,optional"`
	ApplyURL        string   `parquet:"apply_url,optional"`
	Eligibility     string   `parquet:"eligibility,optional"`
	SalaryBasis     string   `parquet:"salary_basis,optional"`
	SalaryText      string   `parquet:"salary_text,optional"`
	SalaryNote      string   `parquet:"salary_note,optional"`
	SalaryYearMin   float64  `parquet:"salary_year_min,optional"`
	SalaryYearMax   float64  `parquet:"salary_year_max,optional"`
	Skills          string   `parquet:"skills,optional"`
	Qualifications  string   `parquet:"qualifications,optional"`
	Education       string   `parquet:"education,optional"`
	Experience      string   `parquet:"experience,optional"`
	Industry        string   `parquet:"industry,optional"`
	Category        string   `parquet:"category,optional"`
	Occupation      string   `parquet:"occupation,optional"`
	OccupationName  string   `parquet:"occupation_name,optional"`
	Benefits        string   `parquet:"benefits,optional"`
	Hours           string   `parquet:"hours,optional"`
	Starts          string   `parquet:"starts,optional"`
	Openings        int64    `parquet:"openings,optional"`
	DirectApply     *bool    `parquet:"direct_apply,optional"`
	SameAs          string   `parquet:"same_as,optional"`
	CompanyURL      string   `parquet:"company_url,optional"`
	DescriptionHTML string   `parquet:"description_html,optional"`
	State           string   `parquet:"state"`
	StateReason     string   `parquet:"state_reason,optional"`
	Origins         string   `parquet:"origins,optional"`
}

func detailsOf(p *job.Posting) detailRow {
	text := p.Details.Text
	r := detailRow{
		Places: text(job.Places), ApplicantPlaces: text(job.ApplicantPlaces), WorkMode: p.WorkMode, Term: p.Term, Duration: p.Duration,
		Seniority: p.Seniority, ApplyURL: p.ApplyURL, Eligibility: text(job.Eligibility), SalaryBasis: p.Salary.Basis, SalaryText: p.Salary.Raw, SalaryNote: p.Salary.Note, Skills: text(job.Skills), Qualifications: text(job.Qualifications),
		Education: text(job.Education), Experience: text(job.Experience), Industry: text(job.Industry), Category: text(job.Category), Occupation: p.Occupation, OccupationName: occupation.Name(p.Occupation, p.Language),
		Benefits: text(job.Benefits), Hours: p.Hours, Starts: p.Starts, Openings: int64(p.Openings), DirectApply: p.DirectApply,
		SameAs: text(job.SameAs), CompanyURL: p.CompanyURL, DescriptionHTML: p.DescriptionHTML,
		State: string(p.State.Known()), StateReason: p.StateReason,
	}
	year := p.Salary.Year()
	r.SalaryYearMin, r.SalaryYearMax = year.Min, year.Max
	if len(p.Places) > 0 {
		first := p.Places[0]
		r.Street, r.Postcode, r.Town, r.Region, r.Country, r.CountryCode = first.Street, first.Postcode, first.Town, first.Region, first.Country, first.CountryCode
		r.RegionCode, r.NUTS = first.RegionCode, first.NUTS()
		if first.Latitude != 0 || first.Longitude != 0 {
			r.Latitude, r.Longitude = &first.Latitude, &first.Longitude
		}
	}
	if p.Remote || len(p.Places) > 0 { // a place without the word is one to go to
		r.Remote = &p.Remote
	}
	if len(p.Provenance) > 0 {
		if origins, err := json.Marshal(p.Provenance); err == nil {
			r.Origins = string(origins)
		}
	}
	return r
}
