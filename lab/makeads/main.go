// Command makeads writes made job ads to standard output, as JSON Lines.
package main

import (
	"flag"
	"fmt"
	"os"

	"gannet/internal/manyads"
)

func main() {
	n := flag.Int("n", 100_000, "number of ads")
	seed := flag.Uint64("seed", 1, "of all that is drawn")
	flag.Parse()
	if err := (manyads.Maker{Seed: *seed, Ads: *n}).Write(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "makeads:", err)
		os.Exit(1)
	}
}
