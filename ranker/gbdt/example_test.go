package gbdt_test

import (
	"fmt"
	"log"
	"os"

	"gannet/ranker/gbdt"
)

// A model scores rows of its features.
func Example() {
	file, err := os.Open("testdata/none.txt")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	model, err := gbdt.Read(file)
	if err != nil {
		log.Fatal(err)
	}
	rows := []float64{
		0.5, 1, 0, 2, 0, 0,
		3, 0.1, 0, 0, 1, 0,
	}
	scores := make([]float64, 2)
	model.Score(rows, 2, scores)
	fmt.Println(model.Features())
	fmt.Printf("%.3f\n", scores)
	// Output:
	// [f_a f_b f_c f_d f_e f_f]
	// [-1.012 -1.231]
}
