package judge

import (
	"cmp"
	"math"
	"slices"

	"gannet/topic"
)

// collection is the pages of a crawl with the statistics that their features are relative to.
type collection struct {
	pages    []Page
	keywords []keyword
	idf      *topic.IDF
	numbers  map[uint32]int32 // of the crawl's words
	terms    [][]int32        // by page: the numbers of its words
	df       []int32          // by word: pages of the crawl that have it
	local    []float64        // by word: its idf here
	centroid []float64        // by word: its weight in the mean of the seeds
	length   float64          // median number of words of a page's title and body
}

func newCollection(pages []Page, keywords []keyword, idf *topic.IDF) *collection {
	c := &collection{pages: pages, keywords: keywords, idf: idf, numbers: make(map[uint32]int32)}
	lengths := make([]float64, 0, len(pages))
	for i := range pages {
		c.number(&pages[i])
		lengths = append(lengths, float64(words(&pages[i])))
	}
	slices.Sort(lengths)
	c.length = max(1, quantile(lengths, 0.5))
	c.local = make([]float64, len(c.df))
	for word, number := range c.numbers {
		c.local[number] = c.localIDF(word, c.df[number])
	}
	c.centroid = c.centroidOfSeeds()
	return c
}

// number gives numbers to the words of a page, and counts the page for each word.
func (c *collection) number(p *Page) {
	numbers := make([]int32, len(p.Bag.Terms))
	for i, t := range p.Bag.Terms {
		n, ok := c.numbers[t.Word]
		if !ok {
			n = int32(len(c.df))
			c.numbers[t.Word] = n
			c.df = append(c.df, 0)
		}
		c.df[n]++
		numbers[i] = n
	}
	c.terms = append(c.terms, numbers)
}

// words returns the number of words in title and body.
func words(p *Page) (n int) {
	for _, t := range p.Bag.Terms {
		n += int(t.Count)
	}
	return n
}

// localIDF is a word's idf, but low if many pages of the crawl have the word: those of a template say nothing.
func (c *collection) localIDF(word uint32, df int32) float64 {
	crawl := math.Log((float64(len(c.pages)) + 1) / (float64(df) + 0.5))
	return max(0, min(c.idf.Of(word), crawl))
}

// weigh returns the weight in cosines of a page's k-th term.
func (c *collection) weigh(page, k int) float64 {
	return (1 + logarithm(c.pages[page].Bag.Terms[k].Count)) * c.local[c.terms[page][k]]
}

// logarithm is the natural logarithm of a count.
func logarithm(count uint16) float64 {
	if int(count) < len(logarithms) {
		return logarithms[count]
	}
	return math.Log(float64(count))
}

// logarithms are those of small counts.
var logarithms = func() (l [64]float64) {
	for i := 1; i < len(l); i++ {
		l[i] = math.Log(float64(i))
	}
	return l
}()

// centroidOfSeeds is the mean of the seeds' vectors, each of unit length.
func (c *collection) centroidOfSeeds() []float64 {
	sum, seeds := make([]float64, len(c.df)), float64(max(1, c.seeds()))
	for i := range c.pages {
		if !c.pages[i].Seed {
			continue
		}
		square := 0.0
		for k := range c.terms[i] {
			w := c.weigh(i, k)
			square += w * w
		}
		if square == 0 {
			continue
		}
		for k, word := range c.terms[i] {
			sum[word] += c.weigh(i, k) / math.Sqrt(square) / seeds
		}
	}
	return sum
}

// cosine is the mean cosine of a page with the seeds.
func (c *collection) cosine(page int) float64 {
	dot, square := 0.0, 0.0
	for k, word := range c.terms[page] {
		w := c.weigh(page, k)
		square += w * w
		dot += w * c.centroid[word]
	}
	if square == 0 {
		return 0
	}
	return dot / math.Sqrt(square)
}

// keywordWeights weighs each keyword by the largest local idf of its forms, and by the rarest of its words.
func (c *collection) keywordWeights() []float64 {
	const most, least = 5, 0.2
	weights := make([]float64, len(c.keywords))
	for i, k := range c.keywords {
		for _, forms := range k.words {
			best := 0.0
			for _, h := range forms {
				if n, ok := c.numbers[h]; ok {
					best = max(best, c.local[n])
				}
			}
			weights[i] = max(weights[i], min(most, best))
		}
		weights[i] += least
	}
	return weights
}

// standardize returns (x-mean)/deviation of each value; zeros if all are alike.
func standardize(values []float64) []float64 {
	n := float64(len(values))
	mean, square := 0.0, 0.0
	for _, v := range values {
		mean += v / n
	}
	for _, v := range values {
		square += (v - mean) * (v - mean) / n
	}
	z := make([]float64, len(values))
	if square < 1e-18 {
		return z
	}
	for i, v := range values {
		z[i] = (v - mean) / math.Sqrt(square)
	}
	return z
}

// percentiles returns the rank of each value, from 0 to 1. Equal values have the mean of their ranks.
func percentiles(values []float64) []float64 {
	order := ranking(values)
	ranks := make([]float64, len(values))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && values[order[to]] == values[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			ranks[i] = float64(from+to-1) / 2 / float64(max(1, len(values)-1))
		}
		from = to
	}
	return ranks
}

// ranking returns the indexes of values, the smallest value first.
func ranking(values []float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	return order
}

// quantile of sorted values; 0 if there are none.
func quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[int(q*float64(len(sorted)-1)+0.5)]
}
