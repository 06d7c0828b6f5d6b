// Command texts writes the texts of the comparison as a JSON list, for programs in other languages.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"gannet/bench"
)

func main() {
	texts, source, err := bench.Texts(2000)
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(map[string]any{"source": source, "texts": texts})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "texts:", err)
		os.Exit(1)
	}
}
