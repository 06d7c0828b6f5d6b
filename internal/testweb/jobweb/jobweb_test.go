package jobweb

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"gannet/internal/weburl"
)

func made(t testing.TB, o Options) *Web {
	t.Helper()
	w, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// served fetches a page.
func served(t testing.TB, w *Web, address string) (int, []byte) {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := w.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.ContentLength != int64(len(body)) {
		t.Fatalf("%s: %d bytes, Content-Length %d", address, len(body), response.ContentLength)
	}
	return response.StatusCode, body
}

// links reads the links of a page.
func links(t testing.TB, address string, body []byte) []string {
	t.Helper()
	base, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for tokens := html.NewTokenizer(bytes.NewReader(body)); tokens.Next() != html.ErrorToken; {
		token := tokens.Token()
		for _, a := range token.Attr {
			if to, err := base.Parse(a.Val); token.Data == "a" && a.Key == "href" && err == nil && to.Scheme == "http" {
				out = append(out, to.String())
			}
		}
	}
	return out
}

func TestEveryPageIsReachedFromAnyGeneralSite(t *testing.T) {
	w := made(t, DefaultOptions(1))
	_, general := w.Seeds(1, 3)
	seen := map[string]bool{general[0]: true}
	for queue := general; len(queue) > 0; queue = queue[1:] {
		status, body := served(t, w, queue[0])
		if status != http.StatusOK {
			t.Fatalf("%s: status %d", queue[0], status)
		}
		for _, to := range links(t, queue[0], body) {
			if canonical, err := weburl.Canonical(to); err != nil || canonical != to || !w.Has(to) {
				t.Fatalf("%s links to %s (canonical %s, %v)", queue[0], to, canonical, err)
			}
			if !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	for _, page := range w.Pages() {
		if !seen[page] {
			t.Errorf("no link leads to %s, %s", page, w.Kind(page))
		}
	}
}

func TestSameSeedSameWeb(t *testing.T) {
	a, b, other := made(t, DefaultOptions(2)), made(t, DefaultOptions(2)), made(t, DefaultOptions(3))
	same := 0
	for i, page := range a.Pages() {
		if b.Pages()[i] != page {
			t.Fatalf("page %d is %s and %s", i, page, b.Pages()[i])
		}
		if other.Has(page) {
			same++
		}
		if i%17 > 0 {
			continue
		}
		_, one := served(t, a, page)
		if _, two := served(t, b, page); !bytes.Equal(one, two) {
			t.Fatalf("%s differs between two webs of one seed", page)
		}
	}
	if same > len(a.Pages())/50 {
		t.Errorf("%d of %d pages are those of another seed", same, len(a.Pages()))
	}
}

func TestPagesSayWhatIsTrue(t *testing.T) {
	w := made(t, DefaultOptions(4))
	styles := map[int]bool{}
	for i, page := range w.Postings() {
		truth, ok := w.Posting(page)
		if !ok || w.Kind(page) != Detail {
			t.Fatalf("%s posts a job but is %s", page, w.Kind(page))
		}
		styles[w.hosts[w.postings[i].host].style.fields] = true
		_, body := served(t, w, page)
		for _, said := range append(strings.Split(truth.Text, "\n"), truth.Title, truth.Company, truth.Place) {
			said = strings.TrimSuffix(strings.TrimPrefix(said, "- "), ":")
			if !bytes.Contains(body, []byte(escape(said))) {
				t.Fatalf("%s does not say %q", page, said)
			}
		}
	}
	if len(styles) != fieldStyles {
		t.Errorf("fields are marked in %d ways, want %d", len(styles), fieldStyles)
	}
	for _, page := range w.Pages() {
		if _, posts := w.Posting(page); posts != (w.Kind(page) == Detail) {
			t.Errorf("%s: posting %v, kind %s", page, posts, w.Kind(page))
		}
	}
}

func TestAdsOfOnesOwnAreEscapedAndRefusedWhereTheyCannotBeUsed(t *testing.T) {
	w := made(t, Options{Ads: []Ad{{Title: "Lamplighter <&>", Company: "Quay & Sons", Place: "Saltmarsh", Language: "en", Description: "Light </script> the lamps\n- at dusk"}}})
	_, body := served(t, w, w.Postings()[0])
	if !bytes.Contains(body, []byte("Lamplighter &lt;&amp;&gt;")) || bytes.Contains(body, []byte("Light </script>")) {
		t.Errorf("not escaped:\n%s", body)
	}
	for _, bad := range []Ad{{}, {Title: "a", Language: "en"}, {Title: "a", Language: "xx", Description: "b"}} {
		if _, err := New(Options{Ads: []Ad{bad}}); err == nil || !strings.Contains(err.Error(), "ad 0") {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

// around is a web of two pages.
type around struct{}

func (around) URLs() []string      { return []string{"http://a.invalid/1", "http://a.invalid/2"} }
func (around) Has(url string) bool { return strings.HasPrefix(url, "http://a.invalid/") }
func (around) RoundTrip(r *http.Request) (*http.Response, error) {
	return answer(r, http.StatusOK, []byte("<HTML><BODY><P>One</P><P>İ two</P></BODY></HTML>")), nil
}

func TestTheRestOfTheWebLeadsIn(t *testing.T) {
	o := DefaultOptions(5)
	o.Rest, o.Links = around{}, 1
	w := made(t, o)
	for _, page := range w.rest.URLs() {
		_, body := served(t, w, page)
		if got := links(t, page, body); len(got) != len(w.planted(page)) || len(got) == 0 || !w.Has(got[0]) || !bytes.HasSuffix(body, []byte("</HTML>")) {
			t.Errorf("%s links to %v, want %d links:\n%s", page, got, len(w.planted(page)), body)
		}
	}
	if status, _ := served(t, w, "http://"+w.hosts[0].name+"/nothing"); status != http.StatusNotFound {
		t.Errorf("status %d of a page that is not there", status)
	}
	out := 0
	for i := range w.pages {
		out += len(w.pages[i].outside)
	}
	if relevant, general := w.Seeds(2, 0); len(relevant) != 2 || len(general) != 2 || out == 0 {
		t.Errorf("seeds %v and %v, %d links to the rest", relevant, general, out)
	}
}

func BenchmarkPage(b *testing.B) {
	w := made(b, DefaultOptions(1))
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		w.render(int32(i % len(w.pages)))
	}
}
