package features

// tags is a number of tags that stand at one place of the body's text.
type tags struct{ offset, n uint32 }

// mainZone finds the main content by body text extraction: the words i to j for which the tags outside plus the
// words inside are most (A. Finn, N. Kushmerick, B. Smyth, "Fact or fiction: content classification for digital
// libraries", 2001). Tags outside are all tags less those inside, so this is the run with the greatest sum when a
// word counts +1 and a tag -1, found in one pass. Of equal runs the one that ends first is taken, and of those the
// shortest. The words are those of the body, base the offset of its text.
func mainZone(words []Word, marks []tags, base uint32) (start, end int) {
	sum, best, from, t := 0, 0, 0, 0
	for i, w := range words {
		for t < len(marks) && marks[t].offset+base <= w.Start {
			sum -= int(marks[t].n)
			t++
		}
		if sum <= 0 {
			sum, from = 0, i
		}
		if sum++; sum > best {
			best, start, end = sum, from, i+1
		}
	}
	return start, end
}
