package weburl

import (
	"net/netip"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// Site returns what one owner has of a host: its registered domain by the public suffix list, such as example.co.uk or
// user.github.io. A host that has none, such as an address or a public suffix, is its own. The port of a name is left out.
func Site(host string) string {
	name := host
	if at := strings.LastIndexByte(host, ':'); at >= 0 && !strings.HasSuffix(host, "]") {
		name = host[:at]
	}
	if _, err := netip.ParseAddr(strings.Trim(name, "[]")); err == nil {
		return host
	}
	if domain, err := publicsuffix.EffectiveTLDPlusOne(name); err == nil {
		return domain
	}
	return name
}
