//go:build !unix

package main

import "log/slog"

// keepPrivate does nothing: new files have the rights of their directory.
func keepPrivate(string, *slog.Logger) (restore func()) { return func() {} }
