// Command datewords writes the words of dates of package job, out of the language data of go-dateparser (BSD-3-Clause; CLDR under the
// Unicode License), to standard output. go generate ./job runs it. The product cannot use that module itself: its packages compile some
// 10,000 regular expressions when they are initialised, which costs every start 165 ms and 40 MiB.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const languages = "en de fr es it pt nl pl ru uk be cs sk sl hr sr-Cyrl bg mk sv da nb nn fi et lv lt hu ro tr az kk el ca gl eu sq is ga zh zh-Hant ja ko ar fa he hi bn ur ta id ms vi th tl sw am ka hy"

var (
	meanings = map[string]string{"second": "s", "minute": "i", "hour": "h", "day": "d", "week": "w", "month": "m", "year": "y", "ago": "<", "in": ">"}
	relative = regexp.MustCompile(`^(?:in )?(?:\$\{?1\}?|(\d+)) (\w+?)( ago)?$`)
	number   = regexp.MustCompile(`^\(\?i\)(.*)\(\\d\+\[\.,\]\?\\d\*\)(.*)$`)
	numeral  = regexp.MustCompile(`^\(\?i\)\(\\A\|[^)]*\)([\pL\pM ]+)\(\\z\|[^)]*\)$`)
)

func main() {
	log.SetFlags(0)
	for i, m := range []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"} {
		meanings[m] = strconv.Itoa(i + 1)
	}
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/markusmobius/go-dateparser").Output()
	if err != nil {
		log.Fatal("go list: ", err)
	}
	fmt.Println("# Words of dates: language, order of day, month and year, then word=meaning. From CLDR 44 (Unicode License v3) and go-dateparser (BSD-3-Clause) by lab/datewords.")
	for name := range strings.FieldsSeq(languages) {
		file := filepath.Join(strings.TrimSpace(string(dir)), "internal", "data", strings.ToLower(name)+".go")
		order, words, err := read(file, strings.ToLower(strings.ReplaceAll(name, "-", "_"))+"_locale")
		if err != nil {
			log.Fatal(file, ": ", err)
		}
		fmt.Printf("%s\t%s\t%s\n", strings.ToLower(name), order, strings.Join(words, "\t"))
	}
}

// read returns a locale's order of numbers and its words, sorted.
func read(file, locale string) (order string, words []string, err error) {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		return "", nil, err
	}
	found := map[string]string{}
	ast.Inspect(f, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || strings.ToLower(assign.Lhs[0].(*ast.Ident).Name) != locale {
			return true
		}
		for _, e := range assign.Rhs[0].(*ast.CallExpr).Args[1].(*ast.CompositeLit).Elts {
			field := e.(*ast.KeyValueExpr)
			switch field.Key.(*ast.Ident).Name {
			case "DateOrder":
				order = text(field.Value)
			case "Translations", "RelativeType":
				for _, e := range field.Value.(*ast.CompositeLit).Elts {
					kv := e.(*ast.KeyValueExpr)
					value := kv.Value
					if list, ok := value.(*ast.CompositeLit); ok {
						value = list.Elts[0]
					}
					addMeaning(found, text(kv.Key), text(value))
				}
			case "RelativeTypeRegexes", "Simplifications":
				for _, e := range field.Value.(*ast.CompositeLit).Elts {
					lit := e.(*ast.CompositeLit)
					addMeaning(found, text(lit.Elts[0].(*ast.CallExpr).Args[0]), text(lit.Elts[1]))
				}
			}
		}
		return false
	})
	for word, meaning := range found {
		words = append(words, word+"="+meaning)
	}
	slices.Sort(words)
	return order, words, nil
}

// addMeaning keeps the meaning of a word about dates: a month's number, the letter of a unit, "<" for ago, ">" for in. "d-1" is
// yesterday, "#3" is three, and "#" in a word stands for a number.
func addMeaning(found map[string]string, word, means string) {
	if m := numeral.FindStringSubmatch(word); m != nil {
		if n := strings.NewReplacer("${1}", "", "${2}", "").Replace(means); n != "" && strings.Trim(n, "0123456789") == "" {
			found[m[1]] = "#" + n
		}
		return
	}
	if m := number.FindStringSubmatch(word); m != nil {
		word = m[1] + "#" + m[2]
	}
	if strings.ContainsAny(word, "=\t[](\\") || strings.Trim(word, " .,/-0123456789") == "" {
		return
	}
	if m, ok := meanings[means]; ok {
		found[word] = m
		return
	}
	m := relative.FindStringSubmatch(means)
	if m == nil || meanings[m[2]] == "" {
		return
	}
	sign := "+"
	if m[3] != "" {
		sign = "-"
	}
	found[word] = meanings[m[2]] + sign + m[1]
}

func text(e ast.Expr) string {
	s, err := strconv.Unquote(e.(*ast.BasicLit).Value)
	if err != nil {
		log.Fatal(err)
	}
	return s
}
