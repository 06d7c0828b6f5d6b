package index

import "slices"

// lists keeps lists of up to BucketSize ascending documents in one slice. A list is the number of its documents, followed by room for 7, 15, 31 or 64
// of them. Room that is no longer used is given to new lists.
type lists struct {
	words []uint32
	free  [4][]uint32 // unused lists, by class of size
}

// splitList is the list of every bucket that is split. It has no documents and is the first list in words.
const splitList = 0

var listRoom = [4]int{7, 15, 31, BucketSize}

func listClass(n int) int {
	class := 0
	for listRoom[class] < n {
		class++
	}
	return class
}

// newList makes a list of documents.
func (l *lists) newList(docs []uint32) uint32 {
	if len(l.words) == 0 {
		l.words = append(l.words, 0) // splitList
	}
	class := listClass(len(docs) + 1)
	var at uint32
	if n := len(l.free[class]); n > 0 {
		at, l.free[class] = l.free[class][n-1], l.free[class][:n-1]
	} else {
		at = uint32(len(l.words))
		l.words = append(l.words, make([]uint32, 1+listRoom[class])...)
	}
	l.words[at] = uint32(len(docs))
	copy(l.words[at+1:], docs)
	return at
}

// docs returns the documents of a list. The caller may change them.
func (l *lists) docs(at uint32) []uint32 {
	if at == splitList {
		return nil
	}
	return l.words[at+1:][:l.words[at]]
}

// insertDoc adds a document to a list that is not full, and returns where the list is now.
func (l *lists) insertDoc(at, doc uint32) uint32 {
	n := int(l.words[at])
	if class := listClass(n); n == listRoom[class] {
		old := at
		at = l.newList(l.docs(old))
		l.freeList(old)
	}
	l.words[at]++
	docs := l.docs(at)
	position, _ := slices.BinarySearch(docs[:n], doc)
	copy(docs[position+1:], docs[position:])
	docs[position] = doc
	return at
}

// freeList makes the room of a list available to new lists.
func (l *lists) freeList(at uint32) {
	class := listClass(int(l.words[at]))
	l.free[class] = append(l.free[class], at)
}
