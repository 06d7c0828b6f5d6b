package testweb

import (
	"net/netip"
	"time"
)

// Request is one request as the server saw it, told when its answer is over.
type Request struct {
	Start, End time.Time
	Host, Path string
	Addr       netip.Addr
	Status     int // 0 where the connection broke before an answer
}
