package fetch

import "testing"

func TestTargetIsWrittenAsItStands(t *testing.T) {
	for canonical, want := range map[string]string{
		"http://a.example/":                "/",
		"http://a.example/?":               "/?",
		"http://a.example/a%2Fb|c":         "/a%2Fb|c",
		"http://a.example/100%":            "/100%",
		"http://a.example/100%?a=%zz":      "/100%?a=%zz",
		"http://a.example//x//y":           "//x//y",
		"http://a.example:81/b;c=1?a[]=b|": "/b;c=1?a[]=b|",
		"http://a.example//x|":             "http://a.example//x|", // absolute form: the other would name a host
	} {
		if got := target(canonical, false).RequestURI(); got != want {
			t.Errorf("%s: %s, want %s", canonical, got, want)
		}
		if got := target(canonical, true).String(); got != canonical {
			t.Errorf("absolute %s: %s", canonical, got)
		}
	}
}
