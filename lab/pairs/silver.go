package pairs

import (
	"encoding/json"
	"math"

	"gannet/dedup/ads"
	"gannet/dedup/verdict"
)

// These are the kinds of pairs of real ads, and how they were found.
const (
	Repost      = "repost"
	SameMonth   = "same poster, same month"
	OtherUser   = "near-identical, other account"
	OtherJob    = "other job of the poster"
	OtherPoster = "other poster or employer, like title"
)

// PerPoster is how many reposts of one poster are used, so that a few posters do not outweigh the rest.
const PerPoster = 12

// addSilverPairs adds the pairs that a rule has labelled. Reposts are the same job. Near-duplicates of one month are the
// same job if their titles are equal or their texts nearly so; the others name another role. Near-duplicates of other
// accounts may be either, and have weight 0.
func (b *builder) addSilverPairs(path string) error {
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
				b.addPair(x, y, verdict.Same, Repost, 1)
			}
		case "SAME_MONTH_DUP":
			label := verdict.Different
			if s.J >= 0.95 || x.record.Hashes.Title == y.record.Hashes.Title {
				label = verdict.Same
			}
			b.addPair(x, y, label, SameMonth, 1)
		case "OTHER_USER":
			b.addPair(x, y, verdict.Same, OtherUser, 0)
		}
		return nil
	})
}

// maxOtherText is the greatest overlap of two ads of one poster that count as two jobs. Reposts have .5 and more. Pairs
// between the two are not used.
const maxOtherText = 0.12

// addPosterPairs adds pairs of one poster's ads with little common text, and pairs of two posters' ads with similar titles.
func (b *builder) addPosterPairs() {
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
			if o != a && a.record.Sketch.Jaccard(&o.record.Sketch) < maxOtherText {
				b.addPair(a, o, verdict.Different, OtherJob, 1)
			}
		}
		if b.rng.IntN(4) > 0 || len(a.record.Title) == 0 {
			continue
		}
		if o := b.likeTitle(a, byTitle); o != nil {
			b.addPair(a, o, verdict.Different, OtherPoster, 1)
		}
	}
}

// likeTitle draws ads of other posters and returns the one whose title is most similar. It returns nil if none is.
func (b *builder) likeTitle(a *ad, byTitle map[uint32][]*ad) *ad {
	var best *ad
	most := 0.0
	for _, w := range a.record.Title {
		like := byTitle[w]
		for range 4 {
			o := like[b.rng.IntN(len(like))]
			if o.group == a.group || o.test != a.test || a.record.Sketch.Jaccard(&o.record.Sketch) > maxOtherText {
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
