package job

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// payToken is a part of a text that may say pay: a number, a word or phrase, a sign of money, or a mark.
type payToken struct {
	from, to int     // in the text
	mark     rune    // '0' a number, 'a' a word, '$' a sign of money, ';' the end of a clause, otherwise the mark itself
	value    float64 // of a number
	word     string  // folded
	payWord
	gap   bool // a space stands before it
	spent bool // it is a unit that belongs to hours of work, a span or a count
}

func (t *payToken) is(roles payRole) bool { return t.roles&roles != 0 }

// payTokens cuts a text into its parts. Numbers glued to Latin letters are parts of words, unless the letters are known ones.
func payTokens(text string) []payToken {
	c := payCutter{text: text, table: payWords(), tokens: make([]payToken, 0, 32)}
	for c.at < len(text) && len(c.tokens) < mostPayTokens {
		c.next()
	}
	return c.joinPhrases()
}

// mostPayTokens bounds the work on one text.
const mostPayTokens = 500

type payCutter struct {
	text   string
	table  *payTable
	tokens []payToken
	at     int
	gap    bool
}

func (c *payCutter) add(end int, t payToken) {
	t.from, t.to, t.gap = c.at, end, c.gap
	c.tokens = append(c.tokens, t)
	c.at, c.gap = end, false
}

func (c *payCutter) next() {
	r, size := utf8.DecodeRuneInString(c.text[c.at:])
	switch {
	case r == '\n':
		c.add(c.at+size, payToken{mark: ';'})
	case unicode.IsSpace(r):
		c.at, c.gap = c.at+size, true
	case '0' <= r && r <= '9':
		c.number()
	case strings.ContainsRune("ー", r):
		c.add(c.at+size, payToken{mark: '-'})
	case unicode.IsLetter(r):
		c.words()
	case unicode.Is(unicode.Sc, r):
		c.add(c.at+size, payToken{mark: '$', payWord: c.table.words[string(r)]})
	case r == '.':
		c.dot()
	case strings.ContainsRune(rangeSigns, r):
		if strings.ContainsRune("~〜〰", r) {
			r = '~'
		} else {
			r = '-'
		}
		c.add(c.at+size, payToken{mark: r})
	case strings.ContainsRune("!?|•·。;！？；…", r):
		c.add(c.at+size, payToken{mark: ';'})
	case strings.ContainsRune("'’\"`„“”«»‚‘", r):
		c.at += size
	default:
		c.add(c.at+size, payToken{mark: r})
	}
}

// rangeSigns are the signs between the bounds of a range: hyphens, dashes, a minus, tildes and wave dashes.
const rangeSigns = "-‐‑‒–—―−~〜〰"

// dot ends a clause if a word of its own stands before it and a capital after it.
func (c *payCutter) dot() {
	rest := strings.TrimLeft(c.text[c.at+1:], " ")
	next, _ := utf8.DecodeRuneInString(rest)
	const abbreviation = 4 // letters
	ends := rest != "" && len(rest) < len(c.text[c.at+1:]) && (unicode.IsUpper(next) || isDense(next))
	if n := len(c.tokens); ends && n > 0 {
		last := &c.tokens[n-1]
		ends = last.mark != 'a' || utf8.RuneCountInString(last.word) > abbreviation || last.payWord == payWord{}
	}
	if ends {
		c.add(c.at+1, payToken{mark: ';'})
		return
	}
	c.at++
}

