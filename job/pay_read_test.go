package job

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Sentences of advertisements in which an amount is pay. Hours of work, bonuses and budgets stand beside it.
func TestPayOfSentences(t *testing.T) {
	for text, want := range map[string]Pay{
		"Das Bruttojahreseinkommen beträgt 39.000 bis 44.000 Euro":                            {Min: 39000, Max: 44000, Currency: "EUR", Unit: "YEAR"},
		"Jahresgehalt von 39.000 bis 44.000 Euro, 39-Stunden-Woche":                           {Min: 39000, Max: 44000, Currency: "EUR", Unit: "YEAR"},
		"Salaire annuel de 35 000 € brut pour 39h par semaine":                                {Min: 35000, Max: 35000, Currency: "EUR", Unit: "YEAR", Basis: "GROSS"},
		"El salario es de 1.500 € netos al mes por 40 horas semanales":                        {Min: 1500, Max: 1500, Currency: "EUR", Unit: "MONTH", Basis: "NET"},
		"Stipendio lordo annuo: 28.000 - 32.000 €, 40 ore settimanali":                        {Min: 28000, Max: 32000, Currency: "EUR", Unit: "YEAR", Basis: "GROSS"},
		"Clinic Pay Band 6 £27,717 - £37,201":                                                 {Min: 27717, Max: 37201, Currency: "GBP"},
		"Wynagrodzenie: 6000-7500 zł brutto miesięcznie, 40 godzin tygodniowo":                {Min: 6000, Max: 7500, Currency: "PLN", Unit: "MONTH", Basis: "GROSS"},
		"Wir zahlen 3.200 € brutto im Monat bei 40 Stunden pro Woche.":                        {Min: 3200, Max: 3200, Currency: "EUR", Unit: "MONTH", Basis: "GROSS"},
		"Mzda 35 000 - 40 000 Kč měsíčně, týdenní pracovní doba 37,5 hodin":                   {Min: 35000, Max: 40000, Currency: "CZK", Unit: "MONTH"},
		"Lön 32 000 kr/mån, 40 timmar per vecka":                                              {Min: 32000, Max: 32000, Currency: "SEK", Unit: "MONTH"},
		"Зарплата от 80 000 руб. на руки в месяц, 40 часов в неделю":                          {Min: 80000, Currency: "RUB", Unit: "MONTH", Basis: "NET"},
		"年俸400万円～600万円、週40時間":                                                                 {Min: 4e6, Max: 6e6, Currency: "JPY", Unit: "YEAR"},
		"시급 11,030원, 주 40시간":                                                                  {Min: 11030, Max: 11030, Currency: "KRW", Unit: "HOUR"},
		"Salário: R$ 2.500,00 por mês, 44 horas semanais, vale refeição de R$ 600,00":         {Min: 2500, Max: 2500, Currency: "BRL", Unit: "MONTH"},
		"€ 2.800 - € 3.400 bruto per maand o.b.v. 38 uur per week":                            {Min: 2800, Max: 3400, Currency: "EUR", Unit: "MONTH", Basis: "GROSS"},
		"The hourly rate is £15.50 and you'll work 30 hours per week over 4 days.":            {Min: 15.5, Max: 15.5, Currency: "GBP", Unit: "HOUR"},
		"Weekly pay of $1,200 to $1,500 for 45 hours a week":                                  {Min: 1200, Max: 1500, Currency: "USD", Unit: "WEEK"},
		"The usual hourly range for our crews is $23–$27, by their years at sea.":             {Min: 23, Max: 27, Currency: "USD", Unit: "HOUR"},
		"Your pay starts from £12.60 an hour; this increases to £13.10 after your probation.": {Min: 12.6, Max: 13.1, Currency: "GBP", Unit: "HOUR"},
		"Ein Mindestgehalt von € 2.310,00 brutto pro Monat (14x jährlich)":                    {Min: 2310, Currency: "EUR", Unit: "MONTH", Basis: "GROSS"},
		"Gehalt € 2.310,00 brutto pro Monat, Bereitschaft zur Überzahlung":                    {Min: 2310, Currency: "EUR", Unit: "MONTH", Basis: "GROSS"},
		"You get a sign-on bonus of $5,000 and a salary of $60,000 per year.":                 {Min: 60000, Max: 60000, Currency: "USD", Unit: "YEAR"},
		"Investment Analyst – £50,000-£60,000 per annum":                                      {Min: 50000, Max: 60000, Currency: "GBP", Unit: "YEAR"},
		"Wynagrodzenie w wysokości 5000 zł brutto i dodatkowo posiłki":                        {Min: 5000, Max: 5000, Currency: "PLN", Basis: "GROSS"},
		"Zapłacimy 32 i 36 zł brutto za godzinę":                                              {Min: 32, Max: 36, Currency: "PLN", Unit: "HOUR", Basis: "GROSS"},
		"Stawka dla zmiany 3. to 39,60 zł brutto/h":                                           {Min: 39.6, Max: 39.6, Currency: "PLN", Unit: "HOUR", Basis: "GROSS"},
		"Weavers | £9.29 per hour | several mills in the south":                               {Min: 9.29, Max: 9.29, Currency: "GBP", Unit: "HOUR"},
		"Remote | .NET developers | $80k-$130k+":                                              {Min: 80000, Max: 130000, Currency: "USD"},
		"64600 – 80800 руб. в месяц до вычета налогов":                                        {Min: 64600, Max: 80800, Currency: "RUB", Unit: "MONTH", Basis: "GROSS"},
	} {
		got := PayText{Text: text, Prose: true}.Read()
		raw := got.Raw
		if got.Raw = ""; got != want || raw == "" || !strings.Contains(payText(text), raw) {
			t.Errorf("%q: %+v %q, want %+v", text, got, raw, want)
		}
	}
}

