package pdftext

import (
	"math"

	"github.com/ledongthuc/pdf"
)

// letter is the text that one code shows on a page, and its place.
type letter struct {
	text    string
	x, y    float64 // of its beginning on the base line
	w, size float64
}

// Bounds of a page.
const (
	maxLetters = 200_000
	maxForms   = 300 // contents that the page's own contents call
	maxNesting = 5   // of these
)

// matrix maps x and y to a*x+c*y+e and b*x+d*y+f.
type matrix struct{ a, b, c, d, e, f float64 }

var unit = matrix{a: 1, d: 1}

// then returns the matrix that applies m first and then n.
func (m matrix) then(n matrix) matrix {
	return matrix{
		m.a*n.a + m.b*n.c, m.a*n.b + m.b*n.d, m.c*n.a + m.d*n.c, m.c*n.b + m.d*n.d,
		m.e*n.a + m.f*n.c + n.e, m.e*n.b + m.f*n.d + n.f,
	}
}

// graphics is the state that q saves and Q restores.
type graphics struct {
	page                                   matrix
	font                                   *font
	size, spacing, wordSpacing, wide, lead float64
	rise                                   float64
}

// content interprets the contents of a page. The library's own interpreter is not used, because it assumes that codes of two bytes have a width of 0.
type content struct {
	graphics
	saved      []graphics
	text, line matrix
	resources  pdf.Value
	fonts      map[string]*font // by name in resources
	letters    []letter
	forms      *int
	nesting    int
	unpacked   *int64
	inImage    bool
}

// lettersOf returns the letters of a page in the order in which they are shown.
func lettersOf(of pdf.Page) []letter {
	c := &content{
		graphics: graphics{page: unit, wide: 1}, text: unit, line: unit, resources: of.Resources(),
		fonts: map[string]*font{}, forms: new(int), unpacked: new(int64),
	}
	c.run(of.V.Key("Contents"))
	return c.letters
}

// run interprets a stream or an array of streams.
func (c *content) run(of pdf.Value) {
	if *c.unpacked += unpacked(of); *c.unpacked > maxPage {
		panic(ErrTooLarge)
	}
	if of.Kind() != pdf.Stream && of.Kind() != pdf.Array {
		return
	}
	pdf.Interpret(of, func(stack *pdf.Stack, op string) {
		args := make([]pdf.Value, stack.Len())
		for i := len(args) - 1; i >= 0; i-- {
			args[i] = stack.Pop()
		}
		c.do(op, args)
	})
}

// operands is the number of operands of each operator that is interpreted.
var operands = map[string]int{
	"cm": 6, "q": 0, "Q": 0, "BT": 0, "Tc": 1, "Tw": 1, "Tz": 1, "TL": 1, "Tf": 2, "Ts": 1, "Td": 2, "TD": 2, "Tm": 6, "T*": 0, "Tj": 1, "TJ": 1,
	"'": 1, "\"": 3, "Do": 1,
}

// do executes an operator. It ignores an operator whose operands are not the required ones.
func (c *content) do(op string, args []pdf.Value) {
	if op == "ID" || op == "EI" {
		c.inImage = op == "ID"
		return
	}
	need, known := operands[op]
	if !known || c.inImage || len(args) < need {
		return
	}
	args = args[len(args)-need:]
	var n [6]float64
	for i, a := range args {
		n[i] = a.Float64()
	}
	switch op {
	case "Tf":
		c.font, c.size = c.fontNamed(args[0].Name()), n[1]
	case "Tj":
		c.show(args[0].RawString())
	case "TJ":
		c.showSpaced(args[0])
	case "'":
		c.move(0, -c.lead)
		c.show(args[0].RawString())
	case "\"":
		c.wordSpacing, c.spacing = n[0], n[1]
		c.move(0, -c.lead)
		c.show(args[2].RawString())
	case "Do":
		c.call(c.resources.Key("XObject").Key(args[0].Name()))
	default:
		c.place(op, n)
	}
}

