//go:build !linux

package index

func newLines(n int) []line { return make([]line, n) }
