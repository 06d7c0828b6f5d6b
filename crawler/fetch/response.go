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

// Response is the answer to one request.
type Response struct {
	URL        string // canonical, as it was sent
	Status     int
	Header     http.Header
	Body       []byte // Fetch: UTF-8, or a PDF; File: as it came
	Charset    string // Fetch: the encoding that the body came in, by its WHATWG name
	Redirect   string // 3xx: canonical URL of Location; "" without one, or if it is no http URL
	RetryAfter time.Duration
	Took       time.Duration
	Addr       netip.Addr // the server's; zero with a Transport or Proxies
	PDF        bool       // Fetch: the body is a PDF, which AcceptPDF has allowed
	Truncated  bool       // the body was longer than Body
	Broken     error      // Fetch: an *Error, why Body is only the beginning of the page; nil if nothing went wrong
	Record     string     // its record in Options.Archive, "" if there is none
	NoIndex    bool       // X-Robots-Tag: the page must not be kept
	NoFollow   bool       // X-Robots-Tag: its links must not be followed
}

// maxRetryAfter bounds what a server can ask for. A mistyped number must not block a host for years.
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

// redirect resolves a Location header. It returns "" if that is no http URL.
func redirect(url, location string) string {
	if strings.TrimSpace(location) == "" {
		return ""
	}
	base, err := weburl.NewBase(url)
	if err != nil {
		return ""
	}
	target, err := base.Resolve(location)
	if err != nil {
		return ""
	}
	return target
}

// RobotsTag reads the X-Robots-Tag headers for gannet: directives for all crawlers, and those after "gannet:".
func RobotsTag(h http.Header) (noIndex, noFollow bool) { return robotsTag(h, "gannet") }

// robotsTag reads X-Robots-Tag headers for a crawler. A name before directives says which crawler they are for:
// "otherbot: noindex, gannet: nofollow".
func robotsTag(h http.Header, agent string) (noIndex, noFollow bool) {
	for _, line := range h.Values("X-Robots-Tag") {
		ours := true
		for directive := range strings.SplitSeq(line, ",") {
			directive = strings.ToLower(strings.TrimSpace(directive))
			if name, rest, found := strings.Cut(directive, ":"); found && !hasValue(name) {
				ours = strings.TrimSpace(name) == agent
				directive = strings.TrimSpace(rest)
			}
			if ours {
				noIndex = noIndex || directive == "noindex" || directive == "none"
				noFollow = noFollow || directive == "nofollow" || directive == "none"
			}
		}
	}
	return noIndex, noFollow
}

// hasValue reports whether the word before a colon is a directive, not a crawler's name.
func hasValue(name string) bool {
	name = strings.TrimSpace(name)
	return name == "unavailable_after" || strings.HasPrefix(name, "max-") || strings.Contains(name, " ")
}
