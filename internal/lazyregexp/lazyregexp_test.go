package lazyregexp

import "testing"

// TestInvalidPatternPanicsInTests: a program would meet it when it uses the pattern first, which may be late.
func TestInvalidPatternPanicsInTests(t *testing.T) {
	if !New(`^a+$`).MatchString("aaa") {
		t.Error("a text is not matched")
	}
	defer func() {
		if recover() == nil {
			t.Error("a pattern that is not valid is taken")
		}
	}()
	New(`(`)
}
