package seeds_test

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"gannet/internal/weburl"
	"gannet/seeds"
	"gannet/topic"
)

func load(t *testing.T, name string) *topic.Topic {
	t.Helper()
	f, err := seeds.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	tp, err := topic.Read(f)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return tp
}

func TestEveryTopicLoads(t *testing.T) {
	for _, name := range seeds.Names() {
		tp := load(t, name)
		if tp.Name != name {
			t.Errorf("%s.yaml has the name %q", name, tp.Name)
		}
		if tp.Title == "" || len(tp.Keywords) < 10 || len(tp.Seeds) < 5 {
			t.Errorf("%s: title %q, %d keywords, %d seeds: needs a title, 10 keywords and 5 seeds",
				name, tp.Title, len(tp.Keywords), len(tp.Seeds))
		}
		for _, list := range [][]string{tp.Keywords, tp.Seeds} {
			seen := map[string]bool{}
			for _, v := range list {
				if seen[v] {
					t.Errorf("%s: %q stands twice", name, v)
				}
				seen[v] = true
			}
		}
		for _, s := range tp.Seeds {
			if c, err := weburl.Canonical(s); err != nil || c != s {
				t.Errorf("%s: seed %q is canonically %q (%v)", name, s, c, err)
			}
		}
	}
}

func TestPaperHasThirtyTopicsHalfOfThemForTesting(t *testing.T) {
	all := slices.Concat(seeds.Training(), seeds.Test(), []string{"jobs"})
	if len(seeds.Training()) != 15 || len(seeds.Test()) != 15 {
		t.Errorf("%d training and %d test topics, want 15 each", len(seeds.Training()), len(seeds.Test()))
	}
	slices.Sort(all)
	if names := seeds.Names(); !slices.Equal(all, names) {
		t.Errorf("files are %v, topics are %v", names, all)
	}
}

func TestJobsByCountryAndLanguage(t *testing.T) {
	jobs := load(t, "jobs")
	countries := map[string]bool{}
	for _, g := range jobs.Groups {
		countries[g.Country] = true
	}
	for _, c := range strings.Fields("US GB IE CA AU NZ IN DE AT CH FR BE NL ES IT PL CZ RU UA CN TW HK JP BR MX MA ET ZA") {
		if !countries[c] {
			t.Errorf("no seeds for %s", c)
		}
	}
	flemish := jobs.Select("BE", "nl")
	if !slices.Contains(flemish.Seeds, "https://www.vdab.be/") || slices.Contains(flemish.Seeds, "https://www.leforem.be/") ||
		slices.Contains(flemish.Seeds, "https://www.werk.nl/") {
		t.Errorf("seeds of Belgium in Dutch: %v", flemish.Seeds)
	}
	if !slices.Contains(flemish.Keywords, "vacature") || slices.Contains(flemish.Keywords, "Stellenangebot") {
		t.Errorf("keywords of Belgium in Dutch: %v", flemish.Keywords)
	}
}

func TestOpenUnknown(t *testing.T) {
	for _, name := range []string{"nothing", "../seeds", "", "jobs.yaml"} {
		if _, err := seeds.Open(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Open(%q): %v, want fs.ErrNotExist", name, err)
		}
	}
}
