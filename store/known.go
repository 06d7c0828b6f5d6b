package store

// Known gives for every URL under which a page can be had, by the URL's fingerprint, the page's sequence number: for an
// alias that of the page which stands for it. It is 16 bytes a URL and more.
func (d *DB) Known() (known map[uint64]uint64, err error) {
	known = map[uint64]uint64{}
	err = d.view(func(t *tables) error {
		known, err = t.known()
		return err
	})
	return known, err
}
