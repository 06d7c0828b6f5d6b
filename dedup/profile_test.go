package dedup

import (
	"bytes"
	"cmp"
	"math"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gannet/dedup/sketch"
	"gannet/dedup/verdict"
	"gannet/job"
)

func drawProfile(t *rapid.T) *Profile {
	set := func(name string, n int) []uint32 {
		return smallest(rapid.SliceOfN(rapid.Uint32Range(0, 40), 0, n).Draw(t, name), n)
	}
	k := sketch.New(sketch.Options{Samples: 96, Cache: 64})
	return &Profile{
		Sketch: k.Sketch(rapid.StringMatching(`([a-e] ){0,80}`).Draw(t, "text"), "en"), Language: rapid.SampledFrom([]string{"", "en", "zh"}).Draw(t, "language"),
		Publisher: Publisher(rapid.IntRange(0, 3).Draw(t, "source")), Title: set("title", maxTitleWords), Company: set("company", maxCompanyWords),
		Location: set("place", maxLocationWords), Contacts: set("contacts", maxContacts),
		Hashes: Hashes{rapid.Uint64().Draw(t, "t"), rapid.Uint64().Draw(t, "c"), rapid.Uint64Range(0, 2).Draw(t, "h"), 0, rapid.Uint64Range(0, 2).Draw(t, "n"), rapid.Uint64Range(0, 2).Draw(t, "w"), 7, 8, rapid.Uint64Range(0, 2).Draw(t, "list")},
		Posted: rapid.Int32Range(-9, 30000).Draw(t, "posted"), Pay: [2]float32{1.5, float32(rapid.IntRange(0, 9).Draw(t, "pay"))},
		Currency: "EUR", FieldCount: 3,
	}
}

func TestProfileComesBackAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawProfile(t)
		data := r.AppendBinary(nil)
		var back Profile
		if err := back.UnmarshalBinary(data); err != nil {
			t.Fatal(err)
		}
		if !back.Equal(r) || back.Publisher != r.Publisher || back.Posted != r.Posted || back.Language != r.Language || back.Hashes != r.Hashes ||
			!reflect.DeepEqual(back.Sketch.Slots, r.Sketch.Slots) || back.Sketch.Shingles != r.Sketch.Shingles {
			t.Fatalf("%+v\ncame back as %+v", r, back)
		}
		cut := rapid.IntRange(0, len(data)-1).Draw(t, "cut")
		if err := back.UnmarshalBinary(data[:cut]); err == nil {
			t.Fatalf("a profile of %d bytes cut to %d was read", len(data), cut)
		}
	})
}

// TestLeadingOrdersAsTheEncodingDoes draws pairs with as many shingles, as batchOrder compares them.
func TestLeadingOrdersAsTheEncodingDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawProfile(t), drawProfile(t)
		b.Sketch.Shingles = a.Sketch.Shingles
		a.Titled, b.Titled = drawTitled(t), drawTitled(t)
		a.Headline = rapid.Bool().Draw(t, "headline")
		if c := cmp.Compare(a.leading(), b.leading()); c != 0 && c != bytes.Compare(a.AppendBinary(nil), b.AppendBinary(nil)) {
			t.Fatalf("%+v\nand\n%+v are ordered %d", a, b, c)
		}
	})
}

func drawTitled(t *rapid.T) Titled {
	n := rapid.Uint8Range(0, 2)
	return Titled{n.Draw(t, "found"), n.Draw(t, "pairs")}
}

func FuzzUnmarshalProfile(f *testing.F) {
	r := newProfile(&job.Posting{Title: "Baker", Company: "Bread Ltd", Description: "We bake bread and rolls for the whole town of Ely."}, "", sketch.New(sketch.DefaultOptions()))
	f.Add(r.AppendBinary(nil))
	f.Add([]byte{profileVersion, sketch.Version})
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		var r Profile
		if r.UnmarshalBinary(data) != nil {
			return
		}
		e := measure(&r, &r, newShingleCounts(64))
		for _, x := range e {
			if math.IsInf(x, 0) {
				t.Fatalf("evidence %v", e)
			}
		}
	})
}

// TestMeasureIsSymmetric and keeps within its bounds.
func TestMeasureIsSymmetric(t *testing.T) {
	f := newShingleCounts(1024)
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawProfile(t), drawProfile(t)
		f.countText(a)
		x, y := measure(a, b, f), measure(b, a, f)
		for m := range x {
			if x[m] != y[m] && !(math.IsNaN(x[m]) && math.IsNaN(y[m])) {
				t.Fatalf("%s is %g one way and %g the other", verdict.Measure(m), x[m], y[m])
			}
			if !isLogarithm(verdict.Measure(m)) && (x[m] < -1 || x[m] > 1) {
				t.Fatalf("%s is %g", verdict.Measure(m), x[m])
			}
		}
	})
}

// isLogarithm reports whether a measure has no upper bound.
func isLogarithm(m verdict.Measure) bool {
	return m == verdict.Days || m == verdict.Shared || m == verdict.Namesakes
}

