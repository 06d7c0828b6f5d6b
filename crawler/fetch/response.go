package fetch

import (
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"gannet/internal/weburl"
)

// Response is the answer to one request: its status, header and body.
type Response struct {
	URL        string // canonical; the request may have had a session as well
	Status     int
	Header     http.Header
	Body       []byte // Fetch: UTF-8, or a PDF or a list; File: as it came
	Received   int    // bytes of the content as it came, after its Content-Encoding; Body may be a page made of it
	Charset    string // Fetch: the encoding that the body came in, by its WHATWG name
	Guessed    bool   // Fetch: nothing declared that encoding
	Redirect   string // 3xx: canonical URL of Location; "" without one, or if it is no http URL
	RetryAfter time.Duration
	Took       time.Duration
	Addr       netip.Addr    // the server's; zero with a Transport or Proxies
	PDF        bool          // Fetch: the body is a PDF, which AcceptPDF has allowed
	List       bool          // Fetch: the body is a feed or a sitemap, which AcceptLists has allowed
	Data       bool          // Fetch: the body is a page made of data or of a script, which AcceptData or AcceptScripts has allowed
	Making     time.Duration // Fetch: that it took to make the page of data
	Truncated  bool          // the body was longer than Body
	Broken     error         // Fetch: an *Error, why Body is only the beginning of the page; nil if nothing went wrong
	Record     string        // its record in Options.Archive, "" if there is none
}

// maxRetryAfter bounds the wait that a server can ask for, so that a mistyped number does not block a host for years.
const maxRetryAfter = 7 * 24 * time.Hour

// retryAfter reads a Retry-After header (RFC 9110 section 10.2.3): a number of seconds, or a date. A fraction, which the RFC
// does not allow, is rounded up.
func retryAfter(value string, now time.Time) time.Duration {
	value = strings.TrimSpace(value)
	if isDecimal(value) {
		seconds, _ := strconv.ParseFloat(value, 64) // infinite if there are too many digits
		if seconds >= maxRetryAfter.Seconds() {
			return maxRetryAfter
		}
		return time.Duration(math.Ceil(seconds)) * time.Second
	}
	date, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	return max(0, min(date.Sub(now), maxRetryAfter))
}

// isDecimal reports whether a value is digits, perhaps with a decimal point after the first of them.
func isDecimal(value string) bool {
	whole, fraction, _ := strings.Cut(value, ".")
	return whole != "" && strings.Trim(whole+fraction, "0123456789") == ""
}

// redirect resolves a Location header (Fetch, "location URL"). It returns "" if that is no http URL.
func redirect(url, location string) string {
	if strings.TrimSpace(location) == "" {
		return ""
	}
	base, err := weburl.NewBase(url)
	if err != nil {
		return ""
	}
	target, err := base.ResolveHeader(location)
	if err != nil {
		return ""
	}
	return target
}
