package schemaorg

import (
	"slices"
	"strings"

	"gannet/job"
)

// maxLocations bounds the locations that the text names.
const maxLocations = 5

// maxPlaces bounds the places whose parts are kept.
const maxPlaces = 50

// location reads jobLocation, separated by "; ", and its parts. For a remote job without any the location is "Remote" and the
// locations from which one may apply. Some boards write the company's name where a remote job has no location, so the name
// is ignored there.
func (r *reader) location(o object, p *job.Posting) {
	p.Remote = r.isRemote(o["jobLocationType"])
	company := ""
	if p.Remote {
		company = p.Company
	}
	var locations []string
	for _, v := range list(o["jobLocation"]) {
		for _, place := range r.places(v, company) {
			p.Remote = p.Remote || place.anywhere
			s := place.text
			if s == "" || slices.Contains(locations, s) || len(p.Places) >= maxPlaces {
				continue
			}
			p.Places = append(p.Places, place.Place)
			if len(locations) < maxLocations {
				locations = append(locations, s)
			}
		}
	}
	parts := []string{"Remote"}
	for _, v := range list(o["applicantLocationRequirements"]) {
		for _, place := range r.places(v, company) {
			if place.text == "" || len(p.ApplicantPlaces) >= maxPlaces {
				continue
			}
			p.ApplicantPlaces = append(p.ApplicantPlaces, place.Place)
			if len(parts) < maxLocations {
				parts = append(parts, place.text)
			}
		}
	}
	switch {
	case len(locations) > 0:
		p.Location = strings.Join(locations, "; ")
	case p.Remote:
		p.Location = strings.Join(parts, ", ")
	}
}

// isRemote reads jobLocationType.
func (r *reader) isRemote(v any) bool {
	return slices.ContainsFunc(list(v), func(v any) bool {
		s := r.text(v)
		return strings.EqualFold(short(s), "TELECOMMUTE") || job.IsRemote(s)
	})
}

// place is a location that was read.
type place struct {
	job.Place
	text     string // town, region and country
	anywhere bool   // one may work anywhere
}

// places returns what a Place, a PostalAddress or a text names. A Place may have several addresses.
func (r *reader) places(v any, company string) (all []place) {
	o, ok := r.resolve(v)
	if !ok {
		return r.placesOfText(v, company)
	}
	for _, v := range list(o["address"]) {
		inner, ok := r.resolve(v)
		if !ok {
			all = append(all, r.placesOfText(v, company)...)
		} else if p := r.address(inner, company); p.text != "" || p.anywhere {
			all = append(all, p)
		}
	}
	if len(all) > 0 {
		return all
	}
	if p := r.address(o, company); p.text != "" || p.anywhere {
		return []place{p}
	}
	return r.placesOfText(o["name"], company)
}

// placesOfText returns what a text names.
func (r *reader) placesOfText(v any, company string) (all []place) {
	s, anywhere := r.locationName(v, company)
	if s == "" {
		return []place{{anywhere: anywhere}}
	}
	split, remote := job.SplitLocation(s)
	for _, p := range split {
		text := s
		if len(split) > 1 {
			text = p.String()
		}
		all = append(all, place{p, text, remote})
	}
	if remote && len(all) == 0 {
		all = []place{{anywhere: true}}
	}
	return all
}

// address returns the parts of a PostalAddress. Its text names the location, without repetitions.
func (r *reader) address(o object, company string) (p place) {
	var parts []string
	for _, of := range []struct {
		key string
		to  *string
	}{{"addressLocality", &p.Town}, {"addressRegion", &p.Region}, {"addressCountry", &p.Country}} {
		part, remote := r.locationName(o[of.key], company)
		*of.to, p.anywhere = part, p.anywhere || remote
		for piece := range strings.SplitSeq(part, ",") {
			piece = strings.TrimSpace(piece)
			if piece != "" && !slices.ContainsFunc(parts, func(p string) bool { return strings.EqualFold(p, piece) }) {
				parts = append(parts, piece)
			}
		}
	}
	p.CountryCode = job.CountryCode(p.Country)
	p.Street, p.Postcode = r.text(o["streetAddress"]), r.text(o["postalCode"])
	if code := p.Postcode; len(parts) > 0 && isPostcode(code) && !strings.Contains(parts[0], code) {
		parts[0] = withPostcode(parts[0], code)
	}
	p.text = strings.Join(parts, ", ")
	return p
}

// isPostcode reports whether a text may be a postcode: it has a digit and is short.
func isPostcode(s string) bool {
	return len(s) >= 2 && len(s) <= 12 && strings.ContainsAny(s, "0123456789")
}

// withPostcode adds a postcode to a town, so that two addresses in one town differ. A number comes before the name, as on the
// continent of Europe, and other postcodes come after it.
func withPostcode(town, code string) string {
	if code[0] >= '0' && code[0] <= '9' {
		return code + " " + town
	}
	return town + " " + code
}

// locationName returns the text of v if it can be a location's name. anywhere reports that the text means any location.
func (r *reader) locationName(v any, company string) (s string, anywhere bool) {
	s = r.text(v)
	if job.IsRemote(s) {
		return "", true
	}
	if s == company || strings.Trim(s, "0123456789 -") == "" {
		return "", false
	}
	return s, false
}
