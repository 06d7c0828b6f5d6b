package verdict_test

import (
	"fmt"

	"gannet/dedup/verdict"
	"gannet/models"
)

// Two ads agree in nearly all that could be measured.
func Example() {
	model, err := verdict.Read(models.Verdict())
	if err != nil {
		panic(err)
	}
	var e verdict.Evidence
	for m := range e {
		e[m] = verdict.Missing()
	}
	e[verdict.Overlap], e[verdict.Contained], e[verdict.Containing], e[verdict.Unlike] = .95, 1, .95, 0
	e[verdict.Pairs], e[verdict.Lacking], e[verdict.Shared] = .95, 0, 6
	e[verdict.Title], e[verdict.SameTitle], e[verdict.TitleOfOne], e[verdict.TitleFits] = 1, 1, 1, 1
	e[verdict.Location], e[verdict.LocationOfOne], e[verdict.LocationFits] = 1, 1, 1
	fmt.Println(model.Judge(&e).Label)
	// Output: same
}
