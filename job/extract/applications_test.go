package extract

import (
	"strings"
	"testing"
	"time"

	"gannet/features"
	"gannet/job"
)

func TestPageThatSaysItIsClosed(t *testing.T) {
	for _, line := range []string{
		"No longer accepting applications", "This job is no longer available.", "Sorry, this position has been filled!", "This vacancy has now closed",
		"The posting you are looking for has expired", "Applications closed", "This role is closed.", "Job expired",
		"Diese Stelle ist leider nicht mehr verfügbar.", "Stellenangebot abgelaufen", "Eine Bewerbung ist nicht mehr möglich", "Die Anzeige ist nicht mehr online",
		"Cette offre n’est plus disponible", "Le poste est pourvu", "L'annonce a expiré", "Esta oferta ya no está disponible", "Oferta caducada", "La vacante ha sido cubierta",
		"Esta vaga foi encerrada", "Vaga expirada", "Inscrições encerradas", "Questo annuncio non è più attivo", "Offerta scaduta", "Deze vacature is niet meer beschikbaar",
		"Vacature gesloten", "Oferta pracy jest już nieaktualna", "Ogłoszenie wygasło", "Вакансия в архиве", "Эта вакансия закрыта", "Вакансія закрита",
		"Nabídka již není aktuální", "Pozice byla obsazena", "该职位已关闭", "职位已停止招聘", "此職缺已關閉", "この求人の募集は終了しました", "掲載終了", "채용이 마감되었습니다",
		"لم نعد نقبل طلبات التقدم", "انتهت فترة التقديم لهذه الوظيفة", "המשרה אינה פעילה", "Việc làm này đã hết hạn", "Lowongan ini sudah ditutup", "Η θέση έχει καλυφθεί", "Обявата вече не е активна", "Oglas je istekao",
		"Приём заявок окончен", "Срок подачи резюме вышел", "Termin nadsyłania zgłoszeń upłynął", "El plazo de inscripción ha vencido", "Der Bewerbungszeitraum ist verstrichen",
		"Объявление неактуально", "Это объявление больше не доступно", "La plaza está cubierta", "Stanowisko zostało zamknięte", "Ogłoszenie zostało usunięte",
		"Місце зайняте, оголошення неактуальне", "Místo je již obsazeno", "Ce poste est fermé", "Il posto è stato coperto",
		"As candidaturas para esta vaga foram encerradas", "Esta vaga já foi preenchida", "この求人の掲載期間は終了しています", "応募受付は終了しました", "Jobopslaget er ikke længere ledigt; stillingen er nu besat", "Acest post a fost ocupat",
		"Stillingen er ikke lenger utlyst", "Annonsen har tagits bort", "Työpaikkailmoitus ei ole enää voimassa", "Az álláshirdetés lejárt", "İlanın süresi dolmuştur", "Pozícia je už obsadená", "L'oferta ha caducat", "Η αγγελία έχει λήξει",
		"This job has expired. If you look for another, see our list.",
		"You can no longer apply for this job.", "It is no longer possible to apply for this vacancy.", "Sie können sich auf diese Stelle leider nicht mehr bewerben.",
		"Je kunt niet meer reageren op deze vacature.", "Op deze vacature kun je niet meer solliciteren", "Solliciteren kan niet meer.", "Il n'est plus possible de postuler à cette offre.",
		"Ya no puedes inscribirte en esta oferta.", "Não é mais possível se candidatar a esta vaga.", "Non è più possibile candidarsi.", "Nie możesz już aplikować na tę ofertę.",
		"現在、この求人への応募は受け付けておりません。", "Du kan ikke længere søge stillingen.", "Tähän paikkaan ei voi enää hakea.", "Bu ilana artık başvuru yapılamaz.",
		"Откликнуться на вакансию уже нельзя.", "На цю вакансію більше не можна відгукнутися.", "이 공고는 더 이상 지원할 수 없습니다.",
		"Tjänsten är tillsatt", "Stillingen er besat", "Bu ilan yayından kaldırılmıştır", "Anunțul a expirat",
	} {
		if closed, _ := applications(banner(t, line)); !closed {
			t.Errorf("%q was not taken for closed", line)
		}
	}
	for _, line := range []string{
		"If this position is closed we will tell you", "This job closes soon", "The position will be filled in May", "Applications are welcome until the position has been filled",
		"Experience with closed loop control", "Our office is closed on Sundays", "Bewerbungsfrist: 1. Mai", "Die Stelle ist ab sofort zu besetzen", "Die Stelle ist noch nicht besetzt",
		"At our mill no position is filled without a talk", "La vacante nunca está cerrada", "You throw out wool whose time has expired", "Вы убираете шерсть, срок которой истёк",
		"The posting is closed as soon as somebody is found", "Applications are closed once we have ten of them", "De vacature is gesloten zodra er iemand is", "De vacature sluit zodra deze is vervuld", "Die Stelle ist geschlossen, sobald sie besetzt ist",
		"応募が集まり次第、募集を終了します", "定員になり次第募集終了", "予告なく募集を終了する場合があります", "招满后将停止招聘", "Annonsen tas bort så snart tjänsten är tillsatt", "A vaga será retirada assim que for preenchida", "L'offre est retirée dès que le poste est pourvu", "Anunțul este retras când postul este ocupat",
		"You can no longer apply once the deadline has passed", "If you can no longer apply in person, send an e-mail.", "Na de sluitingsdatum kun je niet meer reageren",
		"Nach dem 1. Mai können Sie sich nicht mehr bewerben.", "Après cette date, vous ne pouvez plus postuler.", "Efter den 1 maj kan du inte längre söka", "郵送での応募は受け付けておりません。", "締切後は応募を受け付けておりません。", "以降は応募できません",
		"Cette offre est disponible", "Puesto cubierto por convenio", "Vaga para pessoas com experiência", "Posizione aperta", "Вакансия открыта", "职位描述", "募集要項",
		"Our expired food goes to the poor; your job is to see to it.", strings.Repeat("You look after the shelves of the shop and its customers. ", 6) + "The position is closed.",
	} {
		if closed, _ := applications(banner(t, line)); closed {
			t.Errorf("%q was taken for closed", line)
		}
	}
	list := strings.Repeat("<li>Weaver<p>This job has expired</p>", 8)
	if closed, _ := applications(banner(t, list)); closed {
		t.Error("a list of ended postings was taken for one")
	}
}

