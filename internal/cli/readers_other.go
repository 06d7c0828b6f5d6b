//go:build !unix

package cli

import "log/slog"

// WarnOfReaders does nothing on systems where the mode of a file does not show who may read it.
func WarnOfReaders(string, *slog.Logger) {}
