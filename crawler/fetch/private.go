package fetch

import "net/netip"

// reserved lists the address blocks that are not part of the public web, according to the IANA special-purpose registries (RFC 6890 and its
// successors). It includes multicast and reserved space.
var reserved = prefixes(
	"0.0.0.0/8",       // this network, RFC 791
	"10.0.0.0/8",      // private, RFC 1918
	"100.64.0.0/10",   // carrier-grade NAT, RFC 6598
	"127.0.0.0/8",     // loopback
	"169.254.0.0/16",  // link-local, cloud metadata
	"172.16.0.0/12",   // private
	"192.0.0.0/24",    // protocol assignments
	"192.0.2.0/24",    // documentation
	"192.88.99.0/24",  // 6to4 relay, deprecated
	"192.168.0.0/16",  // private
	"198.18.0.0/15",   // benchmarks
	"198.51.100.0/24", // documentation
	"203.0.113.0/24",  // documentation
	"224.0.0.0/4",     // multicast
	"240.0.0.0/4",     // reserved, and broadcast
	"::/96",           // unspecified, loopback, IPv4-compatible
	"64:ff9b:1::/48",  // local-use NAT64, RFC 8215
	"100::/64",        // discard
	"2001::/23",       // protocol assignments, Teredo among them
	"2001:db8::/32",   // documentation
	"3fff::/20",       // documentation
	"5f00::/16",       // segment routing
	"fc00::/7",        // unique local
	"fe80::/10",       // link-local
	"fec0::/10",       // site-local, deprecated
	"ff00::/8",        // multicast
)

func prefixes(texts ...string) []netip.Prefix {
	list := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		list[i] = netip.MustParsePrefix(text)
	}
	return list
}

var (
	nat64     = netip.MustParsePrefix("64:ff9b::/96") // RFC 6052: IPv4 address in the last four bytes
	sixToFour = netip.MustParsePrefix("2002::/16")    // RFC 3056: IPv4 address after the first two bytes
)

// isPublic reports whether an address is part of the public web. For an IPv6 address that embeds an IPv4 address, the embedded one decides.
func isPublic(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if !a.IsValid() {
		return false
	}
	if a.Is6() {
		bytes := a.As16()
		switch {
		case nat64.Contains(a):
			return isPublic(netip.AddrFrom4([4]byte(bytes[12:16])))
		case sixToFour.Contains(a):
			return isPublic(netip.AddrFrom4([4]byte(bytes[2:6])))
		}
	}
	for _, block := range reserved {
		if block.Contains(a) {
			return false
		}
	}
	return true
}
