// Command makedocs writes the documents as a site: `make docs`. It is run in the root of the repository.
package main

import (
	"flag"
	"fmt"
	"os"

	"gannet/internal/docsite"
)

func main() {
	out := flag.String("o", "build/docs", "directory of the site; what it holds is removed")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "makedocs:", err)
		os.Exit(1)
	}
}

func run(out string) error {
	site, err := docsite.Read(os.DirFS("."))
	if err != nil {
		return err
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	if err := site.Write(out); err != nil {
		return err
	}
	fmt.Printf("%d pages: open %s/index.html\n", len(site.Documents()), out)
	return nil
}
