package fetch

import (
	"bytes"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strings"
	"time"
)

// An Archive stores the HTTP requests and responses (exchanges) of a Client. Its methods are safe for concurrent use.
type Archive interface {
	// Archive stores an exchange. It returns the id of the record with the response, "" if the exchange could not be stored.
	Archive(e *Exchange) (record string)
	// Spool opens a file without a name, which takes the rest of a long response.
	Spool() (*os.File, error)
}

// Exchange is a request and its response. With HTTP/1 both are byte for byte as they were sent, including the transfer encoding. With HTTP/2,
// and with https through a proxy, request and response are written as HTTP/1.1 from what net/http reports.
type Exchange struct {
	URL       string
	Addr      netip.Addr // the server's; zero with a Transport or Proxy
	Time      time.Time  // when the request was sent
	Protocols []string   // such as "http/1.1" and "tls/1.3"
	Status    int        // of the response
	Request   []byte     // without the fields that may be secret
	Answer    io.Reader  // valid until Archive returns; without Set-Cookie if the request had secrets
	Size      int64      // of Answer
	Truncated string     // why Answer is not whole: one of the reasons below, "" if it is
	Err       error      // why Answer cannot be read; nil if it can
}

// These are the reasons why an archived response is incomplete. They are values of the WARC field WARC-Truncated.
const (
	// CutLength says why an archived response is incomplete: the response was longer than the limit.
	CutLength = "length"
	// CutTime says why an archived response is incomplete: the response took longer than the time-out.
	CutTime = "time"
	// CutDisconnect says why an archived response is incomplete: the connection ended before the response did.
	CutDisconnect = "disconnect"
	// CutRefused says why an archived response is incomplete: the rest was not read, for example because the content type is not wanted.
	CutRefused = "unspecified"
)

// archive gives an exchange to the archive. failure is why the call failed, nil if it did not. A call without a response is
// no exchange.
func (c *Client) archive(made *call, failure *Error) {
	t := made.tape
	if t == nil {
		return
	}
	t.end()
	defer t.close()
	if made.resp == nil || failure != nil && (failure.Kind == Proxy || failure.Kind == OtherProxy) {
		return
	}
	e := &Exchange{URL: made.url, Status: made.resp.Status, Addr: made.resp.Addr, Time: t.at, Protocols: t.protocols}
	var private bool
	e.Request, private = c.withoutSecretLines(t.sent)
	if e.Err = t.failed; e.Err == nil {
		e.Answer, e.Size = t.message(private)
	}
	if !t.whole {
		e.Truncated = made.cutBy(failure)
	}
	made.resp.Record = c.options.Archive.Archive(e)
}

// cutBy returns the reason why a response is incomplete.
func (m *call) cutBy(failure *Error) string {
	var late late
	switch {
	case errors.As(m.watch.cause(), &late), failure != nil && (failure.Kind == Timeout || failure.Kind == Canceled):
		return CutTime
	case m.truncated, m.tape.full:
		return CutLength
	case failure != nil && (failure.Kind == ContentType || failure.Kind == Protocol):
		return CutRefused
	}
	return CutDisconnect
}

// withoutSecretLines returns a request with only those fields that the client sends to every server, and with the validators. private reports whether
// other fields for this server were removed.
func (c *Client) withoutSecretLines(request []byte) (public []byte, private bool) {
	for i, line := range bytes.SplitAfter(request, []byte("\n")) {
		name, value, _ := strings.Cut(strings.TrimSpace(string(line)), ":")
		name = http.CanonicalHeaderKey(name)
		switch {
		case i == 0, name == "", name == "Host", name == "Connection", name == ifNoneMatch, name == ifModifiedSince, slices.Contains(c.header[name], strings.TrimSpace(value)):
			public = append(public, line...)
		case name != "Proxy-Authorization":
			private = true
		}
	}
	return public, private
}

// withoutField returns the head of a message without the fields of a given name, including their continuation lines.
func withoutField(head []byte, field string) []byte {
	var kept []byte
	dropping := false
	for line := range bytes.SplitAfterSeq(head, []byte("\n")) {
		continues := len(line) > 0 && (line[0] == ' ' || line[0] == '\t')
		name, _, _ := bytes.Cut(line, []byte(":"))
		if dropping = dropping && continues || strings.EqualFold(string(bytes.TrimSpace(name)), field); !dropping {
			kept = append(kept, line...)
		}
	}
	return kept
}

// requestText writes a request as HTTP/1.1.
func requestText(r *http.Request) []byte {
	var b bytes.Buffer
	_ = r.Write(&b) // into memory
	return b.Bytes()
}

// answerHead writes the head of a response as HTTP/1.1. The names of HTTP/2 are in lower case. The fields are sorted, because
// net/http does not tell their order.
func answerHead(r *http.Response) []byte {
	_, reason, _ := strings.Cut(r.Status, " ")
	var b bytes.Buffer
	fmt.Fprintf(&b, "HTTP/1.1 %d %s\r\n", r.StatusCode, reason)
	names := make([]string, 0, len(r.Header))
	for name := range r.Header {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		for _, value := range r.Header[name] {
			if r.ProtoMajor > 1 {
				name = strings.ToLower(name)
			}
			fmt.Fprintf(&b, "%s: %s\r\n", name, value)
		}
	}
	b.WriteString("\r\n")
	return b.Bytes()
}

// protocolNames returns the names of an HTTP and a TLS version, 0 for none.
func protocolNames(major, minor int, secure uint16) []string {
	names := []string{fmt.Sprintf("http/%d.%d", major, minor)}
	if major == 2 {
		names[0] = "h2"
	}
	if secure != 0 {
		name := strings.Replace(tls.VersionName(secure), "TLS ", "tls/", 1) // "TLS 1.3"
		names = append(names, name)
	}
	return names
}
