package features

import (
	"slices"
	"strings"
	"testing"
)

// TestLines gives pages in which the parser does not keep the tags as they come.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		why, body string
		want      []int32 // by link
	}{
		{"in order", "<a href=x>\n<a href=y>\n\n<a href=x>", []int32{1, 2, 4}},
		{"a link between rows moves before the table", "<table>\n<tr><td><a href=x>x</a>\n<tr><a href=y>y</a>\n<td><a href=z>z</a></table>\n<a href=x>", []int32{3, 2, 4, 5}},
		{"a link around a block is doubled", "<a href=w>w</a>\n<a href=x>x<div>y</a>z</div>\n<a href=y>", []int32{1, 2, 2, 3}},
		{"a link left open goes on in the next block", "<p><a href=x>one\n</p><iframe src=y></iframe><p>two", []int32{1, 2, 1}},
		{"a link in a drawing", "<svg>\n<a href=v></a></svg>\n<template><a href=w></a></template>\n<a href=x>", []int32{2, 4}},
		{"references", "<a href='?a=1&sect=2&amp;b=&#51;&section=4&copy'>\n<a href='?a&ampb'>\n<a href='?a&lt'>", []int32{1, 2, 3}},
		{"the first of equal attributes", "\n<a href=x href=y>", []int32{2}},
		{"series and refresh", "<meta name=a content=b>\n<link rel=icon href=c>\n<link rel=next href=x>\n<meta http-equiv=refresh content='1; url=y'>", []int32{3, 4}},
		{"carriage returns alone", "\r\r<a href=x>", []int32{3}},
		{"carriage returns and newlines", "\r\n\r\n<a href='x\r\ny'>", []int32{3}},
	} {
		p := read(t, c.body)
		var got []int32
		for _, l := range p.Links {
			got = append(got, l.Line)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: links %q on lines %v, want %v", c.why, urls(p), got, c.want)
		}
	}
}

// TestClosedFormattingIsLight reads a long page of closed formatting elements, which cost the parser nothing.
func TestClosedFormattingIsLight(t *testing.T) {
	p := read(t, strings.Repeat("<p><b class=x>one</b> <font color=y size=2>two</font> <a href=x>three</a>", 5000))
	if p.Flattened || len(p.Blocks) != 5001 {
		t.Errorf("flattened %v, %d blocks", p.Flattened, len(p.Blocks))
	}
}
