package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

var update = flag.Bool("update", false, "write the golden files again")

// example is a chart as a crawl's end shows it.
func example() Lines {
	l := Lines{Title: "Harvest rate & strategies", XLabel: "pages fetched", YLabel: "share on topic"}
	for i, name := range []string{"bfs", "parent", "shark", "oracle"} {
		s := Series{Name: name}
		for n := 50; n <= 2000; n += 50 {
			s.X = append(s.X, float64(n))
			s.Y = append(s.Y, .25*float64(i+1)-.08*math.Log10(float64(n)/50))
		}
		l.Series = append(l.Series, s)
	}
	return l
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is no longer as in the golden file; look at it and run with -update:\n%s", name, got)
	}
}

func written(t testing.TB, l Lines) (svg, text string) {
	t.Helper()
	var s, x bytes.Buffer
	if err := l.WriteSVG(&s); err != nil {
		t.Fatal(err)
	}
	if err := l.WriteText(&x, 78, 20); err != nil {
		t.Fatal(err)
	}
	return s.String(), x.String()
}

func TestGolden(t *testing.T) {
	svg, text := written(t, example())
	golden(t, "harvest.svg", []byte(svg))
	golden(t, "harvest.txt", []byte(text))
}

func TestOddData(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for name, c := range map[string]struct {
		series        []Series
		svg, notInSVG string
	}{
		"nothing":         {nil, "no data", "<circle"},
		"empty series":    {[]Series{{Name: "a"}}, "no data", "<circle"},
		"only NaN":        {[]Series{{Name: "a", X: []float64{1, 2}, Y: []float64{nan, inf}}}, "no data", "<circle"},
		"one point":       {[]Series{{Name: "a", X: []float64{3}, Y: []float64{.5}}}, "<circle", "no data"},
		"NaN in a line":   {[]Series{{Name: "a", X: []float64{1, 2, 3, 4, 5}, Y: []float64{1, 2, nan, 2, 1}}}, "<path", "NaN"},
		"more X than Y":   {[]Series{{Name: "a", X: []float64{1, 2, 3}, Y: []float64{1, 2}}}, "<path", "no data"},
		"flat":            {[]Series{{Name: "a", X: []float64{1, 2, 3}, Y: []float64{0, 0, 0}}}, "<path", "NaN"},
		"negative":        {[]Series{{Name: "a", X: []float64{-3, -2}, Y: []float64{-5, -1e6}}}, "-1,000,000", "NaN"},
		"huge":            {[]Series{{Name: "a", X: []float64{0, 1e300}, Y: []float64{-1e300, 1e300}}}, "e+300", "NaN"},
		"close together":  {[]Series{{Name: "a", X: []float64{1, 2}, Y: []float64{1e9, 1e9 + 1e-7}}}, "<path", "NaN"},
		"name with marks": {[]Series{{Name: "a<b>&", X: []float64{1, 2}, Y: []float64{1, 2}}}, "a&lt;b&gt;&amp;", "<b>"},
	} {
		t.Run(name, func(t *testing.T) {
			svg, text := written(t, Lines{Title: "t", Series: c.series})
			if !strings.Contains(svg, c.svg) || strings.Contains(svg, c.notInSVG) {
				t.Errorf("SVG:\n%s", svg)
			}
			if c.svg == "no data" && !strings.Contains(text, "no data") {
				t.Errorf("text:\n%s", text)
			}
			wellFormed(t, svg)
		})
	}
}

func wellFormed(t testing.TB, svg string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
	}
}

func TestTextKeepsToItsSize(t *testing.T) {
	for _, size := range [][2]int{{78, 20}, {40, 12}, {120, 40}, {1, 1}} {
		var b bytes.Buffer
		if err := example().WriteText(&b, size[0], size[1]); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
		if len(lines) > max(size[1], 14) {
			t.Errorf("%v: %d lines", size, len(lines))
		}
		for _, line := range lines {
			if utf8.RuneCountInString(line) > max(size[0], leastWidth) {
				t.Errorf("%v: line of %d characters", size, utf8.RuneCountInString(line))
			}
		}
	}
}

func TestColorOnlyWhenAsked(t *testing.T) {
	l := example()
	_, plain := written(t, l)
	l.Color = true
	_, colored := written(t, l)
	if strings.Contains(plain, "\x1b") || !strings.Contains(colored, "\x1b[34m") {
		t.Error("colours where none were asked for, or none where they were")
	}
}

func TestTicksAreRound(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{.1, .97, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{0, 40_000, "0 10,000 20,000 30,000 40,000"},
		{900, 1000, "900 920 940 960 980 1,000"},
		{-3, 4, "-4 -2 0 2 4"},
	} {
		a := newAxis(c.low, c.high, 5, true)
		var labels []string
		for _, v := range a.ticks() {
			labels = append(labels, a.label(v))
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("%v to %v: %s, want %s", c.low, c.high, got, c.want)
		}
	}
}

func TestWriteErrorIsTold(t *testing.T) {
	r, w := io.Pipe()
	_ = r.Close()
	if err := example().WriteSVG(w); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("SVG: %v", err)
	}
	if err := example().WriteText(w, 80, 20); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("text: %v", err)
	}
}

func FuzzLines(f *testing.F) {
	f.Add(0.0, 1.0, 2.0, 3.0)
	f.Add(math.SmallestNonzeroFloat64, math.MaxFloat64, -math.MaxFloat64, math.NaN())
	f.Add(1e-320, 2e-320, 1e17, 1e17+2)
	f.Fuzz(func(t *testing.T, a, b, c, d float64) {
		l := Lines{Series: []Series{{Name: "s", X: []float64{a, b, c}, Y: []float64{c, d, a}}}}
		svg, _ := written(t, l)
		wellFormed(t, svg)
	})
}
