// Command evalagainst compares the strategy learned in reports of `gannet eval --out` with reports of another revision, by topic
// and draw. `make eval-against` runs it. The arguments are directories of the new reports, "--", and those of the old ones.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"gannet/ranker"
	"gannet/training/eval"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "evalagainst:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	middle := slices.Index(args, "--")
	if middle < 1 || middle == len(args)-1 {
		return fmt.Errorf("want directories of new reports, --, and those of old ones")
	}
	reports, err := read(args[:middle])
	if err != nil {
		return err
	}
	others, err := read(args[middle+1:])
	if err != nil {
		return err
	}
	fmt.Print("| web | draws | difference | over topics, over draws | verdict | better on |\n|---|---|---|---|---|---|\n")
	for _, r := range reports {
		printRow(r.Web, r.Draws, eval.Against(ranker.LearnedName, []*eval.Report{r}, others))
	}
	if len(reports) > 1 {
		printRow("all topics", reports[0].Draws, eval.Against(ranker.LearnedName, reports, others))
	}
	return nil
}

func printRow(name string, draws int, p eval.Paired) {
	fmt.Printf("| %s | %d | %+.4f | %s | %s | %d of %d |\n", name, draws, p.Difference, p.Errors(), p.Verdict, p.Better, p.Topics)
}

func read(dirs []string) (list []*eval.Report, err error) {
	for _, dir := range dirs {
		r, err := eval.ReadReport(filepath.Join(dir, "eval.json"))
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}
