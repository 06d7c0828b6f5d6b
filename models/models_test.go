package models

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"github.com/zeebo/xxh3"
)

func TestManifestDescribesWhatIsShipped(t *testing.T) {
	list, err := Manifest()
	if err != nil {
		t.Fatal(err)
	}
	shipped := map[string]io.Reader{"background": Background(), "languages": Languages(), "links": bytes.NewReader(Links()), "crawl": bytes.NewReader(Crawl()),
		"jobs": bytes.NewReader(Jobs()), "kinds": bytes.NewReader(Kinds()), "verdict": bytes.NewReader(Verdict()), "judge": bytes.NewReader(Judge()),
		"employers": bytes.NewReader(Employers()), "fields": bytes.NewReader(Fields()), "words": Words(), "occupations": Occupations(), "persons": bytes.NewReader(Persons())}
	if len(list) != len(shipped) {
		t.Fatalf("%d models in the manifest, %d shipped", len(list), len(shipped))
	}
	for _, m := range list {
		r, ok := shipped[m.Name]
		if !ok {
			t.Fatalf("manifest names %q, which is not shipped", m.Name)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if sum := fmt.Sprintf("%016x", xxh3.Hash(data)); len(data) != m.Bytes || sum != m.Checksum {
			t.Errorf("%s: %d bytes, checksum %s; manifest says %d and %s: run make models", m.Name, len(data), sum, m.Bytes, m.Checksum)
		}
		most := 1 << 20
		if m.Name == "occupations" { // 436 groups, in many languages
			most = 3 << 20
		}
		if len(data) > most {
			t.Errorf("%s: %d bytes, more than %d", m.Name, len(data), most)
		}
		if m.Made == "" || m.Measured == "" || len(m.Data) == 0 || len(m.Figures) == 0 {
			t.Errorf("%s: the manifest leaves out data, time or figures: %+v", m.Name, m)
		}
	}
}

// TestSeedsFigures fails if the shipped background is worse than the first one was.
func TestSeedsFigures(t *testing.T) {
	list, err := Manifest()
	if err != nil {
		t.Fatal(err)
	}
	for figure, least := range map[string]float64{"enwiki6k_seeds_auc": 0.89, "uci_seeds_auc": 0.94, "planetmath_seeds_auc": 0.74} {
		if got := list[0].Figures[figure]; got < least {
			t.Errorf("%s is %.3f, was above %.2f", figure, got, least)
		}
	}
}

// TestLanguagesFigures fails if the shipped language model is worse than the first one was.
func TestLanguagesFigures(t *testing.T) {
	list, err := Manifest()
	if err != nil {
		t.Fatal(err)
	}
	for figure, least := range map[string]float64{"snippets_50": 0.96, "snippets_200": 0.99, "snippets_200_worst": 0.965, "pages_faq": 0.98, "pages_uci": 0.99, "pages_planetmath": 0.999} {
		if got := list[1].Figures[figure]; list[1].Name != "languages" || got < least {
			t.Errorf("%s of %s is %.4f, was above %.3f", figure, list[1].Name, got, least)
		}
	}
}
