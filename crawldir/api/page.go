package api

import (
	"encoding/binary"
	"net/http"
	"time"
	"unicode/utf8"

	"gannet/features/permission"
	"gannet/store"
)

// page is a page in JSON. Nothing of a store.Page is lost in it.
type page struct {
	Number    uint64            `json:"number"`
	URL       string            `json:"url"`
	Canonical string            `json:"canonical,omitempty"`
	Status    int               `json:"status"`
	Fetched   time.Time         `json:"fetched"`
	Score     float64           `json:"score"`
	Relevant  bool              `json:"relevant"`
	Depth     int               `json:"depth"`
	Via       string            `json:"via,omitempty"`
	Anchor    string            `json:"via_anchor,omitempty"`
	Path      []string          `json:"path,omitempty"`
	Charset   string            `json:"charset,omitempty"`
	Header    http.Header       `json:"headers,omitempty"`
	Says      permission.Record `json:"permissions,omitempty"`
	// HeaderBytes stand for Header if some value is not UTF-8.
	HeaderBytes map[string][][]byte `json:"headers_base64,omitempty"`
	Body        []byte              `json:"body_base64,omitzero"`
	Links       []byte              `json:"links_base64,omitzero"` // fingerprints, 8 bytes each, little endian
	Choice      []byte              `json:"choice_base64,omitzero"`
}

// encodePage makes a page ready for JSON.
func encodePage(p *store.Page) page {
	w := page{
		Number: p.Seq, URL: p.URL, Canonical: p.Canonical, Status: p.Status, Fetched: p.Fetched, Score: p.Score,
		Relevant: p.Relevant, Depth: p.Depth, Via: p.Via, Anchor: p.ViaAnchor, Path: p.Path, Charset: p.Charset,
		Header: p.Header, Body: p.Body, Choice: p.Choice, Says: p.Says,
	}
	if !isUTF8(p.Header) {
		w.Header, w.HeaderBytes = nil, make(map[string][][]byte)
		for name, values := range p.Header {
			for _, v := range values {
				w.HeaderBytes[name] = append(w.HeaderBytes[name], []byte(v))
			}
		}
	}
	if p.Links != nil {
		w.Links = make([]byte, 0, 8*len(p.Links))
	}
	for _, link := range p.Links {
		w.Links = binary.LittleEndian.AppendUint64(w.Links, link)
	}
	return w
}

// page returns the page again.
func (w *page) page() *store.Page {
	p := &store.Page{
		Seq: w.Number, URL: w.URL, Canonical: w.Canonical, Status: w.Status, Fetched: w.Fetched, Score: w.Score,
		Relevant: w.Relevant, Depth: w.Depth, Via: w.Via, ViaAnchor: w.Anchor, Path: w.Path, Charset: w.Charset,
		Header: w.Header, Body: w.Body, Choice: w.Choice, Says: w.Says,
	}
	for name, values := range w.HeaderBytes {
		if p.Header == nil {
			p.Header = make(http.Header)
		}
		for _, v := range values {
			p.Header[name] = append(p.Header[name], string(v))
		}
	}
	if w.Links != nil {
		p.Links = make([]uint64, 0, len(w.Links)/8)
	}
	for links := w.Links; len(links) >= 8; links = links[8:] {
		p.Links = append(p.Links, binary.LittleEndian.Uint64(links))
	}
	return p
}

func isUTF8(h http.Header) bool {
	for _, values := range h {
		for _, v := range values {
			if !utf8.ValidString(v) {
				return false
			}
		}
	}
	return true
}
