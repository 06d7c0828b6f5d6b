//go:build !unix

package cli

import "log/slog"

// WarnOfReaders does nothing: rights are no bits of a mode.
func WarnOfReaders(string, *slog.Logger) {}
