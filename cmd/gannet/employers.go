package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/internal/cli"
)

func newEmployers() *cobra.Command {
	var asJSON, asCSV bool
	c := &cobra.Command{
		Use:   "employers DIR",
		Short: "Show the boards that a crawl with --employers has found",
		Long: "Employers prints what a crawl with --employers has found: the job board of each employer, and whether the board is\n" +
			"on the employer's own site or on a platform. Employers also prints how many postings of the board are open, and\n" +
			"when a posting of the board was last read. --json and --csv add the texts of the links that lead to the board, and\n" +
			"the employer's former boards. A crawl with --fresh keeps these facts up to date.",
		Example: "  gannet crawl --employers list.csv --out boards\n  gannet employers boards\n  gannet employers boards --csv > boards.csv",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if asJSON && asCSV {
				return cli.Usagef("--json and --csv exclude each other: leave one out")
			}
			r, err := crawldir.Read(args[0])
			if err != nil {
				return err
			}
			defer r.Close()
			boards, err := r.Employers()
			switch {
			case err != nil:
				return err
			case len(boards) == 0:
				return cli.Usagef("%s has searched for no boards: start a crawl with --employers", args[0])
			case asJSON:
				return writeJSON(c.OutOrStdout(), boards)
			case asCSV:
				return writeBoardsCSV(c.OutOrStdout(), boards)
			}
			return writeBoards(c.OutOrStdout(), boards)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.Flags().BoolVar(&asCSV, "csv", false, "print CSV")
	return c
}

// writeBoards prints the boards as a table, and how many there are.
func writeBoards(w io.Writer, boards []crawldir.EmployerBoard) error {
	t := cli.NewTable(w)
	fmt.Fprint(t, "employer\tboard\twhere\topen\tlast proof\t\n")
	found := 0
	for _, b := range boards {
		board, proven := "-", "-"
		if b.Board != "" {
			found++
			board, proven = b.Board, b.Proven.UTC().Format(time.DateOnly)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%s\t\n", b.Name, board, cmp.Or(b.Where(), "-"), b.Open, proven)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	return cli.Say(w, "%d of %s have a known board\n", found, cli.Counted(len(boards), "employer"))
}

// writeBoardsCSV prints the boards as CSV.
func writeBoardsCSV(w io.Writer, boards []crawldir.EmployerBoard) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"employer", "home", "board", "platform", "path", "open", "proof", "proven", "requests", "former"}}
	for _, b := range boards {
		proven := ""
		if !b.Proven.IsZero() {
			proven = b.Proven.UTC().Format(time.RFC3339)
		}
		rows = append(rows, []string{
			b.Name, b.Home, b.Board, b.Platform, strings.Join(b.Path, " > "), strconv.Itoa(b.Open), b.Proof, proven, strconv.Itoa(b.Requests),
			strings.Join(b.Former, " "),
		})
	}
	if err := out.WriteAll(rows); err != nil {
		return err
	}
	return out.Error()
}
