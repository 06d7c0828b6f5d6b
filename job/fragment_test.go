package job

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// tokensOf returns the tokens of HTML, a line each.
func tokensOf(each func(s string, use func(html.TokenType, atom.Atom, string)), s string) string {
	var b strings.Builder
	each(s, func(kind html.TokenType, tag atom.Atom, text string) {
		if kind == html.SelfClosingTagToken {
			kind = html.StartTagToken
		}
		b.WriteString(kind.String() + " " + tag.String() + " " + text + "\n")
	})
	return b.String()
}

// FuzzPlainTokens compares the tokens of plain HTML with those of the tokenizer of all HTML.
func FuzzPlainTokens(f *testing.F) {
	for _, s := range []string{
		`<p class="lead">Nurse &amp; carer</p><BR/>a < b<ul><li data-x=1>Night<li hidden >Day</ul>`, `<a href='x>y' title="">z</a>`, `<a b=c="x>y">z`,
		`<a ="x>y">z`, `<a href="x"id=1>z`, `<br / >z`, `<a/b>z`, `a <`, `a </`, `</ p>z`, `<p`, `<a b=>z`, `<a b= "c>d">z`, `<a b="c>`, `<x-y>z`,
		`<h1>A</h1 x=y>B`, `<sometagofmorethansixteen>z`, "<p\x00>z\x00", `&lt;p&gt;`, `<textarea><p></textarea>`, `<!-- <p> -->`, "<p>\r\n</p>", `<a b=c/>d`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		plain := true
		got := tokensOf(func(s string, use func(html.TokenType, atom.Atom, string)) { plain = eachPlainToken(s, use) }, s)
		if want := tokensOf(eachToken, s); plain && got != want {
			t.Errorf("tokens of %q:\n%swant\n%s", s, got, want)
		}
	})
}

func TestUsualTagsArePlain(t *testing.T) {
	none := func(html.TokenType, atom.Atom, string) {}
	for _, s := range []string{
		``, `no tag`, `<p class="lead">Nurse &amp; carer</p><BR/>a < b<ul><li data-x=1>Night<li hidden >Day</ul>`, `<a href='x>y' title="">z</a>`,
	} {
		if !eachPlainToken(s, none) {
			t.Errorf("%q is not plain", s)
		}
	}
}
