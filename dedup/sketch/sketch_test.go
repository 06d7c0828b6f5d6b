package sketch

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func sketchOf(text, lang string) Sketch { return New(DefaultOptions()).Sketch(text, lang) }

func TestCanonicalForms(t *testing.T) {
	for _, x := range []struct{ lang, a, b string }{
		{"en", "We are looking for trained DRIVERS in the north", "we are look for training driver in the North"},
		{"de", "Wir suchen erfahrene Verkäufer für unsere Filialen", "wir suchen erfahrenen Verkäufer für unser Filiale"},
		{"ru", "Требуются опытные водители грузовых автомобилей в городе", "требуются опытный водитель грузовой автомобиль в город"},
		{"", "ＡＢＣ　Ｌｔｄ １２３ office in the harbour", "abc ltd 123 Office in the HARBOUR"},
		{"fr", "E\u0301tat cherche employe\u0301s pour la nouvelle ville", "état cherche employés pour la nouvelle ville"},
	} {
		a, b := sketchOf(x.a, x.lang), sketchOf(x.b, x.lang)
		if a.Jaccard(&b) != 1 {
			t.Errorf("%s: %q and %q have other canonical forms", x.lang, x.a, x.b)
		}
	}
}

func TestOrderOfWordsCounts(t *testing.T) {
	a := sketchOf("one two three four five six seven eight nine ten", "en")
	b := sketchOf("ten nine eight seven six five four three two one", "en")
	if j := a.Jaccard(&b); j > 0.05 {
		t.Errorf("similarity %.2f of a text and the same words backwards", j)
	}
}

func TestShortTexts(t *testing.T) {
	empty, dots := sketchOf("", "en"), sketchOf(" ... ", "en")
	if empty.Jaccard(&dots) != 0 || len(empty.AppendBands(nil, DefaultLayout)) != 0 || empty.Short {
		t.Error("a text without words resembles another, has bands or is called short")
	}
	two, same, other := sketchOf("Night nurse", "en"), sketchOf("night-nurse", "en"), sketchOf("nurse night", "en")
	if !two.Short || two.Shingles != 1 || two.Jaccard(&same) != 1 || two.Jaccard(&other) > 0.1 {
		t.Errorf("short texts: %+v", two)
	}
	if whole := sketchOf("a night nurse at the port", "en"); whole.Short || whole.Shingles != 1 {
		t.Error("six words are one whole shingle")
	}
}

func TestBandsOfLayouts(t *testing.T) {
	a, b := sketchOf("one two three four five six seven", "en"), sketchOf("eight nine ten eleven twelve thirteen", "en")
	for _, l := range []Layout{{32, 4}, {16, 8}, {25, 5}, {42, 3}} {
		x, y := a.AppendBands(nil, l), b.AppendBands(nil, l)
		all := append(slices.Clone(x), y...)
		slices.Sort(all)
		if len(x) != l.Bands || len(slices.Compact(all)) != 2*l.Bands {
			t.Errorf("%v: %d bands, not all different", l, len(x))
		}
	}
}

// sets draws two sets of hashes with a Jaccard similarity of shared/(shared+2·own).
func sets(rng *rand.Rand, shared, own int) (a, b []uint64) {
	for range shared {
		a = append(a, rng.Uint64())
	}
	b = slices.Clone(a)
	for range own {
		a, b = append(a, rng.Uint64()), append(b, rng.Uint64())
	}
	slices.Sort(a)
	slices.Sort(b)
	return a, b
}

// of makes a sketch of hashes that ascend.
func of(hashes []uint64, samples int) (s Sketch) {
	fillSlots(&s.Slots, hashes)
	s.Shingles = len(hashes)
	var least []uint32
	for _, h := range hashes[:min(samples, len(hashes))] {
		least = append(least, uint32(h>>(64-SampleBits)))
	}
	s.Sample = AppendSample(nil, least)
	return s
}

// minwise is the classic sketch: the least of each of Size permutations.
func minwise(hashes []uint64) (least [Size]uint64) {
	for i := range least {
		least[i] = ^uint64(0)
		for _, h := range hashes {
			least[i] = min(least[i], mix(h^mix(uint64(i)+1)))
		}
	}
	return least
}

