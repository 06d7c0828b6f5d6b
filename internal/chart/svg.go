package chart

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"
)

// palette is by Okabe and Ito (2008); people with any colour vision can tell its colours apart. Black and yellow are left
// out, because they vanish on a dark or a light background. Further lines are dashed.
var palette = [...]string{"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"}

var dashes = [...]string{"", "7 4", "2 3"}

// The size of the picture and of the margins around the plot, in pixels.
const (
	svgWidth, svgHeight   = 760.0, 420.0
	svgTop, svgBottom     = 48.0, 56.0
	svgLeft, svgRight     = 74.0, 24.0
	legendLine, legendGap = 22.0, 14.0
)

const svgStyle = `<style>
.ground{fill:#fdfdfc}.ink{fill:#33363b}.soft{fill:#666a70}.grid{stroke:#d9dbde;stroke-width:1}.axis{stroke:#7d8187;stroke-width:1.2}
.line{fill:none;stroke-width:2.4;stroke-linejoin:round;stroke-linecap:round}
text{font-family:system-ui,-apple-system,"Segoe UI","DejaVu Sans",Helvetica,Arial,sans-serif;font-size:13px}
.title{font-size:17px;font-weight:600}
@media (prefers-color-scheme:dark){.ground{fill:#1d1f23}.ink{fill:#e4e5e7}.soft{fill:#a8abb0}.grid{stroke:#383b41}.axis{stroke:#80848a}}
</style>
`

// canvas collects an SVG picture.
type canvas struct {
	b                        strings.Builder
	x, y                     axis
	left, top, width, height float64 // of the plot
}

// WriteSVG writes the chart as a standalone SVG picture that follows the reader's light or dark scheme.
func (l Lines) WriteSVG(w io.Writer) error {
	x, y, ok := l.axes()
	c := &canvas{x: x, y: y, left: svgLeft, top: svgTop, height: svgHeight - svgTop - svgBottom}
	c.width = svgWidth - svgLeft - svgRight - l.legendWidth()
	c.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" height="%g" role="img" aria-label="%s">`+"\n",
		svgWidth, svgHeight, svgWidth, svgHeight, escape(l.Title))
	c.b.WriteString(svgStyle)
	c.printf(`<rect class="ground" width="%g" height="%g"/>`+"\n", svgWidth, svgHeight)
	c.text(c.left, 28, "start", "ink title", l.Title)
	c.grid()
	c.text(c.left+c.width/2, svgHeight-14, "middle", "soft", l.XLabel)
	c.printf(`<text class="soft" text-anchor="middle" transform="translate(18 %s) rotate(-90)">%s</text>`+"\n", num(c.top+c.height/2), escape(l.YLabel))
	for i := range l.Series {
		c.series(&l.Series[i], i)
	}
	if !ok {
		c.text(c.left+c.width/2, c.top+c.height/2, "middle", "soft", "no data")
	}
	l.legend(c)
	c.b.WriteString("</svg>\n")
	if _, err := io.WriteString(w, c.b.String()); err != nil {
		return fmt.Errorf("write chart %q: %w", l.Title, err)
	}
	return nil
}

func (c *canvas) printf(format string, values ...any) { fmt.Fprintf(&c.b, format, values...) }

func (c *canvas) text(x, y float64, anchor, class, text string) {
	c.printf(`<text class="%s" x="%s" y="%s" text-anchor="%s">%s</text>`+"\n", class, num(x), num(y), anchor, escape(text))
}

// num writes a coordinate to a tenth of a pixel.
func num(v float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", v), ".0") }

func escape(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a Builder takes everything
	return b.String()
}

// grid draws ticks, their labels and the base line.
func (c *canvas) grid() {
	for _, v := range c.y.ticks() {
		y := c.top + c.height*(1-c.y.share(v))
		c.line("grid", c.left, y, c.left+c.width, y)
		c.text(c.left-9, y+4.5, "end", "soft", c.y.label(v))
	}
	bottom := c.top + c.height
	for _, v := range c.x.ticks() {
		x := c.left + c.width*c.x.share(v)
		c.line("axis", x, bottom, x, bottom+5)
		c.text(x, bottom+20, "middle", "soft", c.x.label(v))
	}
	c.line("axis", c.left, bottom, c.left+c.width, bottom)
}

func (c *canvas) line(class string, x1, y1, x2, y2 float64) {
	c.printf(`<line class="%s" x1="%s" y1="%s" x2="%s" y2="%s"/>`+"\n", class, num(x1), num(y1), num(x2), num(y2))
}

// series draws one line; a stretch of one point becomes a dot.
func (c *canvas) series(s *Series, number int) {
	color := palette[number%len(palette)]
	for _, run := range s.runs() {
		if len(run) == 1 {
			x, y := c.at(run[0])
			c.printf(`<circle cx="%s" cy="%s" r="4" fill="%s"/>`+"\n", num(x), num(y), color)
			continue
		}
		c.printf(`<path class="line" stroke="%s"%s d="`, color, dash(number))
		lastX, lastY := 0.0, 0.0
		for i, p := range run {
			x, y := c.at(p)
			if i > 0 && i < len(run)-1 && math.Hypot(x-lastX, y-lastY) < .7 {
				continue // nobody could see it
			}
			command := "L"
			if i == 0 {
				command = "M"
			}
			c.printf("%s%s %s", command, num(x), num(y))
			lastX, lastY = x, y
		}
		c.b.WriteString("\"/>\n")
	}
}

func (c *canvas) at(p point) (x, y float64) {
	return c.left + c.width*c.x.share(p.x), c.top + c.height*(1-c.y.share(p.y))
}

func dash(number int) string {
	if d := dashes[number/len(palette)%len(dashes)]; d != "" {
		return ` stroke-dasharray="` + d + `"`
	}
	return ""
}

// legendWidth returns the width that the names need right of the plot.
func (l *Lines) legendWidth() float64 {
	longest := 0
	for i := range l.Series {
		longest = max(longest, utf8.RuneCountInString(l.Series[i].Name))
	}
	if longest == 0 {
		return 0
	}
	return min(legendLine+8+legendGap+7.6*float64(longest), svgWidth/2.5)
}

// legend names the lines, right of the plot.
func (l *Lines) legend(c *canvas) {
	x := c.left + c.width + legendGap
	for i := range l.Series {
		y := c.top + 10 + 22*float64(i)
		c.printf(`<path class="line" stroke="%s"%s d="M%s %sh%s"/>`+"\n", palette[i%len(palette)], dash(i), num(x), num(y), num(legendLine))
		c.text(x+legendLine+8, y+4.5, "start", "ink", l.Series[i].Name)
	}
}
