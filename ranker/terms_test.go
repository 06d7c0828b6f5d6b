package ranker

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"gannet/features"
	"gannet/ranker/evidence"
)

// TestFeaturesHaveSentences holds that every term of a feature is told in a sentence that can stand alone.
func TestFeaturesHaveSentences(t *testing.T) {
	for _, name := range slices.Concat(featureTerms, LearnedTerms()[17:65], linkNames()) {
		s := Reason{Name: name}.Sentence()
		if !strings.HasSuffix(s, ".") || strings.Contains(strings.ToLower(s), "the same") || strings.Contains(s, name) {
			t.Errorf("%s: %q", name, s)
		}
	}
	if s := (Reason{Name: termWaits}).Sentence(); s != "" {
		t.Errorf("%s: %q", termAnyLink, s)
	}
}

var update = flag.Bool("update", false, "write docs/reference/features.md again")

// TestFeaturesAreDocumented holds docs/reference/features.md against the schemas.
func TestFeaturesAreDocumented(t *testing.T) {
	const page = "../docs/reference/features.md"
	want := featuresPage()
	if *update {
		if err := os.WriteFile(page, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("docs/reference/features.md is not what the schemas say: go test ./ranker -update (%v)", err)
	}
}

func featuresPage() []byte {
	var b bytes.Buffer
	b.WriteString(`# Features of links

An [explanation](../guide/11-explanations.md) names these features. ` + "`go test ./ranker -update`" + ` writes this page.

## Strategy ` + "`learned`" + `

These features say what the crawl knows about a link. A topic probability is the topic classifier's probability that a page is on topic, and
log-odds are such a probability on another scale: 0 stands for one half. Each feature is used as it is, and as a standard score among the links
of the crawl. The higher a feature is, the more it speaks for the link.

`)
	writeRows(&b, evidence.Features()[:evidence.NumFeatures])
	b.WriteString(`
Four further features depend on which words are good signs in this crawl. The model of earlier crawls does not use these features; each crawl
learns their weights. If several links lead to the same URL, the features use the words of the link that was the best sign when it was found.

`)
	writeRows(&b, evidence.LocalFeatures())
	b.WriteString(`
## Strategy ` + "`links`" + `

These features describe a link by its URL, by the text around the link, by the page that has the link (*the page*), and by the two pages before
this page. They are those in table 2 of the paper by de Groc and Tannier. The *target URL* is the URL to which the link leads.

`)
	writeRows(&b, features.LinkFeatures())
	return b.Bytes()
}

func writeRows(b *bytes.Buffer, all []features.Feature) {
	for _, f := range all {
		fmt.Fprintf(b, "- `%s`: %s\n", f.Name, strings.TrimSuffix(f.Doc, "."))
	}
}

// TestLargestFirst compares the order with a stable sort.
func TestLargestFirst(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 90 {
		reasons := make([]Reason, n)
		for i := range reasons {
			reasons[i] = Reason{Name: fmt.Sprint(i), Value: float64(random.IntN(9) - 4), Weight: []float64{0.5, 1, math.NaN()}[random.IntN(3)]}
		}
		want := slices.Clone(reasons)
		slices.SortStableFunc(want, func(x, y Reason) int {
			return cmp.Compare(math.Abs(y.Value*y.Weight), math.Abs(x.Value*x.Weight))
		})
		for i, got := range largestFirst(reasons) {
			if got.Name != want[i].Name {
				t.Fatalf("of %d reasons number %d is %s, not %s", n, i, got.Name, want[i].Name)
			}
		}
	}
}

// TestCausesHoldEveryTerm and add up to the priority. Only terms that earlier versions kept belong to no cause.
func TestCausesHoldEveryTerm(t *testing.T) {
	var reasons []Reason
	sum := 0.0
	for i, name := range slices.Concat(LearnedTerms(), linkNames(), []string{"inherited", "anchor", "context"}) {
		reasons = append(reasons, Reason{Name: name, Value: float64(i%7) - 3, Weight: 2})
		sum += reasons[i].Value * reasons[i].Weight
	}
	causes := Causes(reasons)
	for _, c := range causes {
		sum -= c.Adds
	}
	if math.Abs(sum) > 1e-9 {
		t.Errorf("%v is in no cause", sum)
	}
	rest := causes[len(causes)-1]
	if rest.Kind != CauseRest {
		t.Fatalf("the last cause is %q", rest.Kind)
	}
	for _, r := range rest.Terms {
		if !slices.Contains([]string{termMean, termFarFromMean, termSmall, termModel + termSmall, termLearnedHere + termSmall}, r.Name) {
			t.Errorf("%q has no cause", r.Name)
		}
	}
}
