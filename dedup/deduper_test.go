package dedup_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"gannet/dedup"
	"gannet/dedup/verdict"
	"gannet/job"
	"gannet/models/shipped"
)

func shippedModel(t testing.TB) *verdict.Model {
	t.Helper()
	m, err := shipped.Verdict()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func newDeduper(t testing.TB) *dedup.Deduper {
	t.Helper()
	d, err := dedup.NewDeduper(dedup.DefaultOptions(shippedModel(t)))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// sample is an ad of our own in one language, its town once in the text, and another town.
type sample struct{ lang, title, otherTitle, company, town, otherTown, text, other string }

var samples = []sample{
	{"en", "Orchard Keeper", "Bookkeeper", "Quince & Daughters Ltd", "Ludlow", "Truro",
		"We are looking for someone who keeps our forty acres of old apple and pear trees in good health all year round. You prune in winter, graft in spring and lead a crew of six pickers in autumn. A licence for the small tractor is needed, and a head for ladders helps. You work from our yard in Ludlow and finish at four on Fridays. We offer a cottage, cider for the asking and thirty days of holiday. Write to trees@quincedaughters.example and tell us which pear you would plant first and why.",
		"Our office needs a steady hand for ledgers, invoices and the wages of forty seasonal pickers. You close the month within five days, speak with the auditors in March and know your way about spreadsheets without being afraid of paper. We are open to part time hours and pay a pension from the first day of work. Previous years spent in a small firm are worth more to us than a diploma on the wall."},
	{"de", "Brückenwärter", "Köchin", "Klappwerk GmbH", "Leer", "Emden",
		"Sie bedienen unsere drei Klappbrücken im Schichtdienst und sprechen über Funk mit den Schiffern, die auf Einfahrt warten. Kleine Störungen an Hydraulik und Schranken beheben Sie selbst, größere melden Sie der Leitwarte in Leer. Wir erwarten eine abgeschlossene Ausbildung in einem technischen Beruf und die Bereitschaft, auch an Feiertagen zu arbeiten. Dafür bieten wir einen Tarifvertrag, eine warme Kanzel mit Blick auf den Hafen und ein Dienstfahrrad. Bewerbungen nimmt Frau Tammena bis Ende des Monats entgegen.",
		"Für unsere Kantine mit achtzig Plätzen suchen wir eine Köchin, die gern mit Gemüse aus der Region arbeitet und sich vor großen Töpfen nicht fürchtet. Der Arbeitstag beginnt um sechs und endet um vierzehn Uhr, Wochenenden sind frei. Sie planen den Speiseplan, bestellen die Ware und leiten zwei Hilfskräfte an. Wir zahlen über Tarif und übernehmen die Kosten der Arbeitskleidung."},
	{"fr", "Gardien de phare", "Comptable", "Lanternes du Ponant SARL", "Ouessant", "Groix",
		"Vous veillez sur l'optique et la machinerie d'un phare automatisé que nous ouvrons aux visiteurs de mai à septembre. Vous accueillez les groupes, tenez le registre des passages et assurez le petit entretien des lentilles, des garde-corps et de la citerne. Le poste est basé à Ouessant, logement de fonction compris. Une bonne condition physique est indispensable, il y a deux cent sept marches. Nous proposons un contrat de deux ans, trente-cinq heures par semaine, avec une prime de traversée.",
		"Nous cherchons une personne rigoureuse pour tenir la comptabilité de notre association de quinze salariés. Vous saisissez les factures, préparez les déclarations et suivez la trésorerie avec le président. Une première expérience dans une structure de taille comparable est souhaitée, ainsi que la maîtrise des tableurs. Le télétravail est possible deux jours par semaine après la période d'essai."},
	{"ru", "Смотритель маяка", "Бухгалтер", "ООО Северный свет", "Кемь", "Онега",
		"Мы ищем человека, который будет следить за исправностью оптики и дизельного генератора на островном маяке. В обязанности входит ведение журнала наблюдений, приём грузов с катера и мелкий ремонт построек. Смена длится шесть недель, после неё предоставляется отпуск такой же длительности в городе Кемь. Требуется опыт работы с двигателями и спокойный характер. Мы предоставляем жильё, питание и северную надбавку, связь с берегом дважды в день.",
		"В небольшую компанию требуется бухгалтер для ведения расчётов с поставщиками и начисления заработной платы сорока сотрудникам. Желателен опыт от трёх лет и знание современных программ учёта. Рабочий день с девяти до шести, оформление по трудовому договору, оплачиваемый отпуск. Возможна частичная занятость после испытательного срока и удалённая работа по пятницам."},
	{"zh", "果园管理员", "会计", "青山果业有限公司", "烟台", "威海",
		"我们正在寻找一位热爱土地的果园管理员，负责四十亩苹果树和梨树的日常养护工作。冬季修剪，春季嫁接，秋季带领六人小组完成采摘。需要持有小型拖拉机驾驶证，能够适应户外作业。工作地点在烟台的老果园，提供住宿和三餐，每年享有三十天假期。有嫁接经验者优先考虑，请在来信中说明您最想先种哪一种梨树以及原因。",
		"公司招聘一名认真细致的会计，主要负责日常账目登记、发票审核以及四十名季节工人的工资核算。每月五日前完成结账，三月份配合审计。要求熟练使用电子表格，有小型企业工作经验者优先。公司提供社会保险和住房补贴，周末双休，试用期三个月。"},
}

func (s sample) posting() *job.Posting {
	return &job.Posting{Title: s.title, Company: s.company, Location: s.town, Description: s.text, Language: s.lang,
		URL: "https://jobs.board.example/" + s.lang, Posted: time.Date(2024, 3, 1, 0, 0, 0, 0, time.UTC)}
}

func decide(t testing.TB, d *dedup.Deduper, number uint64, p *job.Posting) dedup.Decision {
	t.Helper()
	result, err := d.Decide(number, d.Prepare(p))
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func TestVerdictsInManyLanguages(t *testing.T) {
	for _, s := range samples {
		t.Run(s.lang, func(t *testing.T) {
			d := newDeduper(t)
			if got := decide(t, d, 1, s.posting()); got.Verdict != dedup.New || !got.Original || got.Cluster != 1 || got.Of != 0 {
				t.Fatalf("first: %+v", got)
			}
			short := s.posting()
			runes := []rune(short.Description)
			short.Description, short.URL = string(runes[:len(runes)*2/5]), "https://other.example/1"
			framed := s.posting()
			framed.Description, framed.URL = "Apply now. Save this ad.\n"+s.text+"\nMore ads like this.", "https://third.example/1"
			for i, p := range []*job.Posting{short, framed} {
				if got := decide(t, d, uint64(i+2), p); got.Verdict != "same" || got.Cluster != 1 || got.Original || len(got.Reasons) == 0 {
					t.Errorf("copy %d: %+v", i, got)
				}
			}
			moved := s.posting()
			moved.Location, moved.Description = s.otherTown, strings.ReplaceAll(s.text, s.town, s.otherTown)
			if got := decide(t, d, 4, moved); got.Verdict != "same text other place" || got.Cluster != 4 || got.Of == 0 {
				t.Errorf("other place: %+v", got)
			}
			other := s.posting()
			other.Title, other.Description = s.otherTitle, s.other
			if got := decide(t, d, 5, other); got.Verdict != dedup.New || got.Cluster != 5 {
				t.Errorf("other job of the employer: %+v", got)
			}
		})
	}
}

func TestOriginalIsReplacedByABetterSourceAlone(t *testing.T) {
	s := samples[0]
	d := newDeduper(t)
	on := func(url string, posted int) *job.Posting {
		p := s.posting()
		p.URL, p.Posted = url, time.Date(2024, 3, posted, 0, 0, 0, 0, time.UTC)
		return p
	}
	decide(t, d, 1, on("https://jobs.board.example/1", 9))
	if got := decide(t, d, 2, on("https://ads.market.example/1", 2)); got.Original {
		t.Error("an earlier copy on a board took the place of the original: references to it would change")
	}
	if got := decide(t, d, 3, on("https://www.quincedaughters.example/jobs/1", 20)); !got.Original || got.Cluster != 1 {
		t.Errorf("the employer's own posting is not the original: %+v", got)
	}
	if got := decide(t, d, 4, on("https://quince-daughters.example/jobs/2", 1)); got.Original {
		t.Error("a second posting of the employer's took the place of the first")
	}
	if original, cluster := d.Original(2); original != 3 || cluster != 1 {
		t.Errorf("Original(2) = %d, %d, want 3, 1", original, cluster)
	}
}

// TestClustersDoNotChain turns a text into another in steps, each a copy of the one before. Members beside the original are
// compared as well, which must not lead from one job to another.
func TestClustersDoNotChain(t *testing.T) {
	for _, unite := range []bool{false, true} {
		o := dedup.DefaultOptions(shippedModel(t))
		o.Unite = unite
		d, err := dedup.NewDeduper(o)
		if err != nil {
			t.Fatal(err)
		}
		stepFromTextToText(t, d)
	}
}

func stepFromTextToText(t *testing.T, d *dedup.Deduper) {
	t.Helper()
	s := samples[0]
	from, to := strings.SplitAfter(s.text, ". "), strings.SplitAfter(s.other, ". ")
	var last dedup.Decision
	for i := 0; i <= len(from); i++ {
		p := s.posting()
		p.URL = fmt.Sprintf("https://b%d.example/", i)
		p.Description = strings.Join(slices.Concat(to[:min(i, len(to))], from[i:]), "")
		last = decide(t, d, uint64(i+1), p)
	}
	if last.Cluster == 1 {
		t.Errorf("a text that shares no sentence with the original is in its cluster: %+v", last)
	}
}

func TestRestoredDeduperDecidesAlike(t *testing.T) {
	first, postings := newDeduper(t), mixed(120)
	second := newDeduper(t)
	var kept []dedup.Decision
	for i, p := range postings[:60] {
		kept = append(kept, decide(t, first, uint64(i+1), p))
	}
	for i, p := range postings[:60] {
		original, _ := first.Original(uint64(i + 1))
		var r dedup.Profile
		if err := r.UnmarshalBinary(first.Prepare(p).AppendBinary(nil)); err != nil {
			t.Fatal(err)
		}
		if err := second.Restore(uint64(i+1), kept[i].Cluster, original == uint64(i+1), &r); err != nil {
			t.Fatal(err)
		}
	}
	for i, p := range postings[60:] {
		a, b := decide(t, first, uint64(i+61), p), decide(t, second, uint64(i+61), p)
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("posting %d: %+v, restored %+v", i+61, a, b)
		}
	}
}

// mixed gives copies and changes of the samples, the same ones every time.
func mixed(n int) []*job.Posting {
	rng := rand.New(rand.NewPCG(1, 2))
	var list []*job.Posting
	for i := range n {
		s := samples[rng.IntN(len(samples))]
		p := s.posting()
		p.URL = fmt.Sprintf("https://h%d.example/%d", rng.IntN(9), i)
		p.Posted = p.Posted.AddDate(0, 0, rng.IntN(40))
		switch rng.IntN(4) {
		case 0:
			p.Location, p.Description = s.otherTown, strings.ReplaceAll(s.text, s.town, s.otherTown)
		case 1:
			p.Title, p.Description = s.otherTitle, s.other
		case 2:
			runes := []rune(p.Description)
			p.Description = string(runes[len(runes)/3:])
		}
		list = append(list, p)
	}
	return list
}

func ignoreDecision(int, dedup.Decision) error { return nil }

func TestOrderOfABatchDoesNotMatter(t *testing.T) {
	postings := mixed(150)
	var want map[string]string
	for round := range 4 {
		rng := rand.New(rand.NewPCG(uint64(round), 3))
		rng.Shuffle(len(postings), func(i, j int) { postings[i], postings[j] = postings[j], postings[i] })
		d := newDeduper(t)
		var profiles dedup.ProfileList
		for _, p := range postings {
			profiles = append(profiles, d.Prepare(p))
		}
		batch, err := d.DecideBatch(profiles, ignoreDecision)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for i, number := range batch.Numbers {
			original, _ := d.Original(number)
			got[postings[i].URL] = postings[batch.Order[original-1]].URL
		}
		if want == nil {
			want = got
		} else if !reflect.DeepEqual(got, want) {
			t.Fatalf("round %d: another order of the ads gave other clusters or originals", round)
		}
	}
}

func TestDecideRefusesNumbersTwice(t *testing.T) {
	d := newDeduper(t)
	r := d.Prepare(samples[0].posting())
	if _, err := d.Decide(0, r); err == nil {
		t.Error("number 0 was taken")
	}
	if _, err := d.Decide(1, r); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Decide(1, r); err == nil || !strings.Contains(err.Error(), "posting 1") {
		t.Errorf("a number used twice: %v", err)
	}
	if err := d.Restore(1, 1, true, r); err == nil {
		t.Error("a posting was restored over another")
	}
	if _, err := dedup.NewDeduper(dedup.Options{}); err == nil {
		t.Error("a Deduper without a model")
	}
}

// TestPostingsThatSayNothing must each be a job of its own: nothing says that they are the same.
func TestPostingsThatSayNothing(t *testing.T) {
	d := newDeduper(t)
	for i := range 5 {
		if got := decide(t, d, uint64(i+1), &job.Posting{}); got.Verdict != dedup.New || got.Similarity != 0 {
			t.Errorf("an empty posting: %+v", got)
		}
	}
}

// TestAClusterOfAPostingThatIsGone restores a cluster whose number is not that of a member.
func TestAClusterOfAPostingThatIsGone(t *testing.T) {
	d := newDeduper(t)
	for _, number := range []uint64{7, 9} {
		if err := d.Restore(number, 5, number == 9, d.Prepare(samples[0].posting())); err != nil {
			t.Fatal(err)
		}
	}
	if original, cluster := d.Original(7); original != 9 || cluster != 5 {
		t.Errorf("Original(7) = %d, %d, want 9, 5", original, cluster)
	}
	if got := decide(t, d, 11, samples[0].posting()); got.Cluster != 5 {
		t.Errorf("a copy is in cluster %d, want 5", got.Cluster)
	}
}
