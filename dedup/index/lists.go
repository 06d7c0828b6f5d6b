package index

import "slices"

// lists keeps lists of up to BucketSize ascending documents in one slice. A list is its number of documents, then room
// for 7, 15, 31 or 64 of them; room that is given up is used again.
type lists struct {
	words []uint32
	idle  [4][]uint32 // lists given up, by class
}

// splitList stands for the list of every bucket that is split; it has no documents. It is the first.
const splitList = 0

var listRoom = [4]int{7, 15, 31, BucketSize}

func listClass(n int) int {
	class := 0
	for listRoom[class] < n {
		class++
	}
	return class
}

// make makes a list of documents.
func (l *lists) make(docs []uint32) uint32 {
	if len(l.words) == 0 {
		l.words = append(l.words, 0) // splitList
	}
	class := listClass(len(docs) + 1)
	var at uint32
	if n := len(l.idle[class]); n > 0 {
		at, l.idle[class] = l.idle[class][n-1], l.idle[class][:n-1]
	} else {
		at = uint32(len(l.words))
		l.words = append(l.words, make([]uint32, 1+listRoom[class])...)
	}
	l.words[at] = uint32(len(docs))
	copy(l.words[at+1:], docs)
	return at
}

// docs gives a list's documents, which may be changed.
func (l *lists) docs(at uint32) []uint32 {
	if at == splitList {
		return nil
	}
	return l.words[at+1:][:l.words[at]]
}

// add adds a document to a list that is not full, and gives where the list is now.
func (l *lists) add(at, doc uint32) uint32 {
	n := int(l.words[at])
	if class := listClass(n); n == listRoom[class] {
		old := at
		at = l.make(l.docs(old))
		l.drop(old)
	}
	l.words[at]++
	docs := l.docs(at)
	place, _ := slices.BinarySearch(docs[:n], doc)
	copy(docs[place+1:], docs[place:])
	docs[place] = doc
	return at
}

// drop gives up a list.
func (l *lists) drop(at uint32) {
	class := listClass(int(l.words[at]))
	l.idle[class] = append(l.idle[class], at)
}

func (l *lists) bytes() int {
	total := 4 * cap(l.words)
	for _, idle := range l.idle {
		total += 4 * cap(idle)
	}
	return total
}
