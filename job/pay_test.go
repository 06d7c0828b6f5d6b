package job

import (
	"slices"
	"strings"
	"testing"
)

func TestParsePay(t *testing.T) {
	for _, test := range []struct {
		text string
		want Pay
	}{
		{"40 000 \u200d–\u200d 65 000 CZK", Pay{Min: 40000, Max: 65000, Currency: "CZK"}}, {"£25,000 - £30,000 a year", Pay{Min: 25000, Max: 30000, Currency: "GBP", Unit: "YEAR"}}, {"15,50 € / Stunde", Pay{Min: 15.5, Max: 15.5, Currency: "EUR", Unit: "HOUR"}}, {"1.5万-2万/月", Pay{Min: 15000, Max: 20000, Unit: "MONTH"}}, {"1-1.5万/月", Pay{Min: 10000, Max: 15000, Unit: "MONTH"}},
		{"от 50 000 руб.", Pay{Min: 50000, Currency: "RUB"}}, {"$20/hr", Pay{Min: 20, Max: 20, Currency: "USD", Unit: "HOUR"}}, {"от 60 000 до 80 000 ₽ за месяц", Pay{Min: 60000, Max: 80000, Currency: "RUB", Unit: "MONTH"}}, {"€45k–€60k", Pay{Min: 45000, Max: 60000, Currency: "EUR"}}, {"45-60k EUR p.a.", Pay{Min: 45000, Max: 60000, Currency: "EUR", Unit: "YEAR"}},
		{"3.500 € bis 4.200 € brutto im Monat", Pay{Min: 3500, Max: 4200, Currency: "EUR", Unit: "MONTH"}}, {"35 000 à 40 000 € par an", Pay{Min: 35000, Max: 40000, Currency: "EUR", Unit: "YEAR"}}, {"Salaire: 1 800,50 € / mois", Pay{Min: 1800.5, Max: 1800.5, Currency: "EUR", Unit: "MONTH"}}, {"CHF 95'000 pro Jahr", Pay{Min: 95000, Max: 95000, Currency: "CHF", Unit: "YEAR"}},
		{"6 000 - 8 500 zł / mies.", Pay{Min: 6000, Max: 8500, Currency: "PLN", Unit: "MONTH"}}, {"30,50 zł/godz. brutto", Pay{Min: 30.5, Max: 30.5, Currency: "PLN", Unit: "HOUR"}}, {"USD 120,000 - 150,000 per year", Pay{Min: 120000, Max: 150000, Currency: "USD", Unit: "YEAR"}}, {"₹5,00,000 - ₹8,00,000 per annum", Pay{Min: 500000, Max: 800000, Currency: "INR", Unit: "YEAR"}},
		{"5-8 LPA", Pay{Min: 500000, Max: 800000, Currency: "INR", Unit: "YEAR"}}, {"月薪 3万元", Pay{Min: 30000, Max: 30000, Currency: "CNY", Unit: "MONTH"}}, {"8000-12000元/月", Pay{Min: 8000, Max: 12000, Currency: "CNY", Unit: "MONTH"}}, {"1.5-2万·14薪", Pay{Min: 15000, Max: 20000}}, {"時給1,200円", Pay{Min: 1200, Max: 1200, Currency: "JPY", Unit: "HOUR"}}, {"月給25万円~30万円", Pay{Min: 250000, Max: 300000, Currency: "JPY", Unit: "MONTH"}},
		{"월급 250만원", Pay{Min: 2500000, Max: 2500000, Currency: "KRW", Unit: "MONTH"}}, {"Up to £40k", Pay{Max: 40000, Currency: "GBP"}}, {"35 000 Kč měsíčně", Pay{Min: 35000, Max: 35000, Currency: "CZK", Unit: "MONTH"}}, {"A$90,000", Pay{Min: 90000, Max: 90000, Currency: "AUD"}}, {"R$ 3.500,00 por mês", Pay{Min: 3500, Max: 3500, Currency: "BRL", Unit: "MONTH"}}, {"25000", Pay{Min: 25000, Max: 25000}},
		{"20 000 – 25 000 грн", Pay{Min: 20000, Max: 25000, Currency: "UAH"}}, {"£12.50 per hour", Pay{Min: 12.5, Max: 12.5, Currency: "GBP", Unit: "HOUR"}}, {"30.000 kr. pr. måned", Pay{Min: 30000, Max: 30000, Currency: "SEK", Unit: "MONTH"}}, {"50 тыс. руб. в месяц", Pay{Min: 50000, Max: 50000, Currency: "RUB", Unit: "MONTH"}}, {"$1,000.50 weekly", Pay{Min: 1000.5, Max: 1000.5, Currency: "USD", Unit: "WEEK"}},
		{"£31,365 to £37,890 pa pro rata", Pay{Min: 31365, Max: 37890, Currency: "GBP", Unit: "YEAR"}}, {"EUR 50.000,00 bis 60.000,00", Pay{Min: 50000, Max: 60000, Currency: "EUR"}}, {"£20 an hour", Pay{Min: 20, Max: 20, Currency: "GBP", Unit: "HOUR"}}, {"£30,000 full time, 5 days holiday", Pay{Min: 30000, Max: 30000, Currency: "GBP"}}, {"40 000 €/an", Pay{Min: 40000, Max: 40000, Currency: "EUR", Unit: "YEAR"}}, {"250 kr i timen", Pay{Min: 250, Max: 250, Currency: "SEK", Unit: "HOUR"}},
		{"Band 5: £24,907 - £30,615 per annum", Pay{Min: 24907, Max: 30615, Currency: "GBP", Unit: "YEAR"}}, {"£24,907 - £30,615 per annum, 37.5 hours a week", Pay{Min: 24907, Max: 30615, Currency: "GBP", Unit: "YEAR"}},
		{"$75k - 125k", Pay{Min: 75000, Max: 125000, Currency: "USD"}}, {"$75k − 125", Pay{Min: 75000, Max: 125000, Currency: "USD"}}, {"R$ 2.000,00 a R$ 3.000,00", Pay{Min: 2000, Max: 3000, Currency: "BRL"}}, {"de R$ 2.000 até R$ 3.000 por mês", Pay{Min: 2000, Max: 3000, Currency: "BRL", Unit: "MONTH"}},
		{"25万円〜30万円", Pay{Min: 250000, Max: 300000, Currency: "JPY"}}, {"月給25万円～30万円", Pay{Min: 250000, Max: 300000, Currency: "JPY", Unit: "MONTH"}}, {"25万円から30万円まで", Pay{Min: 250000, Max: 300000, Currency: "JPY"}}, {"時給 1,200円ー1,500円", Pay{Min: 1200, Max: 1500, Currency: "JPY", Unit: "HOUR"}}, {"3000~5000만원", Pay{Min: 3e7, Max: 5e7, Currency: "KRW"}},
		{"$90,000 - $110,000 AUD", Pay{Min: 90000, Max: 110000, Currency: "AUD"}}, {"A$90k – A$110k", Pay{Min: 90000, Max: 110000, Currency: "AUD"}}, {"90,000 Australian dollars", Pay{Min: 90000, Max: 90000, Currency: "AUD"}}, {"$ 75,000 up to $ 125,000", Pay{Min: 75000, Max: 125000, Currency: "USD"}},
		{"45 K€ - 55 K€", Pay{Min: 45000, Max: 55000, Currency: "EUR"}}, {"Rs. 20,000 - 30,000", Pay{Min: 20000, Max: 30000, Currency: "INR"}}, {"from 45,000", Pay{Min: 45000}}, {"ab 3.200 € im Monat", Pay{Min: 3200, Currency: "EUR", Unit: "MONTH"}}, {"Salary: from EUR 45,000", Pay{Min: 45000, Currency: "EUR"}}, {"bis zu 60.000 €", Pay{Max: 60000, Currency: "EUR"}}, {"minimum 20 $/hr", Pay{Min: 20, Currency: "USD", Unit: "HOUR"}}, {"jusqu'à 40 000 € par an", Pay{Max: 40000, Currency: "EUR", Unit: "YEAR"}}, {"from our Leeds office, £40,000 a year", Pay{Min: 40000, Max: 40000, Currency: "GBP", Unit: "YEAR"}}, {"$15,000 a $20,000 pesos", Pay{Min: 15000, Max: 20000}}, {"MXN $15,000", Pay{Min: 15000, Max: 15000, Currency: "MXN"}},
		{"$85,000+ per year", Pay{Min: 85000, Currency: "USD", Unit: "YEAR"}}, {"€55k+", Pay{Min: 55000, Currency: "EUR"}}, {"£30k+bonus", Pay{Min: 30000, Max: 30000, Currency: "GBP"}}, {"£30k + bonus", Pay{Min: 30000, Max: 30000, Currency: "GBP"}}, {"時給1,150円以上", Pay{Min: 1150, Currency: "JPY", Unit: "HOUR"}}, {"22万円~", Pay{Min: 220000, Currency: "JPY"}}, {"£14 per hour or more", Pay{Min: 14, Currency: "GBP", Unit: "HOUR"}}, {"30.000 € brutto maximal", Pay{Max: 30000, Currency: "EUR"}}, {"£12.50 per hour (minimum wage)", Pay{Min: 12.5, Max: 12.5, Currency: "GBP", Unit: "HOUR"}}, {"£12 per hour, minimum 20 hours", Pay{Min: 12, Max: 12, Currency: "GBP", Unit: "HOUR"}},
		{"€ 2.100,- tot € 2.650,- per maand", Pay{Min: 2100, Max: 2650, Currency: "EUR", Unit: "MONTH"}}, {"€ 2.100,-- bruto", Pay{Min: 2100, Max: 2100, Currency: "EUR"}}, {"CHF 4'200.– bis 4'900.–", Pay{Min: 4200, Max: 4900, Currency: "CHF"}}, {"R18 500 - R21 000 per month", Pay{Min: 18500, Max: 21000, Currency: "ZAR", Unit: "MONTH"}}, {"R45k", Pay{Min: 45000, Max: 45000, Currency: "ZAR"}},
		{"22,75 $ CA de l'heure", Pay{Min: 22.75, Max: 22.75, Currency: "CAD", Unit: "HOUR"}}, {"30 $ US/h", Pay{Min: 30, Max: 30, Currency: "USD", Unit: "HOUR"}}, {"4-6 Lacs P.A.", Pay{Min: 400000, Max: 600000, Currency: "INR", Unit: "YEAR"}}, {"RAL 26.000 - 30.000 euro", Pay{Min: 26000, Max: 30000, Currency: "EUR", Unit: "YEAR"}}, {"월 280만원", Pay{Min: 2800000, Max: 2800000, Currency: "KRW", Unit: "MONTH"}},
	} {
		if got, ok := ParsePay(test.text); !ok || amountsOf(got) != test.want {
			t.Errorf("ParsePay(%q) = %v %t, want %v", test.text, got, ok, test.want)
		}
	}
	for _, text := range []string{"", "Competitive", "negotiable", "DOE", "面议", "по договоренности", "Level 5", "3 people", "5% bonus", "0", "Call 555 1234 today", "R0099812", "Ref R1234", "JR 2026"} {
		if got, ok := ParsePay(text); ok {
			t.Errorf("ParsePay(%q) = %v, want none", text, got)
		}
	}
}

