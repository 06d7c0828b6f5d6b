package pairs

import (
	"testing"

	"gannet/dedup/verdict"
	"gannet/internal/testdata"
)

// TestVerdictOnRealAds holds the verdict to the bars of the project. On silver pairs of posters that it was not trained on,
// F1 is at least .90. Of the pairs for another place at most 2 % are called the same job.
func TestVerdictOnRealAds(t *testing.T) {
	s, err := Read(testdata.Jobs(t), 3)
	if err != nil {
		t.Fatal(err)
	}
	m, err := verdict.Train(s.Examples(false), verdict.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	same := func(e *verdict.Evidence) bool { return m.Judge(e).Label == verdict.Same }
	if f1 := s.Score(Silver, same).F1(); f1 < 0.95 {
		t.Errorf("F1 on silver pairs is %.3f, was .98", f1)
	}
	if share := s.Confused(same); share > 0.02 {
		t.Errorf("%.3f of the pairs for another place are called the same job", share)
	}
	made := s.Score([]string{Edited, Shortened, SelfChanged, Framed, Moved, OtherInFrame, OtherRole}, same)
	if made.F1() < 0.93 {
		t.Errorf("F1 on made copies is %.3f, was .98", made.F1())
	}
	overlap := func(e *verdict.Evidence) bool { return e[verdict.Overlap] >= 0.5 }
	if alone := s.Score([]string{Edited, Shortened, SelfChanged, Framed, Moved, OtherInFrame, OtherRole}, overlap); alone.F1() >= made.F1() {
		t.Errorf("a threshold on the overlap does as well on made copies: %.3f, the model %.3f", alone.F1(), made.F1())
	}
}

func TestReadNeedsAds(t *testing.T) {
	if _, err := Read(t.TempDir(), 1); err == nil {
		t.Error("an empty directory gave pairs")
	}
}
