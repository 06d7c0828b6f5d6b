package pagetext

import (
	"slices"
	"strings"
	"testing"
)

// In each language an ad without headings: the employer, the work, who is sought, what is offered, how to apply.
var unheadedAds = map[string][5]string{
	"en": {"Loom Ltd was founded in 1950 and is a leading weaver of linen.", "You weave linen and mend the looms.", "A degree in textiles and five years of experience with looms.", "Our benefits: a pension and 30 days holiday.", "Send your CV by the closing date."},
	"de": {"Wir sind ein Familienunternehmen mit Hauptsitz in Ulm, gegründet 1950.", "Leinen weben und Webstühle warten.", "Abgeschlossene Lehre, Führerschein und gute Kenntnisse der Weberei.", "30 Urlaubstage und betriebliche Altersvorsorge.", "Bewerbung mit Lebenslauf an den Ansprechpartner."},
	"fr": {"Notre société, créée en 1950, est une entreprise familiale.", "Tisser le lin et réparer les métiers.", "Diplôme exigé, permis B et maîtrise des métiers.", "Mutuelle, prime et tickets restaurant.", "Envoyez votre CV et une lettre de motivation."},
	"pl": {"Nasza firma, założona w 1950 roku, specjalizuje się w lnie.", "Tkanie lnu i naprawa krosien.", "Wykształcenie zawodowe, prawo jazdy i znajomość krosien.", "Oferujemy premie i kartę, opieka medyczna.", "Prosimy o CV, skontaktujemy się z wybranymi."},
	"ru": {"Наша компания основана в 1950 году и специализируется на льне.", "Ткать лён и чинить станки.", "Опыт от года, знание станков, среднее образование.", "Предлагаем отпуск, премии и соцпакет.", "Звоните или отправляйте резюме."},
	"zh": {"本公司成立于1950年，致力于亚麻生产。", "织布并维护织机。", "大专学历，两年以上经验，熟悉织机。", "五险一金，双休，年终奖。", "请投递简历，参加面试。"},
	"cs": {"Naše společnost byla založena v roce 1950, jsme přední tkalci.", "Tkaní lnu a oprava stavů.", "Vzdělání v oboru, praxe a znalost stavů výhodou.", "Stravenky, prémie a pět týdnů dovolené.", "Životopis zašlete na naši adresu, kontaktujte nás."},
	"es": {"Somos una empresa familiar fundada en 1950, con sede en Elche.", "Tejer lino y reparar telares.", "Experiencia con telares, carné y conocimientos de lino.", "Seguro médico, vacaciones e incentivos.", "Interesados: inscríbete en la oferta."},
}

func TestPartsWithoutHeadings(t *testing.T) {
	for language, ad := range unheadedAds {
		var got []Section
		for _, line := range ad {
			for _, p := range Parts(line) {
				got = append(got, p.Section)
			}
		}
		if want := []Section{Employer, None, Requirements, Offer, Apply}; !slices.Equal(got, want) {
			t.Errorf("%s: %v", language, got)
		}
		more := strings.Repeat(ad[1]+" ", 8) // a line that is judged by sentences
		for _, text := range []string{strings.Join(ad[:3], "\n"), ad[0] + " " + more + ad[2]} {
			duties, employer := Split(text)
			if !strings.Contains(duties, ad[1]) || !strings.Contains(duties, ad[2]) || employer != ad[0] {
				t.Errorf("%s: duties %q, employer %q", language, duties, employer)
			}
		}
	}
}

// Nothing of a description is lost, whatever stands in it.
func TestSentencesKeepAll(t *testing.T) {
	for _, s := range []string{"", "a", strings.Repeat("We weave. ", 60), strings.Repeat("Ткём лён! ", 60), strings.Repeat("我们织布。", 90), strings.Repeat("x.y ", 200), strings.Repeat("a", 900), "approx. 5 p.m. " + strings.Repeat("to 6 p.m. and on ", 20)} {
		got := ""
		for part := range sentences(s) {
			got += part
		}
		if strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(s, " ", "") {
			t.Errorf("%.40q became %.80q", s, got)
		}
	}
}
