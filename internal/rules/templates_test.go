package rules

import (
	"bytes"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/a-h/templ/generator"
	"github.com/a-h/templ/parser/v2"
)

// TestTemplatesAreGenerated holds that the Go code beside each template is what templ makes of it.
func TestTemplatesAreGenerated(t *testing.T) {
	n := 0
	err := filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		name, isTemplate := strings.CutSuffix(path, ".templ")
		if err != nil || !isTemplate {
			return err
		}
		n++
		template, err := parser.Parse(path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		var code bytes.Buffer
		if _, err := generator.Generate(template, &code, generator.WithFileName(filepath.Base(path))); err != nil {
			return err
		}
		want, err := format.Source(code.Bytes())
		if err != nil {
			return err
		}
		if *update {
			return os.WriteFile(name+"_templ.go", want, 0o644)
		}
		if held, _ := os.ReadFile(name + "_templ.go"); !bytes.Equal(held, want) {
			t.Errorf("%s_templ.go is not made of its template: go test ./internal/rules -run Templates -update", name)
		}
		return nil
	})
	if err != nil || n == 0 {
		t.Errorf("%d templates: %v", n, err)
	}
}
