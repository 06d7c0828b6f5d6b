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
		if got, sure := c.Kind(p, max(about.Probability(p), unlikely)); got != job.Detail {
			t.Errorf("%s: a posting is %v (%.2f)", lang, got, sure)
		}
		// The same heads without what jobs have are not one.
		p = read(t, "<title>"+words[0]+"</title><h1>"+words[0]+"</h1><h3>"+words[1]+"</h3><p>"+words[0]+"</p><p>"+words[0]+" "+words[0]+"</p>")
		if got, sure := c.Kind(p, max(about.Probability(p), unlikely)); got != job.Other {
			t.Errorf("%s: a page with a place is %v (%.2f)", lang, got, sure)
		}
	}
}