// Amounts of a firm, of its customers, and beside the pay, as the value of a label and in a sentence.
func TestOtherMoneyIsNoPay(t *testing.T) {
	for _, text := range []string{
		"We raised $38 million last spring.", "€2.4bn", "Series B of $30M led by investors", "over $2.5M ARR", "We manage over $5 billion in assets", "Learning budget of €1,500 a year", "a $1,200 training budget a year", "Meal vouchers worth €8 per day",
		"$5,000 sign-on bonus", "Competitive salary plus £500 sign-on bonus", "$10,000 relocation package", "Travel allowance of £3,000 per annum", "401k match up to $5,000", "Employee discount worth up to £1,000 a year",
		"Wir haben 12 Mio. € Umsatz und zahlen faire Gehälter.", "Das Weiterbildungsbudget beträgt 1.500 € pro Jahr.", "50 € monatlicher Zuschuss zum Jobticket", "Urlaubsgeld in Höhe von 500 €", "Tankgutschein 50 € monatlich",
		"Prime d'embauche de 1 000 €", "Levée de fonds de 20 millions d'euros", "Chiffre d'affaires de 12 M€", "Ticket restaurant de 9 € par jour", "Facturación anual de 150 millones de euros", "Bonus de bienvenida de 1.000 €", "Fatturato di 30 milioni di euro",
		"Bonus na start 2000 zł", "Dodatek 300 zł miesięcznie za frekwencję", "Náborový příspěvek 20 000 Kč", "Оборот компании 2 млрд руб. в год", "Бонус 10 000 руб.", "Reiskostenvergoeding € 200 per maand", "Omsättning på 2 miljarder kr",
		"Vale alimentação de R$ 600,00 por mês", "Faturamento anual de R$ 50 milhões", "入社祝い金5万円", "資本金1億円", "融资2亿元", "餐补每天20元", "USD -5000", "-5000",
	} {
		for _, prose := range []bool{false, true} {
			if got := (PayText{Text: text, Prose: prose}).Read(); got.Known() {
				t.Errorf("%q, prose %t: %+v", text, prose, got)
			}
		}
	}
}

func TestPayBesideLabels(t *testing.T) {
	for _, test := range []struct {
		label, text, country string
		want                 Pay
	}{
		{"Gross annual salary", "€45,000 - €55,000", "", Pay{Min: 45000, Max: 55000, Currency: "EUR", Unit: "YEAR", Basis: "GROSS"}},
		{"Mindestgehalt", "2.480 EUR", "at", Pay{Min: 2480, Currency: "EUR"}},
		{"Salary + bonus", "£30,000", "", Pay{Min: 30000, Max: 30000, Currency: "GBP"}},
		{"Rate", "$100 - $110 p.h.", "au", Pay{Min: 100, Max: 110, Currency: "AUD", Unit: "HOUR"}},
		{"", "£35,000 basic, OTE £70,000", "", Pay{Min: 35000, Currency: "GBP", Unit: "YEAR"}},
		{"", "OTE £70k", "", Pay{Max: 70000, Currency: "GBP", Unit: "YEAR"}},
		{"", "$50,000+ commission", "", Pay{Min: 50000, Max: 50000, Currency: "USD"}},
		{"", "60,000 - 50,000 EUR", "", Pay{Min: 50000, Max: 60000, Currency: "EUR"}},
		{"", "£24,790 FTE (£14,118 actual) per annum, 20 hours per week", "", Pay{Min: 24790, Max: 24790, Currency: "GBP", Unit: "YEAR"}},
		{"", "$1,200 - $1,500/wk", "", Pay{Min: 1200, Max: 1500, Currency: "USD", Unit: "WEEK"}},
		{"", "$55 p/h", "", Pay{Min: 55, Max: 55, Currency: "USD", Unit: "HOUR"}},
		{"", "P25,000-P30,000", "ph", Pay{Min: 25000, Max: 30000, Currency: "PHP"}},
		{"", "Monatsgehalt 3.100 €, 12 Monate befristet", "", Pay{Min: 3100, Max: 3100, Currency: "EUR", Unit: "MONTH"}},
	} {
		got := PayText{Text: test.text, Label: test.label, Country: test.country}.Read()
		if got.Raw != test.text {
			t.Errorf("%s: the text is %q", test.text, got.Raw)
		}
		if got.Raw = ""; got != test.want {
			t.Errorf("%s: %q: %+v, want %+v", test.label, test.text, got, test.want)
		}
	}
}

