package sketch_test

import (
	"fmt"

	"gannet/dedup/sketch"
)

// Two texts differ in one word of their last sentence.
func Example() {
	k := sketch.New(sketch.DefaultOptions())
	const text = "We look for a baker who kneads by hand, who likes the early hours, and who knows what rye can do. "
	a := k.Sketch(text+"Write to us.", "en")
	b := k.Sketch(text+"Write to her.", "en")
	c := k.Sketch("The lighthouse needs a keeper with a head for stairs and a liking for fog.", "en")
	fmt.Println(a.Jaccard(&b) > .6, a.Jaccard(&c) < .1)
	// Output: true true
}
