package cluster

// A bubble of testing/synctest may use channels from outside, but not those of another bubble. These make theirs at the first use.
func init() {
	if _, err := zstdReader().DecodeAll(zstdWriter().EncodeAll([]byte("a"), nil), nil); err != nil {
		panic(err)
	}
}
