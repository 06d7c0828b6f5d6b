package conditions

import (
	"slices"
	"strings"
	"testing"
)

func TestModeOfValues(t *testing.T) {
	for value, want := range map[string]string{
		"Remote: Yes": Remote, "remote: no": OnSite, "Télétravail : non": OnSite, "isRemote: true": Remote, "isRemote: false": "", "Homeoffice: nein": OnSite, "Hybrid: no": "", "Workplace type: Hybrid": Hybrid, "workplaceType: OnSite": OnSite,
		"TELECOMMUTE": Remote, "ON_SITE": OnSite, "London (Hybrid)": Hybrid, "US, TX, Remote": Remote, "Arbeitsort: hybrid": Hybrid, "Lieu: télétravail": Remote, "Télétravail partiel": Hybrid,
		"Hybrid or remote": Remote, "Hybrid remote": Hybrid, "100 % remote": Remote, "60% remote": Hybrid, "Remote möglich": Remote, "Remote possible": Remote, "Leeds (remote possible)": Remote, "Homeoffice möglich": Hybrid, "Remote work partially possible": Hybrid, "Télétravail possible": Hybrid, "Berlin": "", "": "", "Praca zdalna": Remote, "praca hybrydowa": Hybrid,
		"Удалённая работа": Remote, "リモート可": Hybrid, "フルリモート": Remote, "재택근무": Remote, "Onsite or remote": Remote, "Office and remote": Remote, "Presencial": OnSite, "No remote": OnSite, "Home office: 2 days a week": Hybrid,
		"remote: false, hybrid: false": "", "Modalidad: híbrido": Hybrid, "Smart working": Remote, "In sede": OnSite, "Not remote": OnSite, "work from home": Remote, "Etätyö": Remote, "远程办公": Remote,
	} {
		if got, _ := ModeOf(value).Mode(); got != want {
			t.Errorf("%q: %q %v, want %q", value, got, ModeOf(value), want)
		}
	}
	both := ModeOf("remote: false")
	both.Add(ModeOf("hybrid: false"))
	if got, _ := both.Mode(); got != OnSite {
		t.Errorf("neither remote nor hybrid: %q %v", got, both)
	}
	flag := ModeOf("isRemote: true")
	flag.Add(ModeOf("workplaceType: Hybrid"))
	if got, _ := flag.Mode(); got != Hybrid {
		t.Errorf("a flag beside a word: %q %v", got, flag)
	}
}

