package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// sentence is one sentence of a comment, a string or a document, and the place where it begins.
type sentence struct {
	path string
	line int
	text string
}

// words counts the tokens between spaces that hold a letter or a digit.
func (s sentence) words() int {
	n := 0
	for _, token := range strings.Fields(s.text) {
		if strings.ContainsFunc(token, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			n++
		}
	}
	return n
}

// goSentences returns the sentences of a Go file: its comments, and outside tests its strings.
func goSentences(path string, code []byte) ([]sentence, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, code, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	var found []sentence
	for _, group := range file.Comments {
		var lines []string
		for _, comment := range group.List {
			text := strings.TrimSuffix(strings.TrimPrefix(comment.Text, "/*"), "*/")
			for line := range strings.SplitSeq(text, "\n") {
				lines = append(lines, commentLine(line))
			}
		}
		found = append(found, sentencesOf(path, files.Position(group.Pos()).Line, lines)...)
	}
	if strings.HasSuffix(path, "_test.go") {
		return found, nil
	}
	ast.Inspect(file, func(n ast.Node) bool {
		expression, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		text, ok := constantText(expression)
		isProse := strings.ContainsAny(text, ".,:;") && !strings.ContainsAny(text, "{}<>=") // neither a list of words nor code
		if ok && isProse {
			found = append(found, sentencesOf(path, files.Position(n.Pos()).Line, strings.Split(text, "\n"))...)
		}
		return !ok
	})
	return found, nil
}

// commentLine returns a line of a comment without its slashes. Directives and indented code become empty lines.
func commentLine(line string) string {
	text, isLine := strings.CutPrefix(line, "//")
	if isLine && text != "" && text[0] != ' ' && text[0] != '\t' || strings.HasPrefix(text, "\t") {
		return ""
	}
	return strings.TrimPrefix(text, " ")
}

// constantText returns the value of a string literal, or of a sum of them.
func constantText(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind != token.STRING {
			return "", false
		}
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.BinaryExpr:
		left, ok := constantText(e.X)
		if !ok || e.Op != token.ADD {
			return "", false
		}
		right, ok := constantText(e.Y)
		return left + right, ok
	}
	return "", false
}

// markdownSentences returns the sentences of a document. A part of a table's cell is a paragraph; indented and fenced code is
// left out.
func markdownSentences(path string, text string) []sentence {
	var found []sentence
	var lines []string
	begin, fenced := 1, false
	flush := func(next int) {
		found = append(found, sentencesOf(path, begin, lines)...)
		lines, begin = nil, next
	}
	for i, line := range strings.Split(text, "\n") {
		switch trimmed := strings.TrimSpace(line); {
		case strings.HasPrefix(trimmed, "```"):
			fenced = !fenced
			lines = append(lines, "")
		case fenced || strings.HasPrefix(line, "    "):
			lines = append(lines, "")
		case strings.HasPrefix(trimmed, "|"):
			flush(i + 1)
			for _, part := range strings.FieldsFunc(trimmed, func(r rune) bool { return r == '|' || r == ';' }) {
				found = append(found, sentencesOf(path, i+1, []string{part})...)
			}
			flush(i + 2)
		default:
			lines = append(lines, line)
		}
	}
	flush(0)
	return found
}

var (
	listItem    = regexp.MustCompile(`^\s*([-*]|\d+\.)\s`)
	sentenceEnd = regexp.MustCompile(`[.!?]["')*” ` + "`" + `]*\s`)
	abbreviated = regexp.MustCompile(`(\b(e\.g|i\.e|cf|vs|et al|etc|Sect|Fig|No|p|pp|[A-Z])\.)\s$`)
)

// sentencesOf cuts lines into sentences. A heading and a list item are paragraphs of their own; an empty line ends one.
func sentencesOf(path string, first int, lines []string) []sentence {
	var found []sentence
	var paragraph strings.Builder
	var starts []int // the offset in paragraph at which each of its lines begins
	flush := func(next int) {
		found = append(found, cutParagraph(path, next-len(starts), starts, paragraph.String())...)
		paragraph.Reset()
		starts = nil
	}
	afterHeading := false
	for i, line := range lines {
		empty, heading := strings.TrimSpace(line) == "", strings.HasPrefix(line, "#")
		if empty || heading || afterHeading || listItem.MatchString(line) {
			flush(first + i)
		}
		afterHeading = heading
		if !empty {
			starts = append(starts, paragraph.Len())
			paragraph.WriteString(strings.TrimSpace(line) + " ")
		}
	}
	flush(first + len(lines))
	return found
}

func cutParagraph(path string, first int, starts []int, text string) []sentence {
	var found []sentence
	begin := 0
	for _, end := range append(sentenceEnd.FindAllStringIndex(text, -1), []int{0, len(text)}) {
		if abbreviated.MatchString(text[begin:end[1]]) && end[1] < len(text) {
			continue
		}
		line := first
		for i, start := range starts {
			if start <= begin {
				line = first + i
			}
		}
		if s := strings.TrimSpace(text[begin:end[1]]); s != "" {
			found = append(found, sentence{path, line, s})
		}
		begin = end[1]
	}
	return found
}
