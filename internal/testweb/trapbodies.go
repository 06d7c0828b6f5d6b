package testweb

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"
)

// generated is a body that is made piece by piece. A nil piece ends it.
type generated struct {
	next func(n int) []byte
	n    int
	rest []byte
}

func (g *generated) Read(b []byte) (int, error) {
	for len(g.rest) == 0 {
		if g.rest = g.next(g.n); g.rest == nil {
			return 0, io.EOF
		}
		g.n++
	}
	n := copy(b, g.rest)
	g.rest = g.rest[n:]
	return n, nil
}

// hardPage answers with one of the pages that are hard to read.
func (w *Web) hardPage(p *place) *answer {
	a := answerOf(http.StatusOK, htmlType, nil)
	switch p.host.trap {
	case EndlessBody:
		a.stream = &generated{next: func(n int) []byte {
			return []byte("<p>and so on, part " + strconv.Itoa(n) + " <a href=\"/part/" + strconv.Itoa(n) + "\">more</a></p>\n")
		}}
	case GzipBomb:
		a.header.Set("Content-Encoding", "gzip")
		a.stream = repeated(w.bomb(), 4)
	case BrotliBomb:
		a.header.Set("Content-Encoding", "br")
		a.body = brotliBomb()
	case Charsets:
		w.charsetPage(a, p)
	case DeepDOM:
		a.body = []byte("<html><body>" + strings.Repeat("<div>", 100_000) + "<a href=\"/\">deep</a>" + strings.Repeat("</div>", 100_000) + "</body></html>")
	case ManyLinks:
		a.stream = w.manyLinks()
	case AttributeBomb:
		a.body = attributeBomb()
	case FormattingBomb:
		a.body = formattingBomb(p)
	case NULs:
		a.body = []byte("<html><head><title>nul\x00title</title></head><body\x00 class=\"\x00\"><p>te\x00xt \x00\x00</p><a href=\"/\x00page\x00.html\">nul</a><a\x00 href=\"/\">home</a>\x00</body></html>")
	case InvalidUTF8:
		a.body = w.noisePage(p)
	default:
		a.status = http.StatusNotFound
	}
	return a
}

func repeated(piece []byte, times int) io.Reader {
	return &generated{next: func(n int) []byte {
		if n >= times {
			return nil
		}
		return piece
	}}
}

// gzipMember makes one member of the gzip bomb: 8 MiB of spaces. Members one after the other are one file
// (RFC 1952, section 2.2).
func gzipMember() []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(bytes.Repeat([]byte(" "), 8<<20)) // a Buffer takes everything
	_ = z.Close()
	return b.Bytes()
}

func (w *Web) manyLinks() io.Reader {
	links := w.hostile.Links
	if links == 0 {
		links = 1_000_000
	}
	return &generated{next: func(n int) []byte {
		switch {
		case n == 0:
			return []byte("<html><head><title>All links</title></head><body>\n")
		case n == links+1:
			return []byte("</body></html>\n")
		case n > links:
			return nil
		}
		return []byte("<a href=\"/gone/" + strconv.Itoa(n) + "\">number " + strconv.Itoa(n) + "</a>\n")
	}}
}

func attributeBomb() []byte {
	b := []byte("<html><body><div")
	for n := range 100_000 {
		b = append(strconv.AppendInt(append(b, " data-"...), int64(n), 10), "=\"x\""...)
	}
	b = append(append(b, "><a title=\""...), bytes.Repeat([]byte("y"), 4<<20)...)
	return append(b, "\" href=\"/\">home</a></div></body></html>"...)
}

// formattingBomb leaves 80 formatting elements open, inside elements that keep their end tags from closing them. A parser repeats all of them in each
// of the paragraphs that follow.
func formattingBomb(p *place) []byte {
	scope := [...]string{"object", "select", "template", "marquee"}[mixString(p.host.key, p.path)%4]
	b := []byte("<html><body><a href=\"/\">home</a><div>")
	for n := range 80 {
		b = append(strconv.AppendInt(append(b, "<b x="...), int64(n), 10), "><"+scope+"></b></"+scope+">"...)
	}
	return append(append(b, "</div>"...), bytes.Repeat([]byte("<p>x"), 2500)...)
}

