package rules

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSecurityNamesTestsThatExist looks for every test that SECURITY.md and the report about attacks name.
func TestSecurityNamesTestsThatExist(t *testing.T) {
	const root = "../.."
	missing := make(map[string]string) // the document that names a test
	for _, name := range []string{"SECURITY.md", "lab/reports/held.md"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		named := regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9]+)`").FindAllStringSubmatch(string(text), -1)
		if len(named) < 20 {
			t.Fatalf("%s names %d tests: it is not read right", name, len(named))
		}
		for _, m := range named {
			missing[m[1]] = name
		}
	}
	function := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)[A-Za-z0-9]+)\(`)
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && path != root && strings.HasPrefix(e.Name(), ".") {
			return filepath.SkipDir
		}
		if e.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		code, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range function.FindAllStringSubmatch(string(code), -1) {
			delete(missing, m[1])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, document := range missing {
		t.Errorf("%s names %s, which is no test any more", document, name)
	}
}
