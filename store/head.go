package store

import "fmt"

// Head gives what is known of the page fetched from this very URL, without body and links: it may be one that was left
// out for its canonical page. The error is ErrNotFound if there is none.
func (d *DB) Head(url string) (p *Page, err error) {
	err = d.view(func(t *tables) error {
		k := key(Fingerprint(url))
		meta, outcome := t.aliases.Get(k), Aliased
		if seq := t.index.Get(k); seq != nil {
			meta, outcome = t.pages.Get(seq), Stored
		}
		if meta == nil {
			return nil
		}
		if p, _, err = decodeMeta(meta); err == nil {
			p.Outcome = outcome
		}
		return err
	})
	if err == nil && p == nil {
		err = d.absent()
	}
	if err != nil {
		return nil, fmt.Errorf("page %s: %w", url, err)
	}
	return p, nil
}