func banner(t *testing.T, line string) *features.Page {
	return read(t, "https://a.example/1", "<h1>Weaver</h1><p>"+line+"</p><p>You weave linen and wool on the looms of our mill.</p>")
}

func TestStateOfAPosting(t *testing.T) {
	ad := func(more, body string) string {
		return page("Weaver", `{"@type":"JobPosting","title":"Weaver"`+more+`}`, "<h1>Weaver</h1>"+body+linen)
	}
	for _, c := range []struct {
		name, page string
		want       job.State
		reason     string
	}{
		{"a last day to come", ad(`,"validThrough":"2026-05-01"`, ""), job.Open, job.ReasonNotYet},
		{"a last day that is past", ad(`,"validThrough":"2026-03-01"`, ""), job.Closed, job.ReasonEnded},
		{"today is the last day", ad(`,"validThrough":"2026-04-01"`, ""), job.Open, job.ReasonNotYet},
		{"a last hour that is past", ad(`,"validThrough":"2026-03-31T23:00:00Z"`, ""), job.Closed, job.ReasonEnded},
		{"the page says so, its markup does not", ad(`,"validThrough":"2026-05-01"`, "<p>This job is no longer available</p>"), job.Closed, job.ReasonSaysSo},
		{"a button to apply", ad("", "<a href=/apply>Apply now</a>"), job.Open, job.ReasonApplies},
		{"direct applications", ad(`,"directApply":true`, ""), job.Open, job.ReasonApplies},
		{"past, with a button", ad(`,"validThrough":"2026-03-01"`, "<a href=/apply>Apply now</a>"), job.Closed, job.ReasonEnded},
		{"nothing is said", ad("", ""), job.Unknown, job.ReasonNoApplies},
	} {
		_, found := (&Extractor{}).Page(read(t, "https://a.example/1", c.page), now)
		if len(found) != 1 || found[0].State != c.want || found[0].StateReason != c.reason {
			t.Errorf("%s: %+v", c.name, found)
		}
	}
	_, found := (&Extractor{}).Page(read(t, "https://a.example/1", ad(`,"validThrough":"2026-05-01"`, "")), now.AddDate(0, 2, 0))
	if p := found[0]; p.State != job.Closed || !p.Ended(now.Add(60*24*time.Hour)) {
		t.Errorf("two months later: %s", p.State)
	}
}

func TestPartsOfALocationInWords(t *testing.T) {
	p := &job.Posting{Location: "Oslo, Norway; Remote", Provenance: map[job.Field]job.Provenance{job.Location: {Method: job.Label, Confidence: .5}}}
	splitLocation(p)
	if len(p.Places) != 1 || p.Places[0].Town != "Oslo" || p.Places[0].CountryCode != "NO" || !p.Remote || p.Provenance[job.Places] != (job.Provenance{Method: job.Label, Confidence: .4}) {
		t.Errorf("%+v", p)
	}
}

// A page that has ended is surrounded by other postings. It is a posting as long as its text is there.
func TestEndedPageIsNoList(t *testing.T) {
	e := &Extractor{Kind: func(*features.Page) (job.Kind, float64) { return job.Listing, .9 }}
	prose := "<p>" + strings.Repeat("You weave linen and wool on the looms of our mill and mend them. ", 5) + "</p>"
	similar := strings.Repeat("<li><a href=/job/1>Dyer in Leeds</a>", 10)
	for body, want := range map[string]job.Kind{
		"<h1>Weaver</h1><p>No longer accepting applications</p>" + prose + similar:  job.Detail,
		"<h1>Weaver</h1>" + prose + similar:                                         job.Listing,
		"<h1>This job is no longer available</h1><p>Similar jobs</p><ul>" + similar: job.Listing,
	} {
		kind, found := e.Page(read(t, "https://a.example/1", body), now)
		if kind != want || want == job.Detail && (len(found) != 1 || found[0].State != job.Closed) {
			t.Errorf("%.60s: %v, %v", body, kind, found)
		}
	}
}
