package pairs

import (
	"slices"
	"strings"

	"gannet/dedup/verdict"
	"gannet/job"
)

// The kinds of pairs of a made board. It puts one frame around short ads, several of which have one title.
const (
	// OtherOnBoard is the kind of pairs of different jobs with one title on a made job board, which puts the same header and footer around
	// short ads.
	OtherOnBoard = "made: other job of one title in a board's frame"
	// CopyOnBoard is the kind of pairs of edited copies on such a board.
	CopyOnBoard = "made: edited, in a board's frame"
)

// Sizes of made boards.
const (
	boardsPerFile = 6
	boardAds      = 24
	adsOfATitle   = 4 // neighbours on a board
)

// addBoardPairs makes boards of the ads of each file. The study sees all ads of a board, and so learns its frame.
func (b *builder) addBoardPairs() error {
	for _, test := range []bool{false, true} {
		for _, list := range b.byFile(func(a *ad) bool { return a.test == test && a.posting.Title != "" }) {
			for range boardsPerFile {
				if err := b.addBoard(list); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// addBoard makes one board. Its frame is of sentences of an ad. Employers are named on half of the boards, and else withheld.
func (b *builder) addBoard(list []*ad) error {
	frame := sentences(list[b.rng.IntN(len(list))].posting.Description)
	frame = frame[:min(len(frame), 3+b.rng.IntN(12))]
	top := b.rng.IntN(len(frame))
	named := b.rng.IntN(2) == 0
	location := []string{"", towns[b.rng.IntN(len(towns))]}[b.rng.IntN(2)]
	var posted []*ad
	for range boardAds {
		a := list[b.rng.IntN(len(list))]
		if slices.ContainsFunc(posted, func(o *ad) bool { return o.group == a.group }) {
			continue
		}
		p := *a.posting
		body := sentences(p.Description)
		p.Description = strings.Join(slices.Concat(frame[:top], []string{"\n"}, body[:min(len(body), 1+b.rng.IntN(8))], []string{"\n"}, frame[top:]), "")
		if n := len(posted); n%adsOfATitle > 0 {
			p.Title = posted[n-n%adsOfATitle].posting.Title
		}
		if p.Location = location; !named {
			p.Company = "Private client"
		}
		posted = append(posted, &ad{group: a.group, test: a.test, posting: &p, record: b.set.Study.Prepare(&p)})
	}
	for _, a := range posted {
		if err := b.set.Study.AddProfile(a.record); err != nil {
			return err
		}
	}
	b.pairBoard(posted, list)
	return nil
}

// pairBoard pairs each ad of a board with its neighbour of one title, and with an edited copy.
func (b *builder) pairBoard(posted, list []*ad) {
	for i, a := range posted {
		add := func(p *job.Posting, label verdict.Label, kind string) {
			x, y := *a.record, *b.set.Study.Prepare(p)
			b.vary(&x, &y, label, kind)
			b.set.Pairs = append(b.set.Pairs, Pair{&x, &y, label, kind, p.Language, a.test, 1, nil, nil})
		}
		if i%adsOfATitle > 0 {
			add(posted[i-1].posting, verdict.Different, OtherOnBoard)
		}
		again := *a.posting
		if edit(b, &again, list[b.rng.IntN(len(list))].posting) {
			add(&again, verdict.Same, CopyOnBoard)
		}
	}
}
