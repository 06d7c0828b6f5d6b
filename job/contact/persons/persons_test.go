package persons_test

import (
	"slices"
	"testing"

	"gannet/job/contact/persons"
	"gannet/models/shipped"
)

// names returns the names that the shipped model finds in a text. numbers are parts of it that are telephone numbers.
func names(t *testing.T, text string, known ...string) (found []string) {
	t.Helper()
	m, err := shipped.Persons()
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range m.Names(text, nil, known) {
		found = append(found, text[n[0]:n[1]])
	}
	return found
}

func TestNamesOfTexts(t *testing.T) {
	for text, want := range map[string][]string{
		"Kontakt: Frau Dr. Eva Sommer, Leitung Pflege":            {"Frau Dr. Eva Sommer"},
		"Kind regards,\nSusan BakerHead of Care":                  {"Susan Baker"},
		"Ask for Susan Baker. Questions? Call Susan Baker":        {"Susan Baker", "Susan Baker"},
		"Contact: Human Resources, Acme Ltd":                      nil,
		"Experience with Apache Kafka, Jenkins and Ruby on Rails": nil,
		"Ansprechpartner: Jan van der Berg":                       {"Jan van der Berg"},
	} {
		if got := names(t, text); !slices.Equal(got, want) {
			t.Errorf("%q has %q, want %q", text, got, want)
		}
	}
}

// TestKnownNamesAreFoundAnywhere: a posting's own fields name the contact, in other letters than its text does.
func TestKnownNamesAreFoundAnywhere(t *testing.T) {
	if got := names(t, "Tools of ZZYX  Qwrtz are sold.", "Zzyx Qwrtz"); !slices.Equal(got, []string{"ZZYX  Qwrtz"}) {
		t.Errorf("%q", got)
	}
}

func TestAFileThatIsNoModel(t *testing.T) {
	for _, data := range []string{"", "gannet persons 1\n", "gannet kinds 1\n" + string(make([]byte, 200000))} {
		if _, err := persons.Read([]byte(data)); err == nil {
			t.Errorf("%d bytes are read as a model", len(data))
		}
	}
}

func FuzzNames(f *testing.F) {
	f.Add("Contact: Jane Doe\n\xff\u0300X-'", 3, 9)
	m, err := shipped.Persons()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string, start, end int) {
		var contacts []persons.Contact
		if 0 <= start && start < end && end <= len(text) {
			contacts = append(contacts, persons.Contact{Start: start, End: end, Mail: true})
		}
		last := 0
		for _, n := range m.Names(text, contacts, nil) {
			if n[0] < last || n[1] <= n[0] || n[1] > len(text) {
				t.Fatalf("%v in a text of %d bytes", n, len(text))
			}
			last = n[1]
		}
	})
}