func TestModeOfTitles(t *testing.T) {
	for title, want := range map[string]string{
		"Engineer (Remote)": Remote, "Remote Sensing Scientist": "", "Remote Payroll Clerk": Remote, "Baker - Hybrid": Hybrid, "Hybrid Cloud Architect": "", "Head of Remote Operations": "", "Weber (m/w/d) Homeoffice": Remote, "Weaver": "",
	} {
		if got, _ := ModeOfTitle(title).Mode(); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}

func TestModeOfSentences(t *testing.T) {
	for text, want := range map[string]string{
		"This is a fully remote position; you can work from anywhere in the UK.":                     Remote,
		"This position is 100% on-site at our mill. This role does not offer remote or hybrid work.": OnSite,
		"We have a hybrid culture and are in person 3 to 4 days a week.":                             Hybrid,
		"Benefits: the freedom to work from anywhere in the world for up to four weeks a year.":      "",
		"You can work from anywhere 4 weeks a year.":                                                 "",
		"You monitor remote sites and support remote teams.":                                         "",
		"Remote work is possible.":                                                 Remote,
		"Some remote work is possible.":                                            Hybrid,
		"Remote work is not possible.":                                             OnSite,
		"Is this a remote position?":                                               "",
		"You work two days a week from home.":                                      Hybrid,
		"Five days a week in the office.":                                          OnSite,
		"Please note that remote work is not possible.":                            OnSite,
		"The position is hybrid.":                                                  Hybrid,
		"Location: Remote":                                                         Remote,
		"Die Stelle ist vollständig remote.":                                       Remote,
		"Homeoffice ist nach Absprache möglich.":                                   Hybrid,
		"Homeoffice ist leider nicht möglich.":                                     OnSite,
		"Hybrides Arbeiten mit zwei Tagen im Büro.":                                Hybrid,
		"Poste en télétravail complet.":                                            Remote,
		"Deux jours de télétravail par semaine.":                                   Hybrid,
		"Pas de télétravail.":                                                      OnSite,
		"Puesto 100% remoto.":                                                      Remote,
		"Modalidad híbrida, 3 días en la oficina.":                                 Hybrid,
		"Lavoro completamente da remoto.":                                          Remote,
		"Praca w trybie hybrydowym.":                                               Hybrid,
		"Praca w 100% zdalna.":                                                     Remote,
		"Arbetet sker helt på distans.":                                            Remote,
		"Работа полностью удаленная.":                                              Remote,
		"We look after hybrid vehicles and a hybrid cloud.":                        "",
		"The mill has nine kilns, among them a hybrid kettle.":                     "",
		"Erfahrung mit Webstühlen, hybride Pressen und Mühlen":                     "",
		"A full-time position in Leeds, Yorkshire (or remote).":                    Remote,
		"Location: Leeds, Yorkshire (onsite)":                                      OnSite,
		"We use tools for conferences (remote).":                                   "",
		"Oferta: pracę stacjonarną w biurze":                                       OnSite,
		"Proces rekrutacji prowadzony w pełni zdalnie.":                            "",
		"Die Vorstellungsgespräche finden remote statt.":                           "",
		"Place: Leeds Work arrangement: On-site Apply before May":                  OnSite,
		"The role is not fully remote, we expect you in the office on Mondays.":    Hybrid,
		"Basé sur site client deux jours par semaine, vous travaillez en anglais.": "",
		"Wir bieten die Möglichkeit zum mobilen Arbeiten.":                         Hybrid,
		"A weaver who can work on site in Leeds.":                                  OnSite,
		"Work to be performed onsite.":                                             OnSite,
		"We work on site or from home.":                                            "",
		"This role can be remote or hybrid.":                                       Remote,
		"Możliwość pracy zdalnej jak i stacjonarnej.":                              Remote,
		"A platform for hybrid edge computing in a public, hybrid or cloud world.": "",
		"The office or remote team will call you.":                                 "",
		"Support for remote or hybrid customers.":                                  "",
		"You provide remote or on-site support to customers.":                      "",
		"You support users on-site or remote.":                                     "",
		"You perform on-site work at customers.":                                   "",
		"Your work: remote or on-site support":                                     "",
		"You can work hybrid or remote.":                                           Remote,
		"We were remote during the pandemic.":                                      "",
		"Please come to an on-site interview. There is an on-site gym.":            "",
	} {
		if got, _ := Read(text, "").Mode.Mode(); got != want {
			t.Errorf("%q: %q %v, want %q", text, got, Read(text, "").Mode, want)
		}
	}
}

// TestDaysAndWhole has for each language of the grammar a number of days beside remote work, and a word that makes remote work the whole of the work.
func TestDaysAndWhole(t *testing.T) {
	have := map[string]bool{}
	for _, c := range [][3]string{
		{"en", "Remote work: 2 days a week", "You work entirely remotely."},
		{"de", "Homeoffice (bis zu drei Tage pro Woche)", "Du arbeitest komplett remote."},
		{"fr", "Télétravail : 2 jours par semaine", "Vous travaillez entièrement à distance."},
		{"es", "Teletrabajo (hasta tres días por semana)", "Trabajarás totalmente a distancia."},
		{"pt", "Teletrabalho: 2 dias por semana", "Trabalhará totalmente a distância."},
		{"it", "Smart working (fino a tre giorni a settimana)", "Lavorerai completamente da remoto."},
		{"nl", "Thuiswerken: 2 dagen per week", "Je werkt volledig op afstand."},
		{"pl", "Praca zdalna (do trzech dni w tygodniu)", "Pracujesz całkowicie zdalnie."},
		{"cs", "Home office: 2 dny v týdnu", "Pracujete zcela na dálku."},
		{"sk", "Home office (až tri dni v týždni)", "Pracujete úplne na diaľku."},
		{"ru", "Удалённая работа: 2 дня в неделю", "Вы работаете полностью удалённо."},
		{"uk", "Віддалено (до 3 днів на тиждень)", "Ви працюєте повністю віддалено."},
		{"sv", "Distansarbete: 2 dagar i veckan", "Du arbetar helt på distans."},
		{"da", "Hjemmearbejde (op til tre dage om ugen)", "Du arbejder udelukkende hjemmefra."},
		{"no", "Hjemmekontor: 2 dager i uken", "Du jobber helt hjemmefra."},
		{"fi", "Etätyötä (enintään kolme päivää viikossa)", "Työskentelet täysin etänä."},
		{"hu", "Távmunka: heti 2 nap", "Teljesen távmunkában dolgozol."},
		{"ro", "De acasă (până la trei zile pe săptămână)", "Lucrezi complet de acasă."},
		{"tr", "Uzaktan çalışma: haftada 2 gün", "Tamamen uzaktan çalışırsınız."},
		{"zh", "居家办公（每周三天）", "完全远程办公。"},
		{"ja", "リモートワーク：週2日", "完全リモートで働きます。"},
		{"ko", "재택근무 (주 3일)", "완전 재택근무입니다."},
		{"ar", "العمل عن بعد: 2 أيام في الأسبوع", "العمل عن بعد بالكامل."},
		{"vi", "Làm việc tại nhà (3 ngày mỗi tuần)", "Bạn làm việc hoàn toàn từ xa."},
		{"id", "Kerja dari rumah: 2 hari seminggu", "Anda bekerja sepenuhnya dari rumah."},
		{"el", "Τηλεργασία (3 μέρες την εβδομάδα)", "Εργάζεστε εξ ολοκλήρου από απόσταση."},
		{"bg", "Дистанционна работа: 2 дни седмично", "Работите изцяло дистанционно."},
		{"hr", "Rad od kuće (3 dana tjedno)", "Radite potpuno na daljinu."},
	} {
		have[c[0]] = true
		for i, want := range []string{Hybrid, Remote} {
			if got, _ := Read(c[i+1], c[0]).Mode.Mode(); got != want {
				t.Errorf("%s %q: %q, want %q", c[0], c[i+1], got, want)
			}
		}
	}
	for lang := range shared().langs {
		if !have[lang] {
			t.Errorf("no row for %s", lang)
		}
	}
}

func TestTerms(t *testing.T) {
	for text, want := range map[string][2]string{
		"Die Stelle ist befristet auf 24 Monate.":                                 {FixedTerm, "P24M"},
		"Die Stelle ist zunächst auf zwei Jahre befristet.":                       {FixedTerm, "P2Y"},
		"Wir bieten einen unbefristeten Arbeitsvertrag.":                          {Permanent, ""},
		"This is a 12-month contract.":                                            {FixedTerm, "P12M"},
		"Fixed term contract for 18 months, with the option to become permanent.": {FixedTerm, "P18M"},
		"A permanent position in our mill.":                                       {Permanent, ""},
		"You need to be a permanent resident.":                                    {"", ""},
		"Contract duration: 6 to 12 months":                                       {"", ""},
		"You have 3 years of experience with contracts.":                          {"", ""},
		"The contract has a probation period of 6 months.":                        {"", ""},
		"Poste en CDI.":                             {Permanent, ""},
		"CDD de 6 mois renouvelable.":               {FixedTerm, "P6M"},
		"Contrato indefinido desde el primer día.":  {Permanent, ""},
		"Contratto a tempo determinato di 12 mesi.": {FixedTerm, "P12M"},
		"Umowa na czas określony 12 miesięcy.":      {FixedTerm, "P12M"},
		"Vikariat på 10 månader.":                   {FixedTerm, "P10M"},
		"Is this a permanent position?":             {"", ""},
		"契約社員":                                      {FixedTerm, ""},
	} {
		said := Read(text, "")
		if got, _ := said.Term.Term(); got != want[0] || said.Duration != want[1] {
			t.Errorf("%q: %q %q, want %q", text, got, said.Duration, want)
		}
	}
	for value, want := range map[string][2]string{
		"Full-time, permanent": {Permanent, ""}, "CDI": {Permanent, ""}, "CDD 6 mois": {FixedTerm, "P6M"}, "TEMPORARY": {"", ""}, "Temporary": {FixedTerm, ""}, "Zeitarbeit": {"", ""}, "Vollzeit, befristet": {FixedTerm, ""}, "unbefristet": {Permanent, ""},
		"permanent or temporary": {"", ""}, "12 months contract": {FixedTerm, "P12M"}, "FULL_TIME": {"", ""}, "not permanent": {"", ""},
	} {
		v, duration := TermOfValue(value)
		if got, _ := v.Term(); got != want[0] || duration != want[1] {
			t.Errorf("%q: %q %q, want %q", value, got, duration, want)
		}
	}
	for value, want := range map[string]string{"P18M": "P18M", "18 months": "P18M", "ein Jahr": "P1Y", "6-12 months": "", "soon": "", "90 days": "P90D"} {
		if got := Duration(value); got != want {
			t.Errorf("duration %q: %q, want %q", value, got, want)
		}
	}
}

func TestSeniority(t *testing.T) {
	for title, want := range map[string]string{
		"Senior Weaver": "SENIOR", "Weaver": "", "Junior Weaver": "ENTRY", "Junior/Senior Weaver": "", "Senior Team Lead Weaving": "LEAD", "Head of Weaving": "DIRECTOR", "Chief Weaving Officer": "EXECUTIVE", "Executive Assistant": "",
		"Assistant to the Director": "", "Art Director": "", "Account Executive": "", "Entry level": "ENTRY", "Lead Generation Clerk": "", "Vice President Looms": "EXECUTIVE", "Mid-level Weaver": "MID", "Staff Nurse": "",
	} {
		if got := Seniority(title, "en"); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
	for title, want := range map[string]string{"Praktikant Weberei": "ENTRY", "Abteilungsleiter Weberei": "DIRECTOR", "Assistenz der Geschäftsführung": "", "Teamleiterin": "LEAD"} {
		if got := Seniority(title, "de"); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
	if SeniorityOfMonths(6) != "ENTRY" || SeniorityOfMonths(36) != "MID" || SeniorityOfMonths(120) != "SENIOR" || SeniorityOfMonths(18) != "" || SeniorityOfMonths(0) != "" {
		t.Error("months of experience")
	}
}

func TestEligibility(t *testing.T) {
	text := "You weave. You must have the right to work in the UK. We treat all alike regardless of citizenship.\nEin Führerschein der Klasse B ist nötig!\n" + strings.Repeat("We weave and ", 40) + "sew, security clearance needed, all day."
	want := []string{"You must have the right to work in the UK", "Ein Führerschein der Klasse B ist nötig", "security clearance needed"}
	if got := Read(text, "").Eligibility; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Read(strings.Repeat("A visa is needed.\n", 3)+strings.Repeat("x driving licence.\n", 90), "en").Eligibility; len(got) != 2 {
		t.Errorf("%d sentences", len(got))
	}
}

func TestSpeculative(t *testing.T) {
	for title, want := range map[string]bool{
		"Open Application / Talent Pool": true, "Speculative application": true, "Initiativbewerbung als Weber": true, "Candidature spontanée": true, "Talent Pool Manager": false, "Weaver": false, "General Application Engineer": false,
		"Acorn - Talent Community": true, "Åpen søknad": true, "Application Engineer": false,
	} {
		if got := IsSpeculative(title); got != want {
			t.Errorf("%q: %t", title, got)
		}
	}
}

// TestEveryWordOfTheGrammar reads each statement in a clause of its language, and denies it.
func TestEveryWordOfTheGrammar(t *testing.T) {
	count := 0
	lang := ""
	phrases := map[string]map[string][]string{}
	for line := range strings.Lines(grammarFile) {
		line = strings.TrimSpace(line)
		name, list, ok := strings.Cut(line, ": ")
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			lang = strings.Trim(line, "[]")
			phrases[lang] = map[string][]string{}
		case !ok || classNames[name] == 0 && strings.Trim(name, "0123456789") != "":
			t.Errorf("no class in the line %q", line)
		default:
			phrases[lang][name] = append(phrases[lang][name], expanded(list)...)
		}
	}
	for lang, of := range phrases {
		for name, want := range map[string]string{"remote": Remote, "hybrid": Hybrid, "onsite": OnSite} {
			if len(of[name]) == 0 {
				t.Errorf("%s has no words for %s", lang, want)
			}
			for _, phrase := range of[name] {
				count++
				word := strings.ReplaceAll(phrase, "*", "")
				if got, _ := read(word, lang).modeOfValue(func(extent) bool { return true }).Mode(); got != want && !(want == Remote && got == Hybrid) {
					t.Errorf("%s: %q is %q, want %q", lang, word, got, want)
				}
			}
		}
		for name, want := range map[string]string{"permanent!": Permanent, "fixed!": FixedTerm} {
			for _, phrase := range of[name] {
				count++
				word := strings.ReplaceAll(phrase, "*", "")
				if got, _ := Read(word, lang).Term.Term(); got != want {
					t.Errorf("%s: %q is %q, want %q", lang, word, got, want)
				}
			}
		}
		for name, want := range map[string]string{"entry": "ENTRY", "mid": "MID", "senior": "SENIOR", "lead": "LEAD", "director": "DIRECTOR", "executive": "EXECUTIVE"} {
			for _, phrase := range of[name] {
				count++
				if got := Seniority(strings.ReplaceAll(strings.ReplaceAll(phrase, " * ", " x "), "*", ""), lang); got != want {
					t.Errorf("%s: %q is %q, want %q", lang, phrase, got, want)
				}
			}
		}
	}
	t.Logf("%d words", count)
}

func TestLongTexts(t *testing.T) {
	for _, text := range []string{strings.Repeat("remote ", 100_000), strings.Repeat("visa", 50_000), strings.Repeat("在宅", 50_000), strings.Repeat("5 days remote, ", 50_000), "\xff\xfe remote"} {
		Read(text, "")
		ModeOf(text)
		Seniority(text, "")
	}
}

func BenchmarkRead(b *testing.B) {
	text := strings.Repeat("You weave linen and wool on the looms of our mill, and keep them in order. We offer training, a pension and 28 days of holiday. Remote work is possible.\n", 20)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Read(text, "en")
	}
}

// TestWhatIsReadTwiceOrBroken: words that stand apart in one long line vote once each, and a soft hyphen does not part a word. A workload is no
// share of remote work, and a year before a time makes no range.
func TestWhatIsReadTwiceOrBroken(t *testing.T) {
	one := "мы предлагаем удалённую работу"
	line := one + strings.Repeat(" и ещё одно слово", 20)
	if a, b := Read(line, "ru").Mode, Read(line+" "+line, "ru").Mode; b[remotely] > 2*a[remotely] || Read("Home\u00adoffice: 100 %", "de").Mode != Read("Homeoffice: 100 %", "de").Mode {
		t.Errorf("once %v, twice %v", a, b)
	}
	if v := ModeOfTitle("Buchhalter 80% (Remote)"); v[remotely] <= v[partly] {
		t.Errorf("a workload of 80 %% and remote work: %v", v)
	}
	for text, want := range map[string]string{"befristet ab 2026 für 12 Monate": "P12M", "befristet für 6 bis 12 Monate": ""} {
		if got := Read(text, "de").Duration; got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for value, want := range map[string]string{"P18M": "P18M", "p1y6m": "P1Y6M", "PT8H": "", "P0M": "", "P999Y": ""} {
		if got := Duration(value); got != want {
			t.Errorf("%s: %q, want %q", value, got, want)
		}
	}
}
