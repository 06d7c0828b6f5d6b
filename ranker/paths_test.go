package ranker

import (
	"math"
	"testing"

	"gannet/features"
)

func TestPathsAreOfOneHost(t *testing.T) {
	p := newTagPaths()
	class := func(url string, path uint32) uint64 {
		return p.class(&features.Page{URL: url, Links: []features.Link{{Path: path}}}, 0)
	}
	one := class("http://example.org/a", 1)
	if one != class("http://example.org/b", 1) {
		t.Error("one path on two pages of a host makes two classes")
	}
	if one == class("http://example.org/a", 2) || one == class("http://example.com/a", 1) {
		t.Error("another path or host makes no other class")
	}
}

func TestPathsMean(t *testing.T) {
	p := newTagPaths()
	if mean, n := p.mean(7); mean != 0.5 || n != 0 {
		t.Errorf("nothing known: %v of %d", mean, n)
	}
	p.addPage(7, 1)
	p.addPage(7, 0.5)
	p.addPage(8, 0)
	all := (1 + 0.5 + 0 + 0.5) / 4 // with one page of 1/2 that stands for what is not known
	for class, want := range map[uint64]float64{7: (1 + 0.5 + all) / 3, 8: all / 2, 9: all} {
		if mean, _ := p.mean(class); math.Abs(mean-want) > 1e-12 {
			t.Errorf("class %d: %v, want %v", class, mean, want)
		}
	}
}

func TestPathsBeyondTheLimitAreOneClass(t *testing.T) {
	p := newTagPaths()
	page := &features.Page{URL: "http://example.org/", Links: make([]features.Link, 1)}
	first := p.class(page, 0)
	for i := range maxClasses + 100 {
		page.Links[0].Path = uint32(i)
		p.addPage(p.class(page, 0), 0.1)
	}
	if len(p.classes) > maxClasses+1 {
		t.Errorf("%d classes", len(p.classes))
	}
	page.Links[0].Path = 0
	if p.class(page, 0) != first {
		t.Error("a class known before the limit is another one behind it")
	}
	if _, n := p.mean(0); n != 100 {
		t.Errorf("%d pages of the classes beyond the limit, want 100", n)
	}
}
