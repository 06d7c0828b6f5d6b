package revisit

import "time"

// Shown counts the postings that seem to be open, and how many of them were seen as recently as Options.Fresh demands.
type Shown struct {
	Of     int       `json:"of"`              // postings that no list lacks and no look has denied
	Fresh  int       `json:"fresh"`           // of these, how many a list, sitemap or feed, or their own page, has shown within Options.Fresh
	Oldest time.Time `json:"oldest,omitzero"` // when the one was shown that was shown least recently
}

// Shown counts the postings that seem to be open. It takes time proportional to the number of pages.
func (p *Policy) Shown(now time.Time) (s Shown) {
	oldest, since := now.Unix(), now.Add(-p.o.Fresh).Unix()
	for _, r := range p.order {
		if r.kind != Posting || r.rare || r.look != 0 || r.lacked != 0 {
			continue
		}
		s.Of++
		at := max(r.last, r.known)
		if at >= since {
			s.Fresh++
		}
		oldest = min(oldest, at)
	}
	if s.Of > 0 {
		s.Oldest = time.Unix(oldest, 0).UTC()
	}
	return s
}
