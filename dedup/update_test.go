package dedup

import (
	"strings"
	"testing"

	"gannet/job"
	"gannet/models/shipped"
)

// TestARenewedPostingIsComparedAsItIsNow gives a posting another text: copies of the new text are then the same job.
func TestARenewedPostingIsComparedAsItIsNow(t *testing.T) {
	model, err := shipped.Verdict()
	if err != nil {
		t.Fatal(err)
	}
	ad := func(host, text string) *job.Posting {
		return &job.Posting{
			URL: "http://" + host + ".test/a", Title: "Night baker", Company: "Kringle and Daughters", Location: "Elmford",
			Language: "en", Description: strings.Repeat(text+" ", 3),
		}
	}
	const before = "You knead and bake the rye of the night from ten to six, look after two ovens and keep the books of flour."
	const after = "We look for somebody who drives our blue van to forty shops before dawn and speaks kindly with each of them."
	for _, renewed := range []bool{false, true} {
		d, err := NewDeduper(DefaultOptions(model))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Decide(1, d.Prepare(ad("one", before))); err != nil {
			t.Fatal(err)
		}
		if renewed {
			d.UpdateProfile(1, d.Prepare(ad("one", after)))
		}
		d.UpdateProfile(7, nil) // is not known
		got, err := d.Decide(2, d.Prepare(ad("two", after)))
		if err != nil {
			t.Fatal(err)
		}
		if renewed && (got.Of != 1 || got.Similarity != 1) || !renewed && got.Similarity > .2 {
			t.Errorf("renewed %t: %+v", renewed, got)
		}
	}
}
