package kind

import (
	"testing"

	"gannet/job"
	"gannet/models"
	"gannet/topic"
)

// Languages that the topic's classifier does not know have their postings by what labels and headings say.
func TestPostingsInLanguagesTheTopicDoesNotKnow(t *testing.T) {
	about := new(topic.Classifier)
	if err := about.UnmarshalText(models.Jobs()); err != nil {
		t.Fatal(err)
	}
	c := shipped(t)
	for lang, words := range map[string][6]string{
		"ar": {"نساج", "مكان العمل", "الراتب", "المهام والمسؤوليات", "المتطلبات", "تقدم الآن"},
		"he": {"אורג", "מיקום", "היקף משרה", "תיאור המשרה", "דרישות", "הגש מועמדות"},
		"vi": {"Thợ dệt", "Địa điểm làm việc", "Mức lương", "Mô tả công việc", "Yêu cầu ứng viên", "Ứng tuyển ngay"},
		"id": {"Penenun", "Lokasi kerja", "Gaji", "Deskripsi pekerjaan", "Kualifikasi", "Lamar sekarang"},
		"el": {"Υφαντής", "Τοποθεσία", "Αποδοχές", "Περιγραφή θέσης", "Απαιτούμενα προσόντα", "Υποβολή αίτησης"},
		"bg": {"Тъкач", "Месторабота", "Заплата", "Основни задължения", "Изисквания", "Кандидатствай"},
		"hr": {"Tkalac", "Mjesto rada", "Plaća", "Opis posla", "Uvjeti", "Prijavi se"},
		"ko": {"직조공", "근무지", "급여", "담당업무", "자격요건", "지원방법"},
	} {
		page := "<title>" + words[0] + "</title><ul><li><a href=/>1</a><li><a href=/b>2</a></ul><h1>" + words[0] + "</h1>"
		for _, w := range words[1:] {
			page += "<h3>" + w + "</h3><p>" + words[0] + " " + words[0] + " " + words[0] + ", " + words[0] + " " + words[0] + ".</p>"
		}
		p := read(t, page)
		if got, sure := c.Kind(p, topicOf(about, p)); got != job.Detail {
			t.Errorf("%s: a posting is %v (%.2f)", lang, got, sure)
		}
		// The same heads without what jobs have are not one.
		p = read(t, "<title>"+words[0]+"</title><h1>"+words[0]+"</h1><h3>"+words[1]+"</h3><p>"+words[0]+"</p><p>"+words[0]+" "+words[0]+"</p>")
		if got, sure := c.Kind(p, topicOf(about, p)); got != job.Other {
			t.Errorf("%s: a page with a place is %v (%.2f)", lang, got, sure)
		}
	}
}

// A short advertisement in a language that the topic's classifier does not know is found by what it says of its kind, and its neighbours are not.
func TestShortTextsInLanguagesTheTopicDoesNotKnow(t *testing.T) {
	about := new(topic.Classifier)
	if err := about.UnmarshalText(models.Jobs()); err != nil {
		t.Fatal(err)
	}
	c := shipped(t)
	for _, test := range []struct {
		title, text string
		want        job.Kind
	}{
		{"Vitorlakészítő", "<p>A Nyír Kft. vitorlakészítőt keres Balatonfüreden, teljes munkaidőben.<p>Feladatok: szabás, varrás, javítás. Elvárások: két év tapasztalat.<p>Önéletrajzát a munka@nyir.example címre várjuk.", job.Detail},
		{"תופר מפרשים", "<p>חברת ליבנה בחיפה מחפשת תופר מפרשים למשרה מלאה.<p>תיאור המשרה: גזירה, תפירה ותיקון. דרישות: שנתיים ניסיון.<p>שלחו קורות חיים אל jobs@livne.example.", job.Detail},
		{"돛 제작자", "<p>자작나무 주식회사에서 돛 제작자를 모집합니다. 정규직.<p>담당업무: 재단, 재봉, 수리.<p>자격요건: 경력 2년 이상.<p>이력서를 보내 주세요.", job.Detail},
		{"Pembuat Layar", "<p>PT Birch mencari pembuat layar penuh waktu.<p>Tugas: memotong dan menjahit layar. Persyaratan: pengalaman dua tahun.<p>Kirim lamaran dan CV.", job.Detail},
		{"Rólunk", "<p>A Nyír Kft. 1954 óta épít vitorlásokat. Ma százhúszan dolgozunk itt.<p>Írjon nekünk.", job.Other},
		{"Huş yeni tesis açıyor", "<p>Tekne üreticisi Huş gelecek yıl yeni bir tesis açacak. Yatırım üç milyon euro.<p>Şirketin 120 çalışanı var.", job.Other},
		{"회사소개", "<p>자작나무 주식회사는 1954년에 설립된 조선 회사입니다. 임직원 120명이 함께 일하고 있습니다.", job.Other},
	} {
		p := read(t, "<title>"+test.title+"</title><nav><a href=/>Home</a><a href=/about>About</a><a href=/contact>Contact</a></nav><h1>"+test.title+"</h1>"+test.text)
		if a := topicOf(about, p); a.foreign() < .5 {
			t.Errorf("%s: the topic's classifier knows %.2f of the words", test.title, a.Known)
		} else if got, sure := c.Kind(p, a); got != test.want {
			t.Errorf("%s: %v (%.2f), want %v", test.title, got, sure, test.want)
		}
	}
}

func TestGenderedTitles(t *testing.T) {
	for title, want := range map[string]bool{"Weaver (m/f/d)": true, "Boulanger H/F": true, "Weber (w|m|d)": true, "Plan A": false, "A B C of weaving": false, "R/GA": false, "": false} {
		p := read(t, "<h1>"+title+"</h1>")
		if got := len(p.Headings) > 0 && isGendered(p, p.Headings[0]); got != want {
			t.Errorf("%q: %t", title, got)
		}
	}
}