// place executes the operators that set where and how text is shown.
func (c *content) place(op string, n [6]float64) {
	switch op {
	case "cm":
		c.page = matrix{n[0], n[1], n[2], n[3], n[4], n[5]}.then(c.page)
	case "q":
		if len(c.saved) < maxLetters {
			c.saved = append(c.saved, c.graphics)
		}
	case "Q":
		if last := len(c.saved) - 1; last >= 0 {
			c.graphics, c.saved = c.saved[last], c.saved[:last]
		}
	case "BT":
		c.text, c.line = unit, unit
	case "Tc":
		c.spacing = n[0]
	case "Tw":
		c.wordSpacing = n[0]
	case "Tz":
		c.wide = n[0] / 100
	case "TL":
		c.lead = n[0]
	case "Ts":
		c.rise = n[0]
	case "TD":
		c.lead = -n[1]
		c.move(n[0], n[1])
	case "Td":
		c.move(n[0], n[1])
	case "T*":
		c.move(0, -c.lead)
	case "Tm":
		c.line = matrix{n[0], n[1], n[2], n[3], n[4], n[5]}
		c.text = c.line
	}
}

// move begins a line.
func (c *content) move(x, y float64) {
	c.line = matrix{1, 0, 0, 1, x, y}.then(c.line)
	c.text = c.line
}

// showSpaced shows the strings of a list, and moves by the numbers between them.
func (c *content) showSpaced(list pdf.Value) {
	for i := range list.Len() {
		if x := list.Index(i); x.Kind() == pdf.String {
			c.show(x.RawString())
		} else {
			c.text = matrix{1, 0, 0, 1, -x.Float64() / 1000 * c.size * c.wide, 0}.then(c.text)
		}
	}
}

// show shows a string. Text that is turned to its side is ignored, because it is a mark across the page or at its edge.
func (c *content) show(s string) {
	f := c.font
	if f == nil {
		return
	}
	for ; len(s) >= f.codeBytes && len(c.letters) < maxLetters; s = s[f.codeBytes:] {
		code := s[:f.codeBytes]
		advance := f.width(number(code))/1000*c.size + c.spacing
		if code == " " {
			advance += c.wordSpacing
		}
		advance *= c.wide
		at := matrix{1, 0, 0, 1, 0, c.rise}.then(c.text).then(c.page)
		size := math.Abs(c.size) * math.Hypot(at.c, at.d)
		if text := f.text(code); text != "" && math.Abs(at.b) < math.Abs(at.a)/4 && size > 0 {
			c.letters = append(c.letters, letter{text, at.e, at.f, advance * at.a, size})
		}
		c.text = matrix{1, 0, 0, 1, advance, 0}.then(c.text)
	}
}

// fontNamed returns a font of the resources.
func (c *content) fontNamed(name string) *font {
	f, ok := c.fonts[name]
	if !ok {
		f = newFont(c.resources.Key("Font").Key(name))
		c.fonts[name] = f
	}
	return f
}

// call shows a form, which is content with resources of its own.
func (c *content) call(form pdf.Value) {
	if form.Key("Subtype").Name() != "Form" || c.nesting >= maxNesting || *c.forms >= maxForms {
		return
	}
	*c.forms++
	inner := &content{graphics: c.graphics, text: unit, line: unit, resources: c.resources, fonts: c.fonts, letters: c.letters, forms: c.forms, nesting: c.nesting + 1, unpacked: c.unpacked}
	if m := form.Key("Matrix"); m.Len() == 6 {
		at := func(i int) float64 { return m.Index(i).Float64() }
		inner.page = matrix{at(0), at(1), at(2), at(3), at(4), at(5)}.then(c.page)
	}
	if own := form.Key("Resources"); own.Kind() == pdf.Dict {
		inner.resources, inner.fonts = own, map[string]*font{}
	}
	inner.run(form)
	c.letters = inner.letters
}
