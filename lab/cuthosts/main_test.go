package main

import (
	"maps"
	"slices"
	"testing"
)

// TestCut has a host with one large directory, which is cut again, and one that is small enough.
func TestCut(t *testing.T) {
	want := map[string]string{
		"http://b.example.org/only":            "http://bexampleorg-1.example/only",
		"http://a.example.org/":                "http://aexampleorg-2.example/",
		"http://a.example.org/~Ann/":           "http://ann-3.example/",
		"http://a.example.org/~Ann/x.html?q=1": "http://ann-3.example/x.html?q=1",
		"http://a.example.org/dept/":           "http://dept-4.example/",
		"http://a.example.org/dept/ai/1":       "http://ai-5.example/1",
		"http://a.example.org/dept/ai/2":       "http://ai-5.example/2",
	}
	if got := cut(slices.Sorted(maps.Keys(want)), 2); !maps.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}
