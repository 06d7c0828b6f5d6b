// Readsample draws doc comments of exported names and sentences of the documents at random, so that a reader who does not know the project
// can count how many are clear at once:
//
//	sh lab/run.sh readsample -seed 1 -n 40
package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	gmast "github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tableast "github.com/yuin/goldmark/extension/ast"
	gmtext "github.com/yuin/goldmark/text"
)

func main() {
	seed := flag.Uint64("seed", 1, "another seed draws another sample")
	n := flag.Int("n", 40, "how many comments and how many sentences to draw")
	comments := flag.Bool("comments", true, "draw doc comments")
	sentences := flag.Bool("sentences", true, "draw sentences of documents")
	flag.Parse()
	random := rand.New(rand.NewPCG(*seed, 0))
	if *comments {
		draw(random, *n, files(".", ".go"), docComments)
	}
	if *sentences {
		pages := []string{"README.md"}
		for _, directory := range []string{"docs/guide", "docs/reference", "docs/design"} {
			pages = append(pages, files(directory, ".md")...)
		}
		draw(random, *n, pages, sentencesOf)
	}
}

// files returns the files below the directory whose names end so, without tests, test data, generated code and modules of their own.
func files(directory, end string) []string {
	var found []string
	err := filepath.WalkDir(directory, func(path string, entry fs.DirEntry, err error) error {
		switch name := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && (name == "testdata" || name == "lab" || name == "training" || name == "out" || name != "." && name[0] == '.'):
			return fs.SkipDir
		case strings.HasSuffix(name, end) && !strings.HasSuffix(name, "_test.go") && !strings.HasSuffix(name, "_templ.go"):
			found = append(found, path)
		}
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	return found
}

// draw prints n texts of the files, drawn without replacement.
func draw(random *rand.Rand, n int, files []string, textsOf func(path string, source []byte) []string) {
	var all []string
	for _, path := range files {
		source, err := os.ReadFile(path)
		if err != nil {
			log.Fatal(err)
		}
		all = append(all, textsOf(path, source)...)
	}
	for i, at := range random.Perm(len(all))[:min(n, len(all))] {
		fmt.Printf("%d. %s\n", i+1, all[at])
	}
	fmt.Printf("(drawn from %d)\n\n", len(all))
}

// docComments returns each doc comment of an exported name with the first line of its declaration.
func docComments(path string, source []byte) []string {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, source, parser.ParseComments)
	if err != nil {
		log.Fatal(err)
	}
	if ast.IsGenerated(file) {
		return nil
	}
	var found []string
	add := func(doc *ast.CommentGroup, node ast.Node, name *ast.Ident) {
		if doc == nil || !name.IsExported() {
			return
		}
		at := set.Position(node.Pos())
		line, _, _ := bytes.Cut(source[at.Offset:], []byte("\n"))
		found = append(found, fmt.Sprintf("%s:%d: %s\n%s", path, at.Line, line, doc.Text()))
	}
	for _, declaration := range file.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			add(d.Doc, d, d.Name)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					add(docOf(s.Doc, d.Doc), s, s.Name)
				case *ast.ValueSpec:
					add(docOf(s.Doc, d.Doc), s, s.Names[0])
				}
			}
		}
	}
	return found
}

// docOf returns the comment of a name itself, or that of its group.
func docOf(own, group *ast.CommentGroup) *ast.CommentGroup {
	if own != nil {
		return own
	}
	return group
}

// sentenceEnd is the end of a sentence and the beginning of the next one.
var sentenceEnd = regexp.MustCompile("[.!?][)\"*`]*\\s+([A-Z\"`(\\[*])")

// sentencesOf returns the sentences of a page of Markdown that have at least four words, without code blocks. Each stands behind what a reader
// has seen just before: the heading, in a table the heading of the column and the first cell of the row, and the sentence before it.
func sentencesOf(path string, source []byte) []string {
	var found []string
	var heading string
	add := func(text string, seen ...string) {
		before := ""
		for text != "" {
			sentence := text
			if at := sentenceEnd.FindStringSubmatchIndex(text); at != nil {
				sentence = text[:at[2]]
			}
			text = text[len(sentence):]
			if sentence = strings.TrimSpace(sentence); len(strings.Fields(sentence)) >= 4 {
				context := slices.DeleteFunc(append(slices.Clone(seen), before), func(s string) bool { return s == "" })
				found = append(found, fmt.Sprintf("%s (%s): %s", path, strings.Join(context, " / "), sentence))
			}
			before = sentence
		}
	}
	page := goldmark.New(goldmark.WithExtensions(extension.Table)).Parser().Parse(gmtext.NewReader(source))
	err := gmast.Walk(page, func(n gmast.Node, entering bool) (gmast.WalkStatus, error) {
		if !entering {
			return gmast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *gmast.Heading:
			heading = written(n, source)
			add(heading)
		case *gmast.Paragraph, *gmast.TextBlock:
			add(written(n, source), heading)
		case *tableast.TableRow:
			first := written(n.FirstChild(), source)
			column := n.Parent().FirstChild().FirstChild()
			for cell := n.FirstChild(); cell != nil && column != nil; cell, column = cell.NextSibling(), column.NextSibling() {
				if text := written(cell, source); cell == n.FirstChild() {
					add(text, heading, written(column, source))
				} else {
					add(text, heading, written(column, source), first)
				}
			}
		}
		return gmast.WalkContinue, nil
	})
	if err != nil {
		log.Fatal(err)
	}
	return found
}

// written returns the Markdown of a block in one line.
func written(block gmast.Node, source []byte) string {
	return strings.Join(strings.Fields(string(block.Lines().Value(source))), " ")
}
