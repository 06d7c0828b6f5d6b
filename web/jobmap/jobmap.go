// Package jobmap owns the map of where jobs are. It needs no network and no picture of the earth. The towns of the gazetteer, drawn as
// small dots, show where land is. A grid of degrees says where on the earth that is.
package jobmap

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gannet/job/gazetteer"
	"gannet/store/postings"
)

// spot is a town with jobs.
type spot struct {
	name                string
	latitude, longitude float64
	jobs                int
}

// Spots counts jobs by town, for a map.
type Spots struct {
	towns    map[[2]float64]*spot // by latitude and longitude
	unplaced int
}

// NewSpots returns a Spots that has counted no job.
func NewSpots() *Spots { return &Spots{towns: make(map[[2]float64]*spot)} }

// Add counts a job in the first of its places whose position on the earth is known.
func (s *Spots) Add(p *postings.Posting) {
	for _, place := range p.Job.Places {
		at := [2]float64{place.Latitude, place.Longitude}
		if at == [2]float64{} {
			continue
		}
		if s.towns[at] == nil {
			s.towns[at] = &spot{name: place.Town, latitude: at[0], longitude: at[1]}
		}
		s.towns[at].jobs++
		return
	}
	s.unplaced++
}

// Map is a map that shows how many jobs there are in each town.
type Map struct {
	Towns, Jobs, Unplaced int // Unplaced jobs have no place with a position

	width, height float64
	land          string // a path with a dot for each town
	lines         []line
	circles       []circle
}

// line is a meridian or a parallel, with its degree.
type line struct {
	x1, y1, x2, y2 float64
	name           string
}

// circle is a town with jobs. Its area is in proportion to their number.
type circle struct {
	x, y, radius float64
	title        string
	label        string // "" if there is no room for it
}

// Sizes of a map, in units of its picture.
const (
	mapWidth   = 900.
	mostHeight = 620.
	leastSpan  = 2.  // degrees of latitude
	margin     = .08 // of the span, on each side
	mostRadius = 22.
	circleArea = .02 // of the picture, that all circles have together at most
	mostDots   = 2500
	mostLabels = 12
)

// Map draws the map. It returns nil if no job has a known position.
func (s *Spots) Map() *Map {
	if len(s.towns) == 0 {
		return nil
	}
	list := make([]*spot, 0, len(s.towns))
	m := &Map{Towns: len(s.towns), Unplaced: s.unplaced}
	for _, t := range s.towns {
		list = append(list, t)
		m.Jobs += t.jobs
	}
	slices.SortFunc(list, func(a, b *spot) int {
		return cmp.Or(cmp.Compare(b.jobs, a.jobs), cmp.Compare(a.name, b.name), cmp.Compare(a.latitude, b.latitude), cmp.Compare(a.longitude, b.longitude))
	})
	p := around(list)
	m.width, m.height = p.width, p.height
	m.land = p.land()
	m.lines = p.grid()
	m.circles = p.circles(list)
	return m
}

// projection maps degrees to the picture: equirectangular, true to scale in the middle.
type projection struct {
	west, north   float64 // of the upper left corner
	perLongitude  float64 // units of the picture for a degree
	perLatitude   float64
	width, height float64
}

// around returns a projection that shows all towns, with a margin.
func around(list []*spot) *projection {
	south, north, west, east := 90., -90., 180., -180.
	for _, t := range list {
		south, north = min(south, t.latitude), max(north, t.latitude)
		west, east = min(west, t.longitude), max(east, t.longitude)
	}
	middle := (south + north) / 2
	squeeze := max(math.Cos(middle*math.Pi/180), .2)
	high := max(north-south, leastSpan) * (1 + 2*margin)
	wide := max((east-west)*squeeze*(1+2*margin), high*mapWidth/mostHeight) // in degrees of latitude
	high = max(high, wide*.45)
	p := &projection{width: mapWidth, perLatitude: mapWidth / wide, height: high * mapWidth / wide}
	p.perLongitude = p.perLatitude * squeeze
	p.north, p.west = middle+high/2, (west+east)/2-wide/squeeze/2
	return p
}

func (p *projection) at(latitude, longitude float64) (x, y float64) {
	return (longitude - p.west) * p.perLongitude, (p.north - latitude) * p.perLatitude
}

// land returns a path of dots, one for each town in the picture, or for every so many in all its parts.
func (p *projection) land() string {
	var inside []gazetteer.Town
	for t := range gazetteer.All() {
		if x, y := p.at(t.Latitude, t.Longitude); x > 0 && y > 0 && x < p.width && y < p.height {
			inside = append(inside, t)
		}
	}
	var path strings.Builder
	for i := range min(len(inside), mostDots) {
		t := &inside[i*len(inside)/min(len(inside), mostDots)]
		x, y := p.at(t.Latitude, t.Longitude)
		fmt.Fprintf(&path, "M%.0f %.0fh0", x, y)
	}
	return path.String()
}

// grid returns meridians and parallels, about five of each.
func (p *projection) grid() (lines []line) {
	high := p.height / p.perLatitude
	step := 60.
	for _, degrees := range []float64{.5, 1, 2, 5, 10, 20, 30} {
		if high/degrees <= 5 {
			step = degrees
			break
		}
	}
	for d := math.Ceil((p.north-high)/step) * step; d < p.north; d += step {
		_, y := p.at(d, 0)
		lines = append(lines, line{0, y, p.width, y, degrees(d, "N", "S")})
	}
	for d := math.Ceil(p.west/step) * step; d < p.west+p.width/p.perLongitude; d += step {
		x, _ := p.at(0, d)
		lines = append(lines, line{x, 0, x, p.height, degrees(d, "E", "W")})
	}
	return lines
}

// degrees writes a latitude or a longitude.
func degrees(d float64, positive, negative string) string {
	switch {
	case d > 0:
		return fmt.Sprintf("%g° %s", d, positive)
	case d < 0:
		return fmt.Sprintf("%g° %s", -d, negative)
	}
	return "0°"
}

// circles draws towns in the order of their jobs. The first ones have labels, where these touch no other one.
func (p *projection) circles(list []*spot) (all []circle) {
	jobs := 0
	for _, t := range list {
		jobs += t.jobs
	}
	radius := min(mostRadius/math.Sqrt(float64(list[0].jobs)), math.Sqrt(circleArea*p.width*p.height/(math.Pi*float64(jobs))))
	type box struct{ left, top, right, bottom float64 }
	var labels []box
	for _, t := range list {
		x, y := p.at(t.latitude, t.longitude)
		c := circle{x: x, y: y, radius: max(3, radius*math.Sqrt(float64(t.jobs)))}
		c.title = fmt.Sprintf("%s: %d", cmp.Or(t.name, "a town"), t.jobs)
		b := box{x + c.radius + 3, y - 8, x + c.radius + 3 + 8*float64(len(t.name)), y + 8}
		touches := slices.ContainsFunc(labels, func(o box) bool {
			return b.left < o.right && o.left < b.right && b.top < o.bottom && o.top < b.bottom
		})
		if len(labels) < mostLabels && !touches && b.right < p.width && t.name != "" {
			c.label = t.name
			labels = append(labels, b)
		}
		all = append(all, c)
	}
	return all
}
