package archive

import (
	"bytes"
	"strconv"
	"strings"

	"gannet/internal/weburl"
)

// rank says how well a record serves as the page of its URL. Of several records of one URL, the one with the greatest rank is the
// page, and the first one of equal rank.
type rank uint8

const (
	failed rank = iota // status 400 and up
	empty              // no page: 204, 304, nothing behind the header, or a redirect to itself, such as one that sets a cookie
	moved              // a redirect to another URL
	part               // a part of a page: status 206, or a body that was cut. Also a page whose status was lost
	whole

	toGet rank = 8 // added to the answer to a GET request: what a link leads to is neither the answer to a form nor that to HEAD
)

// mostPeeked is how much of a block is read for its rank. The header of an HTTP message is shorter as a rule.
const mostPeeked = 16 << 10

// messageHead is what the index needs to know of an HTTP message.
type messageHead struct {
	method   string // of a request
	status   int    // of a response; 0 if the archiver lost it, as Browsertrix did; -1 if there is no status line
	location string // of a redirect
	body     int64  // bytes behind the header
	promised int64  // bytes that Content-Length says; 0 if it says nothing that counts
}

// parseMessageHead parses the start of a block of a given length.
func parseMessageHead(block []byte, length int64) messageHead {
	line, rest := cutLine(block)
	status, ok := statusOf(line)
	if !ok {
		method, _, _ := bytes.Cut(line, []byte(" "))
		return messageHead{method: string(method), status: -1}
	}
	m := messageHead{status: status}
	chunked := false
	for len(line) > 0 {
		line, rest = cutLine(rest)
		switch name, value, _ := bytes.Cut(line, []byte(":")); {
		case is(name, "Location") && m.location == "":
			m.location = string(bytes.TrimSpace(value))
		case is(name, "Content-Length"):
			m.promised, _ = strconv.ParseInt(string(bytes.TrimSpace(value)), 10, 64)
		case is(name, "Transfer-Encoding"):
			chunked = true
		}
	}
	if chunked { // it overrides Content-Length (RFC 9112, section 6.3)
		m.promised = 0
	}
	m.body = length - int64(len(block)-len(rest))
	return m
}

// statusOf parses the status line of a response, whose protocol some archivers write in lower case. Status 0 is accepted.
func statusOf(line []byte) (status int, ok bool) {
	protocol, code, _ := bytes.Cut(line, []byte(" "))
	if len(protocol) < len("HTTP/") || !strings.EqualFold(string(protocol[:len("HTTP/")]), "HTTP/") {
		return 0, false
	}
	code, _, _ = bytes.Cut(bytes.TrimLeft(code, " "), []byte(" "))
	status, err := strconv.Atoi(string(code[:min(len(code), 3)]))
	return status, err == nil && (status == 0 || status >= 100)
}

// rank ranks a record of a canonical URL, but ignores the method of its request. A resource record is a file without an HTTP header.
func (m *messageHead) rank(url, kind string) rank {
	switch {
	case kind == "resource":
		return whole
	case m.status >= 400:
		return failed
	case m.status >= 300 && m.status != 304 && m.location != "" && !leads(url, m.location, url):
		return moved
	case m.status >= 300, m.status == 204, 0 < m.status && m.status < 200, m.body <= 0:
		return empty
	case m.status == 206, m.status == 0, m.body < m.promised:
		return part
	}
	return whole
}

// leads reports whether the Location in a response for a canonical URL leads to the URL to.
func leads(url, location, to string) bool {
	base, err := weburl.NewBase(url)
	if err != nil {
		return false
	}
	target, err := base.Resolve(location)
	return err == nil && target == to
}

// targetOf returns the canonical URL of a record, "" if it is not a web address. get is false if the record answers a method other than GET: pywb and
// Browsertrix then append the method to the URL, together with the body of the request.
func targetOf(uri string) (url string, get bool) {
	get = true
	if i := strings.Index(uri, "__wb_method="); i > 0 && (uri[i-1] == '?' || uri[i-1] == '&') {
		get = strings.HasPrefix(uri[i:], "__wb_method=GET")
		uri = uri[:i-1]
	}
	url, _ = weburl.Canonical(uri)
	return url, get
}
