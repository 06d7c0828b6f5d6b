// Command evalseeds measures how well pages are recognised whose topic is known by a few seeds and keywords. It writes
// tables for lab/reports/oneseed.md. `make eval-seeds` runs it.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"

	"gannet/lab/fewseeds"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("lab/evalseeds: ")
	o := fewseeds.DefaultOptions()
	data := flag.String("data", "../shared/data", "directory with webs and labels")
	flag.IntVar(&o.Draws, "draws", o.Draws, "draws of seeds for each topic")
	flag.Parse()
	study, err := fewseeds.Run(context.Background(), *data, o, log.Printf)
	if err != nil {
		log.Fatal(err)
	}
	write(os.Stdout, study)
}

// write writes the tables.
func write(w io.Writer, s *fewseeds.Study) {
	fmt.Fprintln(w, "## Verdicts\n\n| web | pages | seeds | topics | today P / R / F1 / AP | judge P / R / F1 / AP | precise P / R | next pages P / R / F1 |\n|---|---|--:|--:|---|---|---|---|")
	for _, r := range s.Rows {
		next := ""
		if r.Kind == fewseeds.BreadthFirst {
			next = fmt.Sprintf("%.2f / %.2f / %.2f", r.Classifier.P, r.Classifier.R, r.Classifier.F1)
		}
		fmt.Fprintf(w, "| %s | %s | %d | %d | %s | %s | %.2f / %.2f | %s |\n", r.Web, r.Kind, r.Seeds, r.Topics,
			figures(r.Today), figures(r.Judge), r.Precise.P, r.Precise.R, next)
	}
	fmt.Fprintln(w, "\n## Birds\n\n| pages | seeds | P / R / F1 / AP |\n|---|--:|---|")
	for _, r := range s.Rows {
		if r.Birds.AP > 0 {
			fmt.Fprintf(w, "| %s | %d | %s |\n", r.Kind, r.Seeds, figures(r.Birds))
		}
	}
}

func figures(f fewseeds.Figures) string {
	return fmt.Sprintf("%.2f / %.2f / %.2f / %.2f", f.P, f.R, f.F1, f.AP)
}
