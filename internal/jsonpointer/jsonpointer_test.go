package jsonpointer

import (
	"slices"
	"testing"
)

// TestPointers has paths that have to be escaped, and pointers that are none.
func TestPointers(t *testing.T) {
	for pointer, path := range map[string][]string{
		"": {}, "/": {""}, "/jobs/0": {"jobs", "0"}, "/a~1b/m~0n/~01": {"a/b", "m~n", "~1"},
	} {
		if got := Format(path); got != pointer {
			t.Errorf("%q is written as %q, want %q", path, got, pointer)
		}
		if got, ok := Parse(pointer); !ok || !slices.Equal(got, path) {
			t.Errorf("%q is read as %q, %v, want %q", pointer, got, ok, path)
		}
	}
	for _, wrong := range []string{"jobs", "jobs/0"} {
		if _, ok := Parse(wrong); ok {
			t.Errorf("%q is read, though it begins with no slash", wrong)
		}
	}
}
