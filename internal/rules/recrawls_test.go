package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestRecrawlsAreConcludedWithoutInput holds that crawler/fresh reads and writes nothing itself, and that the crawl keeps of recrawls only
// what is on its way to or from the store.
func TestRecrawlsAreConcludedWithoutInput(t *testing.T) {
	for imported := range strings.FieldsSeq(string(command(t, "list", "-f", `{{join .Imports " "}}`, "gannet/crawler/fresh"))) {
		if slices.Contains([]string{"os", "sync", "net/http"}, imported) {
			t.Errorf("crawler/fresh imports %s: let the crawl do that", imported)
		}
	}
	for dep := range strings.FieldsSeq(string(command(t, "list", "-f", `{{join .Deps " "}}`, "gannet/crawler/fresh"))) {
		if room := roomOf(dep); room == "store" || room == "frontier" || dep == "gannet/crawler" {
			t.Errorf("crawler/fresh imports %s: let the crawl hand over what it needs", dep)
		}
	}
	paths, err := filepath.Glob("../../crawler/watch*.go")
	if err != nil || len(paths) == 0 {
		t.Fatal("no files", err)
	}
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range mapsOf(file, "watching") {
			if name != "recent" && name != "saved" {
				t.Errorf("%s: %s is a map of the state of recrawls, which belongs to crawler/fresh", path, name)
			}
		}
	}
}

// mapsOf returns the fields of a struct type of a file that are maps.
func mapsOf(file *ast.File, of string) (names []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok || spec.Name.Name != of {
			return true
		}
		fields, ok := spec.Type.(*ast.StructType)
		if !ok {
			return false
		}
		for _, field := range fields.Fields.List {
			if _, isMap := field.Type.(*ast.MapType); isMap {
				for _, name := range field.Names {
					names = append(names, name.Name)
				}
			}
		}
		return false
	})
	return names
}