// A size that nobody is paid gets the unit that makes it usual, if there is one, or is left out.
func TestSizeOfPay(t *testing.T) {
	for _, test := range []struct {
		pay  Pay
		unit string
		note string
	}{
		{Pay{Min: 19, Max: 24, Currency: "USD", Unit: "YEAR"}, "HOUR", "19 to 24 USD a year can be no pay: read as 19 to 24 USD an hour"},
		{Pay{Min: 85000, Max: 85000, Currency: "USD", Unit: "HOUR"}, "YEAR", "85000 USD an hour can be no pay: read as 85000 USD a year"},
		{Pay{Min: 2400, Max: 2900, Currency: "EUR", Unit: "YEAR"}, "MONTH", "2400 to 2900 EUR a year can be no pay: read as 2400 to 2900 EUR a month"},
		{Pay{Min: 1, Max: 1, Currency: "EUR", Unit: "YEAR"}, "", "1 EUR a year can be no pay: left out"},
		{Pay{Min: 45e6, Max: 45e6, Currency: "USD"}, "", "45000000 USD can be no pay: left out"},
		{Pay{Min: 45e6, Max: 45e6, Currency: "KRW", Unit: "YEAR"}, "YEAR", ""},
		{Pay{Min: 9, Max: 9, Currency: "XXX", Unit: "HOUR"}, "HOUR", ""},
	} {
		got := test.pay.Checked()
		if got.Unit != test.unit || got.Note != test.note || got.Known() != (test.unit != "") {
			t.Errorf("%+v: %+v", test.pay, got)
		}
	}
}

func TestShortText(t *testing.T) {
	long := ShortText(strings.Repeat("zwölf  Euro\n", 30))
	if n := utf8.RuneCountInString(long); n > 120 || !strings.HasSuffix(long, "zwölf…") || strings.Contains(long, "  ") {
		t.Errorf("%d characters: %q", n, long)
	}
}

func TestYear(t *testing.T) {
	if got, want := (Pay{Min: 20, Currency: "USD", Unit: "HOUR"}).Year(), (Pay{Min: 40000, Currency: "USD", Unit: "YEAR"}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got, want := (Pay{Min: 120e3, Max: 165e3, Currency: "USD"}).Year(), (Pay{Min: 120e3, Max: 165e3, Currency: "USD", Unit: "YEAR"}); got != want {
		t.Errorf("without a unit: %+v, want %+v", got, want)
	}
	for _, p := range []Pay{{Min: 20, Currency: "ZZZ"}, {Min: 20}, {Min: 45e6, Currency: "USD"}} {
		if got := p.Year(); got != (Pay{}) {
			t.Errorf("%+v a year without a unit: %+v", p, got)
		}
	}
	if low, high, ok := (Pay{Max: 3000, Unit: "MONTH"}).Yearly(); low != 36000 || high != 36000 || !ok {
		t.Errorf("an open end: %v to %v, %t", low, high, ok)
	}
}

// Every word of the table is found again, and a word is in one script.
func TestPayWords(t *testing.T) {
	for line := range strings.Lines(payWordsFile) {
		name, list, ok := strings.Cut(line, ":")
		role, _, _ := strings.Cut(name, " ")
		if line[0] == '#' || strings.TrimSpace(line) == "" {
			continue
		}
		if _, known := payRoles[role]; !ok || !known && payUnits[role] == "" && payFactors[role] == 0 && role != "money" {
			t.Errorf("%s: no role", name)
		}
		for entry := range strings.SplitSeq(list, ",") {
			if strings.Trim(entry, " \n~*") == "" {
				t.Errorf("%s: an empty entry", name)
			}
		}
	}
}

// A text without a label is a value only if all its words belong to pay.
func TestBarePay(t *testing.T) {
	for text, want := range map[string]bool{
		"£32,000 - £36,000 per annum plus a company car": true, "$28 / hour": true, "up to €40k": true, "ab 3.200 € brutto im Monat": true, "$45,000 and more": true,
		"Wellness $50 monthly": false, "A bonus of $500": false, "£20 for each friend you bring": false, "8 € am Tag für Mahlzeiten": false, "Full-time": false, "": false,
	} {
		if got := IsBarePay(text); got != want {
			t.Errorf("%q: %t, want %t", text, got, want)
		}
	}
}
