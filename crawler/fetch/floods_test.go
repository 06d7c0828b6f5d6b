package fetch

import (
	"crypto/tls"
	"errors"
	"runtime"
	"testing"
	"time"

	"golang.org/x/net/http2"
)

// TestHTTP2FloodsEnd has servers send frames of HTTP/2 without end in place of an answer. Each request fails by the limits of any
// other answer, is made once, and leaves no memory behind.
func TestHTTP2FloodsEnd(t *testing.T) {
	block := make([]byte, 16<<10)
	for name, frame := range map[string]func(f *http2.Framer, stream uint32) error{
		"CONTINUATION":  func(f *http2.Framer, stream uint32) error { return f.WriteContinuation(stream, false, block) },
		"PING":          func(f *http2.Framer, _ uint32) error { return f.WritePing(false, [8]byte{}) },
		"SETTINGS":      func(f *http2.Framer, _ uint32) error { return f.WriteSettings() },
		"WINDOW_UPDATE": func(f *http2.Framer, _ uint32) error { return f.WriteWindowUpdate(0, 1) },
		"empty DATA":    func(f *http2.Framer, stream uint32) error { return f.WriteData(stream, false, nil) },
		"padded DATA":   func(f *http2.Framer, stream uint32) error { return f.WriteDataPadded(stream, false, nil, block[:255]) },
	} {
		url, requests := http2Server(t, false, func(f *http2.Framer, stream uint32) {
			switch name {
			case "CONTINUATION":
				_ = f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: block[:1]})
			case "empty DATA", "padded DATA":
				beginHTTP2(f, stream)
			}
			for frame(f, stream) == nil {
			}
		})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		c := client(t, Options{TLS: &tls.Config{InsecureSkipVerify: true}, HeaderTimeout: time.Second / 2, BodyTimeout: time.Second / 2, IdleTimeout: time.Second / 2})
		resp, err := c.Fetch(t.Context(), url)
		if _, failed := errors.AsType[*Error](err); !failed || requests.Load() > 1 {
			t.Errorf("%s: %v, %v after %d requests", name, resp, err, requests.Load())
		}
		c.Close()
		runtime.GC()
		runtime.ReadMemStats(&after)
		if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 16<<20 {
			t.Errorf("%s: %d MiB more are in use", name, grown>>20)
		}
		t.Logf("%s: %v", name, err)
	}
}
