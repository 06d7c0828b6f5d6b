package search

import (
	"strconv"
	"strings"

	"gannet/internal/lazyregexp"
	"gannet/job"
	"gannet/job/gazetteer"
	"gannet/store/postings"
)

// nearForm matches a place and a distance in kilometres.
var nearForm = lazyregexp.New(`(?i)^(.*\S)\s+(\d+(?:\.\d+)?)\s*km$`)

// circleOf reads a place and a distance, such as "York 30km" or "Paris, Texas 50 km". If several towns have the same name, it uses the largest.
func circleOf(text string) (c postings.Circle, err error) {
	m := nearForm.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return c, wrong("near", "%q: give a town and kilometres, such as 'York 30km'", text)
	}
	if c.Kilometres, err = strconv.ParseFloat(m[2], 64); err != nil {
		return c, wrong("near", "%q: %v", text, err)
	}
	places, _ := job.SplitLocation(m[1])
	job.Locate(places, "")
	for _, p := range places {
		if p.Latitude != 0 || p.Longitude != 0 {
			c.Latitude, c.Longitude = p.Latitude, p.Longitude
			return c, nil
		}
	}
	if towns := gazetteer.Towns(m[1]); len(towns) > 0 {
		c.Latitude, c.Longitude = towns[0].Latitude, towns[0].Longitude
		return c, nil
	}
	return c, wrong("near", "%q: no town above 15,000 inhabitants has that name; add the country of a smaller one, such as 'Whitby, UK 30km'", text)
}
