//go:build !unix

package crawldir

import "math"

// openFileLimit returns the largest limit, since Windows sets none for sockets.
func openFileLimit() int { return math.MaxInt32 }
