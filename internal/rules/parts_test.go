package rules

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPartsOfDocumentsAreInThem holds that what is written by hand of a document, lab/reports/NAME.PART.md, is in a document word for word.
// Otherwise the command that makes the document again would bring back an older text.
func TestPartsOfDocumentsAreInThem(t *testing.T) {
	paths, err := filepath.Glob("../../lab/reports/*.md")
	if err != nil || len(paths) == 0 {
		t.Fatal("no documents", err)
	}
	parts, documents := make(map[string]string), make(map[string]string)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(path)
		if strings.Count(name, ".") > 1 {
			parts[name] = strings.TrimSpace(string(text))
		} else {
			documents[name] = string(text)
		}
	}
	for name, part := range parts {
		if !inOne(documents, part) {
			t.Errorf("lab/reports/%s differs from its document: make the same change in both", name)
		}
	}
}

func inOne(documents map[string]string, part string) bool {
	for _, text := range documents {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}
