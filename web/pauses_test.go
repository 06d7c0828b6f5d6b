package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"
)

// askFrom asks for the crawl's totals from an address, and returns the status and how long the answer took.
func askFrom(s *Server, address, token string) (int, time.Duration) {
	r := httptest.NewRequest(http.MethodGet, "/v1/stats", nil)
	r.Host, r.RemoteAddr = "127.0.0.1", address
	r.Header.Set("Authorization", "Bearer "+token)
	w, begun := httptest.NewRecorder(), time.Now()
	s.guard(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})).ServeHTTP(w, r)
	return w.Code, time.Since(begun)
}

// TestWrongTokensPauseTheirClientAlone: many wrong tokens a second, and the right one is taken each time at once, from wherever it comes.
func TestWrongTokensPauseTheirClientAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := New(Options{Token: token})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		const attacker, sameNetwork, other = "192.0.2.7:1", "192.0.2.8:1", "198.51.100.1:1"
		for i := range 200 {
			go func() { _, _ = askFrom(s, attacker, fmt.Sprint("wrong", i)) }()
			time.Sleep(100 * time.Millisecond)
			for _, from := range []string{attacker, sameNetwork, other} {
				if code, took := askFrom(s, from, token); code != http.StatusOK || took > 0 {
					t.Fatalf("after %d wrong tokens the right one of %s: status %d after %s", i+1, from, code, took)
				}
			}
		}
		synctest.Wait()
		for from, want := range map[string]time.Duration{attacker: longestPause, sameNetwork: longestPause, other: 0} {
			status := http.StatusUnauthorized
			if want > 0 {
				status = http.StatusTooManyRequests
			}
			if code, took := askFrom(s, from, "wrong"); code != status || took != want {
				t.Errorf("a wrong token of %s: status %d after %s, want %d after %s", from, code, took, status, want)
			}
		}
		time.Sleep(forgetAfter + time.Minute)
		if code, took := askFrom(s, attacker, "wrong"); code != http.StatusUnauthorized || took > 0 {
			t.Errorf("after a quiet time: status %d after %s", code, took)
		}
	})
}

// TestPausesAreBounded: neither clients without number nor answers that are held back take memory without bound.
func TestPausesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, now := newPauses(), time.Now()
		for i := range 3 * mostTries {
			p.after(netip.AddrFrom16([16]byte{0x20, 1, 2: byte(i >> 16), 3: byte(i >> 8), 4: byte(i), 15: 1}), now)
		}
		if len(p.wrong) > mostTries {
			t.Errorf("%d clients are remembered", len(p.wrong))
		}
		ended := make(chan struct{})
		for range mostHeld {
			go p.hold(longestPause, ended)
		}
		synctest.Wait()
		begun := time.Now()
		if p.hold(longestPause, ended); time.Since(begun) > 0 {
			t.Errorf("one answer too many is held back for %s", time.Since(begun))
		}
		close(ended)
		synctest.Wait()
		if len(p.held) > 0 {
			t.Errorf("%d answers are held back after the end", len(p.held))
		}
	})
}

// TestAClientIsItsAddresses: an address of IPv4, and half an address of IPv6, of which one client has as many as it likes.
func TestAClientIsItsAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.7": "192.0.2.7/32 192.0.2.0/24", "::ffff:192.0.2.7": "192.0.2.7/32 192.0.2.0/24",
		"2001:db8:1:2:3::4": "2001:db8:1:2::/64 2001:db8:1::/48", "fe80::1%eth0": "fe80::/64 fe80::/48",
	} {
		own, network := prefixes(netip.MustParseAddr(address))
		if got := own.String() + " " + network.String(); got != want {
			t.Errorf("%s: %s instead of %s", address, got, want)
		}
	}
}