// amountsOf returns a pay without its text.
func amountsOf(p Pay) Pay {
	p.Raw, p.Basis, p.Note = "", "", ""
	return p
}

// A sign that several countries use is of the currency of the page's country, unless the text says another.
func TestParsePayInCountry(t *testing.T) {
	for _, test := range []struct{ text, country, want string }{
		{"$90,000", "au", "AUD"}, {"$90,000", "AU", "AUD"}, {"$90,000", "", "USD"}, {"US$90,000", "au", "USD"}, {"$90,000 USD", "au", "USD"}, {"$90,000", "de", "USD"}, {"C$90,000", "au", "CAD"}, {"€90,000", "au", "EUR"}, {"R$ 2.000", "au", "BRL"},
		{"月薪 45,000 元", "tw", "TWD"}, {"月薪 20,000 元", "hk", "HKD"}, {"月薪 8000元", "", "CNY"}, {"$15,000 pesos", "mx", "MXN"}, {"¥200,000", "cn", "CNY"}, {"20万円", "cn", "JPY"}, {"30.000 kr", "dk", "DKK"}, {"30.000 kr", "", "SEK"}, {"Rs. 20,000", "pk", "PKR"}, {"15k-25k·13薪", "cn", "CNY"}, {"8千-1.2万", "cn", "CNY"}, {"5 lakh", "pk", "PKR"}, {"$ US 40", "ca", "USD"},
	} {
		if got, ok := ParsePayIn(test.text, test.country); !ok || got.Currency != test.want {
			t.Errorf("ParsePayIn(%q, %q) = %v %t, want %s", test.text, test.country, got, ok, test.want)
		}
	}
	for location, want := range map[string]string{"Sydney NSW": "au", "Parramatta, New South Wales": "au", "Toronto, ON": "ca", "Toronto, Ontario": "ca", "Austin, TX": "us", "Perth WA": "au", "Lyon, France": "fr", "Leeds": "gb", "": "", "Melbourne VIC 3000": "au", "Wellington, New Zealand": "nz"} {
		if got := strings.ToLower(LocationCountry(location, "")); got != want {
			t.Errorf("LocationCountry(%q) = %q, want %q", location, got, want)
		}
	}
}

