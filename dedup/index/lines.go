//go:build !linux

package index

func newLines(n int) []line { return make([]line, n) }

func freeLines([]line) {}

func wholePages(n int) int { return n }
