package occupations

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"gannet/job/occupation"
)

// Figures say how often predicted occupations are right, on ads that a person has labelled.
type Figures struct {
	Ads, Coded            int // all, and those that the model codes
	First                 int // coded as the reader's first choice
	Four, Three, Two, One int // coded as one of the reader's choices, by as many digits
}

// Measure measures the model on the test set if test is true, otherwise on the development set: over all ads and by source. It writes wrong
// predictions to wrong.
func Measure(m *occupation.Model, adsDir string, test bool, wrong io.Writer) (map[string]*Figures, error) {
	_, list, apart, err := readAds(adsDir)
	if err != nil {
		return nil, err
	}
	if test {
		list = apart
	}
	by := map[string]*Figures{"all": {}}
	for _, a := range list {
		if by[a.source] == nil {
			by[a.source] = &Figures{}
		}
		c, ok := m.Code(a.title, a.text)
		for _, f := range []*Figures{by["all"], by[a.source]} {
			if f.Ads++; ok {
				f.count(c.Group, a.groups)
			}
		}
		if wrong != nil && !slices.Contains(a.groups, c.Group) {
			fmt.Fprintf(wrong, "%.2f %.2f %s for %v: %s\n", c.Major, c.Probability, c.Group, a.groups, a.title)
		}
	}
	return by, nil
}

func (f *Figures) count(group string, right []string) {
	f.Coded++
	if group == right[0] {
		f.First++
	}
	for digits, n := range map[int]*int{4: &f.Four, 3: &f.Three, 2: &f.Two, 1: &f.One} {
		if slices.ContainsFunc(right, func(r string) bool { return r[:digits] == group[:digits] }) {
			*n++
		}
	}
}

// Write writes the results as a table in Markdown.
func Write(w io.Writer, by map[string]*Figures) {
	fmt.Fprint(w, "| source | ads | coded | four digits | three | two | one | first choice |\n|---|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, source := range slices.Sorted(maps.Keys(by)) {
		f := by[source]
		of := func(n int) string { return fmt.Sprintf("%.2f", float64(n)/float64(max(1, f.Coded))) }
		fmt.Fprintf(w, "| %s | %d | %d | %s | %s | %s | %s | %s |\n", source, f.Ads, f.Coded, of(f.Four), of(f.Three), of(f.Two), of(f.One), of(f.First))
	}
}
