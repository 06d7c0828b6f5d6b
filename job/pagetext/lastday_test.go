package pagetext

import (
	"strings"
	"testing"
)

// A sentence names the last day to apply, and no other day: of a contract, of interviews, or when applications are first read.
func TestLastDaysInSentences(t *testing.T) {
	prose := map[string]string{
		"en": "You weave linen and wool on the looms of our mill and mend them. ",
		"de": "Sie weben Leinen und Wolle auf den Stühlen unserer Weberei und bessern sie aus. ",
		"fr": "Vous tissez du lin et de la laine sur les métiers de notre atelier. ",
		"es": "Usted teje lino y lana en los telares de nuestro taller y los repara. ",
	}
	const day = "2026-05-12"
	for _, c := range []struct{ lang, line, want string }{
		{"en", "The position is open until 12 May 2026.", day},
		{"en", "Applications will be accepted through 12 May 2026.", day},
		{"en", "Please send your application no later than Tuesday 12 May 2026 to our office.", day},
		{"en", "The deadline for applications to this post is May 12, 2026.", day},
		{"en", "This vacancy closes on 12 May 2026.", day},
		{"en", "Closing date: 12 May 2026, interviews begin 5 June 2026", day},
		{"en", "Closing date: continuous, review begins May 12", ""},
		{"en", "Application deadline: open until filled; first review 12 May 2026", ""},
		{"en", "Apply by: until filled (posted 12 February 2026)", ""},
		{"en", "Applications received by 12 May 2026 will receive full consideration.", ""},
		{"en", "Applicants have interviews until 12 May 2026.", ""},
		{"en", "The contract runs until 12 May 2026.", ""},
		{"en", "The branch is open until 12 May 2026 and then moves.", ""},
		{"en", "You will be working through 12 May 2026.", ""},
		{"en", "This vacancy will close at 23:59 on Sunday 12th May 2026(midnight).", day},
		{"en", "Closing Date: 12.05.26 (this date may change in June)", day},
		{"en", "We train you. Employment Type: Full-time Application Deadline: May 12, 2026 Summary: you weave.", day},
		{"en", "The window opens on 5 April 2026 and closes on 12 May 2026.", ""},
		{"en", "The application window opens on 5 April 2026 and closes on 12 May 2026.", day},
		{"en", "Project End Date: 12 May 2026", ""},
		{"en", "The deadline is 12 May.", day},
		{"en", "Posting Date: 10/17/2025 Closing Date: 05/12/2026 Open until filled: no", day},
		{"en", "This is a fixed-term job (end date 5/12/2026), and you may apply now.", ""},
		{"en", "The job is fixed term until November 2026. Full text and application (closing May 12th 2026).", day},
		{"de", "Wir freuen uns auf Ihre Bewerbung bis spätestens zum 12. Mai 2026 an unsere Verwaltung, die alle Schreiben sammelt, ordnet und dem Meister der Weberei vorlegt, damit er sie in Ruhe lesen und danach die Webstühle vorführen kann.", day},
		{"de", "Die Stelle ist befristet bis zum 12.05.2026.", ""},
		{"fr", "Merci d'adresser votre candidature avant le 12 mai 2026.", day},
		{"fr", "CDD jusqu'au 12 mai 2026.", ""},
		{"es", "El plazo de presentación de solicitudes finaliza el 12 de mayo de 2026.", day},
		{"es", "Contrato hasta el 12 de mayo de 2026.", ""},
	} {
		page := pageOf(t, "https://a.example/1", c.lang, "<h1>Weaver</h1><p>"+c.line+"</p><p>"+strings.Repeat(prose[c.lang], 8)+"</p>")
		if got := dayOf(new(Reader).Read(page, c.lang, testNow, nil).ValidThrough); got != c.want {
			t.Errorf("%s: last day %q, want %q", c.line, got, c.want)
		}
	}
}

// A label of days of posting counts within a line, too, where its colon says that it is one.
func TestDaysOfPostingWithinLines(t *testing.T) {
	prose := strings.Repeat("You weave linen and wool on the looms of our mill and mend them. ", 8)
	for line, want := range map[string]string{
		"We treat all alike. Date Posted: 12/24/2025 Department: Weaving":      "2025-12-24",
		"Contract: regular Job Posting: Feb 12, 2026, 6:34:46 PM Floor: first": "2026-02-12",
		"Our mill was opened on 12 February 2026 by the mayor of the town.":    "",
	} {
		page := pageOf(t, "https://a.example/1", "en", "<h1>Weaver</h1><p>"+prose+line+"</p>")
		if got := dayOf(new(Reader).Read(page, "en", testNow, nil).Posted); got != want {
			t.Errorf("%s: day of posting %q, want %q", line, got, want)
		}
	}
}

// The words before a label are read from the beginning of a word. That is never behind the label, also where no space parts the words.
func TestWordFromStaysBefore(t *testing.T) {
	for _, s := range []string{"面試地點:台中市北區織布路二段四號。報名截止日:115年5月12日止。聯絡人:林小姐 02-1234", "https://mill.example/looms-and-wool:deadline:12 May 2026", "Please apply by 12 May"} {
		for at := range wordStarts(s) {
			for n := range at + 1 {
				if from := wordFrom(s, n); n < at && from > at {
					t.Errorf("%q: the first word behind byte %d begins at %d, want at most %d", s, n, from, at)
				}
			}
		}
	}
}
