package features

import (
	"reflect"
	"testing"
)

// packable is a page with what AppendPacked leaves out taken away.
func packable(p *Page) *Page {
	c := *p
	c.Lang, c.Canonical, c.Feeds, c.source, c.tree, c.Text, c.Flattened, c.Data, c.Types, c.Programs = "", "", nil, nil, nil, nil, false, nil, nil, nil
	c.Says = nil
	c.Words = make([]Word, len(p.Words))
	for i := range p.Words {
		c.Words[i].Hash = p.Words[i].Hash
	}
	c.Headings, c.Blocks = append([]Span{}, p.Headings...), append([]Block{}, p.Blocks...)
	c.Links = append([]Link{}, p.Links...)
	for i := range c.Links {
		c.Links[i].Href = ""
	}
	return &c
}

func checkPacked(t *testing.T, p *Page) {
	t.Helper()
	got, err := Unpack(p.AppendPacked(nil))
	if err != nil {
		t.Fatalf("%s: %v", p.URL, err)
	}
	want := packable(p)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: unpacked %+v, want %+v", p.URL, got, want)
	}
	if err := reused.Unpack(p.AppendPacked(nil)); err != nil || !reflect.DeepEqual(&reused, want) {
		t.Errorf("%s: unpacked into the memory of another page %+v, %v, want %+v", p.URL, reused, err, want)
	}
}

// reused is a page whose memory checkPacked uses again and again.
var reused Page

func TestPackedPages(t *testing.T) {
	checkPacked(t, read(t, ""))
	checkPacked(t, read(t, `<title>a title</title><meta name=description content=words><meta name=robots content="noindex, nofollow">
<h1>Head</h1><ul><li><a rel=nofollow href=/a/c>one</a><li><a href=//other.example/>two</a><li><a href=/a/c?d>three</a></ul><p>text</p>`))
	for _, web := range []string{"uci", "enwiki6k", "planetmath"} {
		t.Run(web, func(t *testing.T) {
			for _, s := range samplePages(t, web, 97, 60) {
				p, err := NewReader().Read(s.url, s.body)
				if err != nil {
					t.Fatal(err)
				}
				checkPacked(t, p)
			}
		})
	}
}

// FuzzUnpack has no bytes make Unpack panic, and all that it reads packed again the same.
func FuzzUnpack(f *testing.F) {
	f.Add(read(f, `<title>t</title><h1>h</h1><p>words <a href=x>and</a> <a href=xy>links`).AppendPacked(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := Unpack(b)
		if err != nil {
			return
		}
		again, err := Unpack(p.AppendPacked(nil))
		if err != nil || !reflect.DeepEqual(p, again) {
			t.Errorf("%+v, again %+v, %v", p, again, err)
		}
	})
}
