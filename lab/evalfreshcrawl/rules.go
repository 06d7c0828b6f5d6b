package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"gannet/crawler/fresh"
	"gannet/training/freshness"
)

// writeRules writes what each rule of package fresh is worth: light visits of the same webs with all rules, and with one of them switched off.
func writeRules(ctx context.Context, w io.Writer, o *options) error {
	fmt.Fprintf(w, "| rule off | wrongly open, %% | suspected, %% | ended, d | closings right | found | closings wrong by a cut listing |\n|---|--:|--:|--:|--:|--:|--:|\n")
	for _, name := range append([]string{"none"}, fresh.RuleNames()...) {
		light := o.Options
		light.Schedules = []string{"rules"}
		if name != "none" {
			var err error
			if light.Without, err = fresh.RuleNamed(name); err != nil {
				return err
			}
		}
		rows, err := freshness.Run(ctx, light, nil)
		if err != nil {
			return err
		}
		cells := make([][]string, 6)
		for _, f := range rows[0].Webs {
			for i, cell := range []string{
				fmt.Sprintf("%.2f", 100*f.WronglyOpen), fmt.Sprintf("%.2f", 100*f.Suspected), fmt.Sprintf("%.2f", f.Ended), fmt.Sprintf("%.4f", f.Right), fmt.Sprintf("%.3f", f.Found),
				fmt.Sprint(f.WrongByCut),
			} {
				cells[i] = append(cells[i], cell)
			}
		}
		fmt.Fprintf(w, "| `%s`", name)
		for _, cell := range cells {
			fmt.Fprint(w, " | ", strings.Join(cell, ", "))
		}
		fmt.Fprintln(w, " |")
	}
	return nil
}
