package cookies

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/http/httpguts"
	"golang.org/x/net/publicsuffix"

	"gannet/internal/bom"
	"gannet/internal/weburl"
)

// httpOnly begins a line with a cookie that scripts may not read. Other lines that begin with # do not count.
const httpOnly = "#HttpOnly_"

// fields is how many fields a line has: domain, whether the cookie is also for hosts below it, path, secure, expiry, name and value.
const fields = 7

// maxLine is how many bytes a line may have. Browsers do not keep cookies over 4 kB.
const maxLine = 64 << 10

// Read reads a file of cookies in the Netscape format, as curl, wget and browser extensions write it. Errors name the line, but do not
// quote cookies.
func Read(r io.Reader) (*Jar, error) {
	jar := &Jar{byDomain: make(map[string][]*cookie)}
	s := bufio.NewScanner(bom.NewReader(r))
	s.Buffer(nil, maxLine)
	n := 1
	for ; s.Scan(); n++ {
		line, only := strings.CutPrefix(strings.TrimRight(s.Text(), "\r\n"), httpOnly)
		if strings.TrimSpace(line) == "" || !only && strings.HasPrefix(line, "#") {
			continue
		}
		c, err := parse(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		jar.add(c)
	}
	switch {
	case errors.Is(s.Err(), bufio.ErrTooLong):
		return nil, fmt.Errorf("line %d is longer than any cookie: give a file in Netscape's format", n)
	case s.Err() != nil:
		return nil, s.Err()
	case len(jar.all) == 0:
		return nil, errors.New("has no cookie: give a file in Netscape's format, as `curl -c FILE` writes it")
	}
	return jar, nil
}

// parse reads one line. A line without a value has six fields.
func parse(line string) (*cookie, error) {
	field := strings.Split(line, "\t")
	if len(field) == fields-1 {
		field = append(field, "")
	}
	if len(field) != fields {
		return nil, fmt.Errorf("%d fields and not %d, with one tab between two: domain, TRUE or FALSE, path, TRUE or FALSE, expiry, name, value",
			len(field), fields)
	}
	c := &cookie{path: field[2], name: field[5], value: field[6]}
	below, err := flag(field[1])
	if err == nil {
		c.secure, err = flag(field[3])
	}
	if err == nil {
		c.expires, err = expiry(field[4])
	}
	if err == nil {
		c.domain, err = domain(field[0])
	}
	if err != nil {
		return nil, err
	}
	if suffix, _ := publicsuffix.PublicSuffix(c.domain); below && suffix != c.domain {
		c.below = true // a public suffix such as co.uk has many owners, so that its cookie is of one host
	}
	return c, c.check()
}

// check returns an error if the cookie would make a request invalid.
func (c *cookie) check() error {
	switch {
	case !strings.HasPrefix(c.path, "/"):
		return errors.New("the path begins with no slash: write / for all paths")
	case c.name == "" || strings.ContainsAny(c.name, "=; \t"):
		return errors.New("the cookie has no name, or one with characters that no name can have")
	case !httpguts.ValidHeaderFieldValue(c.name+c.value) || strings.Contains(c.value, ";"):
		return errors.New("the cookie has characters that no cookie can have")
	}
	return nil
}

func flag(text string) (bool, error) {
	switch strings.ToUpper(text) {
	case "TRUE":
		return true, nil
	case "FALSE":
		return false, nil
	}
	return false, errors.New("its second and fourth field are TRUE or FALSE")
}

// expiry returns the time at which a cookie expires. It is the zero time for 0, which means the end of a browser's session. Some programs write a
// fraction.
func expiry(text string) (time.Time, error) {
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || !(seconds >= 0 && seconds < 1e12) {
		return time.Time{}, errors.New("the expiry is no number of seconds since 1970: write 0 for a cookie of a session")
	}
	if seconds == 0 {
		return time.Time{}, nil
	}
	return time.Unix(int64(seconds), 0), nil
}

// domain returns a domain in the form that hosts have in canonical URLs.
func domain(text string) (string, error) {
	name := strings.TrimPrefix(text, ".")
	url, err := weburl.Canonical("http://" + name + "/")
	if err != nil || name == "" || strings.ContainsAny(name, "/@?# ") {
		return "", errors.New("its first field is no domain, such as example.org")
	}
	return hostname(weburl.Host(url)), nil
}

// hostname removes the port of a host.
func hostname(host string) string {
	if at := strings.LastIndexByte(host, ':'); at >= 0 && !strings.HasSuffix(host, "]") {
		return host[:at]
	}
	return host
}
