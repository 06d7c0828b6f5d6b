package features

// formatting estimates what the parser spends on formatting elements (b, font and the like) that are left open: it
// repeats them, attributes and all, in every block that follows
// (https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements). A few kilobytes
// can become gigabytes that way.
type formatting struct {
	open   int // elements open
	weight int // their number and that of their attributes
	link   int // the same for the only a element that can be open
	cost   int // sum of both weights over all start tags
}

// heaviest is the greatest cost that is parsed as it is, a few hundred megabytes at worst. Pages of our webs reach less
// than a fiftieth of it.
const heaviest = 2_000_000

// weigh counts a start tag.
func (f *lineFinder) weigh(source []byte, attributes int) {
	w := &f.formatting
	switch {
	case nameIs(source, "a"):
		w.link = 1 + attributes
	case isFormatting(source):
		w.open++
		w.weight += 1 + attributes
	}
	w.cost += w.weight + w.link
}

// weighEnd counts an end tag; source begins with its slash. Which element it closes is not known: one of average
// weight is taken off.
func (f *lineFinder) weighEnd(source []byte) {
	w := &f.formatting
	if source[0] != '/' || len(source) < 3 {
		return
	}
	switch {
	case nameIs(source[1:], "a"):
		w.link = 0
	case w.open > 0 && isFormatting(source[1:]):
		w.weight -= w.weight / w.open
		w.open--
	}
}

// isFormatting says whether source begins with the name of a formatting element other than a.
func isFormatting(source []byte) bool {
	switch source[0] | 0x20 {
	case 'b':
		return nameIs(source, "b") || nameIs(source, "big")
	case 'c':
		return nameIs(source, "code")
	case 'e':
		return nameIs(source, "em")
	case 'f':
		return nameIs(source, "font")
	case 'i':
		return nameIs(source, "i")
	case 'n':
		return nameIs(source, "nobr")
	case 's':
		return nameIs(source, "s") || nameIs(source, "small") || nameIs(source, "strike") || nameIs(source, "strong")
	case 't':
		return nameIs(source, "tt")
	case 'u':
		return nameIs(source, "u")
	}
	return false
}
