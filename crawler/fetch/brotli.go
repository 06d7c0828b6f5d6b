package fetch

import (
	"io"
	"strings"

	"gannet/internal/unbrotli"
)

func newUnbrotli(in io.Reader) io.Reader { return unbrotli.NewReader(in) }

// brokenBrotli says whether an error says that a body is no brotli.
func brokenBrotli(err error) bool { return strings.HasPrefix(err.Error(), "brotli: ") }
