package features

// tags is a number of tags at one offset of the body's text.
type tags struct{ offset, n uint32 }

// mainZone finds the main content by body text extraction (A. Finn, N. Kushmerick, B. Smyth, "Fact or fiction: content
// classification for digital libraries", 2001). It returns the run of words that maximises the words inside plus the tags
// outside. That is the run with the greatest sum if a word counts +1 and a tag -1, which one pass finds. Among equal runs the
// one that ends first wins, then the shortest. words are the body's words, and base is the offset of the body's text.
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
