package weburl

import "testing"

func TestSite(t *testing.T) {
	for host, want := range map[string]string{
		"jobs.mill.example.co.uk": "example.co.uk", "example.com:8080": "example.com", "a.github.io": "a.github.io",
		"b.a.github.io": "a.github.io", "co.uk": "co.uk", "192.0.2.7:8080": "192.0.2.7:8080", "[2001:db8::1]": "[2001:db8::1]",
		"[2001:db8::1]:80": "[2001:db8::1]:80", "localhost": "localhost", "": "",
	} {
		if got := Site(host); got != want {
			t.Errorf("Site(%q) = %q, want %q", host, got, want)
		}
	}
}
