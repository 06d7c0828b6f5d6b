package revisit

// Trust is how far a host's dates of modification have proved true: the lastmod of a sitemap or the date in a feed. It is a
// few counts, to be kept with the host.
type Trust struct {
	Right, Wrong   float64 // a newer date and a page that differed, or not
	Missed, Silent float64 // no newer date, and a page that differed, or not
}

// Record says what a visit has shown: whether the host gave a newer date, and whether the page differed.
func (t *Trust) Record(newer, differed bool) {
	switch {
	case newer && differed:
		t.Right++
	case newer:
		t.Wrong++
	case differed:
		t.Missed++
	default:
		t.Silent++
	}
}

// Newer returns the probability that a page with a newer date differs. Before anything is known it is three quarters, as of
// three dates that were right and one that was wrong.
func (t *Trust) Newer() float64 { return (t.Right + 3) / (t.Right + t.Wrong + 4) }

// Told returns the share of changes that a newer date tells. Before anything is known it is a half.
func (t *Trust) Told() float64 { return (t.Right + 1) / (t.Right + t.Missed + 2) }

// Worth reports whether a page with a newer date should be asked: if it is more probable to differ than not.
// So a host is tried at first, and one whose dates mean nothing is soon left to the schedule.
func (t *Trust) Worth() bool { return t.Newer() >= .5 }
