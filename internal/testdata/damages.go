package testdata

import (
	"os"
	"strconv"
	"testing"
)

// Damages returns how many damages to files a test draws: few, or the number in GANNET_DAMAGE.
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
