package testweb

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"golang.org/x/net/html"
)

func TestPagesWithoutEnd(t *testing.T) {
	for _, trap := range []Trap{Calendar, Facets, PathLoop, SoftMissing, SessionID} {
		t.Run(string(trap), func(t *testing.T) {
			w, host := trappedHost(trap)
			seen := map[string]bool{}
			next := host + trapPath(trap)
			if trap == SessionID {
				next = host + "/"
			}
			for range 40 {
				response, body, err := try(t.Context(), w, next, 1<<20)
				if err != nil || response.StatusCode != http.StatusOK {
					t.Fatalf("%s: %v", next, err)
				}
				from := next
				for _, l := range readLinks(t, from, body) {
					if !seen[l.URL] && strings.HasPrefix(l.URL, host) {
						seen[l.URL], next = true, l.URL
						break
					}
				}
				if next == from {
					t.Fatalf("%s leads nowhere new", from)
				}
			}
		})
	}
}

func TestSessionPagesHaveTheLinksThatAreTrue(t *testing.T) {
	w, host := trappedHost(SessionID)
	first := w.Links(host + "/")[1].URL
	_, body := served(t, w, first)
	if got, want := readLinks(t, first, body), w.Links(first); len(got) == 0 || got[1] != want[1] {
		t.Errorf("%s: served %v, true %v", first, got, want)
	}
	if !strings.Contains(first, "PHPSESSID") && !strings.Contains(first, "jsessionid") {
		t.Errorf("%s has no session", first)
	}
	if w.Topic(first) != w.Topic(withoutSession(first)) {
		t.Error("a session changes the topic")
	}
}

func TestMirrorServesAnothersPages(t *testing.T) {
	w, host := trappedHost(Mirror)
	original := w.Original(strings.TrimPrefix(host, "http://"))
	name := strings.TrimPrefix(host, "http://")
	_, copied := served(t, w, host+"/")
	_, first := served(t, w, "http://"+original+"/")
	if original == name || !bytes.Equal(bytes.ReplaceAll(copied, []byte(name), []byte(original)), first) {
		t.Errorf("%s does not mirror %s", name, original)
	}
	for _, topic := range w.Topics() {
		if w.Relevant(topic, host+"/") {
			t.Error("a mirror's page counts as relevant")
		}
	}
}

func TestBombs(t *testing.T) {
	w, host := trappedHost(GzipBomb)
	_, packed, err := try(t.Context(), w, host+"/trap/page.html", 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	if n, _ := io.Copy(io.Discard, io.LimitReader(z, 16<<20)); n != 16<<20 {
		t.Errorf("%d bytes out of a bomb", n)
	}
	w, host = trappedHost(BrotliBomb)
	response, packed, err := try(t.Context(), w, host+"/trap/page.html", 1<<20)
	if err != nil || response.Header.Get("Content-Encoding") != "br" || len(packed) > 2000 {
		t.Errorf("brotli bomb: %d bytes, %v", len(packed), err)
	}
	w, host = trappedHost(EndlessBody)
	if _, body, err := try(t.Context(), w, host+"/trap/page.html", 8<<20); err != nil || len(body) != 8<<20 {
		t.Errorf("endless body: %d bytes, %v", len(body), err)
	}
	w, host = trappedHost(SitemapHuge)
	if _, body, err := try(t.Context(), w, host+"/sitemap.xml", 8<<20); err != nil || len(body) != 8<<20 {
		t.Errorf("huge sitemap: %d bytes, %v", len(body), err)
	}
}

func TestHardPages(t *testing.T) {
	for _, c := range []struct {
		trap Trap
		is   func(body []byte) bool
	}{
		{DeepDOM, func(b []byte) bool { return bytes.Count(b, []byte("<div>")) == 100_000 }},
		{ManyLinks, func(b []byte) bool { return bytes.Count(b, []byte("<a href")) == 1_000_000 }},
		{AttributeBomb, func(b []byte) bool { return len(b) > 4<<20 && bytes.Count(b, []byte(" data-")) == 100_000 }},
		{FormattingBomb, func(b []byte) bool { return len(b) < 50_000 && bytes.Count(b, []byte("<p>x")) == 2500 }},
		{NULs, func(b []byte) bool { return bytes.Count(b, []byte{0}) > 8 }},
		{InvalidUTF8, func(b []byte) bool { return !bytes.Equal(bytes.ToValidUTF8(b, nil), b) }},
		{SitemapBroken, func(b []byte) bool { return !bytes.Contains(b, []byte("</urlset>")) }},
	} {
		w, host := trappedHost(c.trap)
		path := trapPath(c.trap)
		if path == "" {
			path = "/sitemap.xml"
		}
		response, body, err := try(t.Context(), w, host+path, 1<<28)
		if err != nil || response.StatusCode != http.StatusOK || !c.is(body) {
			t.Errorf("%s: %v, %d bytes", c.trap, err, len(body))
		}
	}
	w := New(hostileOptions(0, Hostile{Links: 10}))
	_, body, _ := try(t.Context(), w, "http://"+TrapHost(ManyLinks, 0)+"/trap/page.html", 1<<20)
	if bytes.Count(body, []byte("<a href")) != 10 {
		t.Error("the number of links cannot be set")
	}
}

func TestCharsetsLie(t *testing.T) {
	w, host := trappedHost(Charsets)
	for n, s := range samples {
		response, body, err := try(t.Context(), w, host+"/trap/"+strconv.Itoa(n)+".html", 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		if s.encoding != nil {
			if body, err = s.encoding.NewDecoder().Bytes(body); err != nil {
				t.Fatal(err)
			}
		}
		if !strings.Contains(html.UnescapeString(string(body)), CharsetText(n)) {
			t.Errorf("page %d does not say %q", n, CharsetText(n))
		}
		if !strings.HasSuffix(response.Header.Get("Content-Type"), s.label) {
			t.Errorf("page %d is labelled %q", n, response.Header.Get("Content-Type"))
		}
	}
}

func TestAddressTraps(t *testing.T) {
	w := New(DefaultOptions(0))
	if !w.Addr(TrapHost(PrivateAddr, 0)).IsPrivate() {
		t.Error("not private")
	}
	name := TrapHost(Rebinding, 0)
	first, second := w.Addr(name), w.Addr(name)
	if first.IsLoopback() == second.IsLoopback() {
		t.Errorf("%v, then %v", first, second)
	}
	if response, _ := served(t, w, "http://"+TrapHost(NoContentType, 0)+"/"); response.Header.Get("Content-Type") != "" {
		t.Error("has a Content-Type")
	}
}
