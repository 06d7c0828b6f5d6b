package main

import (
	"bufio"
	"encoding/csv"
	"errors"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/pflag"
)

// spreadsheetFlag registers --spreadsheet of the commands that write CSV.
func spreadsheetFlag(fs *pflag.FlagSet, to *bool) {
	fs.BoolVar(to, "spreadsheet", false, "csv: put an apostrophe before cells that a spreadsheet would run as a formula")
}

// forSpreadsheet gives write for a spreadsheet, if that is asked for: what write writes is CSV, and is guarded.
func forSpreadsheet(asked bool, format string, write func(io.Writer) error) (func(io.Writer) error, error) {
	switch {
	case !asked:
		return write, nil
	case format != "csv":
		return nil, usagef("--spreadsheet is for --format csv, not %q", format)
	}
	return func(w io.Writer) error {
		r, to := io.Pipe()
		done := make(chan error, 1)
		go func() {
			err := write(to)
			done <- errors.Join(err, to.CloseWithError(err))
		}()
		err := guardCells(w, r)
		_ = r.CloseWithError(err)
		if failed := <-done; failed != nil {
			return failed
		}
		return err
	}, nil
}

// guardCells copies CSV. Every cell is in quotes, so that one with a semicolon or tab is not several where these part
// cells.
func guardCells(w io.Writer, r io.Reader) error {
	out := bufio.NewWriter(w)
	in := csv.NewReader(r)
	in.ReuseRecord = true
	for {
		cells, err := in.Read()
		if err == io.EOF {
			return out.Flush()
		}
		if err != nil {
			return err
		}
		for i, cell := range cells {
			if i > 0 {
				_ = out.WriteByte(',')
			}
			_, _ = out.WriteString(`"` + strings.ReplaceAll(guarded(cell), `"`, `""`) + `"`)
		}
		if err := out.WriteByte('\n'); err != nil {
			return err
		}
	}
}

var (
	// formula is the beginning of what spreadsheets run (OWASP, "CSV Injection"), full-width forms and blanks before it
	// included: some programs trim them.
	formula     = regexp.MustCompile(`^(?:[\t\r\n]|[\s\x{A0}\x{200B}-\x{200F}\x{2060}\x{3000}\x{FEFF}\x00]*[=+\-@＝＋－＠])`)
	plainNumber = regexp.MustCompile(`^[+-]?(?:[0-9]+(?:[.,][0-9]+)*|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?%?$`)
)

// guarded puts an apostrophe before what a spreadsheet would run. Numbers are left alone.
func guarded(cell string) string {
	if formula.MatchString(cell) && !plainNumber.MatchString(cell) {
		return "'" + cell
	}
	return cell
}
