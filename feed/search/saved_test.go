package search

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSavedSearchesAreRead(t *testing.T) {
	dir := t.TempDir()
	if list, err := List(dir); len(list) > 0 || err != nil {
		t.Errorf("%v, %v", list, err)
	}
	for _, s := range []Saved{{"b", Search{Text: "nurse"}}, {"a", Search{Near: "York 30km"}}, {"b", Search{Text: "welder"}}, {"c", Search{Place: "Oslo"}}} {
		if err := Save(dir, s); err != nil {
			t.Fatal(err)
		}
	}
	if err := Remove(dir, "c"); err != nil {
		t.Fatal(err)
	}
	list, err := List(dir)
	if got := fmt.Sprint(list); err != nil || got != "[near York 30km text welder]" || list[0].Name != "a" || list[1].Name != "b" {
		t.Errorf("%s, %v", got, err)
	}
	if s, err := Named(dir, "b"); err != nil || s.Text != "welder" {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := Named(dir, "c"); !errors.Is(err, ErrUnknown) {
		t.Error(err)
	}
}

func TestWrongSearchesAreNotSaved(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		name string
		s    Search
		want error
	}{
		{"", Search{Text: "a"}, ErrName}, {" a", Search{Text: "a"}, ErrName}, {"a\nb", Search{Text: "a"}, ErrName}, {"a\u202eb", Search{Text: "a"}, ErrName},
		{strings.Repeat("a", 81), Search{Text: "a"}, ErrName}, {"a", Search{}, ErrEmpty}, {strings.Repeat("é", 80), Search{Text: "a"}, nil},
	} {
		if err := Save(dir, Saved{c.name, c.s}); !errors.Is(err, c.want) {
			t.Errorf("%q: %v, want %v", c.name, err, c.want)
		}
	}
	if err := Save(dir, Saved{"a", Search{Near: "nowhere"}}); err == nil {
		t.Error("a search that cannot be made is saved")
	}
	if err := os.WriteFile(filepath.Join(dir, File), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Save(dir, Saved{"a", Search{Text: "a"}}); !errors.Is(err, ErrSavedFile) {
		t.Errorf("a damaged file: %v", err)
	}
}
