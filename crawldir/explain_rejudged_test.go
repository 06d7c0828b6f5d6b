package crawldir_test

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gannet/crawldir"
	"gannet/features"
	"gannet/ranker"
	"gannet/ranker/linear"
	"gannet/store"
)

// byProbabilities is the file of a linear model that knows the topic probabilities of a page and the two before it alone.
func byProbabilities(t *testing.T) string {
	t.Helper()
	m := linear.Model{Kind: linear.Kind, Learner: "ca", Schema: features.LinkSchema}
	for _, name := range features.Names(features.LinkFeatures()) {
		w := linear.Weight{Name: name, SD: 1}
		if strings.HasSuffix(name, "probability") {
			w.Weight = 1
		}
		m.Features = append(m.Features, w)
	}
	path := filepath.Join(t.TempDir(), "probabilities.json")
	file, err := os.Create(path)
	if err == nil {
		err = errors.Join(m.Write(file), file.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestPagesJudgedAgainExplainTheirLinks: the terms of a priority are those of the moment when the link was found, whatever
// renewals have made of the pages before it.
func TestPagesJudgedAgainExplainTheirLinks(t *testing.T) {
	dir, o := t.TempDir(), gardenOptions(130)
	o.Strategy, o.Model = ranker.LinksName, byProbabilities(t)
	crawlGarden(t, dir, o)
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	explained := explainAll(t, r)
	if unknown := unknownTerms(explained); len(explained) < 100 || unknown > 0 {
		t.Errorf("%d pages explained, the terms of %d not known", len(explained), unknown)
	}
	r.Store = earlierStore{r.Store}
	if unknownTerms(explainAll(t, r)) == 0 {
		t.Error("the terms are known of pages whose links were ranked with what is not kept")
	}
}

// explainAll explains every page that a link led to. Terms that are known add up to the priority.
func explainAll(t *testing.T, r *crawldir.Reader) (all []*crawldir.Explanation) {
	t.Helper()
	err := r.Store.Select(store.Selection{}, func(p *store.Page) error {
		if p.Via == "" {
			return nil
		}
		e, err := r.Explain(p.URL, crawldir.ExplainOptions{KeptOnly: true})
		if err != nil {
			return err
		}
		sum := 0.0
		for _, r := range e.Reasons {
			sum += r.Value * r.Weight
		}
		if !e.Unknown && math.Abs(sum-float64(e.Priority)) > 1e-4 || e.Unknown != (len(e.Reasons) == 0) {
			t.Errorf("%s: priority %v, terms %v", p.URL, e.Priority, e.Reasons)
		}
		all = append(all, e)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func unknownTerms(all []*crawldir.Explanation) (n int) {
	for _, e := range all {
		if e.Unknown {
			n++
		}
	}
	return n
}

// earlierStore has choices as earlier versions wrote them: without what a renewal had made of the grandparent.
type earlierStore struct{ store.Reader }

func (s earlierStore) Get(url string) (*store.Page, error) {
	p, err := s.Reader.Get(url)
	const queued, judged = 1, 8
	if err == nil && len(p.Choice) > 0 && p.Choice[0]&judged != 0 {
		at := 17
		if p.Choice[0]&queued != 0 {
			at += 4
		}
		p.Choice = slices.Delete(slices.Clone(p.Choice), at, at+4)
		p.Choice[0] &^= judged
	}
	return p, err
}
