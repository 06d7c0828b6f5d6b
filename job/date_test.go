package job

import (
	"strings"
	"testing"
	"time"
)

// testNow is a Wednesday.
var testNow = time.Date(2025, 3, 12, 15, 30, 0, 0, time.UTC)

func TestParseDate(t *testing.T) {
	for _, test := range []struct{ text, lang, want string }{
		{"2025-02-03", "", "2025-02-03"}, {"2025-2-3", "", "2025-02-03"}, {"20250203", "", "2025-02-03"}, {"2025/02/03", "en", "2025-02-03"},
		{"2025-02-03T10:20:30Z", "", "2025-02-03 10:20"}, {"2025-02-03T10:20:30.123+01:00", "", "2025-02-03 09:20"}, {"2025-02-03T10:20-0500", "", "2025-02-03 15:20"},
		{"2025-02-03 10:20:30 UTC", "", "2025-02-03 10:20"}, {"2025-02-03T23:30:00+0000", "", "2025-02-03 23:30"}, {"2025-02-03T10:20:30+01:00[Europe/Paris]", "", "2025-02-03 09:20"},
		{"2025-02-03T00:00:00+0530", "", "2025-02-03"}, {"2025-02-03T00:00:00-08:00", "", "2025-02-03"}, {"Mon, 03 Feb 2025 00:00:00 +0530", "en", "2025-02-03"},
		{"1738540800", "", "2025-02-03"}, {"1738540800000", "", "2025-02-03"},
		{"Mon, 03 Feb 2025 10:20:30 GMT", "en", "2025-02-03 10:20"}, {"Mon Feb 03 2025 10:20:30 GMT+0100 (Central European Standard Time)", "", "2025-02-03 09:20"},
		{"03.02.2025", "de", "2025-02-03"}, {"3.2.25", "de", "2025-02-03"}, {"03/02/2025", "fr", "2025-02-03"}, {"02/03/2025", "en", "2025-02-03"}, {"23/02/2025", "en", "2025-02-23"},
		{"03-02-2025", "nl", "2025-02-03"}, {"2025. 2. 3.", "ko", "2025-02-03"}, {"03.02.2025 10:20", "pl", "2025-02-03 10:20"},
		{"February 3, 2025", "en", "2025-02-03"}, {"3rd Feb 2025", "en", "2025-02-03"}, {"Posted on: Feb 3", "en", "2025-02-03"}, {"3 de febrero de 2025", "es", "2025-02-03"},
		{"le 3 février 2025", "fr", "2025-02-03"}, {"1er février 2025", "fr", "2025-02-01"}, {"3. Februar 2025", "de", "2025-02-03"}, {"Veröffentlicht am 3. Feb. 2025", "de", "2025-02-03"},
		{"3 lutego 2025", "pl", "2025-02-03"}, {"3 февраля 2025 г.", "ru", "2025-02-03"}, {"3. února 2025", "cs", "2025-02-03"}, {"3 februari 2025", "nl", "2025-02-03"},
		{"3 febbraio 2025", "it", "2025-02-03"}, {"3 de fevereiro de 2025", "pt", "2025-02-03"}, {"3 Şubat 2025", "tr", "2025-02-03"}, {"3 helmikuuta 2025", "fi", "2025-02-03"},
		{"2025. február 3.", "hu", "2025-02-03"}, {"3 φεβρουαρίου 2025", "el", "2025-02-03"}, {"3 فبراير 2025", "ar", "2025-02-03"}, {"٣ فبراير ٢٠٢٥", "ar", "2025-02-03"},
		{"2025年2月3日", "zh", "2025-02-03"}, {"结束: 2025年2月3日 (还剩 18 天)", "zh", "2025-02-03"}, {"3 de febrero de 2025", "de", "2025-02-03"}, {"3 lutego 2025", "en", "2025-02-03"}, {"2025年2月3日", "en", "2025-02-03"}, {"Room 5 mars", "en", ""}, {"1 led tv", "en", ""}, {"2 dias", "en", ""}, {"发布时间:2025年2月3日", "zh", "2025-02-03"}, {"2月3日", "zh", "2025-02-03"}, {"2025年2月3日", "ja", "2025-02-03"}, {"2025년 2월 3일", "ko", "2025-02-03"},
		{"3 ก.พ. 2568", "th", "2025-02-03"}, {"3 лютого 2025 р.", "uk", "2025-02-03"}, {"December 20", "en", "2024-12-20"}, {"3 februarie 2025", "", "2025-02-03"},
		{"3 Feb 2025 4:05 pm", "en", "2025-02-03 16:05"},
		{"2 days ago", "en", "2025-03-10"}, {"Posted 30+ days ago", "en", "2025-02-10"}, {"30+ days", "en", "2025-02-10"}, {"3d", "en", "2025-03-09"}, {"a week ago", "en", "2025-03-05"},
		{"Posted today", "en", "2025-03-12"}, {"Just posted", "en", "2025-03-12"}, {"yesterday", "en", "2025-03-11"}, {"5 hours ago", "en", "2025-03-12 10:30"}, {"1 month ago", "en", "2025-02-12"},
		{"in 3 days", "en", "2025-03-15"}, {"vor 2 Tagen", "de", "2025-03-10"}, {"vor einem Monat", "de", "2025-02-12"}, {"heute", "de", "2025-03-12"}, {"gestern", "de", "2025-03-11"},
		{"vor 3 Stunden", "de", "2025-03-12 12:30"}, {"il y a 3 jours", "fr", "2025-03-09"}, {"il y a un mois", "fr", "2025-02-12"}, {"aujourd'hui", "fr", "2025-03-12"}, {"hier", "fr", "2025-03-11"},
		{"hace 2 semanas", "es", "2025-02-26"}, {"ayer", "es", "2025-03-11"}, {"3 giorni fa", "it", "2025-03-09"}, {"há 3 dias", "pt", "2025-03-09"}, {"3 dagen geleden", "nl", "2025-03-09"},
		{"2 dni temu", "pl", "2025-03-10"}, {"wczoraj", "pl", "2025-03-11"}, {"dzisiaj", "pl", "2025-03-12"}, {"3 дня назад", "ru", "2025-03-09"}, {"вчера", "ru", "2025-03-11"}, {"сегодня", "ru", "2025-03-12"},
		{"5 дней назад", "ru", "2025-03-07"}, {"3天前", "zh", "2025-03-09"}, {"3 天前发布", "zh", "2025-03-09"}, {"昨天", "zh", "2025-03-11"}, {"今天", "zh", "2025-03-12"}, {"3小时前", "zh", "2025-03-12 12:30"},
		{"3 天前", "zh-Hant", "2025-03-09"}, {"3日前", "ja", "2025-03-09"}, {"昨日", "ja", "2025-03-11"}, {"3일 전", "ko", "2025-03-09"}, {"3 gün önce", "tr", "2025-03-09"}, {"för 3 dagar sedan", "sv", "2025-03-09"},
		{"for 3 dager siden", "no", "2025-03-09"}, {"3 päivää sitten", "fi", "2025-03-09"}, {"před 3 dny", "cs", "2025-03-09"}, {"acum 3 zile", "ro", "2025-03-09"}, {"3 дні тому", "uk", "2025-03-09"},
		{"منذ 3 أيام", "ar", "2025-03-09"}, {"לפני 3 ימים", "he", "2025-03-09"}, {"3 hari yang lalu", "id", "2025-03-09"}, {"3 ngày trước", "vi", "2025-03-09"}, {"πριν από 3 ημέρες", "el", "2025-03-09"},
		{"3 days ago", "de", "2025-03-09"}, {"3 days ago", "es", "2025-03-09"}, {"il y a 3 jours", "", "2025-03-09"}, {"3天前", "", "2025-03-09"},
		{"", "en", ""}, {"soon", "en", ""}, {"2999-12-31", "", ""}, {"1970-01-01T00:00:00Z", "", ""}, {"2025-02-30", "", ""}, {"2025-13-01", "", ""}, {"Apply within 3 days of this notice please", "en", ""},
		{"03/2025", "en", ""}, {"Monday", "en", ""}, {"24/7", "en", ""}, {"3 years experience", "en", ""}, {strings.Repeat("9", 300), "", ""},
	} {
		got, ok := ParseDate(test.text, test.lang, testNow)
		text := ""
		if ok {
			if text = got.Format("2006-01-02 15:04"); strings.HasSuffix(text, " 00:00") {
				text = text[:10]
			}
		}
		if text != test.want {
			t.Errorf("ParseDate(%q, %q) = %q, want %q", test.text, test.lang, text, test.want)
		}
	}
}

