package fetch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// Lookup resolves host names to IP addresses. *net.Resolver implements it.
type Lookup interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// resolver caches the addresses of hosts, so that requests go to the same address that the frontier has reserved.
type resolver struct {
	lookup       Lookup
	keep         time.Duration
	timeout      time.Duration
	allowPrivate bool
	asked        singleflight.Group

	mu    sync.Mutex // guards known
	known map[string]known
}

// known are the public addresses of a host; requests go to the first.
type known struct {
	addrs []netip.Addr
	until time.Time
}

// maxKnown is how many hosts the cache has at most, which take about 1 MB.
const maxKnown = 8192

func (r *resolver) address(ctx context.Context, host string) (netip.Addr, error) {
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.Unmap(), r.check(addr)
	}
	if addr, ok := r.recall(host); ok {
		return addr, nil
	}
	// The lookup goes on if this caller gives up, because others may wait for its result.
	answer := r.asked.DoChan(host, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.timeout)
		defer cancel()
		return r.ask(ctx, host)
	})
	select {
	case <-ctx.Done():
		return netip.Addr{}, context.Cause(ctx)
	case got := <-answer:
		if got.Err != nil {
			return netip.Addr{}, got.Err
		}
		return got.Val.(netip.Addr), nil
	}
}

// check refuses an address that is not public.
func (r *resolver) check(addr netip.Addr) error {
	if r.allowPrivate || isPublic(addr) {
		return nil
	}
	return &refusal{Private, fmt.Errorf("%s is not part of the public web: --allow-private allows it", addr)}
}

func (r *resolver) recall(host string) (netip.Addr, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k, ok := r.known[host]
	if !ok || time.Now().After(k.until) {
		return netip.Addr{}, false
	}
	return k.addrs[0], true
}

// ask resolves a host. It uses only public addresses, and IPv4 addresses first, because these can be reached from everywhere.
func (r *resolver) ask(ctx context.Context, host string) (netip.Addr, error) {
	addrs, err := r.lookup.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return netip.Addr{}, &refusal{DNS, err}
	}
	if len(addrs) == 0 {
		return netip.Addr{}, &refusal{DNS, errors.New("the name has no address")}
	}
	var refused error
	usable := addrs[:0:0]
	for _, addr := range addrs {
		if err := r.check(addr); err != nil {
			refused = err
			continue
		}
		usable = append(usable, addr.Unmap())
	}
	if len(usable) == 0 {
		return netip.Addr{}, refused
	}
	slices.SortStableFunc(usable, func(a, b netip.Addr) int { return a.BitLen() - b.BitLen() })
	r.remember(host, usable)
	return usable[0], nil
}

func (r *resolver) remember(host string, addrs []netip.Addr) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	if len(r.known) >= maxKnown {
		for host, k := range r.known {
			if now.After(k.until) || len(r.known) >= maxKnown {
				delete(r.known, host)
			}
		}
	}
	r.known[host] = known{addrs: addrs, until: now.Add(r.keep)}
}

// failed moves a host's next address to the front, after a connection to addr failed.
func (r *resolver) failed(host string, addr netip.Addr) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if k, ok := r.known[host]; ok && len(k.addrs) > 1 && k.addrs[0] == addr {
		k.addrs = append(slices.Clone(k.addrs[1:]), addr)
		r.known[host] = k
	}
}

// dialer returns a dial function that connects to the address that Resolve returns.
func (r *resolver) dialer(d *net.Dialer) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		host, port, err := net.SplitHostPort(address)
		if err != nil {
			return nil, err
		}
		addr, err := r.address(ctx, host)
		if err != nil {
			return nil, err
		}
		conn, err := d.DialContext(ctx, network, net.JoinHostPort(addr.String(), port))
		if err != nil && ctx.Err() == nil {
			r.failed(host, addr)
		}
		return conn, err
	}
}

// hostname removes the port, and the brackets of an IPv6 address.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.Trim(host, "[]")
}
