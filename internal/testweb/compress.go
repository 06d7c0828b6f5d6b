package testweb

import (
	"bytes"
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// gzips reports whether a host compresses its responses, as one in eight does.
func (w *Web) gzips(name string) bool {
	id, found := w.hostNamed(name)
	return found && w.trapOf(id) == "" && mix(w.seed, uint64(id)+91)%8 == 0
}

func acceptsGzip(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")
}

// compress packs a body.
func (a *answer) compress() {
	if len(a.body) == 0 || a.stream != nil || a.header.Get("Content-Encoding") != "" {
		return
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		return
	}
	_, _ = z.Write(a.body) // a Buffer takes everything
	_ = z.Close()
	a.body = b.Bytes()
	a.header.Set("Content-Encoding", "gzip")
	a.header.Set("Vary", "Accept-Encoding")
}
