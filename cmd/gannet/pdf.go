package main

import (
	"os"

	"github.com/spf13/cobra"

	"gannet/job/pdftext"
)

// pdfCommand is the name of the command that readPDF starts.
const pdfCommand = "pdf-text"

// readPDF reads a PDF in a process of its own, this program's.
var readPDF = pdftext.Process(ownPath(), "gannet", pdfCommand)

// ownPath returns a path of this program. On Linux it holds even if the file was replaced.
func ownPath() string {
	const self = "/proc/self/exe"
	if _, err := os.Stat(self); err == nil {
		return self
	}
	path, err := os.Executable()
	if err != nil {
		return os.Args[0]
	}
	return path
}

func newPDFText() *cobra.Command {
	return &cobra.Command{
		Use:    pdfCommand,
		Short:  "Read a PDF from standard input and write its text as HTML",
		Hidden: true,
		Args:   cobra.NoArgs,
		Run:    func(*cobra.Command, []string) { os.Exit(pdftext.Serve(os.Stdin, os.Stdout)) },
	}
}
