package pairs

import (
	"fmt"
	"testing"

	"gannet/dedup/verdict"
	"gannet/internal/testdata"
)

func TestLook(t *testing.T) {
	b, err := read(testdata.Jobs(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	s := b.set
	m, _ := verdict.Train(s.Examples(false), verdict.Options{})
	n := map[string]int{}
	for _, p := range s.Pairs {
		e := s.Study.Measure(p.A, p.B)
		j := m.Judge(&e)
		if j.Label == p.Label || p.First == nil || p.Weight == 0 {
			continue
		}
		if n[p.Kind]++; n[p.Kind] > 8 {
			continue
		}
		fmt.Printf("== %s: %v (%.2f %.2f)\n   %q %q %q %q\n   %q %q %q %q\n   ov %.2f res %.2f cont %.2f left %.2f title %.2f place %.2f/%.2f company %.2f\n", p.Kind, j.Label, j.Text, j.Place,
			p.First.Title, p.First.Company, p.First.Place, p.First.URL, p.Second.Title, p.Second.Company, p.Second.Place, p.Second.URL,
			e[verdict.Overlap], e[verdict.Residual], e[verdict.Contained], e[verdict.Left], e[verdict.Title], e[verdict.Place], e[verdict.PlaceOfOne], e[verdict.Company])
	}
}