func minwiseJaccard(a, b [Size]uint64) float64 {
	equal := 0
	for i := range a {
		if a[i] == b[i] {
			equal++
		}
	}
	return float64(equal) / Size
}

// TestEstimateIsUnbiased holds the mean of 1,000 estimates within four of its standard errors of the exact value, and
// the error below that of 128 permutations and of binomial draws.
func TestEstimateIsUnbiased(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const n = 1000
	for _, x := range []struct{ shared, own int }{{400, 50}, {200, 100}, {100, 200}, {12, 3}} {
		want := float64(x.shared) / float64(x.shared+2*x.own)
		var sum, square, classic float64
		for range n {
			a, b := sets(rng, x.shared, x.own)
			p, q := of(a, 0), of(b, 0)
			d := p.Jaccard(&q) - want
			sum, square = sum+d, square+d*d
			d = minwiseJaccard(minwise(a), minwise(b)) - want
			classic += d * d
		}
		rms := math.Sqrt(square / n)
		if bias := sum / n; math.Abs(bias) > 4*rms/math.Sqrt(n) {
			t.Errorf("J=%.3f: mean error %+.4f, root mean square %.4f", want, bias, rms)
		}
		if other := math.Sqrt(classic / n); rms > other*1.05 {
			t.Errorf("J=%.3f: error %.4f, min-wise %.4f", want, rms, other)
		}
	}
}

func TestJaccardIsSymmetric(t *testing.T) {
	for _, x := range texts {
		for _, y := range texts {
			a, b := sketchOf(x.text, x.lang), sketchOf(y.text, y.lang)
			if a.Jaccard(&b) != b.Jaccard(&a) {
				t.Errorf("similarity of %q and %q depends on the order", x.text, y.text)
			}
		}
	}
}

func TestEqualBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 1000 {
		var a, b [Size]uint8
		want := 0
		for i := range a {
			a[i], b[i] = uint8(rng.IntN(3)*127), uint8(rng.IntN(3)*127)
			if a[i] == b[i] {
				want++
			}
		}
		if got := equalBytes(&a, &b); got != want {
			t.Fatalf("%d equal bytes, want %d", got, want)
		}
	}
}

// TestOverlapIsExactForSmallTexts: where the samples hold all shingles, so does the comparison.
func TestOverlapIsExactForSmallTexts(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	a, b := sets(rng, 30, 20)
	b = b[:len(b)-5]
	p, q := of(a, 96), of(b, 96)
	both := 0
	for _, h := range b {
		if _, ok := slices.BinarySearch(a, h); ok {
			both++
		}
	}
	want := Counts{len(a), len(b), both}
	union := AppendUnion(nil, &p, &q)
	if got := countsOf(union); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	if !slices.IsSortedFunc(union, func(x, y Sampled) int { return cmp.Compare(x.Shingle, y.Shingle) }) {
		t.Errorf("not in order: %v", union)
	}
}

func countsOf(union []Sampled) (c Counts) {
	for _, s := range union {
		c.Add(s)
	}
	return c
}

func TestOverlapEstimatesContainment(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	var sum float64
	const n = 500
	for range n {
		a, b := sets(rng, 300, 100) // three quarters of each are in the other
		p, q := of(a, 96), of(b, 96)
		all := countsOf(AppendUnion(nil, &p, &q))
		sum += float64(all.Both) / float64(all.InA)
	}
	if mean := sum / n; math.Abs(mean-0.75) > 0.01 {
		t.Errorf("containment %.3f on average, want .75", mean)
	}
}

func TestNoAllocationOnceWordsAreKnown(t *testing.T) {
	k := New(DefaultOptions())
	var s Sketch
	text := strings.Repeat(texts[0].text+texts[4].text+texts[5].text, 3)
	k.Into(&s, text, "en")
	if n := testing.AllocsPerRun(50, func() { k.Into(&s, text, "en") }); n != 0 {
		t.Errorf("%v allocations a sketch", n)
	}
}

// smallCache returns options with a cache of n forms.
func smallCache(n int) Options {
	o := DefaultOptions()
	o.Cache = n
	return o
}
