package closing

import (
	"strings"
	"testing"
	"time"

	"gannet/features"
	"gannet/job"
)

var now = time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)

// read reads a page with a body.
func read(t testing.TB, body string) *features.Page {
	t.Helper()
	p, err := features.NewReader().Read("https://a.example/1", []byte("<html><body>"+body+"</body></html>"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// says returns what a page says with a line between its heading and its text.
func says(t testing.TB, line string) Verdict {
	t.Helper()
	return Read(read(t, "<h1>Weaver</h1><p>"+line+"</p><p>You weave linen and wool on the looms of our mill.</p>"), Own{Title: "Weaver"}, now)
}

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
		"Hiring for this role is now complete.", "The deadline for this internship has passed.", "Diese Stelle konnte bereits vergeben werden.",
		"Tjänsten är tillsatt", "Stillingen er besat", "Bu ilan yayından kaldırılmıştır", "Anunțul a expirat",
	} {
		if closed := says(t, line).Says == job.Closed; !closed {
			t.Errorf("%q was not taken for closed", line)
		}
	}
	for _, line := range []string{
		"If this position is closed we will tell you", "This job closes soon", "The position will be filled in May", "Applications are welcome until the position has been filled",
		"Experience with closed loop control", "Our office is closed on Sundays", "Bewerbungsfrist: 1. Mai", "Die Stelle ist ab sofort zu besetzen", "Die Stelle ist noch nicht besetzt", "Ab August ist eine Lehrstelle zu vergeben",
		"At our mill no position is filled without a talk", "La vacante nunca está cerrada", "You throw out wool whose time has expired", "Вы убираете шерсть, срок которой истёк",
		"The posting is closed as soon as somebody is found", "Applications are closed once we have ten of them", "De vacature is gesloten zodra er iemand is", "De vacature sluit zodra deze is vervuld", "Die Stelle ist geschlossen, sobald sie besetzt ist",
		"応募が集まり次第、募集を終了します", "定員になり次第募集終了", "予告なく募集を終了する場合があります", "招满后将停止招聘", "Annonsen tas bort så snart tjänsten är tillsatt", "A vaga será retirada assim que for preenchida", "L'offre est retirée dès que le poste est pourvu", "Anunțul este retras când postul este ocupat",
		"You can no longer apply once the deadline has passed", "If you can no longer apply in person, send an e-mail.", "Na de sluitingsdatum kun je niet meer reageren",
		"Nach dem 1. Mai können Sie sich nicht mehr bewerben.", "Après cette date, vous ne pouvez plus postuler.", "Efter den 1 maj kan du inte längre söka", "郵送での応募は受け付けておりません。", "締切後は応募を受け付けておりません。", "以降は応募できません",
		"Une fois la sélection du poste clos, vous restez", "Die Stelle ist neu, nachdem eine Abteilung geschlossen wurde",
		"Cette offre est disponible", "Puesto cubierto por convenio", "Vaga para pessoas com experiência", "Posizione aperta", "Вакансия открыта", "职位描述", "募集要項",
		"Our expired food goes to the poor; your job is to see to it.", strings.Repeat("You look after the shelves of the shop and its customers. ", 6) + "The position is closed.",
	} {
		if says(t, line).Says == job.Closed {
			t.Errorf("%q was taken for closed", line)
		}
	}
	list := strings.Repeat("<li>Weaver<p>This job has expired</p>", 8)
	if says(t, list).Says == job.Closed {
		t.Error("a list of ended postings was taken for one")
	}
}

// TestStatementsOfManyForms has banners of public reports and statements of many languages that end with a date, an hour or a reason.
func TestStatementsOfManyForms(t *testing.T) {
	for line, day := range map[string]string{
		"Job closed on 12.03.2026": "2026-03-12", "Closed on 12 Mar 2026": "2026-03-12", "This posting was removed at 10:15.": "", "Position cancelled": "",
		"This ad expired on March 12, 2026 at 11:59 p.m.": "2026-03-12", "Applications closed 2026-03-12": "2026-03-12", "The vacancy is on hold until further notice": "",
		"This role has been withdrawn by the employer": "", "Unfortunately the position as Weaver has already been filled internally": "",
		"Applications are paused for this position. Check back soon.": "", "Thank you for your interest. We have found a match for this position.": "",
		"The job you are trying to apply for has been filled": "", "This posting has been archived and can no longer be applied to.": "",
		"Weaver (position filled)": "", "Applications for this job closed on Thursday, 12 March 2026": "2026-03-12",
		"Esta oferta ya no admite más inscripciones.": "", "Die Bewerbungsfrist ist am 12. März 2026 abgelaufen.": "",
		"Diese Anzeige wurde am 12.03.2026 deaktiviert.": "", "Die Stelle als Weaver (m/w/d) ist seit 12.03.2026 besetzt": "", "Stelle besetzt seit 12.03.2026": "2026-03-12",
		"L'offre est clôturée depuis le 12 mars 2026": "2026-03-12", "Oferta cerrada el 12 de marzo de 2026": "2026-03-12", "Vaga encerrada em 12/03/2026": "",
		"Offerta scaduta il 12 marzo 2026": "2026-03-12", "Vacature gesloten op 12 maart 2026": "2026-03-12", "Ogłoszenie wygasło dnia 12.03.2026": "2026-03-12",
		"Вакансия закрыта 12 марта 2026 г.": "2026-03-12", "Nabídka byla ukončena dne 12.03.2026": "2026-03-12", "Annonsen är stängd sedan 12 mars 2026": "2026-03-12",
	} {
		v := says(t, line)
		got := ""
		if !v.Day.IsZero() {
			got = v.Day.Format(time.DateOnly)
		}
		if v.Says != job.Closed || day != "" && got != day {
			t.Errorf("%q says %q and names %q, want %q", line, v.Says, got, day)
		}
	}
}

// TestWhatIsNoClosing has sentences of open advertisements with the words of closings.
func TestWhatIsNoClosing(t *testing.T) {
	for _, line := range []string{
		"We are not accepting applications from agencies.", "For fairness we are no longer accepting applications by e-mail or post; please use the button below.",
		"This role is closed-loop control of our ovens.", "The position is filled with variety.", "This position is filled on a rolling basis.",
		"You check that each job is closed in the system at night.", "This is a replacement of an existing post, which had been filled temporarily.",
		"A training post is attached to the unit, a post which is filled.", "Please note that CV applications are not accepted for this role.",
		"If you have not heard from us within four weeks, the position has been filled.", "Is the position filled?", "The job will be closed on 12 March 2027.",
		"Applications close on 31 March 2027", "The role may be closed early.", "We just closed a round of 12 million.", "Weaver, Leeds (close to the station)",
		"Reporting on the status of the request: closed, on hold", "Position filled based off the skills of the candidate",
		"Die Stelle ist besetzt mit einem Team von acht Leuten.", "Unser Büro ist geschlossen am 24. Dezember.", "Wir nehmen keine Bewerbungen von Agenturen an.",
		"Le poste est pourvu d'une voiture.", "Un poste est pourvu chaque année.", "Plus d'offres disponibles", "Ya no se aceptan candidaturas de agencias.",
		"Wanneer de vacature is vervuld, hoor je van ons.", "Jobs filled: 3", "Closed applications are kept for six months.",
	} {
		if v := says(t, line); v.Says == job.Closed {
			t.Errorf("%q was taken for a closing", line)
		}
	}
}

// TestPlacesOfStatements has a banner at places of a page where it is not about the page's posting, and others where it is.
func TestPlacesOfStatements(t *testing.T) {
	const banner = "This job has expired"
	for body, want := range map[string]job.State{
		"<div class='alert alert-warning'>" + banner + "</div>":                                                     job.Closed,
		"<aside>" + banner + "</aside>":                                                                             job.Closed,
		"<div class=notice>" + banner + " <a href=/jobs>See other jobs</a></div>":                                   job.Closed,
		"<nav>" + banner + "</nav>":                                                                                 "",
		"<footer><p>" + banner + "</p></footer>":                                                                    "",
		"<form><select><option>Open</option><option>" + banner + "</option></select></form>":                        "",
		"<div class='filter-list'><p>" + banner + "</p></div>":                                                      "",
		"<h2>Similar jobs</h2><p><a href=/2>Dyer</a></p><p>" + banner + "</p>":                                      "",
		"<ul><li><a href=/2>Dyer</a> <span>" + banner + "</span></li><li><a href=/3>Porter</a></li></ul>":           "",
		"<div class=card><a href=/2>Dyer</a><p>" + banner + "</p></div><div class=card><a href=/3>Porter</a></div>": "",
		"<section class='related-jobs'><p>" + banner + "</p></section>":                                             "",
		"<ul><li>Leeds</li><li>" + banner + "</li></ul>":                                                            job.Closed,
	} {
		if v := Read(read(t, "<h1>Weaver</h1>"+body), Own{Title: "Weaver"}, now); v.Says != want {
			t.Errorf("%s: %q, want %q", body, v.Says, want)
		}
	}
}

func TestWeakStatements(t *testing.T) {
	const button = "<a href=/apply>Apply now</a>"
	for body, want := range map[string]Verdict{
		"<p>Our Berlin position is filled</p>" + button:     {Says: job.Suspected, Applies: true},
		"<p>Our Berlin position is filled</p>":              {Says: job.Closed},
		"<p>This position is filled</p>" + button:           {Says: job.Closed, Applies: true},
		"<p>Closed</p>" + button:                            {Says: job.Suspected, Applies: true},
		"<p>Sunday: closed</p>" + button:                    {Applies: true},
		"<p>Closed on 12 March 2027</p>" + button:           {Applies: true, Day: time.Date(2027, 3, 12, 0, 0, 0, 0, time.UTC)},
		"<p>We are looking for a weaver</p>" + button:       {Applies: true},
		strings.Repeat("<p>This position is filled</p>", 4): {},
	} {
		p := read(t, "<h1>Weaver</h1>"+body)
		p.Lang = "en"
		v := Read(p, Own{Title: "Weaver"}, now)
		if v.ApplyURL = ""; v != want {
			t.Errorf("%s: %+v, want %+v", body, v, want)
		}
	}
}

// TestLongPages reads pages on which statements are many and deep, as no page of a posting is.
func TestLongPages(t *testing.T) {
	for _, body := range []string{
		strings.Repeat("<li>This job has expired", 20_000), strings.Repeat("<div>", 400) + "This job has expired", strings.Repeat("closed ", 100_000),
		"<nav>" + strings.Repeat("<p>This job has expired</p>", 20_000) + "</nav>",
	} {
		if v := Read(read(t, "<h1>Weaver</h1>"+body), Own{}, now); v.Says == job.Suspected {
			t.Errorf("%.60s: %q", body, v.Says)
		}
	}
}

// TestApplyURL reads where one applies: not on another posting's card, in navigation, by a script or mail, or on a page about applying.
func TestApplyURL(t *testing.T) {
	const here, other = "<h1>Weaver</h1><p>You weave linen and wool on the looms of our mill.</p>", "<p>Our mill is by the river, and our shop is by the bridge.</p>"
	for body, want := range map[string]string{
		here + `<a href="/apply/1">Apply now</a>`:                                                     "https://a.example/apply/1",
		here + `<a href="https://b.example/f?job=1">Jetzt online bewerben</a>`:                        "https://b.example/f?job=1",
		here + `<a href="/p/1">Déposer ma candidature</a>`:                                            "https://a.example/p/1",
		here + `<a href="/s/1">Ansök här</a>`:                                                         "https://a.example/s/1",
		here + `<a href="/j/1">지원하기</a>`:                                                              "https://a.example/j/1",
		here + `<a href="javascript:apply()">Apply now</a><a href="mailto:a@a.example">Apply now</a>`: "",
		here + `<a href="#form">Apply now</a><button>Apply now</button>`:                              "",
		here + `<a href="/users/sign_in?then=/apply/1">Apply now</a>`:                                 "",
		here + `<a href="/help">How to apply</a>`:                                                     "",
		`<nav><a href="/apply">Apply online</a></nav>` + here:                                         "",
		here + other + `<ul><li><a href="/2">Baker</a> <a href="/2/a">Apply</a></li><li><a href="/3">Cook</a> <a href="/3/a">Apply</a></li></ul>`: "",
	} {
		if v := Read(read(t, body), Own{Title: "Weaver"}, now); v.ApplyURL != want {
			t.Errorf("%s: %q, want %q", body, v.ApplyURL, want)
		}
	}
}

func TestDayOfAnEnd(t *testing.T) {
	for line, want := range map[string]string{
		"This posting was closed on 5/3/2026":                                    "2026-03-05", // 3 May has not come
		"Applications for this job closed on Monday 2 March 2026 at 6pm":         "2026-03-02",
		"Les candidatures pour ce stage sont closes depuis le lundi 2 mars 2026": "2026-03-02",
		"This advertisement expired 2 weeks ago":                                 "2026-03-18",
		"Die Anzeige wurde vom Unternehmen am 02.03.2026 deaktiviert.":           "2026-03-02",
	} {
		if v := says(t, line); v.Says != job.Closed || v.Day.Format(time.DateOnly) != want {
			t.Errorf("%q: %q on %s, want closed on %s", line, v.Says, v.Day.Format(time.DateOnly), want)
		}
	}
}
