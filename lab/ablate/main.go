// Command ablate finds what parts of job/pagetext can be left out together, on pages that they were not written for:
//
//	sh lab/run.sh ablate -- -ads .data/pack_dev ablate-rules
//
// It builds evaljobs once with an overlay of the package's files, in which every function, loop, call, assignment, condition and operand of a condition can be
// left out by its number. The files in the tree stay as they are. The tests of the package, built with -overlay out/ablate/overlay.json, run without the rules
// whose numbers the variable ABLATE lists.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	dir := flag.String("package", "job/pagetext", "directory of the rules")
	out := flag.String("out", "out/ablate", "directory for the overlay, the program and the list of rules")
	flag.Parse()
	if err := run(*dir, *out, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "ablate:", err)
		os.Exit(1)
	}
}

// run writes the overlay, builds evaljobs with it and runs it. It must run in the project's main directory.
func run(dir, out string, args []string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if out, err = filepath.Abs(out); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return err
	}
	replace := map[string]string{}
	var rules rewriter
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := rules.rewrite(name)
		if err != nil {
			return err
		}
		replace[name] = filepath.Join(out, filepath.Base(name))
		if err := os.WriteFile(replace[name], text, 0o600); err != nil {
			return err
		}
	}
	added := filepath.Join(out, "ablation.go")
	replace[filepath.Join(dir, "ablation.go")] = added
	if err := os.WriteFile(added, []byte(strings.ReplaceAll(ablation, "PACKAGE", filepath.Base(dir))), 0o600); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "rules.txt"), []byte(strings.Join(rules.all, "\n")+"\n"), 0o600); err != nil {
		return err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	file := filepath.Join(out, "overlay.json")
	if err := os.WriteFile(file, overlay, 0o600); err != nil {
		return err
	}
	build := exec.Command("go", "build", "-tags", "ablate", "-overlay", file, "-o", filepath.Join(out, "evaljobs"), "./evaljobs")
	build.Dir, build.Stderr = "lab", os.Stderr
	if err := build.Run(); err != nil {
		return err
	}
	measure := exec.Command(filepath.Join(out, "evaljobs"), args...)
	measure.Stdout, measure.Stderr = os.Stdout, os.Stderr
	return measure.Run()
}

// ablation is added to the package. Out are the rules that are left out, and Acts are the rules that acted.
const ablation = `package PACKAGE

import (
	"os"
	"strconv"
	"strings"
)

// Ablation says which rules are left out, and notes which acted.
var Ablation struct {
	Out, Acts   [1 << 13]bool
	Calls, Most int
}

func countCall() {
	if Ablation.Calls++; Ablation.Most > 0 && Ablation.Calls > Ablation.Most {
		panic("the page is never read to its end")
	}
}

func init() {
	for number := range strings.FieldsSeq(os.Getenv("ABLATE")) {
		n, err := strconv.Atoi(number)
		if err != nil {
			panic(err)
		}
		Ablation.Out[n] = true
	}
}

// skips reports whether a function or a loop is left out.
func skips(n int) bool {
	countCall()
	if !Ablation.Out[n] {
		Ablation.Acts[n] = true
	}
	return Ablation.Out[n]
}

// Reword replaces words.yaml and sentences.yaml.
func Reword(words, said []byte) error {
	v, err := readVocabulary(words)
	if err != nil {
		return err
	}
	known = func() *vocabulary { return v }
	s, err := readSentences(said)
	inSentences = func() *sentenceVocabulary { return s }
	return err
}

// orElse is an operand that makes a condition true. Without it the operand is false.
func orElse(n int, is bool) bool {
	countCall()
	if Ablation.Out[n] {
		return false
	}
	Ablation.Acts[n] = Ablation.Acts[n] || is
	return is
}

// onlyIf is an operand that a condition requires. Without it the operand is true.
func onlyIf(n int, is bool) bool {
	countCall()
	if Ablation.Out[n] {
		return true
	}
	Ablation.Acts[n] = Ablation.Acts[n] || !is
	return is
}
`

// rewriter numbers the rules of files and writes them so that each can be left out.
type rewriter struct {
	all []string // rules: file, line, kind and text

	whole  ast.Node // whose condition is numbered
	files  *token.FileSet
	source []byte
	edits  []edit
}

// edit inserts a text at an offset.
type edit struct {
	at   int
	text string
}

func (r *rewriter) rewrite(name string) ([]byte, error) {
	source, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	r.files, r.source, r.edits = token.NewFileSet(), source, nil
	file, err := parser.ParseFile(r.files, name, source, 0)
	if err != nil {
		return nil, err
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
			r.function(f)
			ast.Inspect(f.Body, r.visit)
		}
	}
	slices.SortStableFunc(r.edits, func(a, b edit) int { return a.at - b.at })
	var text []byte
	from := 0
	for _, e := range r.edits {
		text = append(append(text, source[from:e.at]...), e.text...)
		from = e.at
	}
	return append(text, source[from:]...), nil
}