func TestParseEmployment(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"Full-time", []string{"FULL_TIME"}}, {"FULL_TIME", []string{"FULL_TIME"}}, {"FULLTIME", []string{"FULL_TIME"}}, {"Vollzeit oder Teilzeit", []string{"FULL_TIME", "PART_TIME"}}, {"Temps plein", []string{"FULL_TIME"}},
		{"CDD - temps partiel", []string{"PART_TIME", "TEMPORARY"}}, {"https://schema.org/PART_TIME", []string{"PART_TIME"}}, {"Contractor", []string{"CONTRACTOR"}}, {"Praktikum", []string{"INTERN"}}, {"Internship", []string{"INTERN"}}, {"International", nil},
		{"Полная занятость", []string{"FULL_TIME"}}, {"неполный рабочий день", []string{"PART_TIME"}}, {"全职", []string{"FULL_TIME"}}, {"正社員", []string{"FULL_TIME"}}, {"pełny etat", []string{"FULL_TIME"}}, {"niepełny etat", []string{"PART_TIME"}}, {"Tempo pieno", []string{"FULL_TIME"}},
		{"unbefristet", nil}, {"Full", []string{"FULL_TIME"}}, {"Full or part time", []string{"FULL_TIME", "PART_TIME"}}, {"Full-Stack Engineer", nil}, {"befristet", []string{"TEMPORARY"}}, {"Temp", []string{"TEMPORARY"}}, {"Permanent", nil}, {"", nil}, {"VOLUNTEER", []string{"VOLUNTEER"}}, {"OTHER", []string{"OTHER"}}, {"PER_DIEM", []string{"PER_DIEM"}}, {"Plný úvazek", []string{"FULL_TIME"}}, {"Deltid", []string{"PART_TIME"}},
		{"Contrato temporal, jornada completa", []string{"FULL_TIME", "TEMPORARY"}}, {"Contract: full time", []string{"FULL_TIME"}}, {"Full-time, Contract", []string{"FULL_TIME", "CONTRACTOR"}}, {"Contract / Part time", []string{"PART_TIME", "CONTRACTOR"}}, {"Full time or contract", []string{"FULL_TIME", "CONTRACTOR"}}, {"Full-time contract, permanent", []string{"FULL_TIME"}}, {"Temporary contract", []string{"TEMPORARY"}}, {"Contract", []string{"CONTRACTOR"}}, {"Stage", []string{"INTERN"}},
		{"Full, permanent", []string{"FULL_TIME"}}, {"Type: Full", []string{"FULL_TIME"}}, {"Full (40h)", []string{"FULL_TIME"}}, {"Full / Contract", []string{"FULL_TIME", "CONTRACTOR"}}, {"A full-service mill", nil}, {"Full responsibility", nil},
		{"Zeitarbeit", []string{"TEMPORARY"}}, {"Arbeitnehmerüberlassung", []string{"TEMPORARY"}}, {"Maternity cover", []string{"TEMPORARY"}}, {"Intérim", []string{"TEMPORARY"}}, {"Uitzendkracht", []string{"TEMPORARY"}}, {"somministrazione", []string{"TEMPORARY"}}, {"Praca tymczasowa", []string{"TEMPORARY"}}, {"määräaikainen", []string{"TEMPORARY"}}, {"파견직", []string{"TEMPORARY"}}, {"Временная работа", []string{"TEMPORARY"}}, {"πλήρης απασχόληση", []string{"FULL_TIME"}},
		{"Casual", []string{"PER_DIEM"}}, {"Hlavní pracovní poměr", []string{"FULL_TIME"}}, {"Período integral", []string{"FULL_TIME"}}, {"Полный рабочий день", []string{"FULL_TIME"}},
	} {
		if got := ParseEmployment(test.text); !slices.Equal(got, test.want) {
			t.Errorf("ParseEmployment(%q) = %v, want %v", test.text, got, test.want)
		}
	}
}

func FuzzParsePay(f *testing.F) {
	for _, s := range []string{"£25,000 - £30,000 a year", "1.5万-2万/月", "$", "$1,1,1.1.1", "1 000 000 000 000 000 €", "€\xff1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		pay, ok := ParsePay(s)
		if ok != pay.Known() || ok && (pay.Min <= 0 || pay.Max < pay.Min || pay.Max > 1e12) {
			t.Errorf("ParsePay(%q) = %v %t", s, pay, ok)
		}
	})
}

func BenchmarkParsePay(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		ParsePay("£24,907 - £30,615 per annum, 37.5 hours a week")
	}
}

// TestPayOfNothingCostsNothing: most ads say nothing of pay.
func TestPayOfNothingCostsNothing(t *testing.T) {
	if n := testing.AllocsPerRun(10, func() { ParsePay("") }); n != 0 {
		t.Errorf("%v allocations for a text that is empty", n)
	}
}
