package jobs

import (
	"bytes"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"gannet/features"
	"gannet/internal/testdata"
	"gannet/job"
	"gannet/job/kind"
)

// small is pages made of phrases alone.
func small(t *testing.T, seed uint64) []Page {
	t.Helper()
	phrases, err := readPhrases(phraseFile)
	if err != nil {
		t.Fatal(err)
	}
	s := &sampler{phrases: phrases, random: rand.New(rand.NewPCG(seed, 1))}
	if err := s.phrasedAds(); err != nil {
		t.Fatal(err)
	}
	if err := s.service(); err != nil {
		t.Fatal(err)
	}
	var some []Page
	for i, p := range s.pages {
		if i%8 == 0 {
			some = append(some, p)
		}
	}
	return some
}

func TestEveryLanguageHasAllPhrases(t *testing.T) {
	phrases, err := readPhrases(phraseFile)
	if err != nil {
		t.Fatal(err)
	}
	for language, w := range phrases {
		for name := range phrases["en"] {
			if len(w[name]) < 2 {
				t.Errorf("%s has %d phrases %q", language, len(w[name]), name)
			}
		}
		for _, name := range []string{"found", "ago"} {
			for _, p := range w[name] {
				if strings.Count(p, "%d") != 1 {
					t.Errorf("%s: %q needs one %%d", language, p)
				}
			}
		}
	}
	if _, err := readPhrases("nav: Home"); err == nil {
		t.Error("phrases without a language are read")
	}
}

func TestSameSeedSamePages(t *testing.T) {
	a, b, c := small(t, 1), small(t, 1), small(t, 2)
	same := true
	for i := range a {
		if a[i].URL != b[i].URL || !bytes.Equal(a[i].Body, b[i].Body) {
			t.Fatalf("page %d differs", i)
		}
		same = same && i < len(c) && bytes.Equal(a[i].Body, c[i].Body)
	}
	if same {
		t.Error("another seed gives the same pages")
	}
}

// TestRenderedPages holds the layouts to what they are for: no source's text is lost, lists lead to their postings.
func TestRenderedPages(t *testing.T) {
	reader := features.NewReader()
	for _, p := range small(t, 3) {
		page, err := reader.Read(p.URL, p.Body)
		if err != nil {
			t.Fatal(err)
		}
		text := string(page.Text)
		for _, title := range p.Titles {
			if !strings.Contains(text, strings.Join(strings.Fields(title), " ")) {
				t.Errorf("%s: title %q is not on its page", p.Source, title)
			}
		}
		if p.Kind == job.Listing && len(page.Links) < len(p.Titles) {
			t.Errorf("%s: %d links for %d postings", p.Source, len(page.Links), len(p.Titles))
		}
	}
}

func TestSourcesAreNotTornApart(t *testing.T) {
	pages := small(t, 4)
	part, languages := map[string]int{}, map[string]map[int]bool{}
	for i, f := range divide(pages) {
		if other, seen := part[pages[i].Source]; seen && other != f {
			t.Fatalf("%s is in parts %d and %d", pages[i].Source, other, f)
		}
		part[pages[i].Source] = f
		if l := pages[i].Language; pages[i].Kind != job.Other && l != "en" {
			if languages[l] == nil {
				languages[l] = map[int]bool{}
			}
			languages[l][f] = true
		}
	}
	for l, parts := range languages {
		if len(parts) != 2 {
			t.Errorf("both sources of %s are in one part", l)
		}
	}
}

// TestGradient holds the gradient against differences.
func TestGradient(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	d := &table{rows: make([]kind.Row, 3)}
	for i := range 20 {
		d.values = append(d.values, []float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()})
		d.label = append(d.label, i%kinds)
		d.weight = append(d.weight, random.Float64())
	}
	x := make([]float64, kinds*4)
	for i := range x {
		x[i] = random.NormFloat64()
	}
	grad := make([]float64, len(x))
	d.loss(x, grad)
	for i := range x {
		const step = 1e-6
		before := x[i]
		x[i] = before + step
		high := d.loss(x, nil)
		x[i] = before - step
		low := d.loss(x, nil)
		x[i] = before
		if got := (high - low) / (2 * step); math.Abs(got-grad[i]) > 1e-6 {
			t.Errorf("gradient %d is %g, by differences %g", i, grad[i], got)
		}
	}
}

func TestBelow(t *testing.T) {
	for x, want := range map[float64]float64{0: 0, 1: .125, 2: .5, 3: .875, 9: 1} {
		if got := below([]float64{1, 2, 2, 3}, x); got != want {
			t.Errorf("%g: %g, want %g", x, got, want)
		}
	}
}

// TestStudy learns from pages of phrases: sources left out are judged much better than by chance.
func TestStudy(t *testing.T) {
	s, err := NewStudy(small(t, 5))
	if err != nil {
		t.Fatal(err)
	}
	q := s.TopicQuality(true, func(Page) string { return "all" })["all"]
	if q.Area < .8 {
		t.Errorf("area under the curve %.3f", q.Area)
	}
	judged, err := s.Judge(nil)
	if err != nil {
		t.Fatal(err)
	}
	if c := s.Confuse(judged[0], func(Page) string { return "all" })["all"]; c.Mean() < .8 {
		t.Errorf("kinds: %v", c)
	}
	file, err := s.KindsFile()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := kind.Load(file); err != nil {
		t.Error(err)
	}
}

func TestManifest(t *testing.T) {
	pages, err := readManifest(testdata.Jobs(t))
	if err != nil {
		t.Fatal(err)
	}
	count := map[job.Kind]int{}
	corrected := 0
	for _, p := range pages {
		count[p.Kind]++
		if p.Corrected {
			corrected++
		}
		if p.Source == "51job" && !bytes.Contains(p.Body, []byte("招聘")) {
			t.Errorf("%s: not decoded", p.URL)
		}
	}
	if len(pages) != 647 || corrected != 10 || count[job.Listing] != 42 {
		t.Errorf("%d pages, %v, %d corrected", len(pages), count, corrected)
	}
}

func TestAdsAreRead(t *testing.T) {
	dir := testdata.Jobs(t)
	for _, f := range adFiles {
		ads, err := readAds(dir, f.file, f.language)
		if err != nil || len(ads) < 100 {
			t.Errorf("%s: %d ads, %v", f.file, len(ads), err)
		}
	}
	if _, err := readAds(filepath.Join(dir, "none"), "hn", "en"); err == nil {
		t.Error("ads that are not there are read")
	}
}
