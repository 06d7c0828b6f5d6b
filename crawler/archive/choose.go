package archive

import (
	"iter"
	"slices"
)

// other is a further record of a URL that already has an entry.
type other struct {
	of uint32 // number of the entry
	entry
}

// revisit is a record of a page whose body is in another record (WARC 1.1, section 6.7).
type revisit struct {
	url, refersTo string
	names         [2]string // id of the record that has the body, and digest of the body; "" if they are not known
}

// addRevisit remembers a revisit record, unless its URL already has a page. If the record's header is a response that needs no body, the record itself
// is the page.
func (l *loader) addRevisit(url string, h *head, m *messageHead, e entry) {
	if m.status >= 300 && m.status != 304 {
		l.addPage(url, e)
		return
	}
	l.pages++
	if i, ok := l.web.find(url); ok && l.web.entries[i].rank == toGet|whole {
		return
	}
	refersTo, _ := targetOf(h.get("WARC-Refers-To-Target-URI"))
	l.revisits = append(l.revisits, revisit{url, refersTo, [2]string{h.get("WARC-Refers-To"), h.get("WARC-Payload-Digest")}})
}

// choose decides which record of each URL is its page, after all records have been read.
func (l *loader) choose() error {
	if err := l.demote(); err != nil {
		return err
	}
	entries := l.web.entries
	for i := range l.others {
		if o := &l.others[i]; o.rank > entries[o.of].rank {
			o.url = entries[o.of].url
			o.entry, entries[o.of] = entries[o.of], o.entry
		}
	}
	for _, o := range l.others {
		if o.rank < entries[o.of].rank {
			l.web.counts.GaveWay++
		}
	}
	if err := l.resolveRevisits(); err != nil {
		return err
	}
	return l.joinConversions()
}

// conversion is a record with the document that a browser made of a page (WARC 1.1, section 6.8).
type conversion struct {
	url, refersTo string // the record of the page
	entry
}

// joinConversions adds to the pages the documents that a browser made of them. A conversion is left out if it was made from another record of the
// URL. If a page has several, the last one is used.
func (l *loader) joinConversions() error {
	for _, c := range l.made {
		i, ok := l.web.find(c.url)
		if !ok {
			continue
		}
		h, err := l.web.head(&l.web.entries[i])
		if err != nil {
			return err
		}
		if h.get("WARC-Record-ID") != c.refersTo {
			continue
		}
		if l.web.made == nil {
			l.web.made = make(map[uint32]entry)
		}
		l.web.made[i] = c.entry
	}
	return nil
}

// demote lowers the rank of answers to methods other than GET. It runs after all records have been read, because requests come before or after their
// responses.
func (l *loader) demote() error {
	if len(l.notGet) == 0 {
		return nil
	}
	for i, e := range l.records() {
		start, end := l.web.span(i)
		ids := l.notGet[string(l.web.urls[start:end])]
		if ids == nil {
			continue
		}
		h, err := l.web.head(e)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(h.event(), func(id string) bool { return slices.Contains(ids, id) }) {
			e.rank &^= toGet
		}
	}
	return nil
}

// records yields all records of pages, each with the number of its URL's entry.
func (l *loader) records() iter.Seq2[uint32, *entry] {
	return func(yield func(uint32, *entry) bool) {
		for i := range l.web.entries {
			if !yield(uint32(i), &l.web.entries[i]) {
				return
			}
		}
		for i := range l.others {
			if !yield(l.others[i].of, &l.others[i].entry) {
				return
			}
		}
	}
}

// resolveRevisits gives URLs the pages to which their revisit records refer. A revisit may refer to another revisit.
func (l *loader) resolveRevisits() error {
	originals, err := l.originals()
	for before := -1; err == nil && before != len(l.revisits); {
		before = len(l.revisits)
		l.revisits = slices.DeleteFunc(l.revisits, func(r revisit) bool {
			e, ok := l.original(&r, originals)
			if ok {
				l.web.improve(r.url, e)
			}
			return ok
		})
	}
	for _, r := range l.revisits {
		if !l.web.Has(r.url) {
			l.web.counts.Unresolved++
		}
	}
	return err
}

// original returns the record with the body of a revisit.
func (l *loader) original(r *revisit, originals map[string]entry) (entry, bool) {
	if i, ok := l.web.find(r.refersTo); ok && r.refersTo != r.url {
		return l.web.entries[i], true
	}
	for _, name := range r.names {
		if e, ok := originals[name]; ok {
			return e, true
		}
	}
	return entry{}, false
}

// originals returns the records to which revisits refer by id or digest. If there is such a revisit, it reads the headers of all records again, so
// that the index needs neither ids nor digests.
func (l *loader) originals() (map[string]entry, error) {
	found, wanted := make(map[string]entry), make(map[string]bool)
	for _, r := range l.revisits {
		if !l.web.Has(r.refersTo) {
			wanted[r.names[0]], wanted[r.names[1]] = true, true
		}
	}
	delete(wanted, "")
	if len(wanted) == 0 {
		return found, nil
	}
	for _, e := range l.records() {
		h, err := l.web.head(e)
		if err != nil {
			return nil, err
		}
		names := []string{h.get("WARC-Record-ID"), h.get("WARC-Payload-Digest")}
		if e.rank&^toGet < part { // without a body
			names = names[:1]
		}
		for _, name := range names {
			if _, known := found[name]; wanted[name] && !known {
				found[name] = *e
			}
		}
	}
	return found, nil
}