// TestAgreementAgainstSets compares the merge of sorted sets with maps.
func TestAgreementAgainstSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.Uint32Range(0, 12), 1, 10)
		a, b := smallest(list.Draw(t, "a"), 10), smallest(list.Draw(t, "b"), 10)
		in := map[uint32]bool{}
		for _, x := range a {
			in[x] = true
		}
		both := 0
		for _, x := range b {
			if in[x] {
				both++
			}
		}
		dice, ofOne, fits := agreement(a, b)
		if want := 2 * float64(both) / float64(len(a)+len(b)); dice != want {
			t.Errorf("Dice %g, want %g", dice, want)
		}
		if want := float64(both) / float64(min(len(a), len(b))); ofOne != want || (fits == 1) != (want == 1) {
			t.Errorf("share %g, fits %g, want %g", ofOne, fits, want)
		}
	})
}

// TestFrequenciesAgainstMap: nothing is forgotten while there is room, and no count is ever too high but by a collision.
func TestFrequenciesAgainstMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, want := newShingleCounts(1<<14), map[[2]uint64]uint8{}
		for range rapid.IntRange(0, 60).Draw(t, "postings") {
			scope := rapid.Uint64Range(1, 3).Draw(t, "scope")
			shingles := smallest(rapid.SliceOfN(rapid.Uint32Range(0, 30), 0, 12).Draw(t, "shingles"), 12)
			f.countShingles(scope, shingles)
			for _, s := range shingles {
				want[[2]uint64{scope, uint64(s)}]++
			}
		}
		for key, n := range want {
			if got := f.count(hashIn(key[0], uint32(key[1]))); got != n {
				t.Fatalf("shingle %d of %d: %d, want %d", key[1], key[0], got, n)
			}
		}
	})
}

// TestFrequenciesStayBounded: what is frequent survives a flood of what is seen once.
func TestFrequenciesStayBounded(t *testing.T) {
	f := newShingleCounts(1 << 12)
	for i := range uint32(20_000) {
		if i%100 == 0 {
			f.countShingles(1, []uint32{7})
		}
		f.countShingles(2, []uint32{i})
	}
	if got := f.count(hashIn(1, 7)); got < frequentInCompany {
		t.Errorf("a shingle of 200 postings counts %d", got)
	}
	if got := len(f.sets) * 8; got != 1<<12 {
		t.Errorf("%d counters", got)
	}
}

// TestResidualLeavesOutWhatAnEmployerRepeats: two ads of one employer in the same frame overlap much, and little without it.
func TestResidualLeavesOutWhatAnEmployerRepeats(t *testing.T) {
	const frame = " We are a family firm of three generations who believe that good bread takes its time. We offer free rolls, a pension, thirty days of leave and a bicycle. Write to us with your story and we shall answer within a week of two. "
	work := []string{"You knead the dough at four in the morning and mind the oven until noon.", "You drive our blue van through five villages and sell from its side.",
		"You keep the books of the shop and pay the miller on time each month.", "You decorate wedding cakes with sugar flowers by hand.", "You clean the hall at night and set out the tins."}
	k, f := sketch.New(sketch.DefaultOptions()), newShingleCounts(1<<12)
	var profiles []*Profile
	for i, w := range work {
		profiles = append(profiles, newProfile(&job.Posting{Title: []string{"Baker", "Driver", "Clerk", "Confectioner", "Cleaner"}[i], Company: "Slow Bread", Description: w + frame}, "", k))
		f.countText(profiles[i])
	}
	e := measure(profiles[0], profiles[1], f)
	if e[verdict.Overlap] < 0.4 || e[verdict.Residual] > 0.15 {
		t.Errorf("overlap %.2f, residual %.2f", e[verdict.Overlap], e[verdict.Residual])
	}
}

func TestPublisherByName(t *testing.T) {
	for _, c := range []struct {
		company, url string
		want         Publisher
	}{
		{"Quince & Daughters Ltd", "https://careers.quincedaughters.example/1", Employer},
		{"Klappwerk GmbH", "https://jobs.klappwerk.de/stellen/1", Employer},
		{"Klappwerk GmbH", "https://stellen.example/klappwerk/1", Board},
		{"Harbour Recruitment Ltd", "https://harbour-recruitment.example/1", Agency},
		{"Nordwind Zeitarbeit GmbH", "https://stellen.example/1", Agency},
		{"青山人力有限公司", "https://a.example/1", Agency},
		{"", "https://a.example/1", Board},
		{"Ox", "", Board},
		{"Klappwerk GmbH", "https://klappwerk.ats.example/1", Employer},
		{"Zeeland Harbour Pilots", "https://zhp.example/jobs/1", Employer},
		{"Zeeland Harbour Pilots", "https://pilots.example/jobs/1", Board},
	} {
		r := newProfile(&job.Posting{Company: c.company, URL: c.url}, "", sketch.New(sketch.DefaultOptions()))
		if r.Publisher != c.want {
			t.Errorf("%s at %s is of %s, want %s", c.company, c.url, r.Publisher, c.want)
		}
	}
}

func TestHiresForClient(t *testing.T) {
	for text, want := range map[string]bool{
		"Our client, a mill on the weir, looks for a porter.":                                 true,
		"Porter wanted. Our client is a mill.":                                                true,
		"Für unseren Kunden aus der Mühlenbranche suchen wir einen Träger.":                   true,
		"Notre client, un moulin, recherche un porteur.":                                      true,
		"Для нашего клиента ищем носильщика.":                                                 false,
		"Our client services team grows.":                                                     false,
		"We answer the letters of our clients, who are millers.":                              false,
		"We carry sacks." + strings.Repeat(" And more of them.", 20) + " Our client, a mill.": false,
		"our client": false,
	} {
		if got := hiresForClient(text); got != want {
			t.Errorf("%.60q: %v, want %v", text, got, want)
		}
	}
}
