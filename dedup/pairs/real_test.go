package pairs

import (
	"fmt"
	"os"
	"testing"

	"gannet/dedup/verdict"
	"gannet/internal/testdata"
)

func TestExplore(t *testing.T) {
	s, err := Read(testdata.Jobs(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	m, err := verdict.Train(s.Examples(false), verdict.Options{})
	if err != nil {
		t.Fatal(err)
	}
	j, _ := m.MarshalJSON()
	os.WriteFile("/tmp/gannet/h/E/model.json", j, 0o644)
	type key struct {
		kind string
		test bool
	}
	count := map[key]*[4]int{}
	for _, p := range s.Pairs {
		e := s.Study.Measure(p.A, p.B)
		k := key{p.Kind, p.Test}
		if count[k] == nil {
			count[k] = &[4]int{}
		}
		count[k][m.Judge(&e).Label]++
		count[k][3]++
	}
	for k, c := range count {
		fmt.Printf("%-50s %v n=%d different %.3f other %.3f same %.3f\n", k.kind, k.test, c[3], float64(c[0])/float64(c[3]), float64(c[1])/float64(c[3]), float64(c[2])/float64(c[3]))
	}
}