func FuzzParseDate(f *testing.F) {
	for _, s := range []string{"2025-02-03T10:20:30+01:00", "vor 2 Tagen", "3天前", "٣ فبراير", "1 1 1 1 1 1", "in in ago 9999999999 days", "\xff3 days\xff"} {
		f.Add(s, "de")
		f.Add(s, "")
	}
	f.Fuzz(func(t *testing.T, s, lang string) {
		got, ok := ParseDate(s, lang, testNow)
		if ok && (got.Year() < pastYear-1 || got.Year() > testNow.Year()+farYears+1) {
			t.Errorf("ParseDate(%q, %q) = %v", s, lang, got)
		}
		if !ok && !got.IsZero() {
			t.Errorf("ParseDate(%q, %q) gives %v with false", s, lang, got)
		}
	})
}

func BenchmarkParseDate(b *testing.B) {
	for _, bench := range []struct{ name, text, lang string }{
		{"ISO", "2025-02-03T10:20:30+01:00", "en"}, {"Month", "3. Februar 2025", "de"}, {"Relative", "Posted 3 days ago", "en"}, {"Chinese", "3天前", "zh"}, {"Unknown", "il y a 3 jours", ""},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ParseDate(bench.text, bench.lang, testNow)
			}
		})
	}
}

func TestSpansAreNoDates(t *testing.T) {
	for text, lang := range map[string]string{"40 hours": "en", "40 uur": "nl", "36 - 40 uur": "nl", "6 months": "en", "38 Stunden": "de", "12 mois": "fr", "2 years": "en", "6 ヶ月": "ja"} {
		if !IsSpan(text, lang) {
			t.Errorf("%q is taken for a date", text)
		}
	}
	for text, lang := range map[string]string{"3 days": "en", "5 hours ago": "en", "vor 6 Monaten": "de", "2 months ago": "en", "3 May": "en", "2025年3月": "ja", "30+ days": "en", "hours": "en"} {
		if IsSpan(text, lang) {
			t.Errorf("%q is taken for a length of time", text)
		}
	}
}

// Years of the Republic of China have three digits.
func TestYearsOfTheRepublicOfChina(t *testing.T) {
	got, ok := ParseDate("115年03月13日", "zh", time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC))
	if want := time.Date(2026, 3, 13, 0, 0, 0, 0, time.UTC); !ok || !got.Equal(want) {
		t.Errorf("%v %t, want %v", got, ok, want)
	}
}