func (w *Web) noisePage(p *place) []byte {
	r := random{p.host.key}
	b := []byte("<html><head><title>noise</title></head><body><p>")
	for range 4000 {
		if c := byte(r.next()); c != '<' && c != '&' {
			b = append(b, c)
		}
	}
	return append(b, "</p><a href=\"/\">home</a></body></html>"...)
}

// sample is a page of a Charsets host: its text, its true encoding, and a label of the encoding, which may be right, wrong or missing.
type sample struct {
	text     string
	encoding encoding.Encoding // nil: UTF-8
	label    string            // in Content-Type, "" for none
	meta     string            // in the page, "" for none
}

// samples are the pages of a Charsets host: right, missing and wrong labels.
var samples = [...]sample{
	{"Le marché de l'été à la forêt: crème brûlée, pâté, garçon, naïveté, où l'on déjeune très bien.", charmap.ISO8859_1, "iso-8859-1", ""},
	{"Le marché de l'été à la forêt: crème brûlée, pâté, garçon, naïveté, où l'on déjeune très bien.", charmap.ISO8859_1, "", ""},
	{"Le marché de l'été à la forêt: crème brûlée, pâté, garçon, naïveté, où l'on déjeune très bien.", charmap.ISO8859_1, "utf-8", ""},
	{"Пчеловод осматривает улей весной, когда пчёлы уже летают за пыльцой и первым мёдом.", charmap.Windows1251, "windows-1251", ""},
	{"Пчеловод осматривает улей весной, когда пчёлы уже летают за пыльцой и первым мёдом.", charmap.Windows1251, "", "windows-1251"},
	{"Пчеловод осматривает улей весной, когда пчёлы уже летают за пыльцой и первым мёдом.", charmap.Windows1251, "iso-8859-1", ""},
	{"春天到了，养蜂人打开蜂箱，看见蜜蜂带着花粉回来，心里非常高兴。", simplifiedchinese.GBK, "gbk", ""},
	{"春天到了，养蜂人打开蜂箱，看见蜜蜂带着花粉回来，心里非常高兴。", simplifiedchinese.GBK, "", ""},
	{"春天到了，养蜂人打开蜂箱，看见蜜蜂带着花粉回来，心里非常高兴。", simplifiedchinese.GBK, "utf-8", "utf-8"},
	{"Größe, Übung, Straße und schöne Grüße aus München", nil, "iso-8859-1", "iso-8859-1"},
	{"Größe, Übung, Straße und schöne Grüße aus München", nil, "no-such-charset", ""},
}

// CharsetText returns the correctly decoded text of the page /trap/N.html, with N = n, of a host with the trap Charsets.
func CharsetText(n int) string { return samples[n%len(samples)].text }

func (w *Web) charsetPage(a *answer, p *place) {
	n, _ := lastNumber(p.path)
	s := samples[n%len(samples)]
	meta := ""
	if s.meta != "" {
		meta = "<meta charset=\"" + s.meta + "\">"
	}
	paragraph := "<p>" + strings.Repeat(s.text+" ", 5) + "</p>\n"
	body := "<html><head>" + meta + "<title>" + s.text + "</title></head>\n<body>\n" + strings.Repeat(paragraph, 4)
	if n+1 < len(samples) {
		body += "<a href=\"/trap/" + strconv.Itoa(n+1) + ".html\">next</a>"
	}
	body += "</body></html>\n"
	a.body = []byte(body)
	if s.encoding != nil {
		if coded, err := s.encoding.NewEncoder().Bytes(a.body); err == nil {
			a.body = coded
		}
	}
	a.header.Set("Content-Type", "text/html")
	if s.label != "" {
		a.header.Set("Content-Type", "text/html; charset="+s.label)
	}
}

// brotliBomb returns 32 MiB of zeros as brotli writes them, more than any crawl reads of a page.
func brotliBomb() []byte {
	var b bytes.Buffer
	w := brotli.NewWriterLevel(&b, 5)
	_, _ = w.Write(make([]byte, 32<<20)) // a Buffer takes everything
	_ = w.Close()
	return b.Bytes()
}