// function lets a function return at once: nothing, true, or its first argument if that has the type of the result.
func (r *rewriter) function(f *ast.FuncDecl) {
	start, end := r.span(f)
	var of []ast.Expr // the types of the results
	if f.Type.Results != nil {
		for _, field := range f.Type.Results.List {
			for range max(1, len(field.Names)) {
				of = append(of, field.Type)
			}
		}
	}
	text := func(e ast.Expr) string {
		from, to := r.span(e)
		return string(r.source[from:to])
	}
	var declared, returned []string
	for i, t := range of {
		returned = append(returned, fmt.Sprintf("ablated%d", i))
		declared = append(declared, fmt.Sprintf("var ablated%d %s; ", i, text(t)))
	}
	ways := []string{strings.Join(declared, "") + "return " + strings.Join(returned, ", ")}
	if len(of) == 1 {
		if text(of[0]) == "bool" {
			ways = append(ways, "return true")
		} else if p := f.Type.Params.List; len(p) > 0 && len(p[0].Names) > 0 && p[0].Names[0].Name != "_" && text(p[0].Type) == text(of[0]) {
			ways = append(ways, "return "+p[0].Names[0].Name)
		}
	}
	for _, way := range ways {
		n := r.number("function "+way[strings.LastIndex(way, "return"):], start, end)
		r.insert(int(f.Body.Lbrace)+1-r.base(), fmt.Sprintf(" if skips(%d) { %s }; ", n, way))
	}
}

// statement lets a loop or an assignment be left out.
func (r *rewriter) statement(s ast.Stmt) {
	start, end := r.span(s)
	kind := ""
	switch s := s.(type) {
	case *ast.RangeStmt:
		kind = "loop"
	case *ast.ForStmt:
		if s.Cond != nil {
			kind = "loop"
		}
	case *ast.AssignStmt:
		if s.Tok != token.DEFINE {
			kind = "assignment"
		}
	case *ast.ExprStmt:
		if _, ok := s.X.(*ast.CallExpr); ok {
			kind = "call"
		}
	}
	if kind != "" {
		r.insert(start, fmt.Sprintf("if !skips(%d) { ", r.number(kind, start, end)))
		r.insert(end, " }")
	}
}

func (r *rewriter) insert(at int, text string) { r.edits = append(r.edits, edit{at, text}) }

func (r *rewriter) base() int { return r.files.File(token.Pos(1)).Base() }

func (r *rewriter) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BlockStmt:
		for _, s := range n.List {
			r.statement(s)
		}
	case *ast.CaseClause:
		for _, s := range n.Body {
			r.statement(s)
		}
	case *ast.ForStmt:
		r.insert(int(n.Body.Lbrace)+1-r.base(), " countCall(); ")
	case *ast.RangeStmt:
		r.insert(int(n.Body.Lbrace)+1-r.base(), " countCall(); ")
	case *ast.IfStmt:
		r.whole = n
		r.condition(n.Cond, "orElse", true)
	case *ast.SwitchStmt:
		if n.Tag == nil {
			for _, clause := range n.Body.List {
				for _, e := range clause.(*ast.CaseClause).List {
					r.whole = clause
					r.condition(e, "orElse", true)
				}
			}
		}
	case *ast.ReturnStmt:
		if len(n.Results) == 1 {
			r.condition(n.Results[0], "", false)
		}
	}
	return true
}

// condition numbers an expression and, if it joins operands, each of them.
func (r *rewriter) condition(e ast.Expr, how string, whole bool) {
	if p, ok := e.(*ast.ParenExpr); ok {
		e = p.X
	}
	b, joins := e.(*ast.BinaryExpr)
	joins = joins && (b.Op == token.LAND || b.Op == token.LOR)
	if whole || !joins && how != "" {
		start, end := r.span(e)
		from, to := start, end
		if whole {
			from, to = r.span(r.whole)
		}
		number := r.number(how, from, to)
		r.edits = append(r.edits, edit{start, fmt.Sprintf("%s(%d, ", how, number)})
		defer func() { r.edits = append(r.edits, edit{end, ")"}) }()
	}
	if joins {
		of := "onlyIf"
		if b.Op == token.LOR {
			of = "orElse"
		}
		r.condition(b.X, of, false)
		r.condition(b.Y, of, false)
	}
}

func (r *rewriter) span(n ast.Node) (start, end int) {
	return r.files.Position(n.Pos()).Offset, r.files.Position(n.End()).Offset
}

// number notes a rule with the lines and bytes that it takes.
func (r *rewriter) number(kind string, start, end int) int {
	file := r.files.File(token.Pos(1))
	at, to := file.Position(file.Pos(start)), file.Position(file.Pos(end))
	text := strings.Join(strings.Fields(string(r.source[start:end])), " ")
	r.all = append(r.all, fmt.Sprintf("%s:%d-%d\t%d\t%s\t%s", filepath.Base(at.Filename), at.Line, to.Line, end-start, kind, text))
	return len(r.all) - 1
}
