package schemaorg

import (
	"slices"
	"strings"
)

// maxLocations bounds the locations kept of one posting.
const maxLocations = 5

// location returns the locations of jobLocation, separated by "; ". For a remote job without any it returns "Remote" and the
// locations from which one may apply. Some boards write the company's name where a remote job has no location, so the name
// is ignored there.
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

// oneLocation returns town, region and country of a Place, a PostalAddress or a text. anywhere reports that one may work
// anywhere.
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

// address returns the parts of a PostalAddress that name the location, without repetitions.
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
	switch strings.ToLower(s) {
	case "anywhere", "worldwide", "remote":
		return "", true
	}
	if s == company || strings.Trim(s, "0123456789 -") == "" {
		return "", false
	}
	return s, false
}
