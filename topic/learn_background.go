package topic

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Sizes of a background, which keep its file under half a megabyte.
const (
	backgroundWords = 40_000 // most frequent words kept; the others count as unknown
	clusters        = 200
	clusterRounds   = 5
	clusterSample   = 8_000 // documents that are clustered
	prototypeWords  = 200   // most frequent words of a cluster kept
)

// ErrTooFew says that fewer than 100 documents were given, too few for a background.
var ErrTooFew = errors.New("needs at least 100 documents")

// LearnBackground makes a background from documents of all kinds. It counts document frequencies, and finds prototypes by spherical k-means
// (Dhillon & Modha 2001) in a random sample. The same documents and seed give the same background.
func LearnBackground(documents []Vector, seed uint64) (*Background, error) {
	if len(documents) < 100 {
		return nil, fmt.Errorf("learn background from %d documents: %w", len(documents), ErrTooFew)
	}
	random := rand.New(rand.NewPCG(seed, 0x6267))
	b := &Background{documents: len(documents)}
	numbers := b.countWords(documents)
	rows := make([][]element, 0, clusterSample)
	for _, i := range random.Perm(len(documents))[:min(clusterSample, len(documents))] {
		if r := b.row(documents[i], numbers); len(r) > 0 {
			rows = append(rows, r)
		}
	}
	for _, members := range kmeans(rows, len(b.words), random) {
		if len(members) > 0 {
			b.prototypes = append(b.prototypes, newPrototype(members))
		}
	}
	return b, nil
}

// countWords fills in words and frequency, and returns the index of each word.
func (b *Background) countWords(documents []Vector) map[uint32]uint32 {
	df := documentFrequency(documents)
	for w := range df {
		b.words = append(b.words, w)
	}
	slices.SortFunc(b.words, func(x, y uint32) int { return cmp.Or(cmp.Compare(df[y], df[x]), cmp.Compare(x, y)) })
	b.words = slices.Clone(b.words[:min(backgroundWords, len(b.words))])
	slices.Sort(b.words)
	numbers := make(map[uint32]uint32, len(b.words))
	for i, w := range b.words {
		b.frequency = append(b.frequency, uint32(df[w]))
		numbers[w] = uint32(i)
	}
	return numbers
}

// documentFrequency counts the documents that have a word in any field.
func documentFrequency(documents []Vector) map[uint32]int {
	df := map[uint32]int{}
	last := map[uint32]int{}
	for i, v := range documents {
		for _, t := range v.Terms {
			if last[t.Word] != i+1 {
				last[t.Word] = i + 1
				df[t.Word]++
			}
		}
	}
	return df
}

// element is a word of a document for clustering.
type element struct {
	word  uint32
	root  float32 // damped count
	value float32 // damped tf·idf, of unit length over the document
}

// row returns the background's words in the title and body of a document.
func (b *Background) row(v Vector, numbers map[uint32]uint32) []element {
	var row []element
	square := 0.0
	for _, t := range titleAndBody(v).Terms {
		n, ok := numbers[t.Word]
		if !ok {
			continue
		}
		x := damped(t.Count) * math.Log(float64(b.documents)/float64(b.frequency[n]))
		square += x * x
		row = append(row, element{word: n, root: float32(damped(t.Count)), value: float32(x)})
	}
	if square == 0 {
		return nil
	}
	for i := range row {
		row[i].value /= float32(math.Sqrt(square))
	}
	return row
}

// titleAndBody returns title and body as one field, Body. Terms of titles come first, and no field has a word twice.
func titleAndBody(v Vector) Vector {
	n := 0
	for _, t := range v.Terms {
		if t.Field == Title || t.Field == Body {
			n++
		}
	}
	u := Vector{Terms: make([]Term, 0, n)}
	inTitle := make(map[uint32]int)
	for _, t := range v.Terms {
		switch i, ok := inTitle[t.Word]; {
		case t.Field == Title:
			inTitle[t.Word] = len(u.Terms)
		case t.Field != Body:
			continue
		case ok:
			u.Terms[i].Count += min(t.Count, math.MaxUint16-u.Terms[i].Count)
			continue
		}
		u.Terms = append(u.Terms, Term{Word: t.Word, Count: t.Count, Field: Body})
	}
	return u
}

// kmeans divides rows by cosine, and returns the members of each cluster.
func kmeans(rows [][]element, width int, random *rand.Rand) [][][]element {
	k := min(clusters, len(rows))
	centres := make([][]float32, k)
	for i, r := range random.Perm(len(rows))[:k] {
		centres[i] = make([]float32, width)
		for _, e := range rows[r] {
			centres[i][e.word] = e.value
		}
	}
	var members [][][]element
	for range clusterRounds {
		members = make([][][]element, k)
		for _, r := range rows {
			c := nearest(r, centres)
			members[c] = append(members[c], r)
		}
		for c := range centres {
			moveCentre(centres[c], members[c])
		}
	}
	return members
}

func nearest(row []element, centres [][]float32) int {
	best, top := 0, float32(-1)
	for c, centre := range centres {
		dot := float32(0)
		for _, e := range row {
			dot += e.value * centre[e.word]
		}
		if dot > top {
			best, top = c, dot
		}
	}
	return best
}

// moveCentre moves a centre to the direction of its members' mean. Without members it stays.
func moveCentre(centre []float32, members [][]element) {
	if len(members) == 0 {
		return
	}
	clear(centre)
	for _, r := range members {
		for _, e := range r {
			centre[e.word] += e.value
		}
	}
	square := 0.0
	for _, x := range centre {
		square += float64(x) * float64(x)
	}
	for i := range centre {
		centre[i] /= float32(math.Sqrt(square))
	}
}

// newPrototype counts the words of a cluster.
func newPrototype(members [][]element) prototype {
	type tally struct {
		documents int
		roots     float64
	}
	tallies := map[uint32]tally{}
	for _, r := range members {
		for _, e := range r {
			t := tallies[e.word]
			tallies[e.word] = tally{t.documents + 1, t.roots + float64(e.root)}
		}
	}
	p := prototype{size: len(members)}
	for w, t := range tallies {
		if s := 255 * t.documents / len(members); s > 0 {
			count := math.Round(16 * t.roots / float64(t.documents))
			p.words = append(p.words, share{word: w, share: uint8(s), count: uint8(min(count, 255))})
		}
	}
	slices.SortFunc(p.words, func(x, y share) int { return cmp.Or(cmp.Compare(y.share, x.share), cmp.Compare(x.word, y.word)) })
	p.words = slices.Clone(p.words[:min(prototypeWords, len(p.words))])
	slices.SortFunc(p.words, func(x, y share) int { return cmp.Compare(x.word, y.word) })
	return p
}
