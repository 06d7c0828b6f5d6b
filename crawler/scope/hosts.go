package scope

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"gannet/internal/bom"
	"gannet/internal/weburl"
)

// ReadHosts reads a list of hosts, one on each line. It ignores empty lines and lines that begin with #. An error names the line.
func ReadHosts(r io.Reader) (hosts []string, err error) {
	s := bufio.NewScanner(bom.NewReader(r))
	for n := 1; s.Scan(); n++ {
		line := strings.TrimSpace(s.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if !utf8.ValidString(line) || strings.ContainsRune(line, 0) {
			return nil, fmt.Errorf("line %d is no text in UTF-8: write one host on each line", n)
		}
		host, err := CanonicalHost(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		hosts = append(hosts, host)
	}
	switch {
	case errors.Is(s.Err(), bufio.ErrTooLong):
		return nil, errors.New("a line is too long for a host: write one on each line")
	case s.Err() == nil && len(hosts) == 0:
		return nil, errors.New("has no host: write one on each line")
	}
	return hosts, s.Err()
}

// CanonicalHost returns a host in the form that canonical URLs use. The host in line may be preceded by "*.", which is removed.
func CanonicalHost(line string) (string, error) {
	name := strings.TrimPrefix(strings.TrimPrefix(line, "*"), ".")
	if strings.Contains(name, "://") {
		return "", errors.New("a URL and no host: write the name alone, such as example.org")
	}
	url, err := weburl.Canonical("http://" + name + "/")
	if err != nil || strings.ContainsAny(name, "/*@?# ") {
		return "", fmt.Errorf("%q is no host: write a name such as example.org", weburl.Redact(line))
	}
	return weburl.Host(url), nil
}

// hostSet returns the hosts of a rule as a set, nil if there are none.
func hostSet(rule string, hosts []string) (map[string]bool, error) {
	if len(hosts) == 0 {
		return nil, nil
	}
	set := make(map[string]bool, len(hosts))
	for _, h := range hosts {
		host, err := CanonicalHost(h)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", rule, err)
		}
		set[host] = true
	}
	return set, nil
}

// below reports whether a set has a host or a domain above it.
func below(set map[string]bool, host string) bool {
	for !set[host] {
		_, above, ok := strings.Cut(host, ".")
		if !ok {
			return false
		}
		host = above
	}
	return true
}

// seedSet returns the set of those hosts or domains, according to stay, to which links must lead because the seeds are there.
func seedSet(hosts []string, stay Stay) map[string]bool {
	set := make(map[string]bool, len(hosts))
	for _, host := range hosts {
		if stay == StayDomain {
			set[weburl.Site(withoutPort(host))] = true
		} else {
			set[withoutWWW(host)] = true
		}
	}
	return set
}

// ofSeedDomain reports whether a host has the same registered domain as a seed. For most hosts of other domains it finds that out without the public
// suffix list.
func (s *Scope) ofSeedDomain(host string) bool {
	name := withoutPort(host)
	return below(s.seeds, name) && s.seeds[weburl.Site(name)]
}

func withoutPort(host string) string {
	if at := strings.LastIndexByte(host, ':'); at >= 0 && !strings.HasSuffix(host, "]") {
		return host[:at]
	}
	return host
}

func withoutWWW(host string) string { return strings.TrimPrefix(host, "www.") }
