package chart

import (
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"
)

// marks distinguish lines without colour. colors are the ANSI codes nearest to the palette.
var (
	marks  = [...]rune{'●', '■', '▲', '◆', '○', '□', '△', '◇'}
	colors = [...]int{34, 31, 32, 35, 33, 36}
)

const (
	leastWidth, leastHeight = 30, 8
	braille                 = 0x2800 // the empty pattern; a cell has 2 by 4 dots
)

// dots returns the bit of each dot of a braille cell, by row and column.
var dots = [4][2]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// cell is one character of the plot.
type cell struct {
	dots  rune
	mark  rune
	owner int // the line it shows, from 1; 0 is none
}

// screen is the plot as characters.
type screen struct {
	cells         []cell
	width, height int
	x, y          axis
}

// WriteText draws the chart for a terminal, in braille dots with a mark for each line, about width by height
// characters, legend included. Small sizes are raised until the chart can be read.
func (l Lines) WriteText(w io.Writer, width, height int) error {
	x, y, ok := l.axes()
	width, height = max(width, leastWidth), max(height, leastHeight)
	margin := 0
	for _, v := range y.ticks() {
		margin = max(margin, utf8.RuneCountInString(y.label(v)))
	}
	legend := l.legendLines(width)
	s := &screen{x: x, y: y, width: width - margin - 2, height: max(height-5-len(legend), 4)}
	s.cells = make([]cell, s.width*s.height)
	for i := range l.Series {
		s.series(&l.Series[i], i)
	}
	if !ok {
		s.message("no data")
	}
	var b strings.Builder
	if l.Title != "" {
		b.WriteString(l.Title + "\n")
	}
	if l.YLabel != "" {
		b.WriteString(l.YLabel + "\n")
	}
	l.rows(&b, s, margin)
	s.base(&b, margin)
	if l.XLabel != "" {
		b.WriteString(strings.Repeat(" ", max(0, width-utf8.RuneCountInString(l.XLabel))) + l.XLabel + "\n")
	}
	for _, line := range legend {
		b.WriteString(line + "\n")
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write chart %q: %w", l.Title, err)
	}
	return nil
}

// series draws one line, then its marks.
func (s *screen) series(line *Series, number int) {
	for _, run := range line.runs() {
		lastX, lastY := s.at(run[0])
		s.dot(lastX, lastY, number)
		next := 3 + number*5%10 // lines have their marks in different columns
		for i, p := range run {
			x, y := s.at(p)
			steps := max(abs(x-lastX), abs(y-lastY), 1)
			for step := 1; step <= steps; step++ {
				px, py := lastX+(x-lastX)*step/steps, lastY+(y-lastY)*step/steps
				s.dot(px, py, number)
				if px/2 >= next {
					s.mark(px, py, number)
					next = px/2 + 12
				}
			}
			if i == len(run)-1 {
				s.mark(x, y, number)
			}
			lastX, lastY = x, y
		}
	}
}

// at returns the dot of a point, from the upper left.
func (s *screen) at(p point) (x, y int) {
	return int(math.Round(s.x.share(p.x) * float64(2*s.width-1))),
		int(math.Round((1 - s.y.share(p.y)) * float64(4*s.height-1)))
}

func (s *screen) dot(x, y, number int) {
	c := &s.cells[y/4*s.width+x/2]
	c.dots |= dots[y%4][x%2]
	c.owner = number + 1
}

func (s *screen) mark(x, y, number int) {
	c := &s.cells[y/4*s.width+x/2]
	c.mark, c.owner = marks[number%len(marks)], number+1
}

// message writes a text into the middle of the plot.
func (s *screen) message(text string) {
	at := s.height/2*s.width + (s.width-len(text))/2
	for i, r := range text {
		s.cells[at+i].mark = r
	}
}

func abs(n int) int { return max(n, -n) }

// rows writes the plot with the ticks of the upright axis.
func (l *Lines) rows(b *strings.Builder, s *screen, margin int) {
	labels := make(map[int]string)
	for _, v := range s.y.ticks() {
		_, y := s.at(point{s.x.low, v})
		labels[y/4] = s.y.label(v)
	}
	for row := range s.height {
		label, tick := labels[row], "│"
		if label != "" {
			tick = "┤"
		}
		b.WriteString(strings.Repeat(" ", margin-utf8.RuneCountInString(label)) + label + " " + tick)
		var line strings.Builder
		for _, c := range s.cells[row*s.width : (row+1)*s.width] {
			line.WriteString(l.character(c))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// character returns the character of a cell, coloured if wanted.
func (l *Lines) character(c cell) string {
	r := ' '
	switch {
	case c.mark != 0:
		r = c.mark
	case c.dots != 0:
		r = braille + c.dots
	}
	return l.paint(string(r), c.owner)
}

// paint colours a text like the line of an owner. Owners count from 1.
func (l *Lines) paint(text string, owner int) string {
	if !l.Color || owner == 0 {
		return text
	}
	return fmt.Sprintf("\x1b[%dm%s\x1b[0m", colors[(owner-1)%len(colors)], text)
}

// base writes the lower axis and its labels.
func (s *screen) base(b *strings.Builder, margin int) {
	line := []rune(strings.Repeat("─", s.width))
	labels := []rune(strings.Repeat(" ", s.width+margin+2))
	free := 0
	for _, v := range s.x.ticks() {
		x, _ := s.at(point{v, s.y.low})
		label := []rune(s.x.label(v))
		line[x/2] = '┬'
		first := min(max(x/2+margin+2-len(label)/2, 0), len(labels)-len(label))
		if first < free {
			continue
		}
		copy(labels[first:], label)
		free = first + len(label) + 1
	}
	b.WriteString(strings.Repeat(" ", margin) + " └" + string(line) + "\n")
	b.WriteString(strings.TrimRight(string(labels), " ") + "\n")
}

// legendLines names the lines, several to a row.
func (l *Lines) legendLines(width int) []string {
	var lines []string
	used := width
	for i := range l.Series {
		entry := string(marks[i%len(marks)]) + " " + l.Series[i].Name
		size := utf8.RuneCountInString(entry) + 3
		if used+size > width {
			lines, used = append(lines, ""), 0
		}
		lines[len(lines)-1] += l.paint(entry, i+1) + "   "
		used += size
	}
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines
}
