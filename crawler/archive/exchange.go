package archive

import (
	"bytes"
	"fmt"
	"io"
	"net/netip"
	"time"

	"github.com/nlnwa/gowarc"
)

// WARC-Protocol is a field that archives have agreed on after version 1.1 of the standard.
const warcProtocol = "WARC-Protocol"

// Exchange is a request and its answer as they were on the wire.
type Exchange struct {
	URL       string
	Date      time.Time  // when the request was sent
	Addr      netip.Addr // of the server; zero if it is not known
	Protocols []string   // such as "http/1.1" and "tls/1.3"
	Request   []byte
	Response  io.Reader
	Truncated string // why the response is not whole, a reason of WARC-Truncated; "" if it is
	// NotModified says that the response has status 304. It is then a revisit record, which refers to an earlier one of the URL.
	NotModified bool
}

// WriteExchange writes a response or revisit record, and the request record that belongs to it. It returns the id of the first. After
// an error of writing every further call fails, because a record in the middle is incomplete.
func (a *Writer) WriteExchange(e *Exchange) (id string, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	kind, url, header := gowarc.Response, e.URL, a.header(e, "response")
	if e.NotModified {
		kind, url = gowarc.Revisit, ""
		header = append(header, Field{gowarc.WarcProfile, gowarc.ProfileServerNotModifiedV1_1}, Field{gowarc.WarcRefersToTargetURI, e.URL})
	}
	if id, err = a.writeOrRefer(url, kind, header, e.Response); err != nil {
		return "", fmt.Errorf("archive %s: %w", e.URL, err)
	}
	header = append(a.header(e, "request"), Field{gowarc.WarcConcurrentTo, id})
	if _, err = a.write(gowarc.Request, header, bytes.NewReader(e.Request)); err != nil {
		return "", fmt.Errorf("archive the request for %s: %w", e.URL, err)
	}
	return id, nil
}

// header returns the header of the record of a request or a response.
func (a *Writer) header(e *Exchange, message string) []Field {
	fields := []Field{
		{gowarc.WarcDate, date(e.Date)}, {gowarc.WarcTargetURI, e.URL}, {gowarc.WarcWarcinfoID, a.info},
		{gowarc.ContentType, "application/http; msgtype=" + message},
	}
	if e.Addr.IsValid() {
		fields = append(fields, Field{gowarc.WarcIPAddress, e.Addr.String()})
	}
	for _, p := range e.Protocols {
		fields = append(fields, Field{warcProtocol, p})
	}
	if e.Truncated != "" && message == "response" {
		fields = append(fields, Field{gowarc.WarcTruncated, e.Truncated})
	}
	return fields
}
