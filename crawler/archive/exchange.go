package archive

import (
	"bytes"
	"fmt"
	"io"
	"net/netip"
	"time"

	"github.com/nlnwa/gowarc/v3"
)

// warcProtocol is a header field on which archives agreed after version 1.1 of the standard.
const warcProtocol = "WARC-Protocol"

// Exchange is an HTTP request and its response, with the bytes that were sent and received.
type Exchange struct {
	URL       string
	Date      time.Time  // when the request was sent
	Addr      netip.Addr // of the server; zero if it is not known
	Protocols []string   // such as "http/1.1" and "tls/1.3"
	Request   []byte
	Response  io.Reader
	Truncated string // why the response is not whole, a reason of WARC-Truncated; "" if it is
	// NotModified says that the response has status 304. The Writer then writes a revisit record, which refers to an earlier record of the URL.
	NotModified bool
}

// WriteExchange writes two records: a response record, or a revisit record if the body is the same as before, and a request record. It returns
// the WARC id of the first record. After a failed write, every further call fails as well, because the file then has an incomplete record.
func (a *Writer) WriteExchange(e *Exchange) (id string, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if e.NotModified {
		id, err = a.write(gowarc.Revisit, a.notModified(e), bytes.NewReader(nil))
	} else {
		id, err = a.writeOrRefer(e.URL, gowarc.Response, a.header(e, "response"), e.Response)
	}
	if err != nil {
		return "", fmt.Errorf("archive %s: %w", e.URL, err)
	}
	header := append(a.header(e, "request"), Field{gowarc.WarcConcurrentTo, id})
	if _, err = a.write(gowarc.Request, header, bytes.NewReader(e.Request)); err != nil {
		return "", fmt.Errorf("archive the request for %s: %w", e.URL, err)
	}
	return id, nil
}

// notModified returns the header of a revisit record for a response with status 304 (WARC 1.1, section 6.7.3). The block of the record is empty, which
// the standard allows. If the block had the response's header, pywb would replay an empty answer with status 304 instead of the page.
func (a *Writer) notModified(e *Exchange) []Field {
	fields := a.header(e, "")
	fields = append(fields, Field{gowarc.WarcProfile, gowarc.ProfileServerNotModifiedV1_1}, Field{gowarc.WarcRefersToTargetURI, e.URL})
	if was, ok := a.payloads.last(e.URL); ok {
		fields = append(fields, Field{gowarc.WarcRefersTo, "<" + was.id + ">"}, Field{gowarc.WarcRefersToDate, was.date})
	}
	return fields
}

// header returns the header of the record of a request, a response or an empty message.
func (a *Writer) header(e *Exchange, message string) []Field {
	fields := []Field{
		{gowarc.WarcDate, date(e.Date)}, {gowarc.WarcTargetURI, e.URL}, {gowarc.WarcWarcinfoID, a.info},
	}
	if message != "" {
		fields = append(fields, Field{gowarc.ContentType, "application/http; msgtype=" + message})
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
