package shipped_test

import (
	"fmt"
	"testing"

	"gannet/features"
	"gannet/models/shipped"
	"gannet/ranker"
)

// Example recognises the language of a page.
func Example() {
	languages, err := shipped.Languages()
	if err != nil {
		fmt.Println(err)
		return
	}
	page, err := features.NewReader().Read("http://example.org/", []byte("<p>Die Imkerin sammelt im Sommer den Honig ihrer Bienen."))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(languages.Probability("de", page) > 0.9)
	// Output: true
}

func TestEveryModelIsDecodedOnce(t *testing.T) {
	needs, err := shipped.Needs()
	if err != nil {
		t.Fatal(err)
	}
	if again, err := shipped.Needs(); err != nil || again != needs {
		t.Errorf("the models of strategies are not shared: %v", err)
	}
	for _, name := range ranker.Names() {
		if _, err := ranker.New(name, needs); err != nil {
			t.Errorf("strategy %s: %v", name, err)
		}
	}
	if _, err := shipped.PageKind(); err != nil {
		t.Error(err)
	}
	for what, decode := range map[string]func() (any, error){
		"background":  func() (any, error) { return shipped.Background() },
		"jobs":        func() (any, error) { return shipped.Jobs() },
		"verdict":     func() (any, error) { return shipped.Verdict() },
		"employers":   func() (any, error) { return shipped.Employers() },
		"occupations": func() (any, error) { return shipped.Occupations() },
	} {
		model, err := decode()
		if again, _ := decode(); err != nil || again != model {
			t.Errorf("%s is not shared: %v", what, err)
		}
	}
}
