package postings

import (
	"errors"
	"time"

	"gannet/job/life"
	"gannet/store/internal/entry"
)

// Move records that the page of a posting has a new address, as after a redirect. page is the number of the page at the new address url. ok
// is false, and nothing changes, if the posting was not seen at that address before.
func (w *Writer) Move(number uint64, url string, page uint64, at time.Time) (ok bool, err error) {
	if v := w.index.Get(urlKey(url)); v == nil || entry.Number(v) != number {
		return false, nil
	}
	known, err := w.summary(number)
	if err != nil || known == nil || known.url == url || isPart(known.url) {
		return false, err
	}
	if err := w.move(number, known, url, page, at); err != nil {
		return false, err
	}
	_, err = w.observe(number, known, life.Observation{At: at, What: life.Same})
	return true, errors.Join(err, w.postings.Put(entry.Key(number), known.appendTo(nil)))
}

// move gives the newest version of a posting another address. A list that no longer links to the old address is no evidence against the posting from
// then on.
func (w *Writer) move(number uint64, known *summary, url string, page uint64, at time.Time) error {
	newest := versionKey(number, known.versions)
	v, err := decodeVersion(w.versions.Get(newest))
	if err != nil {
		return err
	}
	if shown, err := w.version(number, known.versions); err == nil {
		if err := w.tellFields(number, at, shownAt(shown.Job, known.url), shownAt(shown.Job, url), url); err != nil {
			return err
		}
	}
	known.url, v.url, v.page = url, url, page
	if err := w.versions.Put(newest, v.appendTo(nil)); err != nil {
		return err
	}
	l, err := w.lifeOf(number, known)
	if err != nil || l.Closed() {
		return err
	}
	_, err = w.observe(number, known, life.Observation{At: at, What: life.Listed})
	return err
}

// follows reports whether a posting has moved to the page where it is seen now, because its former page no longer shows it.
func (w *Writer) follows(s *Sighting, number uint64, known *summary) (bool, error) {
	if !s.MayChange || s.Part != "" || isPart(known.url) || s.address() == known.url {
		return false, nil
	}
	if w.index.Get(urlKey(s.address())) == nil && len(known.keys) >= maxKeys {
		return false, nil // it would not be found there
	}
	l, err := w.lifeOf(number, known)
	return err == nil && l.Vanished(), err
}

// Elsewhere looks for a posting that the page at url once showed, but whose newest version comes from another page. It returns the posting's
// number, or 0 if there is no such posting. gone says that the other page probably no longer exists.
func (w *Writer) Elsewhere(url string) (number uint64, gone bool, err error) {
	v := w.index.Get(urlKey(url))
	if v == nil {
		return 0, false, nil
	}
	known, err := decodeSummary(w.postings.Get(v))
	if err != nil || known.url == url || isPart(known.url) {
		return 0, false, err
	}
	l, err := w.lifeOf(entry.Number(v), known)
	if err != nil {
		return 0, false, err
	}
	return entry.Number(v), l.Vanished(), nil
}
