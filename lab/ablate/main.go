// Command ablate measures what each condition, each step and each table of phrases of job/pagetext is worth on pages that they were not written for:
//
//	sh lab/run.sh ablate -- -ads .data/pack_dev ablate-rules
//	sh lab/run.sh ablate -- -ads .data/pack_dev ablate-tables
//
// It builds evaljobs once with an overlay of the package's files, in which every operand of a condition and every statement that is only a call can be
// left out by its number. The files in the tree stay as they are. evaljobs then reads each page on which a rule acts once more without it.
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

// ablation is added to the package. Without is the number of the rule that is left out, and Acts are the rules that acted.
const ablation = `package PACKAGE

// Ablation says which rule is left out, and notes which acted.
var Ablation = struct {
	Without, Calls int
	Acts           [1 << 14]bool
}{Without: -1}

func countCall() {
	if Ablation.Calls++; Ablation.Calls > 1<<25 {
		panic("the page is never read to its end")
	}
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
	if Ablation.Without == n {
		return false
	}
	Ablation.Acts[n] = Ablation.Acts[n] || is
	return is
}

// onlyIf is an operand that a condition requires. Without it the operand is true.
func onlyIf(n int, is bool) bool {
	countCall()
	if Ablation.Without == n {
		return true
	}
	Ablation.Acts[n] = Ablation.Acts[n] || !is
	return is
}
`

// rewriter numbers the rules of files and writes them so that each can be left out.
type rewriter struct {
	all []string // rules: file, line, kind and text

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

func (r *rewriter) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.IfStmt:
		r.condition(n.Cond, "orElse", true)
	case *ast.SwitchStmt:
		if n.Tag == nil {
			for _, clause := range n.Body.List {
				for _, e := range clause.(*ast.CaseClause).List {
					r.condition(e, "orElse", true)
				}
			}
		}
	case *ast.ReturnStmt:
		if len(n.Results) == 1 {
			r.condition(n.Results[0], "", false)
		}
	case *ast.ExprStmt:
		if _, ok := n.X.(*ast.CallExpr); ok {
			start, end := r.span(n)
			number := r.number("step", start, end)
			r.edits = append(r.edits, edit{start, fmt.Sprintf("if orElse(%d, true) { ", number)}, edit{end, " }"})
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
		number := r.number(how, start, end)
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

func (r *rewriter) number(kind string, start, end int) int {
	file := r.files.File(token.Pos(1))
	at := file.Position(file.Pos(start))
	text := strings.Join(strings.Fields(string(r.source[start:end])), " ")
	r.all = append(r.all, fmt.Sprintf("%s:%d\t%s\t%s", filepath.Base(at.Filename), at.Line, kind, text))
	return len(r.all) - 1
}
