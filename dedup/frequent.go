package dedup

import "github.com/zeebo/xxh3"

// frequencies counts in how many postings of an employer, or of a site, a sampled shingle stands: an employer's words
// about itself, a board's header. It is bounded: a set of eight counters gives place to new shingles where its least
// counter is 1, and ages by one where there is none, as in Misra and Gries's summary. So it forgets what is rare first.
type frequencies struct {
	sets []counters
}

// counters are a set's: a fingerprint with its count.
type counters struct {
	print [8]uint32
	count [8]uint8
}

// newFrequencies makes a table of at least n counters.
func newFrequencies(n int) *frequencies {
	size := 1
	for 8*size < n {
		size *= 2
	}
	return &frequencies{sets: make([]counters, size)}
}

// find gives the set of a shingle within a scope and its fingerprint there.
func (f *frequencies) find(scope uint64, shingle uint32) (*counters, uint32) {
	h := mix(scope + uint64(shingle)*0x9e3779b97f4a7c15)
	return &f.sets[h&uint64(len(f.sets)-1)], uint32(h>>32) | 1
}

// mix is the end of SplitMix64.
func mix(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// add counts the shingles of one posting.
func (f *frequencies) add(scope uint64, shingles []uint32) {
	if scope == 0 {
		return
	}
	for _, s := range shingles {
		set, print := f.find(scope, s)
		set.add(print)
	}
}

func (c *counters) add(print uint32) {
	least := 0
	for i := range c.print {
		if c.print[i] == print {
			if c.count[i] < 255 {
				c.count[i]++
			}
			return
		}
		if c.count[i] < c.count[least] {
			least = i
		}
	}
	if c.count[least] <= 1 {
		c.print[least], c.count[least] = print, 1
		return
	}
	for i := range c.count {
		c.count[i]--
	}
}

// count gives in how many postings of the scope a shingle was seen, at most.
func (f *frequencies) count(scope uint64, shingle uint32) uint8 {
	if scope == 0 {
		return 0
	}
	set, print := f.find(scope, shingle)
	for i := range set.print {
		if set.print[i] == print {
			return set.count[i]
		}
	}
	return 0
}

// Postings with different texts in which a shingle stands before it is left out of the residual overlap. A site has more
// employers than an employer has boilerplates, so a site's own words stand in more of them.
const (
	frequentCompany = 3
	frequentSite    = 6
)

// scopes are those of a record: its employer, its site.
func (r *Record) scopes() (company, site uint64) {
	if r.Names.Company != 0 {
		company = r.Names.Company
	}
	if r.Names.Host != 0 {
		site = xxh3.HashString("site") ^ r.Names.Host
	}
	return company, site
}

// learn counts the shingles of a posting whose text was not known before.
func (f *frequencies) learn(r *Record) {
	company, site := r.scopes()
	var room [128]uint32
	sample := r.Sketch.Sample.Append(room[:0])
	f.add(company, sample)
	f.add(site, sample)
}

// drops gives the test for shingles that either record's employer or site repeats; nil if there are no scopes.
func (f *frequencies) drops(a, b *Record) func(shingle uint32) bool {
	companyA, siteA := a.scopes()
	companyB, siteB := b.scopes()
	if companyA == companyB {
		companyB = 0
	}
	if siteA == siteB {
		siteB = 0
	}
	if companyA|companyB|siteA|siteB == 0 {
		return nil
	}
	return func(s uint32) bool {
		return f.count(companyA, s) >= frequentCompany || f.count(companyB, s) >= frequentCompany ||
			f.count(siteA, s) >= frequentSite || f.count(siteB, s) >= frequentSite
	}
}
