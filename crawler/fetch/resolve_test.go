package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// names is a DNS of names and addresses.
type names struct {
	mu    sync.Mutex
	table map[string][]string
	asked int
}

func (n *names) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.asked++
	var addrs []netip.Addr
	for _, text := range n.table[host] {
		addrs = append(addrs, netip.MustParseAddr(text))
	}
	if addrs == nil {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	return addrs, nil
}

func TestPublicAddresses(t *testing.T) {
	for _, text := range []string{"1.1.1.1", "93.184.215.14", "172.32.0.1", "100.128.0.1", "2606:2800:21f::1", "64:ff9b::101:101", "2002:101:101::1", "::ffff:1.1.1.1"} {
		if !isPublic(netip.MustParseAddr(text)) {
			t.Errorf("%s is public", text)
		}
	}
	for _, text := range []string{
		"0.0.0.0", "0.1.2.3", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.255.0.1", "169.254.169.254", "172.16.0.1",
		"172.31.255.255", "192.0.0.1", "192.168.1.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
		"::", "::1", "::127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "64:ff9b::a00:1", "64:ff9b::7f00:1",
		"64:ff9b:1::1", "2001::1", "2001:db8::1", "2002:7f00:1::1", "2002:a00:1::", "fc00::1", "fd12:3456::1",
		"fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1",
	} {
		if isPublic(netip.MustParseAddr(text)) {
			t.Errorf("%s is not public", text)
		}
	}
	if isPublic(netip.Addr{}) {
		t.Error("no address is not public")
	}
}

func TestPrivateAddressesAreRefused(t *testing.T) {
	var hits atomic.Int32
	target := server(t, func(http.ResponseWriter, *http.Request) { hits.Add(1) })
	u, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	dns := &names{table: map[string][]string{"inside.example": {"127.0.0.1"}, "mixed.example": {"10.0.0.1", "93.184.215.14"}}}
	c, err := New(withDefaults(Options{Lookup: dns}))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, host := range []string{"127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "inside.example", "2130706433", "0x7f.1"} {
		if err := fetchFails(t, c, "http://"+host+":"+u.Port()+"/", Private); err.Temporary() {
			t.Errorf("%s: temporary", host)
		}
	}
	if _, err := c.Resolve(context.Background(), "inside.example:80"); !errors.Is(err, Private) {
		t.Errorf("resolve: %v", err)
	}
	if addr, err := c.Resolve(context.Background(), "mixed.example"); err != nil || addr.String() != "93.184.215.14" {
		t.Errorf("of several addresses the public one is used: %v, %v", addr, err)
	}
	if hits.Load() != 0 {
		t.Errorf("%d requests arrived", hits.Load())
	}
}

// TestNoRebinding has a resolver with a private address. The check before dialling must refuse it.
func TestNoRebinding(t *testing.T) {
	var hits atomic.Int32
	target := server(t, func(http.ResponseWriter, *http.Request) { hits.Add(1) })
	u, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.resolver.remember("evil.example", []netip.Addr{netip.MustParseAddr("127.0.0.1")})
	fetchFails(t, c, "http://evil.example:"+u.Port()+"/", Private)
	if hits.Load() != 0 {
		t.Error("the request arrived")
	}
}

func TestDialGoesWhereResolveSays(t *testing.T) {
	target := server(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<p>"+r.Host)
	})
	u, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	dns := &names{table: map[string][]string{"a.example": {"127.0.0.1"}}}
	c := client(t, Options{Lookup: dns})
	addr, err := c.Resolve(context.Background(), "a.example:"+u.Port())
	if err != nil || addr.String() != "127.0.0.1" {
		t.Fatal(addr, err)
	}
	resp := fetchOK(t, c, "http://a.example:"+u.Port()+"/")
	if string(resp.Body) != "<p>a.example:"+u.Port() || resp.Addr != addr || dns.asked != 1 {
		t.Errorf("got %s from %v, %d lookups", resp.Body, resp.Addr, dns.asked)
	}
	if err := fetchFails(t, c, "http://b.example/", DNS); err.Temporary() {
		t.Error("a name that does not exist is not temporary")
	}
}

func TestAddressesAreKeptForAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dns := &names{table: map[string][]string{"a.example": {"2606:2800:21f::1", "1.1.1.1", "1.0.0.1"}}}
		c, err := New(withDefaults(Options{Lookup: dns, ResolveFor: time.Minute}))
		if err != nil {
			t.Fatal(err)
		}
		resolve := func() string {
			addr, err := c.Resolve(context.Background(), "a.example")
			if err != nil {
				t.Fatal(err)
			}
			return addr.String()
		}
		if got := resolve(); got != "1.1.1.1" {
			t.Errorf("IPv4 goes first, got %s", got)
		}
		c.resolver.failed("a.example", netip.MustParseAddr("1.1.1.1"))
		if got := resolve(); got != "1.0.0.1" || dns.asked != 1 {
			t.Errorf("after a failure the next address is tried: %s, %d lookups", got, dns.asked)
		}
		time.Sleep(61 * time.Second)
		if resolve(); dns.asked != 2 {
			t.Errorf("%d lookups after the time is over", dns.asked)
		}
		for i := range maxKnown + 100 {
			c.resolver.remember(fmt.Sprint(i), []netip.Addr{netip.MustParseAddr("1.1.1.1")})
		}
		if len(c.resolver.known) > maxKnown {
			t.Errorf("%d hosts are kept", len(c.resolver.known))
		}
	})
}
