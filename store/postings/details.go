package postings

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gannet/internal/lazyregexp"
	"gannet/job"
	"gannet/job/gazetteer"
)

// Circle is an area on the earth: a point and a radius around it.
type Circle struct {
	Latitude   float64 `json:"latitude"` // degrees, WGS 84
	Longitude  float64 `json:"longitude"`
	Kilometres float64 `json:"kilometres"` // its radius
}

// needsDetails reports whether the query needs fields that the summary of a posting does not have.
func (f *filter) needsDetails() bool {
	return f.Pay.Known() || f.Occupation != "" || f.Region != "" || f.Near != Circle{}
}

// matchDetails reports whether a posting has the occupation, and one place of work that lies in the region and in the circle.
func (f *filter) matchDetails(p *job.Posting) bool {
	if f.Occupation != "" && !strings.HasPrefix(p.Occupation, f.Occupation) {
		return false
	}
	return f.Region == "" && f.Near == Circle{} || slices.ContainsFunc(p.Places, f.matchPlace)
}

func (f *filter) matchPlace(place job.Place) bool {
	if f.Region != "" && !isIn(&place, strings.ToUpper(f.Region)) {
		return false
	}
	if f.Near == (Circle{}) {
		return true
	}
	if place.Latitude == 0 && place.Longitude == 0 {
		return false
	}
	centre, town := gazetteer.Town{Latitude: f.Near.Latitude, Longitude: f.Near.Longitude}, gazetteer.Town{Latitude: place.Latitude, Longitude: place.Longitude}
	return centre.Distance(&town) <= f.Near.Kilometres
}

// isIn reports whether a place lies in a country or region, by ISO 3166-2 or NUTS.
func isIn(place *job.Place, region string) bool {
	if len(region) == 2 || strings.Contains(region, "-") {
		return strings.EqualFold(place.RegionCode, region) || strings.EqualFold(place.CountryCode, region)
	}
	return strings.HasPrefix(place.NUTS(), region)
}

// Errors of a query's occupation or region.
var (
	errOccupation = errors.New("an occupation is a group of ISCO-08 in one to four digits, such as 25 or 2512")
	errRegion     = errors.New("a region is a code of ISO 3166-2, such as DE-BY, of NUTS, such as DE21, or a country's two letters")
)

var (
	occupationForm = lazyregexp.New(`^\d{1,4}$`)
	regionForm     = lazyregexp.New(`(?i)^[a-z]{2}(-[a-z0-9]{1,3})?$`)
)

// checkDetails returns an error if the query's occupation or region does not exist.
func (q *Query) checkDetails() error {
	switch {
	case q.Occupation != "" && !occupationForm.MatchString(q.Occupation):
		return fmt.Errorf("%w, not %.20q", errOccupation, q.Occupation)
	case q.Region != "" && !regionForm.MatchString(q.Region) && !gazetteer.IsNUTS(strings.ToUpper(q.Region)):
		return fmt.Errorf("%w, not %.20q", errRegion, q.Region)
	}
	return nil
}
