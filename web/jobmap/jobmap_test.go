package jobmap

import (
	"strings"
	"testing"

	"gannet/job"
	"gannet/store/postings"
)

func in(town string, latitude, longitude float64) *postings.Posting {
	return &postings.Posting{Job: &job.Posting{Details: job.Details{Places: []job.Place{{Name: "Europe"}, {Town: town, Latitude: latitude, Longitude: longitude}}}}}
}

// TestTownsLieInThePicture wherever on the earth they are, a single one and the poles' neighbours, too.
func TestTownsLieInThePicture(t *testing.T) {
	for name, towns := range map[string][][2]float64{
		"one town":      {{51.5, -.1}},
		"one country":   {{51.5, -.1}, {53.9, -1.1}, {54.6, -5.9}},
		"the world":     {{64.1, -21.9}, {-36.8, 174.8}, {35.7, 139.7}, {-54.8, -68.3}},
		"far north":     {{78.2, 15.6}, {71.3, -156.8}},
		"same position": {{10, 10}, {10, 10}},
	} {
		s := NewSpots()
		s.Add(&postings.Posting{Job: &job.Posting{}})
		for _, at := range towns {
			s.Add(in("Town", at[0], at[1]))
		}
		m := s.Map()
		if m.Jobs != len(towns) || m.Unplaced != 1 {
			t.Errorf("%s: %d jobs, %d without a place", name, m.Jobs, m.Unplaced)
		}
		if m.width/m.height < 1 || m.width/m.height > 2.3 {
			t.Errorf("%s: the picture has %.0f × %.0f", name, m.width, m.height)
		}
		for _, c := range m.circles {
			if c.x < 0 || c.y < 0 || c.x > m.width || c.y > m.height {
				t.Errorf("%s: a town is at %v, %v", name, c.x, c.y)
			}
		}
		if len(m.lines) < 4 || !strings.HasPrefix(m.land, "M") {
			t.Errorf("%s: %d lines, land %.20q", name, len(m.lines), m.land)
		}
	}
	if m := NewSpots().Map(); m != nil {
		t.Errorf("without a town there is %+v", m)
	}
}

// TestLargeTownsHaveLargeCircles whose areas are in proportion, and the north is above.
func TestLargeTownsHaveLargeCircles(t *testing.T) {
	s := NewSpots()
	for range 16 {
		s.Add(in("Southtown", 50, 8))
	}
	for range 4 {
		s.Add(in("Northtown", 54, 9))
	}
	m := s.Map()
	south, north := m.circles[0], m.circles[1]
	if south.title != "Southtown: 16" || south.radius != 2*north.radius || south.y <= north.y || south.x >= north.x || north.label != "Northtown" {
		t.Errorf("%+v\n%+v", south, north)
	}
}
