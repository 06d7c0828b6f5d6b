package pagetext

import "testing"

// Each page says the employer and the place in one sentence. A board shows it.
func TestEmployerAndPlaceInASentence(t *testing.T) {
	for _, c := range []struct{ lang, sentence, company, place string }{
		{"en", "Loom Mill is looking for a weaver for its office in Paisley.", "Loom Mill", "Paisley"},
		{"en", "We at Loom & Thread Ltd want a new colleague. You will be based in Austin, TX.", "Loom & Thread Ltd", "Austin, TX"},
		{"en", "Loom Mill, located in Paisley, is currently hiring.", "Loom Mill", "Paisley"},
		{"en", "Our client, Loom Mill, is seeking a weaver. The role is based in Paisley.", "Loom Mill", "Paisley"},
		{"en", "The Loom Mill in Paisley, Scotland is recruiting now.", "The Loom Mill", "Paisley, Scotland"},
		{"de", "Für den Standort Chemnitz sucht die Webwerk Sachsen GmbH Verstärkung.", "Webwerk Sachsen GmbH", "Chemnitz"},
		{"de", "Wir sind die webwerk sachsen GmbH. Gearbeitet wird in Bad Elster.", "webwerk sachsen GmbH", "Bad Elster"},
		{"de", "Im Auftrag der Webwerk AG besetzen wir am Standort Chemnitz eine Stelle.", "Webwerk AG", "Chemnitz"},
		{"fr", "Rejoignez Filature du Nord SARL ! Le poste est basé à Roubaix.", "Filature du Nord SARL", "Roubaix"},
		{"fr", "L'employeur est Filature du Nord SA. Votre lieu de travail est Roubaix.", "Filature du Nord SA", "Roubaix"},
		{"es", "Telares del Sur busca un tejedor para su taller en Béjar.", "Telares del Sur", "Béjar"},
		{"it", "Filati Rossi S.r.l. cerca un tessitore. La sede di lavoro è Prato.", "Filati Rossi S.r.l.", "Prato"},
		{"pt", "Tear Norte Ltda procura um tecelão para a sua fábrica em Blumenau.", "Tear Norte Ltda", "Blumenau"},
		{"nl", "Schietspoel BV zoekt een wever voor de vestiging in Tilburg.", "Schietspoel BV", "Tilburg"},
		{"pl", "Tkalnia Róg Sp. z o.o. zatrudni tkacza. Miejsce pracy to Gdynia.", "Tkalnia Róg Sp. z o.o.", "Gdynia"},
		{"cs", "Přádelna Morava s.r.o. hledá tkadlece. Místem výkonu práce je Brno.", "Přádelna Morava s.r.o.", "Brno"},
		{"ru", "Компания ООО «Основа» приглашает ткача на работу, г. Тверь.", "ООО «Основа»", "Тверь"},
		{"zh", "经纬纺织有限公司现诚聘织布工，工作地点位于苏州。", "经纬纺织有限公司", "苏州"},
		{"ja", "株式会社経糸では織工を募集しています。勤務地は京都市です。", "株式会社経糸", "京都市"},
		{"en", "Place of work: Paisley. Employer: Loom Mill. Date posted: 2026-02-11.", "Loom Mill", "Paisley"},
	} {
		body := `<title>Weaver 7 – Vakanto</title><p><a href="/">Vakanto</a></p><h1>Weaver 7</h1><p>` + filler[c.lang] + "</p><p>" + c.sentence
		p := testReader(t).Read(pageOf(t, "https://board.example/x", c.lang, body), c.lang, testNow, nil)
		if p.Company != c.company || p.Location != c.place {
			t.Errorf("%s: company %q, place %q", c.sentence, p.Company, p.Location)
		}
	}
}

// What sentences say of kinds of things, of colleagues and of other places names neither employer nor place.
func TestSentencesWithoutNames(t *testing.T) {
	for _, c := range []struct{ lang, sentence string }{
		{"en", "We are looking for someone who is working with Python and reports to the Head of Weaving."},
		{"en", "Join our team and work in English. Our client is seeking a weaver."},
		{"de", "Unsere Abteilung sucht Verstärkung in Teilzeit."},
		{"de", "Bei Interesse freuen wir uns auf Ihre Bewerbung. Der Kunde sucht Mitarbeiter."},
		{"fr", "Nous recherchons une personne. Vous préparez la semaine avec le service."},
		{"zh", "我们在项目中使用新的织机，现招聘织布工。"},
	} {
		p := testReader(t).Read(pageOf(t, "https://vakanto.example/x", c.lang, "<h1>Weaver 7</h1><p>"+c.sentence+"</p>"), c.lang, testNow, nil)
		if p.Company != "" || p.Location != "" {
			t.Errorf("%s: company %q, place %q", c.sentence, p.Company, p.Location)
		}
	}
}

// TestTwoPlaces: of two places that are equally likely rules take none.
func TestTwoPlaces(t *testing.T) {
	body := "<h1>Weaver 7</h1><p>" + filler["en"] + "</p><p>Loom Mill is looking for a weaver. You will be based in Paisley. You will be based in Ely."
	if p := (&Reader{Employers: testReader(t).Employers}).Read(pageOf(t, "https://board.example/x", "en", body), "en", testNow, nil); p.Company != "Loom Mill" || p.Location != "" {
		t.Errorf("company %q, place %q", p.Company, p.Location)
	}
}

func TestCompanyAboveTitle(t *testing.T) {
	p := testReader(t).Read(pageOf(t, "https://board.example/x", "en", `<title>Weaver, Paisley | Vakanto</title><div><a href="/">Vakanto</a></div><p><a href="/firm/9">Loom Mill</a></p><h1>Weaver</h1>
		<ul><li>Paisley</li><li><time datetime="2026-02-11">11 Feb</time></li></ul><p>`+filler["en"]), "en", testNow, nil)
	if p.Company != "Loom Mill" || p.Location != "Paisley" {
		t.Errorf("company %q, place %q", p.Company, p.Location)
	}
}
