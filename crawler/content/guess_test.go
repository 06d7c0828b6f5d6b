package content

import (
	"strings"
	"testing"

	"golang.org/x/net/html/charset"
)

// undeclared are sentences of ours in encodings that pages were written in before UTF-8.
var undeclared = []struct{ lang, domain, encodings, text string }{
	{"pl", "pl", "windows-1250 iso-8859-2", "Szukamy księgowej do działu płac. Oferujemy umowę o pracę, szkolenia i przyjazną atmosferę. Zgłoszenia prosimy przesyłać do końca miesiąca."},
	{"cs", "cz", "windows-1250 iso-8859-2", "Hledáme účetní do mzdového oddělení. Nabízíme hlavní pracovní poměr, školení a přátelské prostředí. Životopisy zasílejte do konce měsíce."},
	{"sk", "sk", "windows-1250 iso-8859-2", "Hľadáme účtovníčku na mzdové oddelenie. Ponúkame trvalý pracovný pomer, školenia a priateľské prostredie. Životopisy posielajte do konca mesiaca."},
	{"hu", "hu", "windows-1250 iso-8859-2", "Könyvelőt keresünk bérszámfejtési osztályunkra. Határozatlan idejű munkaviszonyt, képzést és barátságos légkört kínálunk. Önéletrajzát küldje el hónap végéig."},
	{"ro", "ro", "windows-1250 iso-8859-2", "Căutăm contabil pentru departamentul de salarizare. Oferim contract de muncă, instruire şi o atmosferă plăcută. Aşteptăm candidaţii până la sfârşitul lunii."},
	{"hr", "hr", "windows-1250 iso-8859-2", "Tražimo računovođu za obračun plaća. Nudimo stalni radni odnos, školovanje i ugodno okruženje. Životopise šaljite do kraja mjeseca, priloživši i svjedodžbe."},
	{"lt", "lt", "windows-1257", "Ieškome buhalterės į darbo užmokesčio skyrių. Siūlome darbą pagal sutartį, mokymus ir draugišką aplinką. Gyvenimo aprašymus siųskite iki mėnesio pabaigos."},
	{"lv", "lv", "windows-1257", "Meklējam grāmatvedi algu nodaļā. Piedāvājam pastāvīgu darbu, apmācības un draudzīgu vidi. Pieteikumus lūdzam sūtīt līdz mēneša beigām."},
	{"et", "ee", "windows-1257", "Otsime palgaarvestuse raamatupidajat. Pakume tähtajatut töölepingut, koolitusi ja sõbralikku keskkonda. Avaldusi ootame kuu lõpuni, žürii vaatab need läbi."},
	{"tr", "tr", "windows-1254", "Bordro bölümü için muhasebeci arıyoruz. Sürekli iş sözleşmesi, eğitim ve dostça bir çalışma ortamı sunuyoruz. Başvurularınızı ay sonuna kadar gönderiniz."},
	{"ru", "ru", "windows-1251 koi8-r iso-8859-5 ibm866", "Ищем бухгалтера в отдел заработной платы. Предлагаем постоянную работу, обучение и дружный коллектив. Резюме присылайте до конца месяца."},
	{"uk", "ua", "windows-1251 koi8-u", "Шукаємо бухгалтера до відділу заробітної плати. Пропонуємо постійну роботу, навчання і дружній колектив. Резюме надсилайте до кінця місяця."},
	{"bg", "bg", "windows-1251", "Търсим счетоводител за отдел заплати. Предлагаме постоянна работа, обучение и приятелска среда. Изпращайте автобиографии до края на месеца."},
	{"sr", "rs", "windows-1251", "Тражимо књиговођу за обрачун плата. Нудимо стални радни однос, обуку и пријатно окружење. Биографије шаљите до краја месеца."},
	{"el", "gr", "windows-1253 iso-8859-7", "Ζητείται λογιστής για το τμήμα μισθοδοσίας. Προσφέρουμε μόνιμη εργασία, εκπαίδευση και φιλικό περιβάλλον. Στείλτε βιογραφικό έως το τέλος του μήνα."},
	{"he", "il", "windows-1255", "דרושה מנהלת חשבונות למחלקת שכר. אנו מציעים עבודה קבועה, הדרכה ואווירה נעימה. קורות חיים יש לשלוח עד סוף החודש."},
	{"ar", "sa", "windows-1256 iso-8859-6", "مطلوب محاسب لقسم الرواتب. نقدم عقد عمل دائم وتدريبا وبيئة عمل ودية. يرجى إرسال السيرة الذاتية قبل نهاية الشهر."},
	{"th", "th", "windows-874", "รับสมัครพนักงานบัญชีแผนกเงินเดือน เราให้สัญญาจ้างงานประจำ การฝึกอบรม และบรรยากาศที่เป็นมิตร กรุณาส่งประวัติภายในสิ้นเดือน"},
	{"ja", "jp", "shift_jis euc-jp", "給与課の経理担当者を募集しています。正社員、研修あり、明るい職場です。履歴書は月末までにお送りください。"},
	{"zh", "cn", "gbk", "薪资部门招聘会计一名。我们提供长期合同、培训和友好的工作环境。请在月底之前发送简历。"},
	{"zh", "tw", "big5", "薪資部門招聘會計一名。我們提供長期合約、培訓和友好的工作環境。請在月底之前寄送履歷。"},
	{"ko", "kr", "euc-kr", "급여 부서에서 일할 회계 담당자를 모집합니다. 정규직 계약과 교육, 좋은 분위기를 제공합니다. 이력서는 월말까지 보내 주세요."},
	{"fr", "fr", "windows-1252", "Nous cherchons un comptable pour le service de paie. Emploi à durée indéterminée, formation dès l’arrivée, très bonne ambiance. Êtes-vous intéressé ?"},
	{"de", "de", "windows-1252", "Wir suchen für die Lohnbuchhaltung eine Aushilfe. Wir bieten übertarifliche Löhne, Schulungen und nette Gespräche. Bewerbungen schließen wir im März ab."},
	{"es", "es", "windows-1252", "Buscamos un contable para el área de nóminas. Ofrecemos contrato indefinido, formación y compañeros amables. ¿Le interesa? Envíe su currículum."},
	{"pt", "br", "windows-1252", "Procuramos contador para a folha de pagamento. Oferecemos contratação permanente, formação e ótimo ambiente. Inscrições até o fim do mês, não depois."},
	{"it", "it", "windows-1252", "Cerchiamo un contabile per l’ufficio paghe. Il contratto è a tempo indeterminato, la sede è in città, e ci sarà più di un corso."},
	{"sv", "se", "windows-1252", "Vi söker en löneadministratör. Vi erbjuder fast anställning, utbildning och trevliga kolleger på ett kontor nära ån."},
	{"da", "dk", "windows-1252", "Vi søger en bogholder til lønkontoret. Vi tilbyder fast ansættelse, oplæring og søde kolleger på et kontor ved åen."},
	{"fi", "fi", "windows-1252", "Etsimme palkanlaskijaa. Tarjoamme vakituisen työn, hyvän perehdytyksen ja mukavat työkaverit. Lähetä hakemus ennen kuun loppua."},
	{"is", "is", "windows-1252", "Við leitum að bókara í launadeild. Í boði er fast starf, þjálfun og góður vinnustaður. Umsóknir þurfa að berast fyrir mánaðamót."},
}

