package web

import "testing"

func TestTitleOfAPage(t *testing.T) {
	for page, want := range map[string]string{
		"<title>Honey &amp; hives</title>":                                            "Honey & hives",
		"<!doctype html><head><TITLE>\n  Two\n lines </TITLE><body>text":              "Two lines",
		"<head><script>document.title='<title>no</title>'</script><title>Yes</title>": "Yes",
		"<body><svg><title>A picture</title></svg>":                                   "",
		"<title></title><p>text":                                                      "",
		"":                                                                            "",
	} {
		if got := titleIn([]byte(page)); got != want {
			t.Errorf("%q: %q, want %q", page, got, want)
		}
	}
}
