package store

import "encoding/binary"

// child gives the page below an element of a branch.
func (s *scan) child(b []byte, i int64) uint64 {
	return binary.NativeEndian.Uint64(b[pageHead+i*elementSize+8:])
}

// readRoot gives the root page of a bucket, 0 for a small one.
func readRoot(v []byte) uint64 { return binary.NativeEndian.Uint64(v) }

// eachElement gives the records of a leaf whose keys and values lie in it.
func eachElement(b []byte, count int64, use func(k, v []byte, bucket bool) error) error {
	for i := range count {
		at := pageHead + i*elementSize
		if at+elementSize > int64(len(b)) {
			return nil
		}
		e := readElement(leafPage, b[at:])
		k := at + e.at
		v := k + e.key
		end := v + e.value
		if e.key == 0 || k < at+elementSize || end > int64(len(b)) {
			continue
		}
		if err := use(b[k:v], b[v:end], e.bucket); err != nil {
			return err
		}
	}
	return nil
}

// eachSmall gives the records of a small bucket, whose page is a value.
func eachSmall(bucket, v []byte, use func(pair) error) error {
	if len(v) < bucketHead+pageHead {
		return nil
	}
	b := v[bucketHead:]
	return eachElement(b, readHead(b).count, func(k, v []byte, _ bool) error { return use(pair{string(bucket), k, v}) })
}
