package schemaorg

import (
	"slices"
	"strings"
)

// maxLocations is how many locations of one posting are kept.
const maxLocations = 5

// place gives where the work is: the locations of jobLocation, parted by "; ", or "Remote" and from where one may apply.
// A remote job's address is left out where it is the company's name, which boards put there to have something.
func (r *reader) location(o object, company string) string {
	var locations []string
	remote := strings.EqualFold(r.text(o["jobLocationType"]), "TELECOMMUTE")
	if !remote {
		company = ""
	}
	for _, v := range list(o["jobLocation"]) {
		s, anywhere := r.oneLocation(v, company)
		remote = remote || anywhere
		if s != "" && !slices.Contains(locations, s) && len(locations) < maxLocations {
			locations = append(locations, s)
		}
	}
	if len(locations) > 0 || !remote {
		return strings.Join(locations, "; ")
	}
	parts := []string{"Remote"}
	for _, v := range list(o["applicantLocationRequirements"]) {
		if s, _ := r.oneLocation(v, company); s != "" && len(parts) < maxLocations {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ", ")
}

// oneLocation gives town, region and country of a Place, PostalAddress or text, and whether it says anywhere.
func (r *reader) oneLocation(v any, company string) (s string, anywhere bool) {
	o, ok := r.resolve(v)
	if !ok {
		return r.locationName(v, company)
	}
	if address := list(o["address"]); len(address) > 0 {
		inner, ok := r.resolve(address[0])
		if !ok {
			return r.locationName(address[0], company)
		}
		if s, anywhere = r.address(inner, company); s != "" || anywhere {
			return s, anywhere
		}
	}
	if s, anywhere = r.address(o, company); s != "" || anywhere {
		return s, anywhere
	}
	return r.locationName(o["name"], company)
}

// address gives the parts of a PostalAddress that name the place, none twice.
func (r *reader) address(o object, company string) (s string, anywhere bool) {
	var parts []string
	for _, key := range []string{"addressLocality", "addressRegion", "addressCountry"} {
		part, remote := r.locationName(o[key], company)
		anywhere = anywhere || remote
		for piece := range strings.SplitSeq(part, ",") {
			piece = strings.TrimSpace(piece)
			if piece != "" && !slices.ContainsFunc(parts, func(p string) bool { return strings.EqualFold(p, piece) }) {
				parts = append(parts, piece)
			}
		}
	}
	if code := r.text(o["postalCode"]); len(parts) > 0 && isPostcode(code) && !strings.Contains(parts[0], code) {
		parts[0] = withPostcode(parts[0], code)
	}
	return strings.Join(parts, ", "), anywhere
}

// isPostcode tells whether a text can be one: it has a digit, and is not long.
func isPostcode(s string) bool {
	return len(s) >= 2 && len(s) <= 12 && strings.ContainsAny(s, "0123456789")
}

// withPostcode adds a town's postcode, which tells two houses in one town apart: before the name if it is a number, as
// on the continent of Europe, else behind it.
func withPostcode(town, code string) string {
	if code[0] >= '0' && code[0] <= '9' {
		return code + " " + town
	}
	return town + " " + code
}

// locationName gives the text of v if it can be a place's name, and whether it says anywhere instead.
func (r *reader) locationName(v any, company string) (s string, anywhere bool) {
	s = r.text(v)
	switch strings.ToLower(s) {
	case "anywhere", "worldwide", "remote":
		return "", true
	}
	if s == company || strings.Trim(s, "0123456789 -") == "" {
		return "", false
	}
	return s, false
}