func (c *payCutter) number() {
	end := numberEnd(c.text, c.at)
	value, ok := parseNumber(c.text[c.at:end])
	end += dashAfterNumber(c.text[end:])
	if n := len(c.tokens); n > 0 && !c.gap && c.tokens[n-1].to == c.at {
		if last := &c.tokens[n-1]; last.mark == 'a' && !isDense(firstRune(last.word)) && last.money == "" && !last.is(roleFrom|roleUpTo|roleTo|roleAbout) && !isSignLetter(last.word) {
			ok = false
		}
	}
	if !ok {
		c.add(end, payToken{mark: 'a'})
		return
	}
	c.add(end, payToken{mark: '0', value: value})
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// words adds the word at the cutter. Letters before a dollar's sign are part of it, and single letters with dots are one word.
func (c *payCutter) words() {
	text := c.text
	if r := firstRune(text[c.at:]); isDense(r) {
		c.dense()
		return
	}
	end := c.at
	for end < len(text) {
		r, size := utf8.DecodeRuneInString(text[end:])
		if !unicode.IsLetter(r) && !unicode.IsMark(r) || isDense(r) {
			break
		}
		end += size
	}
	if end < len(text) && text[end] == '$' && end-c.at <= 3 {
		if w, ok := c.table.words[fold(text[c.at:end+1])]; ok {
			c.add(end+1, payToken{mark: '$', payWord: w})
			return
		}
	}
	end = c.unglued(end)
	raw := text[c.at:end]
	word := fold(raw)
	if len(word) == 1 {
		word, end = c.dotted(word, end)
	}
	w := c.table.of(word)
	if word == "net" && c.at > 0 && text[c.at-1] == '.' { // the framework .NET
		w = payWord{}
	}
	if w.is(roleCapital) && raw != strings.ToUpper(raw) {
		w.money = ""
	}
	c.add(end, payToken{mark: 'a', word: word, payWord: w})
}

// unglued returns the end of the word at the cutter. A known word with a capital right behind it is one of its own, as in "$54/HrDuration": tags stood between.
func (c *payCutter) unglued(end int) int {
	small := false
	for i, r := range c.text[c.at:end] {
		if head := c.text[c.at : c.at+i]; small && unicode.IsUpper(r) && c.table.of(fold(head)) != (payWord{}) {
			return c.at + i
		}
		small = unicode.IsLower(r)
	}
	return end
}

func (w *payWord) is(roles payRole) bool { return w.roles&roles != 0 }

// dotted extends a letter by the letters with dots that follow it, as in "p.a." and "p. h.".
func (c *payCutter) dotted(word string, end int) (string, int) {
	for end < len(c.text) && c.text[end] == '.' {
		at := end + 1
		if at < len(c.text) && c.text[at] == ' ' && word == "p" {
			at++
		}
		r, size := utf8.DecodeRuneInString(c.text[at:])
		after, _ := utf8.DecodeRuneInString(c.text[min(at+size, len(c.text)):])
		if !unicode.IsLetter(r) || unicode.IsLetter(after) || isDense(r) {
			break
		}
		word, end = word+fold(string(r)), at+size
	}
	return word, end
}

// dense adds the longest known word at the cutter in a script without spaces, or one letter.
func (c *payCutter) dense() {
	best, length, runes := payWord{}, 0, 0
	for i, r := range c.text[c.at:] {
		if !unicode.IsLetter(r) || !isDense(r) || runes == c.table.longest {
			break
		}
		runes++
		end := i + utf8.RuneLen(r)
		if w, ok := c.table.words[c.text[c.at:c.at+end]]; ok {
			best, length = w, end
		}
	}
	if length == 0 {
		length = utf8.RuneLen(firstRune(c.text[c.at:]))
	}
	c.add(c.at+length, payToken{mark: 'a', word: c.text[c.at : c.at+length], payWord: best})
}

// joinPhrases makes known phrases one token each. A hyphen may stand between their words.
func (c *payCutter) joinPhrases() []payToken {
	out := c.tokens[:0]
	for i := 0; i < len(c.tokens); i++ {
		t := c.tokens[i]
		if most := c.table.phrases[t.word]; most > 1 && t.mark == 'a' {
			if w, last := c.phrase(i, most); last > i {
				t.payWord, t.to = w, c.tokens[last].to
				t.word = ""
				i = last
			}
		}
		out = append(out, t)
	}
	return out
}

// phrase returns the longest phrase at a token with the number of its last token, or the token's own number.
func (c *payCutter) phrase(i, most int) (payWord, int) {
	joined, found, last := c.tokens[i].word, payWord{}, i
	for n, j := 1, i+1; n < most && j < len(c.tokens); j++ {
		t := &c.tokens[j]
		if (t.mark == '-' || t.mark == '/') && !t.gap {
			continue
		}
		if t.mark != 'a' || t.word == "" {
			break
		}
		joined += " " + t.word
		n++
		if w, ok := c.table.words[joined]; ok {
			found, last = w, j
		}
	}
	return found, last
}

// payText returns a text as it is cut: in NFKC and without invisible signs.
func payText(s string) string {
	s = visible(s)
	if !norm.NFKC.IsNormalString(s) {
		s = norm.NFKC.String(s)
	}
	return s
}

// NamesMoney reports whether a text has a number with a sign or name of a currency beside it. It is fast, for texts that mostly have none.
func NamesMoney(s string) bool {
	for i := 0; i < len(s); {
		if s[i] < '0' || s[i] > '9' {
			if s[i] == '$' || s[i] >= utf8.RuneSelf && unicode.Is(unicode.Sc, firstRune(s[i:])) {
				return true
			}
			i++
			continue
		}
		end := numberEnd(s, i)
		if isMoneyBefore(s[:i]) || isMoneyAfter(s[end:]) {
			return true
		}
		i = end
	}
	return false
}

// longestFactor bounds a word that may be a factor, in bytes.
const longestFactor = 20

// isMoneyBefore reports whether a text ends with a name of money.
func isMoneyBefore(s string) bool {
	s = strings.TrimRight(s, " .:\u00a0")
	from := strings.LastIndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) + 1
	for from > 0 && from < len(s) && !utf8.RuneStart(s[from]) {
		from++
	}
	return isMoneyWord(s[from:])
}

// isMoneyAfter reports whether a text begins with a name of money, behind a factor or not.
func isMoneyAfter(s string) bool {
	for range 2 {
		s = strings.TrimLeft(s, " .,-–\u00a0")
		end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
		if end < 0 {
			end = len(s)
		}
		word := s[:end]
		if r := firstRune(s); isDense(r) {
			return payWords().words[string(r)].times > 0 || isMoneyWord(string(r))
		}
		if isMoneyWord(word) {
			return true
		}
		if len(word) > longestFactor || word == "" || payWords().words[fold(word)].times == 0 {
			return false
		}
		s = s[end:]
	}
	return false
}

// isMoneyWord reports whether a word names money.
func isMoneyWord(word string) bool {
	const longest = 20 // bytes
	if word == "" || len(word) > longest {
		return false
	}
	w := payWords().words[fold(word)]
	return w.money != "" && (!w.is(roleCapital) || strings.ToUpper(word) == word)
}
