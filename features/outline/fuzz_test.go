package outline

import "testing"

// pages are short pages with what browsers have to put right.
var pages = []string{
	"", "text", "<p>one<p>two", "<b><p>x</b>y</p>z", "<a href=1>x<a href=2>y<div></a>z", "<table><tr><td>x<td>y</table>z",
	"<table>text<b>bold<tr>more</table>rest", "<table><form><tr><td><input type=hidden></form></table>", "<ul><li>x<li>y<ul><li>z</ul></ul>",
	"<!DOCTYPE html><p><table><caption><b>x</table>y", "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 3.2//EN\"><p><table>",
	"<frameset><frame src=a><noframes>x</noframes></frameset>y<!-- c -->", "<title>a &amp; b</title x><body lang=de><html lang=en>",
	"<script><!--<script></script>--></script>x", "<script><!-- </script>y", "<style>a</styl></style>b", "<textarea>\n\nx</textarea>",
	"<pre>\r\nx</pre>", "<svg><title>x<p>y</svg>z<math><mi>a<b>c</mi><annotation-xml encoding=text/html><p>x</math>", "<svg><![CDATA[ <x> ]]></svg>",
	"<select><option>a<optgroup><option>b</select>c", "<ruby>a<rt>b<rp>c</ruby>", "<h1>a<h2>b</h1>c", "<i><b><u><s><em><div></i>x</div>",
	"<font size=1><font size=1><font size=1><font size=1><p>x", "<a =b c='d' c=e f/g=h>x</A/ >", "a&ampb <a href='?x&copy=1&lt;&ltx&#65'>", "</p></br></x><!x><?y></>",
	"<button><p>x<button>y", "<object><b>x</object>y", "<nobr>a<nobr>b", "<dl><dt>a<dd>b<dt>c</dl>", "x</body>y<!-- z --></html><!-- w -->v",
	"<head></head><link><body><p></head>", "<table><tr><td><table><tr><td>x</table>y</table>z", "<table><colgroup><col>x<col></table>", "<hr><p><hr></p>",
	"<form><div></form><form>x", "<image src=x><isindex><plaintext></p>", "<div <p>x</div>", "<p><b></p><p>x</b>", "<applet><i></applet>x", "<br/></br/>",
	"<template><td>x</template>y<table><template><tr><td><b>x</template><tr><form>", "<svg><template>x", "<template><form></form><html><body>",
	"<x-a><template shadowrootmode=OPEN><p>x<a><x-b><template shadowrootmode=closed>y</template></x-b></template><template shadowrootmode=open>z</template>w",
	"<template><div><template shadowrootmode=open>x</template></div></template><ul><template shadowrootmode=open>y</ul><div><template shadowrootmode=openly>z",
	"<div><template shadowrootmode=closed><table><tr><template><td></template><td>x</table></template>y</div><svg><template shadowrootmode=open>z",
	"&#32;<p>x", "<pre>&#13;\n&#10;x", "<table>&NewLine;<tr>&Tab;x",
}

func TestTreesAreTheLibrarys(t *testing.T) {
	var tree Tree
	for _, s := range pages {
		if d := difference(&tree, []byte(s)); d != "" {
			t.Errorf("%q: %s", s, d)
		}
	}
}

func FuzzTree(f *testing.F) {
	for _, s := range pages {
		f.Add(s)
	}
	var tree Tree
	f.Fuzz(func(t *testing.T, s string) {
		if d := difference(&tree, []byte(s)); d != "" {
			t.Errorf("%q: %s", s, d)
		}
	})
}
