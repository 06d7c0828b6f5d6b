package archive

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"
)

func zipped(t testing.TB, files map[string][]byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, content := range files {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(content); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestWACZ reads the archives in a zip file, packed and plain. One that is cut, or has none, is damaged.
func TestWACZ(t *testing.T) {
	page := func(url string) Page { return Page{URL: url, Status: 200, Date: fetched, Body: []byte("honey")} }
	whole := zipped(t, map[string][]byte{
		"datapackage.json": []byte("{}"), "archive/a.warc.gz": written(t, WriterOptions{Compression: Gzip}, page("http://a.test/1")),
		"archive/b.warc": written(t, WriterOptions{}, page("http://a.test/2")), "indexes/x.warc": []byte("no archive"),
	})
	web, err := Open(write(t, "x.wacz", whole))
	if err != nil {
		t.Fatal(err)
	}
	defer web.Close()
	if web.Len() != 2 || string(get(t, web, "http://a.test/2").Body) != "honey" || string(get(t, web, "http://a.test/1").Body) != "honey" {
		t.Errorf("%q", web.URLs())
	}
	for _, bad := range [][]byte{whole[:len(whole)-30], zipped(t, map[string][]byte{"a.txt": nil})} {
		if _, err := Open(write(t, "bad.wacz", bad)); err == nil || strings.Contains(err.Error(), "\n") {
			t.Error(err)
		}
	}
}
