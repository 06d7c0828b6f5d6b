package pairs

import (
	"encoding/json"
	"math"

	"gannet/dedup/ads"
	"gannet/dedup/verdict"
)

// The kinds of pairs of real ads.
const (
	Repost      = "repost"
	SameMonth   = "same poster, same month"
	OtherUser   = "near-identical, other account"
	OtherJob    = "other job of the poster"
	OtherPoster = "other poster or employer, like title"
)

// PerPoster is how many reposts of one poster are kept, so that a few do not outweigh the rest.
const PerPoster = 12

// silver reads the pairs labelled by rule. Reposts are the same job. Of one month's near-duplicates those are the same
// whose titles are or whose texts nearly are; the others were read: they name another role. Other accounts are no safe
// negatives, and are kept with weight 0, to be looked at.
func (b *builder) silver(path string) error {
	count := map[string]int{}
	return ads.EachLine(path, func(line []byte) error {
		var s struct {
			A, B  string
			J     float64
			Label string
		}
		if err := json.Unmarshal(line, &s); err != nil {
			return err
		}
		x, y := b.byID[s.A], b.byID[s.B]
		if x == nil || y == nil {
			return nil
		}
		switch s.Label {
		case "REPOST":
			if count[x.group]++; count[x.group] <= PerPoster {
				b.add(x, y, verdict.Same, Repost, 1)
			}
		case "SAME_MONTH_DUP":
			label := verdict.Different
			if s.J >= 0.95 || x.record.Hashes.Title == y.record.Hashes.Title {
				label = verdict.Same
			}
			b.add(x, y, label, SameMonth, 1)
		case "OTHER_USER":
			b.add(x, y, verdict.Same, OtherUser, 0)
		}
		return nil
	})
}

// otherText is the overlap up to which two ads of one poster count as two jobs: reposts have .5 and more, what lies
// between is left out.
const otherText = 0.12

// posters makes the pairs of one poster's ads with little text in common, and of two posters' with much of a title.
func (b *builder) posters() {
	byPoster := map[string][]*ad{}
	byTitle := map[uint32][]*ad{}
	for _, a := range b.ads {
		if a.file == hnFile {
			byPoster[a.group] = append(byPoster[a.group], a)
		}
		for _, w := range a.record.Title {
			byTitle[w] = append(byTitle[w], a)
		}
	}
	for _, a := range b.ads {
		if own := byPoster[a.group]; len(own) > 1 {
			o := own[b.rng.IntN(len(own))]
			if o != a && a.record.Sketch.Jaccard(&o.record.Sketch) < otherText {
				b.add(a, o, verdict.Different, OtherJob, 1)
			}
		}
		if b.rng.IntN(4) > 0 || len(a.record.Title) == 0 {
			continue
		}
		if o := b.likeTitle(a, byTitle); o != nil {
			b.add(a, o, verdict.Different, OtherPoster, 1)
		}
	}
}

// likeTitle gives the ad of another poster, of some drawn, whose title shares most words; nil if none does.
func (b *builder) likeTitle(a *ad, byTitle map[uint32][]*ad) *ad {
	var best *ad
	most := 0.0
	for _, w := range a.record.Title {
		like := byTitle[w]
		for range 4 {
			o := like[b.rng.IntN(len(like))]
			if o.group == a.group || o.test != a.test || a.record.Sketch.Jaccard(&o.record.Sketch) > otherText {
				continue
			}
			e := b.set.Study.Measure(a.record, o.record)
			if t := e[verdict.Title]; !math.IsNaN(t) && t > most {
				best, most = o, t
			}
		}
	}
	return best
}
