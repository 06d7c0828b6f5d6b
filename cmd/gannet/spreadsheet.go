package main

import (
	"bufio"
	"encoding/csv"
	"errors"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"gannet/internal/cli"
	"gannet/internal/lazyregexp"
)

// spreadsheetFlag adds --spreadsheet to a command that writes CSV.
func spreadsheetFlag(fs *pflag.FlagSet, to *bool) {
	fs.BoolVar(to, "spreadsheet", false, "csv: begin with a byte-order mark, and put an apostrophe before cells that a spreadsheet would run as a formula")
}

// forSpreadsheet returns write, with its CSV guarded for spreadsheets if that is asked for.
func forSpreadsheet(asked bool, format string, write func(io.Writer) error) (func(io.Writer) error, error) {
	switch {
	case !asked:
		return write, nil
	case format != "csv":
		return nil, cli.Usagef("--spreadsheet is for --format csv, not %q", format)
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

// guardCells copies CSV with every cell in quotes. Some spreadsheets would split cells at a semicolon or tab otherwise. It begins with a
// byte-order mark, without which Excel takes UTF-8 for the code page of its system. CSV for programs has none, since not all of them take it off.
func guardCells(w io.Writer, r io.Reader) error {
	out := bufio.NewWriter(w)
	_, _ = out.WriteString("\uFEFF")
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
	// formula matches the beginning of a cell that spreadsheets run (OWASP, "CSV Injection"). It allows blanks before it,
	// which some programs trim, and full-width forms.
	formula     = lazyregexp.New(`^(?:[\t\r\n]|[\s\x{A0}\x{200B}-\x{200F}\x{2060}\x{3000}\x{FEFF}\x00]*[=+\-@＝＋－＠])`)
	plainNumber = lazyregexp.New(`^[+-]?(?:[0-9]+(?:[.,][0-9]+)*|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?%?$`)
)

// guarded returns a cell with an apostrophe before a formula. Numbers stay as they are.
func guarded(cell string) string {
	if formula.MatchString(cell) && !plainNumber.MatchString(cell) {
		return "'" + cell
	}
	return cell
}
