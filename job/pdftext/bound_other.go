//go:build !linux

package pdftext

// enforce leaves this process to the bounds of the Go runtime, and to the patience of the process that started it.
func (bounds) enforce() {}
