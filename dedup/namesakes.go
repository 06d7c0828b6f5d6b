package dedup

import "math"

// naming is the title, company and location of a posting as hashes. A hash is 0 if the posting lacks the field.
type naming struct{ title, company, location uint64 }

// naming returns the title, company and location of a posting.
func (p *Profile) naming() naming {
	n := naming{title: p.Hashes.Title, company: p.Hashes.Company}
	for _, word := range p.Location {
		n.location = mix(n.location + uint64(word) + 1)
	}
	return n
}

// key is the hash by which postings of this naming are counted.
func (n naming) key() uint64 { return mix(mix(mix(n.title+1)+n.company) + n.location) }

// countNaming counts a posting under its title, and under the title with the company, with the location, and with both.
func (s *shingleCounts) countNaming(n naming) {
	if n.title == 0 {
		return
	}
	s.countHash(naming{title: n.title}.key())
	if n.company != 0 {
		s.countHash(naming{title: n.title, company: n.company}.key())
	}
	if n.location != 0 {
		s.countHash(naming{title: n.title, location: n.location}.key())
	}
	if n.company != 0 && n.location != 0 {
		s.countHash(n.key())
	}
}

// namesakes returns log2(n/2), but at least 0. n is the number of postings with different texts that have the same title as a and b, and the same
// company and location as far as a and b agree in these. If n is large, a and b agree by chance. It returns NaN if the titles of a and b differ.
func (s *shingleCounts) namesakes(a, b naming) float64 {
	if a.title != b.title || a.title == 0 {
		return math.NaN()
	}
	if a.company != b.company {
		a.company = 0
	}
	if a.location != b.location {
		a.location = 0
	}
	return math.Log2(max(2, float64(s.count(a.key())))) - 1
}
