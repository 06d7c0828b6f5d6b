package robots

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestJudgeByTwoReaders: the RFC decides. Where temoto/robotstxt decides otherwise that is said, and Strict takes the stricter.
func TestJudgeByTwoReaders(t *testing.T) {
	const file = "User-agent: *\nDisallow: /a*b\nDisallow: /c\nAllow: /c\nDisallow: /d/%62\n"
	for _, c := range []struct {
		path                      string
		allowed, strict, disputed bool
	}{
		{"/a/b", false, false, false}, {"/x/a/b", true, false, true}, {"/c", true, false, true}, {"/d/b", false, false, true},
		{"/e", true, true, false}, {"/robots.txt", true, true, false},
	} {
		for _, strict := range []bool{false, true} {
			cache := New("gannet")
			cache.Strict = strict
			rules := cache.Answer(time.Unix(0, 0), "http://a.test/", &Answer{Status: 200, Body: []byte(file)}, nil)
			want := c.allowed
			if strict {
				want = c.strict
			}
			v := cache.Judge(rules, "http://a.test"+c.path)
			if v.Allowed != want || (v.Disputed != "") != c.disputed || v.Why == "" {
				t.Errorf("%s, strict %v: %+v; want allowed %v, disputed %v", c.path, strict, v, want, c.disputed)
			}
		}
	}
}

// TestOneReaderIsEnough: files that the second reader refuses or does not read, and servers without one, leave the RFC alone.
func TestOneReaderIsEnough(t *testing.T) {
	for name, a := range map[string]*Answer{
		"a rule before any name": {Status: 200, Body: []byte("Disallow: /x\nUser-agent: *\nDisallow: /a*b\n")},
		"too long":               {Status: 200, Body: []byte("User-agent: *\nDisallow: /a*b\n" + strings.Repeat("# long\n", maxSecondBytes/7+1))},
		"too many wildcards":     {Status: 200, Body: []byte("User-agent: *\nDisallow: /a*b\n" + strings.Repeat("Disallow: /z*z\n", maxSecondWildcards+1))},
		"none":                   {Status: 404}, "a server's failure": {Status: 500},
	} {
		cache := New("gannet")
		cache.Strict = true
		rules := cache.Answer(time.Unix(0, 0), "http://a.test/", a, nil)
		allowed, why := rules.Explain("http://a.test/x/a/b")
		if v := cache.Judge(rules, "http://a.test/x/a/b"); v.Allowed != allowed || v.Why != why || v.Disputed != "" {
			t.Errorf("%s: %+v; want allowed %v, %s", name, v, allowed, why)
		}
	}
}

// TestFewSecondReadingsAreHeld reads more origins than are held, and then the first one again.
func TestFewSecondReadingsAreHeld(t *testing.T) {
	cache := New("gannet")
	var all []*Rules
	for i := range 2*maxSeconds + 1 {
		url := fmt.Sprintf("http://h%d.test/", i)
		rules := cache.Answer(time.Unix(0, 0), url, &Answer{Status: 200, Body: []byte("User-agent: *\nDisallow: /a*b\n")}, nil)
		if all = append(all, rules); cache.Judge(rules, url+"x/a/b").Disputed == "" {
			t.Fatalf("%s is not disputed", url)
		}
	}
	held := 0
	for _, rules := range all {
		if rules.second.Load() != nil {
			held++
		}
	}
	if held != maxSeconds || cache.Judge(all[0], "http://h0.test/x/a/b").Disputed == "" {
		t.Errorf("%d readings are held, want %d", held, maxSeconds)
	}
}

func BenchmarkJudge(b *testing.B) {
	var file strings.Builder
	file.WriteString("User-agent: *\n")
	for i := range 60 {
		fmt.Fprintf(&file, "Disallow: /*?sort%d=\nDisallow: /private%d\n", i, i)
	}
	cache := New("gannet")
	rules := cache.Answer(time.Unix(0, 0), "http://a.test/", &Answer{Status: 200, Body: []byte(file.String())}, nil)
	b.ReportAllocs()
	for b.Loop() {
		cache.Judge(rules, "http://a.test/some/page/of/the/site?page=3")
	}
}
