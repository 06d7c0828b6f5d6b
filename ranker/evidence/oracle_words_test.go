package evidence

import (
	"math"
	"slices"

	"gannet/features"
	"gannet/internal/logistic"
	"gannet/internal/weburl"
)

// spoken counts words for the oracle, and learns from them.
type spoken struct {
	links   map[string]*wordsOfLink // by URL: the link that spoke most for it when it was found
	pages   map[uint16]*harvested   // by word
	weights map[[2]int]*[2]float32  // by part and word: weight and squares
	bias    [2]float64
}

// wordsOfLink are the words of URL, anchor and context.
type wordsOfLink [3][]uint16

func newSpoken() spoken {
	return spoken{links: map[string]*wordsOfLink{}, pages: map[uint16]*harvested{}, weights: map[[2]int]*[2]float32{}}
}

// numbered returns the numbers of at most so many words, each once.
func numbered(words []uint32, most int) (out []uint16) {
	for _, w := range words[:min(len(words), most)] {
		if n := vocabularyWord(w); !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

func (s *spoken) addLink(page *features.Page, link int) {
	l := &page.Links[link]
	around := page.Window(l, 20)
	before, after := around, around
	before.End, after.Start = min(around.End, l.Anchor.Start), max(around.Start, l.Anchor.End)
	context := append(hashes(page, before), hashes(page, after)...)
	if len(hashes(page, around)) == 0 {
		context = nil
	}
	words := &wordsOfLink{
		numbered(features.Words(weburl.Path(l.URL)), 8), numbered(hashes(page, l.Anchor), 6), numbered(context, 20),
	}
	if best := s.links[l.URL]; best == nil || s.logOdds(words) > s.logOdds(best) {
		s.links[l.URL] = words
	}
}

func (s *spoken) logOdds(words *wordsOfLink) float64 {
	z := s.bias[0]
	for part := range words {
		for _, w := range words[part] {
			if known := s.weights[[2]int{part, int(w)}]; known != nil {
				z += float64(known[0])
			}
		}
	}
	return z
}

// addPage learns from a page if links led there, and counts it if it was fetched before the last renewal.
func (s *spoken) addPage(src *Source, linked, counts bool) {
	p := src.Probability
	if linked {
		s.learn(s.links[src.Page.URL], p)
	}
	if !counts {
		return
	}
	seen := map[uint16]bool{}
	for _, w := range src.Page.Words {
		if n := vocabularyWord(w.Hash); !seen[n] {
			seen[n] = true
			tally(s.pages, n, p)
		}
	}
}

func (s *spoken) learn(words *wordsOfLink, p float64) {
	g := logistic.Probability(s.logOdds(words)) - p
	s.bias[1] += g * g
	s.bias[0] -= 0.3 * g / math.Sqrt(s.bias[1]+1e-6)
	for part := range words {
		for _, w := range words[part] {
			at := [2]int{part, int(w)}
			if s.weights[at] == nil {
				s.weights[at] = &[2]float32{}
			}
			s.weights[at][1] += float32(g * g)
			s.weights[at][0] -= float32(0.15 * g / math.Sqrt(float64(s.weights[at][1])+0.1))
		}
	}
}

func (s *spoken) features(url string, rate float64, all map[string]float64) {
	words := s.links[url]
	all["context_learned"] = s.logOdds(words)
	for part, name := range []string{"url_lift", "anchor_lift", "context_lift"} {
		all[name] = 0
		for _, w := range words[part] {
			if pages := s.pages[w]; pages != nil {
				all[name] += math.Log(pages.shrunk(3, rate)/rate) / math.Sqrt(float64(len(words[part])))
			}
		}
	}
}
