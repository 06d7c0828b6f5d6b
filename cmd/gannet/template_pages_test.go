package main

import "testing"

func TestURLThatAPageNamesItself(t *testing.T) {
	for _, test := range []struct{ head, want string }{
		{`<base href="http://a.test/base"><meta property="og:url" content="http://a.test/og"><link rel="Canonical" href=" http://a.test/own ">`, "http://a.test/own"},
		{`<link rel=canonical href="not a URL"><meta property="og:url" content="http://a.test/og"><base href="http://a.test/base">`, "http://a.test/og"},
		{`<link rel=alternate href="http://a.test/de"><base href="http://a.test/base">`, "http://a.test/base"},
		{`<link rel=canonical><link rel=canonical href="http://a.test/second">`, "http://a.test/second"},
		{`<title>None</title>`, ""},
	} {
		doc, err := treeOf([]byte(test.head + "<p>Text"))
		if err != nil {
			t.Fatal(err)
		}
		if got := ownURL(doc); got != test.want {
			t.Errorf("%s: %q, want %q", test.head, got, test.want)
		}
	}
}
