package fetch

import (
	"io"
	"strings"

	"gannet/internal/unbrotli"
)

func newUnbrotli(in io.Reader) io.Reader { return unbrotli.NewReader(in) }

// brokenBrotli reports whether an error means that a body is not brotli.
func brokenBrotli(err error) bool { return strings.HasPrefix(err.Error(), "brotli: ") }
