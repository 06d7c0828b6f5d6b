package judge

import (
	"math"
	"slices"

	"gannet/topic"
)

// Features of a page. All but titleShare are relative to the crawl or to the other pages. The last three are of the crawl.
const (
	keywordScore  = iota // mean saturation of the keywords, weighted by their idf
	secondKeyword        // second largest saturation
	titleShare           // share of keywords in the title
	density              // of keywords among the page's words, logarithmic
	scoreZ               // standard score of the score: keywords, cosine with the seeds, title
	scoreBelow           // the same, less that of the best pages
	keywordZ             // standard score of keywordScore
	scoreRank            // rank of the score
	inScore              // mean score of pages that link here
	outScore             // mean score of pages that this one links to
	seedZ                // standard score of the margin of a classifier learned from the seeds
	seedRank             // rank of that margin
	seedsTimesZ          // seedZ times the logarithm of the number of seeds
	seedKeywords         // mean keywordScore of the seeds, times seedsKnown: where they have few keywords, other pages do, too
	seedScore            // the same of their scoreZ
	seedsKnown           // how far seeds stand for the topic: 0 for none, 1 for very many
	// NumFeatures is the number of features from which the model judges a page.
	NumFeatures
)

// FeatureNames has the names of the features in a model's file, in their order.
var FeatureNames = [NumFeatures]string{
	"keywords", "second_keyword", "title", "density", "score_z", "score_below_best", "keywords_z", "score_rank",
	"in_score", "out_score", "seed_z", "seed_rank", "seeds_times_z", "seed_keywords", "seed_score", "seeds_known",
}

// measured has measures of all pages of a crawl.
type measured struct {
	keywords, second, title, density, cosine []float64
}

// features computes the features of all pages. margins are those of the classifier that was learned from the seeds.
func (c *collection) features(margins []float64) [][NumFeatures]float64 {
	m := c.measure()
	score := c.score(m)
	scoreZ0, keywordZ0 := standardize(score), standardize(m.keywords)
	best := meanOfBest(scoreZ0)
	ranks, marginZ, marginRanks := percentiles(score), standardize(margins), percentiles(margins)
	in, out := c.neighbours(scoreZ0)
	inZ, outZ := standardize(in), standardize(out)
	seeds := math.Log10(float64(max(1, c.seeds())))
	rows := make([][NumFeatures]float64, len(c.pages))
	for i := range rows {
		rows[i] = [NumFeatures]float64{
			keywordScore: m.keywords[i], secondKeyword: m.second[i], titleShare: m.title[i], density: m.density[i],
			scoreZ: scoreZ0[i], scoreBelow: scoreZ0[i] - best, keywordZ: keywordZ0[i], scoreRank: ranks[i],
			inScore: inZ[i], outScore: outZ[i],
			seedZ: marginZ[i], seedRank: marginRanks[i], seedsTimesZ: marginZ[i] * seeds,
		}
	}
	c.describeSeeds(rows)
	return rows
}

// describeSeeds fills in the features that are the same for all pages.
func (c *collection) describeSeeds(rows [][NumFeatures]float64) {
	const half = 2 // seeds that stand for half of the topic
	n, keywords, score := float64(c.seeds()), 0.0, 0.0
	if n == 0 {
		return
	}
	for i := range rows {
		if c.pages[i].Seed {
			keywords += rows[i][keywordScore] / n
			score += rows[i][scoreZ] / n
		}
	}
	known := n / (n + half)
	for i := range rows {
		rows[i][seedKeywords], rows[i][seedScore], rows[i][seedsKnown] = known*keywords, known*score, known
	}
}

func (c *collection) seeds() (n int) {
	for i := range c.pages {
		if c.pages[i].Seed {
			n++
		}
	}
	return n
}

// measure measures keywords and cosines of all pages.
func (c *collection) measure() *measured {
	n := len(c.pages)
	m := &measured{
		keywords: make([]float64, n), second: make([]float64, n), title: make([]float64, n), density: make([]float64, n),
		cosine: make([]float64, n),
	}
	counter, weights := newKeywordCounter(c.keywords), c.keywordWeights()
	counts := make([]int, len(c.keywords))
	for i := range c.pages {
		p := &c.pages[i]
		m.cosine[i] = c.cosine(i)
		length := words(p)
		for _, t := range p.Bag.Terms {
			counter.add(t.Word, int(t.Count))
		}
		counter.take(counts)
		c.measureKeywords(m, i, counts, weights, length)
		for _, w := range p.Title {
			counter.add(w, 1)
		}
		counter.take(counts)
		for _, n := range counts {
			if n > 0 {
				m.title[i] += 1 / float64(len(counts))
			}
		}
	}
	return m
}

// measureKeywords computes measures from a page's counts of keywords. length is the number of words of the page.
func (c *collection) measureKeywords(m *measured, page int, counts []int, weights []float64, length int) {
	saturated := make([]float64, len(counts))
	sum, all, total := 0.0, 0.0, 0
	relative := math.Sqrt(float64(length) / c.length)
	for k, n := range counts {
		saturated[k] = float64(n) / (float64(n) + 0.5 + 1.5*relative)
		sum += weights[k] * saturated[k]
		all += weights[k]
		total += n
	}
	if all > 0 {
		m.keywords[page] = sum / all
	}
	if slices.Sort(saturated); len(saturated) > 1 {
		m.second[page] = saturated[len(saturated)-2]
	}
	m.density[page] = math.Log1p(1000 * float64(total) / float64(max(1, length)))
}

// score combines keywords, cosine and title by weights that worked on several webs.
func (c *collection) score(m *measured) []float64 {
	const cosineWeight, titleWeight = 0.6, 0.3
	roots := make([]float64, len(m.cosine))
	for i, x := range m.cosine {
		roots[i] = math.Sqrt(max(0, x))
	}
	score, cosines, titles := standardize(m.keywords), standardize(roots), standardize(m.title)
	for i := range score {
		score[i] += cosineWeight*cosines[i] + titleWeight*titles[i]
	}
	return score
}

// meanOfBest is the mean of the best fiftieth of values, of three at least.
func meanOfBest(values []float64) (mean float64) {
	const share, least = 50, 3
	sorted := slices.Sorted(slices.Values(values))
	n := min(len(sorted), max(least, len(sorted)/share))
	for _, v := range sorted[len(sorted)-n:] {
		mean += v / float64(n)
	}
	return mean
}

// neighbours returns for each page the mean value of the crawled pages that link to it, and of those it links to.
func (c *collection) neighbours(values []float64) (in, out []float64) {
	at := make(map[uint64]int, len(c.pages))
	for i := range c.pages {
		at[c.pages[i].URL] = i
	}
	n := len(c.pages)
	in, out = make([]float64, n), make([]float64, n)
	ins, last := make([]float64, n), make([]int, n)
	for i := range c.pages {
		outs := 0.0
		for _, link := range c.pages[i].Links {
			to, ok := at[link]
			if !ok || to == i || last[to] == i+1 {
				continue
			}
			last[to] = i + 1
			out[i] += values[to]
			in[to] += values[i]
			ins[to]++
			outs++
		}
		out[i] /= max(1, outs)
	}
	for i := range in {
		in[i] /= max(1, ins[i])
	}
	return in, out
}

// margins judges pages by a classifier. Only the order counts.
func margins(pages []Page, c *topic.Classifier) []float64 {
	list := make([]float64, len(pages))
	for i := range pages {
		list[i] = c.Margin(topic.Vector{Terms: pages[i].Bag.Terms})
	}
	return list
}
