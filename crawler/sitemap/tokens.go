package sitemap

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"golang.org/x/net/html"

	"gannet/internal/lazyregexp"
)

const (
	// maxToken is how many bytes a tag, a comment or a CDATA section may have. It is more than the text of any article in a feed.
	maxToken = 1 << 20
	// maxReread is how many bytes are read a second time, so that even the time for a broken file is linear in its length.
	maxReread = 16 << 20
)

// tokens splits XML into tokens. It uses the tokenizer of HTML, because XML on the web is often broken, and a parser of XML has to stop at the first
// error. The tokenizer reads well-formed XML in the same way, but with names in lower case.
//
// If the end of a tag, comment or CDATA section is missing, the tokenizer alone would read far too much. XML allows no "<" inside of a tag. tokens
// therefore leaves out such a broken token, and goes on reading at the next "<" in it.
type tokens struct {
	*html.Tokenizer
	in     io.Reader
	reread int // bytes so far
}

func newTokens(in io.Reader) *tokens {
	t := &tokens{in: in}
	t.begin()
	return t
}

func (t *tokens) begin() {
	t.Tokenizer = html.NewTokenizer(t.in)
	t.AllowCDATA(true)
	t.SetMaxBuf(maxToken)
}

// next returns the next token. A broken token is returned as a CommentToken. At the end, next returns an ErrorToken and, if reading failed with
// another error than io.EOF, that error.
func (t *tokens) next() (kind html.TokenType, raw []byte, err error) {
	kind, raw = t.Next(), t.Raw()
	if kind == html.StartTagToken || kind == html.SelfClosingTagToken {
		t.NextIsNotRawText() // unlike in HTML, a title may have markup
	}
	failed := t.Err()
	if broken(kind, raw) && t.reread < maxReread {
		t.goOnBehind(raw)
		return html.CommentToken, nil, nil
	}
	if kind == html.ErrorToken && errors.Is(failed, html.ErrBufferExceeded) {
		t.goOnAt(nil)
		return html.CommentToken, nil, nil
	}
	return kind, raw, failed
}

// broken reports whether the end of a token is missing.
func broken(kind html.TokenType, raw []byte) bool {
	switch kind {
	case html.TextToken:
		return bytes.HasPrefix(raw, cdataStart) && !bytes.HasSuffix(raw, cdataEnd)
	case html.CommentToken:
		if bytes.HasPrefix(raw, []byte("<!--")) {
			return !bytes.HasSuffix(raw, []byte("-->")) && !bytes.HasSuffix(raw, []byte("--!>"))
		}
	case html.DoctypeToken:
		return false
	}
	return bytes.LastIndexByte(raw, '<') > 0
}

// goOnBehind continues reading at the second "<" of a broken token.
func (t *tokens) goOnBehind(raw []byte) {
	next := bytes.IndexByte(raw[1:], '<')
	if next < 0 {
		next = len(raw) - 1
	}
	t.goOnAt(raw[1+next:])
	t.reread += len(raw)
}

// goOnAt continues reading with rest, followed by the bytes after the current token.
func (t *tokens) goOnAt(rest []byte) {
	rest = append(bytes.Clone(rest), t.Buffered()...)
	t.reread += len(rest)
	t.in = io.MultiReader(bytes.NewReader(rest), t.in)
	t.begin()
}

var cdataStart, cdataEnd = []byte("<![CDATA["), []byte("]]>")

// textOf returns the text of a text token.
func textOf(raw []byte) string {
	if inside, ok := bytes.CutPrefix(raw, cdataStart); ok {
		return string(bytes.TrimSuffix(inside, cdataEnd))
	}
	return unescape(string(raw))
}

var references = lazyregexp.New(`&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});`)

// unescape replaces character references, including those of HTML. Without a semicolon, the text is not a reference but the name of a parameter.
func unescape(s string) string {
	if !strings.Contains(s, "&") {
		return s
	}
	return references.ReplaceAllStringFunc(s, html.UnescapeString)
}
