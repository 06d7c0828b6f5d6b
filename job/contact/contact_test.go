package contact_test

import (
	"strings"
	"testing"

	"gannet/job"
	"gannet/job/contact"
	"gannet/models/shipped"
)

func masker(t testing.TB, treatment contact.Treatment, key []byte) *contact.Masker {
	t.Helper()
	model, err := shipped.Persons()
	if err != nil {
		t.Fatal(err)
	}
	return contact.NewMasker(treatment, key, model)
}

const someMail, somePhone, someName = "[mail address]", "[telephone number]", "[name]"

func TestContactsAreTakenOutOfTexts(t *testing.T) {
	m := masker(t, contact.Drop, nil)
	for text, want := range map[string]string{
		"Write to jane.doe@example.org.":                                 "Write to " + someMail + ".",
		"jobs (at) example (dot) org, or jobs[at]example.org":            someMail + ", or " + someMail,
		"cv at example dot com today":                                    someMail + " today",
		"Mail:анна@пример.рф":                                            "Mail:" + someMail,
		"look at example.com for more":                                   "look at example.com for more",
		"Mail me: jane at example.org, or\njobs at example.org":          "Mail me: " + someMail + ", or\n" + someMail,
		"reach us at jane at example.org or joe AT mail.example.org.":    "reach us at " + someMail + " or " + someMail + ".",
		"jane (a) example.org":                                           someMail,
		"tel. 50*******02 or +48***********21":                           "tel. " + somePhone + " or " + somePhone,
		"ext. 32366 (01632 960001)":                                      somePhone + " (" + somePhone + ")",
		"联系人：Bella 电话：15300000606":                                       "联系人：" + someName + " 电话：" + somePhone,
		"Tel.: 0711 / 123 45-67":                                         "Tel.: " + somePhone,
		"Telefon +49 (0)30 901820-12":                                    "Telefon " + somePhone,
		"(555) 234-5678 or 555.234.5679":                                 somePhone + " or " + somePhone,
		"call 020 7946 0018 ext 12":                                      "call " + somePhone,
		"тел. 8 (42352) 2-12-34":                                         "тел. " + somePhone,
		"電話：02-2345-6789":                                                "電話：" + somePhone,
		"手机13912345678":                                                  "手机" + somePhone,
		"from 01.02.2026 to 2026-03-31, 09.00 - 17.00, 40 hours":         "from 01.02.2026 to 2026-03-31, 09.00 - 17.00, 40 hours",
		"pay of $100 000 - 120 000 or £25 000 000, ref 190428123":        "pay of $100 000 - 120 000 or £25 000 000, ref 190428123",
		"https://a.test/jobs/0123456789 is ad A-0123456789":              "https://a.test/jobs/0123456789 is ad A-0123456789",
		"Contact: Jane Doe, Ward Manager":                                "Contact: " + someName + ", Ward Manager",
		"Contact: Human Resources":                                       "Contact: Human Resources",
		"Ansprechpartnerin: Frau Dr. Eva Groß-Müller":                    "Ansprechpartnerin: " + someName,
		"For a chat with Jane Doe (j.doe@example.org)":                   "For a chat with " + someName + " (" + someMail + ")",
		"Jane Doe leads the team. Apply to jane.doe@example.org":         someName + " leads the team. Apply to " + someMail,
		"联系人：王小明 电话 021-12345678":                                        "联系人：" + someName + " 电话 " + somePhone,
		"联系人：李经理联系方式：13812345678":                                        "联系人：" + someName + "联系方式：" + somePhone,
		"Email: a@example.orgTelephone number07700900123 Apply":          "Email: " + someMail + "Telephone number" + somePhone + " Apply",
		"SolutionsPh: 555-234-5678Fax: 555-234-5679Email: a@example.org": "SolutionsPh: " + somePhone + "Fax: " + somePhone + "Email: " + someMail,
		"Tel 01632 960001 / 01632 960002, or Brown on Ext 4411":          "Tel " + somePhone + " / " + somePhone + ", or Brown on " + somePhone,
		"ask for Jane Doe555-234-5678 ext. 12\n電話：(02)2345-6789轉123":     "ask for " + someName + somePhone + "\n電話：" + somePhone,
		"Email addressjane@example.org, 邮箱：jane@example":                 "Email address" + someMail + ", 邮箱：" + someMail,
		"Jane (dot) Doe (at) Example (dot) comConnect":                   someMail + "Connect",
		"contact:\nNameDr Jane DoeJob titleWard ManagerEmail":            "contact:\nName" + someName + "Job titleWard ManagerEmail",
		"contact:\nAnn Doe, Ward Manager on 01632 960001\nOr\nMaire McDoe (Manager for Adults in Some Town) on 01632 960002": "contact:\n" + someName +
			", Ward Manager on " + somePhone + "\nOr\n" + someName + " (Manager for Adults in Some Town) on " + somePhone,
		"Do contact Jane Doe Matron for Adults, or Senior Recruiter Joe Doe (j@example.org)": "Do contact " + someName + " Matron for Adults, or Senior Recruiter " + someName + " (" + someMail + ")",
		"Kind regards,\nJane DoeHead of Care":                                                "Kind regards,\n" + someName + "Head of Care",
		"I'm Jane, of the team. I'm Spanish":                                                 "I'm " + someName + ", of the team. I'm Spanish",
		"write to jane@example.org\n- Jane Doe, who leads":                                   "write to " + someMail + "\n- " + someName + ", who leads",
		"write to acme@acme.test, Acme Tools":                                                "write to " + someMail + ", Acme Tools",
		"Vous aiderez la Responsable Achats France. Responsable : Jeanne Doe":                "Vous aiderez la Responsable Achats France. Responsable : " + someName,
		"聯絡人：人事部門 洽陳小姐，联系人：王小明先生":                                                            "聯絡人：人事部門 洽" + someName + "小姐，联系人：" + someName + "先生",
		"Kontakt : 6#0#5# 1#8#4 1#8#4, call 5 0 6 - 2 8 9 - 1 1 3":                           "Kontakt : " + somePhone + ", call " + somePhone,
		"Work: (404) 555-1555 Ext. 6506/5067|Direct: 678-555-6682":                           "Work: " + somePhone + "|Direct: " + somePhone,
		"contact Matrons Jane Doe or Ann Ottway for more":                                    "contact Matrons " + someName + " or " + someName + " for more",
		"contact:\nJane Doe Team Manager Email address janedoe@example.org":                  "contact:\n" + someName + " Team Manager Email address " + someMail,
		"contact me, Ann O'Doe: aodoe@example.org":                                           "contact me, " + someName + ": " + someMail,
		"Thanks & Regards,Jane| Recruiter\nBest,\nAnn\nThanks\nApply now":                    "Thanks & Regards," + someName + "| Recruiter\nBest,\n" + someName + "\nThanks\nApply now",
		"SMS na nr : 784 453 720 lub 731 661 252, Telefon: 608_645_474":                      "SMS na nr : " + somePhone + " lub " + somePhone + ", Telefon: " + somePhone,
		"ለበለጠ መረጃ ስ.ቁ 0995963033 011515855 / 0957868686, job_123456789_2":                    "ለበለጠ መረጃ ስ.ቁ " + somePhone + " " + somePhone + " / " + somePhone + ", job_123456789_2",
		"Jane from Acme Tools here. We are here":                                             someName + " from Acme Tools here. We are here",
		"（王小明主任），寄王小明收":                                                                      "（" + someName + "主任），寄" + someName + "收",
		"call 0114-62 29 55/0906111999, 555-473-0720*142":                                    "call " + somePhone + "/" + somePhone + ", " + somePhone,
		"Fax: 555 632 4662jane@example.org, Desk No : 5554107770 Ex: 163":                    "Fax: " + somePhone + someMail + ", Desk No : " + somePhone,
		"contact Jane Doe, Employment Broker on 01632 960001. Our employment broker":         "contact " + someName + ", Employment Broker on " + somePhone + ". Our employment broker",
		"an MS.\nKey Tasks and Ms Excel":                                                     "an MS.\nKey Tasks and Ms Excel",
		"pages 1 2 3 4 5 6 7 8 9 10":                                                         "pages 1 2 3 4 5 6 7 8 9 10",
		"na maila: anna.doe(małpka)example.pl":                                               "na maila: " + someMail,
		"Pozdrawiam serdecznie, Anna Nowak, Doe-Tools 44-264":                                "Pozdrawiam serdecznie, " + someName + ", Doe-Tools 44-264",
		"Job titleConsultant Thoracic Surgery and Care\nthoracic surgery 01632 960001":       "Job titleConsultant Thoracic Surgery and Care\nthoracic surgery " + somePhone,
		"ContractJane DoeSenior Recruiter/Account LeadAcme555-234-5678":                      "Contract" + someName + "Senior Recruiter/Account LeadAcme" + somePhone,
		"Acme Tools\nWe sell tools. Call 555-234-5678":                                       "Acme Tools\nWe sell tools. Call " + somePhone,
		"Phone case RX0770090012 and model 0770090012Z":                                      "Phone case RX0770090012 and model 0770090012Z",
		"Contact: Jane Doe - PA\nJane Doe PA, Ward 3":                                        "Contact: " + someName + " - PA\n" + someName + " PA, Ward 3",
		"We build New York. Work with Amazon Web Services at scale and much more":            "We build New York. Work with Amazon Web Services at scale and much more",
	} {
		if got := m.Text(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// TestWordsBesideContactsAreKept has words and numbers that stand where contacts do, and contacts beside them.
func TestWordsBesideContactsAreKept(t *testing.T) {
	m := masker(t, contact.Drop, nil)
	for _, same := range []string{
		"Engineers from all countries work here.", "Nurses at our ward are happy here.", "Everyone at Acme is welcome here.", "Lunch at the canteen here.",
		"Find us at example.org, email me at example.org", "our email address at example.org", "skills in (a) scaling and (b) tests", "Apply at jobs.example.org/dev", "Search: jobs at www.example.org", "Open:\nWork at example.org",
		"**** 5 stars ****, 12****, a1234****56",
		"Thanks\nBenefits", "Cheers\nLocation", "Benefits & Thanks\nSalary\n", "Thanks\nAcme", "Cheers,\nBenefits\n",
		"Work: 12 345 678 units", "Office: 2025 - 12 000 m2", "Contact: Room 123456", "Office number: 123456", "Contact: 123 456 789 users",
		"telefon 9.00-18.00", "worth +100 000 000 today", "part 0099 123 456 789", "mobility 11000-11500", "ask 07-09-76",
		"（金融教授）", "（高级主任）", "（周末主任）", "(黄金主任)", "：顾问教授", "（董事主任）", "（曾任教授）",
	} {
		if got := m.Text(same); got != same {
			t.Errorf("%q is %q", same, got)
		}
	}
	for text, want := range map[string]string{
		"Email: " + strings.Repeat("_", 120) + "jane@example.org now":   "Email: " + someMail + " now",
		"Email " + strings.Repeat(".", 150) + "jane@example.org":        "Email " + strings.Repeat(".", 150) + someMail,
		"jane@" + strings.Repeat("many-", 30) + "tools.example.org now": someMail + " now",
		"Jane from Acme here. Welcome! Ann from Acme Tools here!":       someName + " from Acme here. Welcome! " + someName + " from Acme Tools here!",
		"My name is Jane and I lead. I'm Ann Doe and call me Ann, now":  "My name is " + someName + " and I lead. I'm " + someName + " and call me " + someName + ", now",
		"Kind regards\nJane":                                                       "Kind regards\n" + someName,
		"Regards,\nJane\nBenefits":                                                 "Regards,\n" + someName + "\nBenefits",
		"tel 01632 960001 x2 days a week":                                          "tel " + somePhone + " x2 days a week",
		"tel 01632 960001 x100 hours":                                              "tel " + somePhone + " x100 hours",
		"Tel 0711 123456, x100 more pay":                                           "Tel " + somePhone + ", x100 more pay",
		"Tel 0711 123456 *2026 start":                                              "Tel " + somePhone + " *2026 start",
		"Tel 0711 123456 ext. 5 to 9":                                              "Tel " + somePhone + " ext. 5 to 9",
		"Tel 0711 123456 x142, or 0711 123457*142":                                 "Tel " + somePhone + ", or " + somePhone,
		"Work: 555-4107, Office: 5554107770":                                       "Work: " + somePhone + ", Office: " + somePhone,
		"Kontakt: 601 234 567 lub 22 34 56 78":                                     "Kontakt: " + somePhone + " lub " + somePhone,
		"（王金融主任）":                                                                  "（" + someName + "主任）",
		"Manager Key Account DACH: jobs@example.org":                               "Manager Key Account DACH: " + someMail,
		"Director Global Supply: 01632 960001":                                     "Director Global Supply: " + somePhone,
		"Lead Backend Berlin - 030 901820":                                         "Lead Backend Berlin - " + somePhone,
		"Senior Recruiter Jane Doe: jobs@example.org":                              "Senior Recruiter " + someName + ": " + someMail,
		"SQL Server, email us on 01632 960001":                                     "SQL Server, email us on " + somePhone,
		"or Ann Ottway (East) on 01632 960001":                                     "or " + someName + " (East) on " + somePhone,
		"• Ann Ottway, School of Words - jobs@example.org":                         "• " + someName + ", School of Words - " + someMail,
		"or Deputy Sisters Ann Ottway, Jane Doe and Joe Doe on 01632 960001":       "or Deputy Sisters " + someName + ", " + someName + " and " + someName + " on " + somePhone,
		"tel 01632 960001 ext 4411 or 4412, Work: 555-234-5678URL":                 "tel " + somePhone + ", Work: " + somePhone + "URL",
		"ext 4411 or 01632 960001":                                                 somePhone + " or " + somePhone,
		"Zadzwoń 600-700-809 lub 600 700 810":                                      "Zadzwoń " + somePhone + " lub " + somePhone,
		"ስልክ 07-09-70-80-09 Acme":                                                  "ስልክ " + somePhone + " Acme",
		"pisz 0049 151 23456789, nr 0049 1":                                        "pisz " + somePhone + ", nr 0049 1",
		"Jan 6/0/0/7/0/0/8/0/9":                                                    "Jan " + somePhone,
		"โทร 02-123-4567 หรือ Tālrunis: 67123456":                                  "โทร " + somePhone + " หรือ Tālrunis: " + somePhone,
		"电话：王经理：13812345678":                                                       "电话：" + someName + "经理：" + somePhone,
		"Contact: [0940510051/0910332313]":                                         "Contact: [" + somePhone + "/" + somePhone + "]",
		"AcmeDesk No : 5554107770Email":                                            "AcmeDesk No : " + somePhone + "Email",
		"My name is Jane, and you can write":                                       "My name is " + someName + ", and you can write",
		"Jane Doe, Ward Manager on 01632 960001":                                   someName + ", Ward Manager on " + somePhone,
		"Excel Server, Oracle Database or My Favourite Tool on phone 01632 960001": "Excel Server, Oracle Database or My Favourite Tool on phone " + somePhone,
		"SQL Server, Oracle Database or My Favourite Tool on phone 01632 960001":   "SQL Server, Oracle Database or My Favourite Tool on phone " + somePhone,
	} {
		if got := m.Text(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// TestHashesJoinSpellings: one contact has one hash however it is written, and another one without the key's knowledge.
func TestHashesJoinSpellings(t *testing.T) {
	m := masker(t, contact.Hash, []byte("a key"))
	for _, pair := range [][2]string{{"tel +49 711 1234567", "tel 0711 1234567"}, {"Jobs@Example.org", "jobs (at) example.org"}} {
		cut := func(s string) string { return s[strings.Index(s, "["):] }
		if a, b := cut(m.Text(pair[0])), cut(m.Text(pair[1])); a != b {
			t.Errorf("%q is %q, and %q is %q", pair[0], a, pair[1], b)
		}
	}
	if other := masker(t, contact.Hash, []byte("another")); m.Text("a@example.org") == other.Text("a@example.org") {
		t.Error("the hash does not depend on the key")
	}
}

func TestContactsAreTakenOutOfPages(t *testing.T) {
	m := masker(t, contact.Drop, nil)
	for source, want := range map[string]string{
		"<p>Tel. <b>030</b> 1234567 &amp; more":                                              "<p>Tel. <b>" + somePhone + "</b> &amp; more",
		`<a href="mailto:a@example.org?subject=x">write</a>`:                                 `<a href="mailto:[mail address]">write</a>`,
		`<a class='x' href=tel:030123456>ring</a>`:                                           `<a class="x" href="tel:[telephone number]">ring</a>`,
		"<p>a&#64;example.org<br>&lt;b&gt;":                                                  "<p>" + someMail + "<br>&lt;b&gt;",
		"<style>a@b.cc{}</style><P CLASS=x>as  it was&nbsp;<br/>":                            "<style>a@b.cc{}</style><P CLASS=x>as  it was&nbsp;<br/>",
		`<script>{"telephone":"030 1","id":"0123456789012","d":"<p>a@example.org"}</script>`: `<script>{"telephone":"[telephone number]","id":"0123456789012","d":"\u003cp\u003e[mail address]"}</script>`,
		`<a title="Mail: a@example.org, mail:b@example">x</a>`:                               `<a title="Mail: [mail address], mail:[mail address]">x</a>`,
		`<a title="mail:a@example.org or mail: b@example, c@example.org">x</a>`:              `<a title="mail:[mail address] or mail: [mail address], [mail address]">x</a>`,
		`<script>var a = "open`:                                                              `<script>var a = "open`,
		"<p>cut <a hr":                                                                       "<p>cut <a hr",
	} {
		if got := string(m.HTML([]byte(source))); got != want {
			t.Errorf("%q is\n%q, want\n%q", source, got, want)
		}
	}
}

func TestContactsAreTakenOutOfPostings(t *testing.T) {
	p := &job.Posting{
		Title: "Welder", Description: "Ask Doe Jane, or Jane Doe.", Contact: job.Person{Name: "Jane Doe", Email: "a@example.org", Phone: "1"},
	}
	p.Skills, p.ApplyURL = []string{"welding", "mail b@example.org"}, "mailto:a@example.org"
	q := masker(t, contact.Drop, nil).Posting(p)
	if q.Contact != (job.Person{Name: someName, Email: someMail, Phone: somePhone}) || q.Description != "Ask Doe Jane, or [name]." ||
		q.Skills[1] != "mail "+someMail || q.ApplyURL != "mailto:"+someMail || p.Skills[1] != "mail b@example.org" || q.Title != "Welder" {
		t.Errorf("%+v", q)
	}
	if masker(t, contact.Keep, nil).Posting(p) != p {
		t.Error("what is kept is copied")
	}
}

func FuzzHTML(f *testing.F) {
	f.Add([]byte("tel 1234567890123456 7 8/1234567890123456789 0"))
	f.Add([]byte("<p>Tel. <b>030</b> 1234567 <script>\"a@b.cc\""))
	m := masker(f, contact.Drop, nil)
	f.Fuzz(func(t *testing.T, source []byte) { m.HTML(source) })
}

// TestARepeatedNameIsFoundAtEachPlace: a list of staff may name one person on every line.
func TestARepeatedNameIsFoundAtEachPlace(t *testing.T) {
	const lines = 500
	masked := masker(t, contact.Drop, nil).Text(strings.Repeat("Contact: Jane Doe, ward 3\n", lines))
	if n := strings.Count(masked, someName); n != lines || strings.Contains(masked, "Jane") {
		t.Errorf("%d marks for %d names", n, lines)
	}
}
