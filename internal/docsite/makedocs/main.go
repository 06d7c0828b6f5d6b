// Command makedocs writes the documents as a site: `make docs`. It is run in the root of the repository, and takes the reference of
// commands on its standard input.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"gannet/internal/docsite"
)

func main() {
	out := flag.String("o", "build/docs", "directory of the site; what it holds is removed")
	flag.Parse()
	if err := run(os.Stdin, *out); err != nil {
		fmt.Fprintln(os.Stderr, "makedocs:", err)
		os.Exit(1)
	}
}

func run(commands io.Reader, out string) error {
	reference, err := io.ReadAll(commands)
	if err != nil {
		return err
	}
	if len(reference) == 0 {
		return fmt.Errorf("no reference of commands: gannet reference | makedocs")
	}
	site, err := docsite.Read(os.DirFS("."), map[string]string{docsite.Commands: string(reference)})
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