// TestUndeclared decodes pages that declare nothing: by the letters, and one sentence by what the host or the lang attribute add.
func TestUndeclared(t *testing.T) {
	for _, test := range undeclared {
		for label := range strings.FieldsSeq(test.encodings) {
			for _, hint := range []struct{ before, host string }{
				{"", "a.example:8080"}, {"", "www.a." + test.domain}, {"<html lang=" + test.lang + "-XX>", "127.0.0.1"},
			} {
				text := hint.before + "<title>Job</title><p>" + test.text
				got := ToUTF8(in(t, label, text), Hints{Host: hint.host})
				if string(got.Body) != text || !got.Guessed {
					t.Errorf("%s in %s, %+v: %s, %.150q", test.lang, label, hint, got.Encoding, got.Body)
				}
			}
		}
	}
}

// TestHintsDecide holds that the host and the lang attribute decide where the bytes hardly do: these are letters in many encodings.
func TestHintsDecide(t *testing.T) {
	for host, want := range map[string]string{"a.fr": "Neèasy", "a.cz": "Nečasy"} {
		if got := ToUTF8([]byte("<p>Ne\xe8asy"), Hints{Host: host}); string(got.Body) != "<p>"+want {
			t.Errorf("%s: %s %q", host, got.Encoding, got.Body)
		}
	}
}

func BenchmarkGuess(b *testing.B) {
	enc, _ := charset.Lookup("windows-1250")
	page, _ := enc.NewEncoder().Bytes([]byte("<p>" + strings.Repeat(undeclared[0].text+"<p>", 100)))
	for b.Loop() {
		ToUTF8(page, Hints{})
	}
}
