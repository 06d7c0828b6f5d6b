package testdata

import (
	"os"
	"strconv"
	"testing"
)

// Damages is how many damages to files a test draws: a few, or as many as GANNET_DAMAGE says.
func Damages(t testing.TB, few int) int {
	t.Helper()
	text := os.Getenv("GANNET_DAMAGE")
	if text == "" {
		return few
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal("GANNET_DAMAGE is how many damages are drawn:", err)
	}
	return n
}
