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

var (
	fences   = regexp.MustCompile("(?s)\n```.*?\n```")
	starts   = regexp.MustCompile(`^\s*([-*]|\d+\.|#+|>)\s+`)
	sentence = regexp.MustCompile("[.!?][)\"*`]*\\s+([A-Z\"`(\\[*])")
)

// sentencesOf returns the sentences of a page of Markdown that have at least four words, those of table cells too, without code blocks.
func sentencesOf(path string, source []byte) []string {
	var found []string
	for block := range strings.SplitSeq(fences.ReplaceAllString("\n"+string(source), "\n"), "\n\n") {
		if strings.HasPrefix(block, "    ") {
			continue
		}
		var parts []string
		for line := range strings.SplitSeq(strings.Trim(block, "\n"), "\n") {
			switch {
			case strings.HasPrefix(line, "|"):
				parts = append(parts, strings.Split(line, "|")...)
			case len(parts) == 0 || starts.MatchString(line):
				parts = append(parts, line)
			default:
				parts[len(parts)-1] += " " + strings.TrimSpace(line)
			}
		}
		for _, part := range parts {
			text := starts.ReplaceAllString(part, "")
			for at := sentence.FindStringSubmatchIndex(text); at != nil; at = sentence.FindStringSubmatchIndex(text) {
				found = append(found, text[:at[2]])
				text = text[at[2]:]
			}
			found = append(found, text)
		}
	}
	found = slices.DeleteFunc(found, func(text string) bool { return len(strings.Fields(text)) < 4 })
	for i := range found {
		found[i] = path + ": " + strings.TrimSpace(found[i])
	}
	return found
}
