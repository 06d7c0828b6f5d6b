package schemaorg

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"gannet/job"
	"gannet/job/conditions"
)

// maxLocations bounds the locations in the text of a posting's location.
const maxLocations = 5

// maxPlaces bounds the places whose parts are kept.
const maxPlaces = 50

// location reads the location of a posting from jobLocation: its text, with "; " between locations, its parts, and the mode of work. A remote job
// without a location gets the location "Remote" and the locations from which applicants may work. Some boards write the company's name where a remote
// job has no location, so the name is ignored there.
func (r *reader) location(o object, p *job.Posting) {
	var mode conditions.Votes
	for _, v := range list(o["jobLocationType"]) {
		s := r.text(v)
		if strings.Contains(s, "schema.org/") {
			s = short(s)
		}
		mode.Add(conditions.ModeOf(s))
	}
	company := ""
	if said, _ := mode.Mode(); said == conditions.Remote {
		company = p.Company
	}
	var locations []string
	for _, v := range list(o["jobLocation"]) {
		mode.Add(r.modeOfPlace(v))
		for _, place := range r.places(v, company) {
			s := place.text
			if place.mode != (conditions.Votes{}) {
				mode.Add(place.mode)
			} else if place.anywhere {
				mode.Add(conditions.ModeVote(conditions.Remote, sureAnywhere))
			}
			if s == "" || slices.Contains(locations, s) || len(p.Places) >= maxPlaces {
				continue
			}
			p.Places = append(p.Places, place.Place)
			if len(locations) < maxLocations {
				locations = append(locations, s)
			}
		}
	}
	p.WorkMode, r.sure[job.WorkMode] = mode.Mode()
	p.Remote, r.sure[job.Remote] = p.WorkMode == conditions.Remote, r.sure[job.WorkMode]
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

// modeOfPlace reads a place's additional property for the mode of work, in which package job writes modes other than remote work.
func (r *reader) modeOfPlace(v any) conditions.Votes {
	place, _ := r.resolve(v)
	property, ok := r.resolve(place["additionalProperty"])
	if !ok || r.first(property, "name") != "workMode" {
		return conditions.Votes{}
	}
	return conditions.ModeOf(r.first(property, "value"))
}

// sureAnywhere is the probability that a location such as "Remote" means that all of the work is remote.
const sureAnywhere = .85

// place is a location that was read.
type place struct {
	job.Place
	text     string // town, region and country
	anywhere bool   // one may work anywhere

	mode conditions.Votes // what the text, which may be longer, says of the mode of work
}

// places returns the locations in a Place, a PostalAddress or a text. A Place may have several addresses, and an address several towns.
func (r *reader) places(v any, company string) (all []place) {
	o, ok := r.resolve(v)
	if !ok {
		return r.placesOfText(v, company)
	}
	if o.is("Country") {
		if name, _ := r.locationName(o["name"], company); job.CountryCode(name) != "" {
			return []place{{Place: job.Place{Country: name, CountryCode: job.CountryCode(name)}, text: name}}
		}
	}
	for _, v := range list(o["address"]) {
		inner, ok := r.resolve(v)
		if !ok {
			all = append(all, r.placesOfText(v, company)...)
			continue
		}
		all = append(all, r.addresses(inner, company)...)
	}
	if len(all) == 0 {
		all = r.addresses(o, company)
	}
	if len(all) == 0 {
		all = r.placesOfText(o["name"], company)
	}
	if len(all) == 1 {
		all[0].Latitude, all[0].Longitude = r.position(o)
	}
	return all
}

// position returns the coordinates of a Place: its own, or those of its GeoCoordinates.
func (r *reader) position(o object) (latitude, longitude float64) {
	if geo, ok := r.resolve(o["geo"]); ok {
		o = geo
	}
	degrees := func(key string, most float64) (float64, bool) {
		f, err := strconv.ParseFloat(r.text(o[key]), 64)
		return f, err == nil && math.Abs(f) <= most
	}
	latitude, known := degrees("latitude", 90)
	longitude, also := degrees("longitude", 180)
	if !known || !also {
		return 0, 0
	}
	return latitude, longitude
}

// placesOfText returns the locations in a text.
func (r *reader) placesOfText(v any, company string) (all []place) {
	s, anywhere := r.locationName(v, company)
	if s == "" {
		return []place{{anywhere: anywhere, mode: conditions.ModeOf(r.text(v))}}
	}
	split, remote := job.SplitLocation(s)
	for _, p := range split {
		text := s
		if whole := p.String(); len(split) > 1 || !remote && job.IsShorter(whole, s) {
			text = whole
		}
		all = append(all, place{Place: p, text: text, anywhere: remote})
	}
	if len(all) == 0 {
		all = []place{{anywhere: remote}}
	}
	all[0].mode = conditions.ModeOf(s)
	return all
}

// addresses returns the places of a PostalAddress: one, or one for each town if its locality lists several.
func (r *reader) addresses(o object, company string) (all []place) {
	country, anywhere := r.locationName(o["addressCountry"], company)
	code := job.CountryCode(country)
	var towns []string
	for _, v := range list(o["addressLocality"]) {
		town, remote := r.locationName(v, company)
		anywhere = anywhere || remote
		towns = append(towns, townsIn(town, code)...)
	}
	if len(towns) == 0 {
		towns = []string{""}
	}
	for _, town := range towns {
		p := job.Place{Town: town, Country: country, CountryCode: code}
		region, remote := r.locationName(o["addressRegion"], company)
		p.Region = region
		p.Street, _ = r.locationName(o["streetAddress"], company)
		if p.Postcode = r.text(o["postalCode"]); job.IsNoPlace(p.Postcode) {
			p.Postcode = ""
		}
		if inner, isRemote := job.SplitLocation(town); strings.ContainsAny(town, ",(") && len(inner) == 1 && inner[0].Town != "" { // "Waltham, MA"
			remote = remote || isRemote
			p.Town = inner[0].Town
			p.Street, p.Postcode = cmp.Or(p.Street, inner[0].Street), cmp.Or(p.Postcode, inner[0].Postcode)
			if p.Region == "" && inner[0].Region != p.Country {
				p.Region = inner[0].Region
			}
			if p.Country == "" {
				p.Country, p.CountryCode = inner[0].Country, inner[0].CountryCode
			}
		}
		if text := addressText(p); text != "" || anywhere || remote {
			all = append(all, place{Place: p, text: text, anywhere: anywhere || remote})
		}
	}
	if len(all) > 0 {
		all[0].mode = conditions.ModeOf(r.text(o["addressLocality"]))
	}
	return all
}

// townsIn returns the towns in a locality. They are separated by signs or, if they are known to be several towns, by commas.
func townsIn(locality, country string) []string {
	towns := strings.FieldsFunc(locality, func(r rune) bool { return r == ';' || r == '|' || r == '/' })
	if len(towns) < 2 {
		if towns = strings.Split(locality, ","); !job.AreTowns(towns, country) {
			towns = []string{locality}
		}
	}
	for i := range towns {
		towns[i] = strings.TrimSpace(towns[i])
	}
	return slices.DeleteFunc(towns, func(s string) bool { return s == "" || job.IsNoPlace(s) })
}

// addressText returns the parts of an address that make up the text of a location, without repetitions.
func addressText(p job.Place) string {
	var parts []string
	for _, part := range []string{p.Town, p.Region, p.Country} {
		for piece := range strings.SplitSeq(part, ",") {
			piece = strings.TrimSpace(piece)
			if piece != "" && !slices.ContainsFunc(parts, func(p string) bool { return strings.EqualFold(p, piece) }) {
				parts = append(parts, piece)
			}
		}
	}
	if code := p.Postcode; len(parts) > 0 && isPostcode(code) && !strings.Contains(parts[0], code) {
		parts[0] = withPostcode(parts[0], code)
	}
	return strings.Join(parts, ", ")
}

// isPostcode reports whether a text may be a postcode, because it has a digit and is short.
func isPostcode(s string) bool {
	return len(s) >= 2 && len(s) <= 12 && strings.ContainsAny(s, "0123456789")
}

// withPostcode adds a postcode to a town, so that two addresses in one town differ. A number is put before the town, as on the continent of Europe,
// and other postcodes are put after it.
func withPostcode(town, code string) string {
	if code[0] >= '0' && code[0] <= '9' {
		return code + " " + town
	}
	return town + " " + code
}

// locationName returns the text of v if the text can be the name of a location. anywhere reports that the text means any location.
func (r *reader) locationName(v any, company string) (s string, anywhere bool) {
	s = r.text(v)
	if job.IsRemote(s) {
		return "", true
	}
	if s == company || strings.Trim(s, "0123456789 -") == "" || job.IsNoPlace(s) {
		return "", false
	}
	return s, false
}
