package fetch

import (
	"io"
	"net/http"
	"testing"
	"time"
)

// TestDrippedHeaderIsCut has a server that sends a header byte by byte.
func TestDrippedHeaderIsCut(t *testing.T) {
	url := server(t, func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		for _, err = io.WriteString(conn, "HTTP/1.1 200 OK\r\nX: "); err == nil; _, err = io.WriteString(conn, "x") {
			time.Sleep(10 * time.Millisecond)
		}
	})
	c := client(t, Options{HeaderTimeout: 100 * time.Millisecond})
	fetchFails(t, c, url, Timeout)
}
