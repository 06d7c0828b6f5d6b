package pdftext

import (
	"strings"
	"unicode/utf16"

	"github.com/ledongthuc/pdf"
	"golang.org/x/text/encoding/charmap"
)

// font holds what reading needs to know of a font: the meaning of its codes, and their widths.
type font struct {
	codeBytes int
	decode    func(code string) string
	width     func(code int) float64 // in thousandths of its size
	known     map[string]string      // decoded codes
}

// ligatures are single characters that stand for several letters.
var ligatures = strings.NewReplacer("ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl", "ﬅ", "st", "ﬆ", "st", "\u00ad", "-", "\x00", "")

func newFont(v pdf.Value) *font {
	f := &font{codeBytes: 1, known: map[string]string{}}
	encoding := v.Key("Encoding")
	switch {
	case v.Key("Subtype").Name() == "Type0":
		f.codeBytes = 2
		f.width = wideWidths(v.Key("DescendantFonts").Index(0))
		f.decode = wideDecoder(v)
	case encoding.Kind() == pdf.Dict:
		f.width = narrowWidths(v)
		f.decode = differences(v)
	default:
		f.width = narrowWidths(v)
		of := pdf.Font{V: v}
		f.decode = of.Encoder().Decode
	}
	return f
}

// text returns the text that a code stands for.
func (f *font) text(code string) string {
	s, ok := f.known[code]
	if !ok {
		s = ligatures.Replace(f.decode(code))
		f.known[code] = s
	}
	return s
}

// wideDecoder decodes codes of two bytes.
func wideDecoder(v pdf.Value) func(code string) string {
	switch name := v.Key("Encoding").Name(); {
	case strings.HasPrefix(name, "Uni") && (strings.Contains(name, "UCS2") || strings.Contains(name, "UTF16")):
		return func(code string) string { return string(utf16.Decode([]uint16{uint16(number(code))})) }
	case v.Key("ToUnicode").Kind() != pdf.Stream:
		return func(string) string { return "" } // numbers of shapes, which mean nothing
	}
	of := pdf.Font{V: v}
	return of.Encoder().Decode
}

// differences returns a decoder by the font's table of names. Codes that are not in the table are decoded as Windows-1252.
func differences(v pdf.Value) func(code string) string {
	of := pdf.Font{V: v}
	table := of.Encoder()
	return func(code string) string {
		s := table.Decode(code)
		if len(code) == 1 && s == string(rune(code[0])) {
			return string(charmap.Windows1252.DecodeByte(code[0]))
		}
		return s
	}
}

// narrowWidths returns the widths of a font with codes of one byte. The standard fonts that every reader has may come without widths.
func narrowWidths(v pdf.Value) func(code int) float64 {
	widths, first := v.Key("Widths"), int(v.Key("FirstChar").Int64())
	missing := v.Key("FontDescriptor").Key("MissingWidth").Float64()
	fixed := strings.Contains(v.Key("BaseFont").Name(), "Courier")
	known := map[int]float64{}
	return func(code int) float64 {
		w, ok := known[code]
		switch {
		case ok:
			return w
		case code >= first && code-first < widths.Len():
			w = widths.Index(code - first).Float64()
		case widths.Len() > 0:
			w = missing
		case fixed:
			w = 600
		default:
			w = usualWidth(byte(code))
		}
		known[code] = w
		return w
	}
}

// usualWidth is about the width of a letter in Helvetica and its like.
func usualWidth(c byte) float64 {
	switch {
	case strings.IndexByte("ijlItf.,:;'|!()[] /-", c) >= 0:
		return 290
	case strings.IndexByte("mwMW@%", c) >= 0:
		return 850
	case c >= 'A' && c <= 'Z':
		return 690
	}
	return 550
}

// mostWidths bounds the table of a font's widths.
const mostWidths = 1 << 16

// wideWidths returns the widths of a font with codes of two bytes.
func wideWidths(v pdf.Value) func(code int) float64 {
	table, usual := map[int]float64{}, 1000.0
	if w := v.Key("DW"); !w.IsNull() {
		usual = w.Float64()
	}
	list := v.Key("W")
	for i := 0; i+1 < list.Len() && len(table) < mostWidths; {
		from, next := int(list.Index(i).Int64()), list.Index(i+1)
		if next.Kind() == pdf.Array {
			for k := range min(next.Len(), mostWidths) {
				table[from+k] = next.Index(k).Float64()
			}
			i += 2
			continue
		}
		w := list.Index(i + 2).Float64()
		for code := from; code <= min(int(next.Int64()), mostWidths); code++ {
			table[code] = w
		}
		i += 3
	}
	return func(code int) float64 {
		if w, ok := table[code]; ok {
			return w
		}
		return usual
	}
}

// number returns a code as a number.
func number(code string) (n int) {
	for i := range len(code) {
		n = n<<8 | int(code[i])
	}
	return n
}
