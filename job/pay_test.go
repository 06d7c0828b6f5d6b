package job

import (
	"slices"
	"testing"
)

func TestParsePay(t *testing.T) {
	for _, test := range []struct {
		text string
		want Pay
	}{
		{"40 000 \u200d–\u200d 65 000 CZK", Pay{40000, 65000, "CZK", ""}}, {"£25,000 - £30,000 a year", Pay{25000, 30000, "GBP", "YEAR"}}, {"15,50 € / Stunde", Pay{15.5, 15.5, "EUR", "HOUR"}}, {"1.5万-2万/月", Pay{15000, 20000, "", "MONTH"}}, {"1-1.5万/月", Pay{10000, 15000, "", "MONTH"}},
		{"от 50 000 руб.", Pay{50000, 0, "RUB", ""}}, {"$20/hr", Pay{20, 20, "USD", "HOUR"}}, {"от 60 000 до 80 000 ₽ за месяц", Pay{60000, 80000, "RUB", "MONTH"}}, {"€45k–€60k", Pay{45000, 60000, "EUR", ""}}, {"45-60k EUR p.a.", Pay{45000, 60000, "EUR", "YEAR"}},
		{"3.500 € bis 4.200 € brutto im Monat", Pay{3500, 4200, "EUR", "MONTH"}}, {"35 000 à 40 000 € par an", Pay{35000, 40000, "EUR", "YEAR"}}, {"Salaire: 1 800,50 € / mois", Pay{1800.5, 1800.5, "EUR", "MONTH"}}, {"CHF 95'000 pro Jahr", Pay{95000, 95000, "CHF", "YEAR"}},
		{"6 000 - 8 500 zł / mies.", Pay{6000, 8500, "PLN", "MONTH"}}, {"30,50 zł/godz. brutto", Pay{30.5, 30.5, "PLN", "HOUR"}}, {"USD 120,000 - 150,000 per year", Pay{120000, 150000, "USD", "YEAR"}}, {"₹5,00,000 - ₹8,00,000 per annum", Pay{500000, 800000, "INR", "YEAR"}},
		{"5-8 LPA", Pay{500000, 800000, "INR", "YEAR"}}, {"月薪 3万元", Pay{30000, 30000, "CNY", "MONTH"}}, {"8000-12000元/月", Pay{8000, 12000, "CNY", "MONTH"}}, {"1.5-2万·14薪", Pay{15000, 20000, "", ""}}, {"時給1,200円", Pay{1200, 1200, "JPY", "HOUR"}}, {"月給25万円~30万円", Pay{250000, 300000, "JPY", "MONTH"}},
		{"월급 250만원", Pay{2500000, 2500000, "KRW", "MONTH"}}, {"Up to £40k", Pay{0, 40000, "GBP", ""}}, {"35 000 Kč měsíčně", Pay{35000, 35000, "CZK", "MONTH"}}, {"A$90,000", Pay{90000, 90000, "AUD", ""}}, {"R$ 3.500,00 por mês", Pay{3500, 3500, "BRL", "MONTH"}}, {"25000", Pay{25000, 25000, "", ""}},
		{"20 000 – 25 000 грн", Pay{20000, 25000, "UAH", ""}}, {"£12.50 per hour", Pay{12.5, 12.5, "GBP", "HOUR"}}, {"30.000 kr. pr. måned", Pay{30000, 30000, "SEK", "MONTH"}}, {"50 тыс. руб. в месяц", Pay{50000, 50000, "RUB", "MONTH"}}, {"$1,000.50 weekly", Pay{1000.5, 1000.5, "USD", "WEEK"}},
		{"£31,365 to £37,890 pa pro rata", Pay{31365, 37890, "GBP", "YEAR"}}, {"EUR 50.000,00 bis 60.000,00", Pay{50000, 60000, "EUR", ""}}, {"£20 an hour", Pay{20, 20, "GBP", "HOUR"}}, {"£30,000 full time, 5 days holiday", Pay{30000, 30000, "GBP", ""}}, {"40 000 €/an", Pay{40000, 40000, "EUR", "YEAR"}}, {"250 kr i timen", Pay{250, 250, "SEK", "HOUR"}},
		{"Band 5: £24,907 - £30,615 per annum", Pay{24907, 30615, "GBP", "YEAR"}}, {"£24,907 - £30,615 per annum, 37.5 hours a week", Pay{24907, 30615, "GBP", "YEAR"}},
		{"$75k - 125k", Pay{75000, 125000, "USD", ""}}, {"$75k − 125", Pay{75000, 125000, "USD", ""}}, {"R$ 2.000,00 a R$ 3.000,00", Pay{2000, 3000, "BRL", ""}}, {"de R$ 2.000 até R$ 3.000 por mês", Pay{2000, 3000, "BRL", "MONTH"}},
		{"25万円〜30万円", Pay{250000, 300000, "JPY", ""}}, {"月給25万円～30万円", Pay{250000, 300000, "JPY", "MONTH"}}, {"25万円から30万円まで", Pay{250000, 300000, "JPY", ""}}, {"時給 1,200円ー1,500円", Pay{1200, 1500, "JPY", "HOUR"}}, {"3000~5000만원", Pay{3e7, 5e7, "KRW", ""}},
		{"$90,000 - $110,000 AUD", Pay{90000, 110000, "AUD", ""}}, {"A$90k – A$110k", Pay{90000, 110000, "AUD", ""}}, {"90,000 Australian dollars", Pay{90000, 90000, "AUD", ""}}, {"$ 75,000 up to $ 125,000", Pay{75000, 125000, "USD", ""}},
		{"45 K€ - 55 K€", Pay{45000, 55000, "EUR", ""}}, {"Rs. 20,000 - 30,000", Pay{20000, 30000, "INR", ""}}, {"from 45,000", Pay{45000, 0, "", ""}}, {"ab 3.200 € im Monat", Pay{3200, 0, "EUR", "MONTH"}}, {"Salary: from EUR 45,000", Pay{45000, 0, "EUR", ""}}, {"bis zu 60.000 €", Pay{0, 60000, "EUR", ""}}, {"minimum 20 $/hr", Pay{20, 0, "USD", "HOUR"}}, {"jusqu'à 40 000 € par an", Pay{0, 40000, "EUR", "YEAR"}}, {"from our Leeds office, £40,000 a year", Pay{40000, 40000, "GBP", "YEAR"}}, {"$15,000 a $20,000 pesos", Pay{15000, 20000, "", ""}}, {"MXN $15,000", Pay{15000, 15000, "MXN", ""}},
		{"$85,000+ per year", Pay{85000, 0, "USD", "YEAR"}}, {"€55k+", Pay{55000, 0, "EUR", ""}}, {"£30k+bonus", Pay{30000, 30000, "GBP", ""}}, {"£30k + bonus", Pay{30000, 30000, "GBP", ""}}, {"時給1,150円以上", Pay{1150, 0, "JPY", "HOUR"}}, {"22万円~", Pay{220000, 0, "JPY", ""}}, {"£14 per hour or more", Pay{14, 0, "GBP", "HOUR"}}, {"30.000 € brutto maximal", Pay{0, 30000, "EUR", ""}}, {"£12.50 per hour (minimum wage)", Pay{12.5, 12.5, "GBP", "HOUR"}}, {"£12 per hour, minimum 20 hours", Pay{12, 12, "GBP", "HOUR"}},
		{"€ 2.100,- tot € 2.650,- per maand", Pay{2100, 2650, "EUR", "MONTH"}}, {"€ 2.100,-- bruto", Pay{2100, 2100, "EUR", ""}}, {"CHF 4'200.– bis 4'900.–", Pay{4200, 4900, "CHF", ""}}, {"R18 500 - R21 000 per month", Pay{18500, 21000, "ZAR", "MONTH"}}, {"R45k", Pay{45000, 45000, "ZAR", ""}},
		{"22,75 $ CA de l'heure", Pay{22.75, 22.75, "CAD", "HOUR"}}, {"30 $ US/h", Pay{30, 30, "USD", "HOUR"}}, {"4-6 Lacs P.A.", Pay{400000, 600000, "INR", "YEAR"}}, {"RAL 26.000 - 30.000 euro", Pay{26000, 30000, "EUR", "YEAR"}}, {"월 280만원", Pay{2800000, 2800000, "KRW", "MONTH"}},
	} {
		if got, ok := ParsePay(test.text); !ok || got != test.want {
			t.Errorf("ParsePay(%q) = %v %t, want %v", test.text, got, ok, test.want)
		}
	}
	for _, text := range []string{"", "Competitive", "negotiable", "DOE", "面议", "по договоренности", "Level 5", "3 people", "5% bonus", "0", "Call 555 1234 today", "R0099812", "Ref R1234", "JR 2026"} {
		if got, ok := ParsePay(text); ok {
			t.Errorf("ParsePay(%q) = %v, want none", text, got)
		}
	}
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
	for location, want := range map[string]string{"Sydney NSW": "au", "Parramatta, New South Wales": "au", "Toronto, ON": "", "Toronto, Ontario": "ca", "Austin, TX": "us", "Perth WA": "", "Lyon, France": "fr", "Leeds": "", "": "", "Melbourne VIC 3000": "au", "Wellington, New Zealand": "nz"} {
		if got := CountryOf(location); got != want {
			t.Errorf("CountryOf(%q) = %q, want %q", location, got, want)
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
		{"unbefristet", nil}, {"befristet", []string{"TEMPORARY"}}, {"Temp", []string{"TEMPORARY"}}, {"Permanent", nil}, {"", nil}, {"VOLUNTEER", []string{"VOLUNTEER"}}, {"OTHER", []string{"OTHER"}}, {"PER_DIEM", []string{"PER_DIEM"}}, {"Plný úvazek", []string{"FULL_TIME"}}, {"Deltid", []string{"PART_TIME"}},
		{"Contrato temporal, jornada completa", []string{"FULL_TIME", "TEMPORARY"}}, {"Contract: full time", []string{"FULL_TIME"}}, {"Full-time, Contract", []string{"FULL_TIME", "CONTRACTOR"}}, {"Contract / Part time", []string{"PART_TIME", "CONTRACTOR"}}, {"Full time or contract", []string{"FULL_TIME", "CONTRACTOR"}}, {"Full-time contract, permanent", []string{"FULL_TIME"}}, {"Temporary contract", []string{"TEMPORARY"}}, {"Contract", []string{"CONTRACTOR"}}, {"Stage", []string{"INTERN"}},
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
		if ok != (pay != Pay{}) || ok && (pay.Min <= 0 || pay.Max < pay.Min || pay.Max > 1e12) {
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
