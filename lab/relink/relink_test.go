package relink

import (
	"strings"
	"testing"
)

func TestPage(t *testing.T) {
	const body = `<head><base href="/deep/"></head><!-- a --><P CLASS=x>1 &lt; 2<a id=i href=one>one</a> <area href="http://out.example/"><a name=n>none</a>`
	got := string(Page("http://a.example/page", []byte(body), func(target string) (string, bool) {
		return strings.Replace(target, "a.example", "b.example", 1), strings.Contains(target, "a.example")
	}))
	want := `<head></head><!-- a --><P CLASS=x>1 &lt; 2<a id="i" href="http://b.example/deep/one">one</a> <area><a name="n">none</a>`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
