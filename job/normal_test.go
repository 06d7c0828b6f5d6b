package job

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"gannet/internal/testdata"
)

func TestNormalTitle(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"Software Engineer", "software engineer"}, {"  SOFTWARE\u00a0 Engineer!", "software engineer"}, {"Software Engineer", "software engineer"},
		{"Ingénieur d’études", "ingenieur detudes"}, {"C++ / C# Developer", "c++ c# developer"}, {"Bäcker (m/w/d)", "backer"}, {"Bäcker m/w/d", "backer"},
		{"Bäcker (w/m/x) in Teilzeit", "backer in teilzeit"}, {"Bäcker (m|w|d)", "backer"}, {"Bäcker*in", "backer"}, {"Bäcker:innen", "backer"}, {"Bäcker/-in", "backer"}, {"Bäcker/in", "backer"},
		{"Bäcker (in)", "backer in"}, {"Bäcker (all genders)", "backer"}, {"Bäcker (gn)", "backer"}, {"Bäcker (männlich/weiblich/divers)", "backer"}, {"Bäcker (mwd)", "backer"},
		{"Boulanger (H/F)", "boulanger"}, {"Boulanger H/F", "boulanger"}, {"Boulanger F/H - CDI", "boulanger cdi"}, {"Employé(e) de bureau", "employe de bureau"}, {"Assistant·e de direction", "assistant de direction"},
		{"Vendeur/euse", "vendeur"}, {"Kucharz / Kucharka (k/m)", "kucharz kucharka"}, {"Bakker (m/v/x)", "bakker"}, {"Panadero(a)", "panadero"}, {"厨师(男女不限)", "厨师"}, {"Повар (м/ж)", "повар"},
		{"Nurse - Ref: 48213", "nurse"}, {"Nurse (Job ID 7741)", "nurse"}, {"Nurse #2231", "nurse"}, {"Nurse Band 5", "nurse band 5"}, {"204418 Nurse", "nurse"}, {"Ausbildung 2025", "ausbildung 2025"},
		{"Nurse, ref. no. 12", "nurse"}, {"R&D Engineer", "r d engineer"}, {"Engineer II", "engineer ii"}, {"m/w/d", "m w d"}, {"12345", "12345"}, {"", ""}, {"Java-Entwickler", "java entwickler"},
		{"Head of I.T.", "head of it"}, {"H/F/X Boulanger", "boulanger"}, {"Sales Manager D/A/CH", "sales manager d a ch"}, {"Техник-механик 5-го разряда", "техник механик 5 го разряда"},
	} {
		if got := NormalTitle(test.text); got != test.want {
			t.Errorf("NormalTitle(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

func TestNormalCompany(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"Acorn Ltd", "acorn"}, {"Acorn Ltd.", "acorn"}, {"ACORN, Inc.", "acorn"}, {"Acorn L.L.C.", "acorn"}, {"Acorn GmbH & Co. KG", "acorn"}, {"Acorn GmbH", "acorn"}, {"Acorn AG", "acorn"},
		{"Acorn S.A.R.L.", "acorn"}, {"SARL Acorn", "acorn"}, {"Acorn SAS", "acorn"}, {"Acorn B.V.", "acorn"}, {"Acorn Sp. z o.o.", "acorn"}, {"Acorn Spółka z o.o.", "acorn"}, {"ООО «Жёлудь»", "желудь"},
		{"АО Жёлудь", "желудь"}, {"ИП Жёлудь", "желудь"}, {"北京橡果科技有限公司", "北京橡果科技"}, {"橡果股份有限公司", "橡果"}, {"橡果集團股份有限公司", "橡果集團"}, {"Acorn s.r.o.", "acorn"}, {"Acorn, spol. s r.o.", "acorn"},
		{"Acorn Oy", "acorn"}, {"Acorn AB", "acorn"}, {"Acorn AS", "acorn"}, {"Acorn A/S", "acorn"}, {"Acorn ApS", "acorn"}, {"Acorn SpA", "acorn"}, {"Acorn S.p.A.", "acorn"}, {"Acorn S.r.l.", "acorn"}, {"Acorn, S.A.", "acorn"},
		{"Acorn S.A. de C.V.", "acorn"}, {"株式会社どんぐり", "どんぐり"}, {"どんぐり株式会社", "どんぐり"}, {"(株)どんぐり", "どんぐり"}, {"㈱どんぐり", "どんぐり"}, {"주식회사 도토리", "도토리"}, {"Acorn K.K.", "acorn"},
		{"Acorn & Oak", "acorn oak"}, {"Acorn and Oak", "acorn oak"}, {"Acorn und Oak OHG", "acorn oak"}, {"The Acorn Company", "acorn"}, {"Acorn Co., Ltd.", "acorn"}, {"Acorn Pty Ltd", "acorn"}, {"Acorn Pvt. Ltd.", "acorn"},
		{"Acorn Ltda.", "acorn"}, {"PT Acorn Tbk", "acorn"}, {"Acorn Kft.", "acorn"}, {"Acorn a.s.", "acorn"}, {"Acorn d.o.o.", "acorn"}, {"Acorn EOOD", "acorn"}, {"Acorn A.Ş.", "acorn"}, {"Acorn SE & Co. KGaA", "acorn"},
		{"Acorn GmbH Niederlassung Nord", "acorn niederlassung nord"}, {"AB", "ab"}, {"Limited", "limited"}, {"O'Acorn's", "oacorns"}, {"Acorn e.V.", "acorn"}, {"ТОВ «Жолудь»", "жолудь"}, {"", ""},
		{"Acorn Sdn. Bhd.", "acorn"}, {"Acorn Pte. Ltd.", "acorn"}, {"Acorn N.V.", "acorn"}, {"Acorn Corporation", "acorn"}, {"Acorn UG (haftungsbeschränkt)", "acorn"}, {"Société Acorn", "societe acorn"}, {"Acorn OÜ", "acorn"}, {"Acorn UAB", "acorn"},
	} {
		if got := NormalCompany(test.text); got != test.want {
			t.Errorf("NormalCompany(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

func TestNormalLocation(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"Berlin", "berlin"}, {"Berlin, Germany", "berlin de"}, {"Berlin, DE", "berlin de"}, {"Berlin, Deutschland", "berlin de"}, {"10115 Berlin, Germany", "berlin de"}, {"D-10115 Berlin", "berlin"},
		{"Berlin, Berlin, Germany", "berlin de"}, {"Germany - Berlin", "berlin de"}, {"London, UK", "london gb"}, {"London, United Kingdom", "london gb"}, {"London SW1A 1AA", "london"}, {"London, GB", "london gb"},
		{"Austin, Texas", "austin tx"}, {"Austin, TX 78701", "austin tx"}, {"Austin, TX, USA", "austin tx us"}, {"Austin, Texas, United States", "austin tx us"}, {"New York, New York", "new york ny"}, {"New York, NY", "new york ny"},
		{"Toronto, Ontario", "toronto on"}, {"75002 Paris CEDEX 02", "paris"}, {"Paris (75)", "paris 75"}, {"Paris, Frankreich", "paris fr"}, {"Warszawa, Polska", "warszawa pl"}, {"Kraków", "krakow"}, {"Москва, Россия", "москва ru"},
		{"Remote", "remote"}, {"Remote, Germany", "remote de"}, {"Germany (Remote)", "remote de"}, {"100% remote", "remote"}, {"Home Office", "remote"}, {"Work from home", "remote"}, {"Télétravail", "remote"}, {"Berlin or remote", "remote berlin"},
		{"удаленно", "remote"}, {"上海, 中国", "上海 cn"}, {"Singapore", "sg"}, {"Singapore, Singapore", "sg"}, {"1012 AB Amsterdam, Nederland", "amsterdam nl"}, {"Praha 4", "praha 4"}, {"", ""}, {"São Paulo, Brasil", "sao paulo br"},
		{"Zürich, Schweiz", "zurich ch"}, {"Zurich, Switzerland", "zurich ch"}, {"Washington, DC", "washington dc"}, {"Tokyo, 日本", "tokyo jp"}, {"Dublin, Ireland", "dublin ie"}, {"12345", "12345"},
	} {
		if got := NormalLocation(test.text); got != test.want {
			t.Errorf("NormalLocation(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

func TestKey(t *testing.T) {
	a := &Posting{Title: "Bäcker (m/w/d)", Company: "Acorn GmbH", Location: "Berlin, Germany"}
	b := &Posting{Title: "BÄCKER*IN", Company: "Acorn", Location: "10115 Berlin, DE"}
	ka, ok := a.Key()
	if kb, _ := b.Key(); !ok || ka != kb {
		t.Errorf("keys %x and %x, want one", ka, kb)
	}
	b.Location = "Hamburg, DE"
	if kb, _ := b.Key(); ka == kb {
		t.Error("another place has the same key")
	}
	// The parts do not run into one another.
	x, _ := (&Posting{Title: "a", Company: "b c"}).Key()
	if y, _ := (&Posting{Title: "a b", Company: "c"}).Key(); x == y {
		t.Error("parts run together")
	}
	for _, p := range []*Posting{{}, {Title: "a"}, {Company: "a"}} {
		if _, ok := p.Key(); ok {
			t.Errorf("%v has a key", p)
		}
	}
}

// Words of the tables are written as the texts are folded: others would never be found.
func TestTablesAreFolded(t *testing.T) {
	check := func(table, word string) {
		if word = strings.ReplaceAll(word, "_", " "); fold(word) != word {
			t.Errorf("%s: %q is %q when folded", table, word, fold(word))
		}
	}
	for name, m := range map[string]map[string]struct{}{"genderWords": genderWords, "genderEndings": genderEndings, "referenceWords": referenceWords, "conjunctions": conjunctions,
		"formsAtEnds": formsAtEnds, "formsAtStart": formsAtStart, "remoteWords": remoteWords, "remoteCompany": remoteCompany} {
		for word := range m {
			check(name, word)
		}
	}
	for word := range stateCodes {
		check("stateCodes", word)
	}
	for first, rest := range formsAnywhere {
		check("formsAnywhere", first)
		for _, parts := range rest {
			check("formsAnywhere", strings.Join(parts, " "))
		}
	}
	for _, e := range employmentStems() {
		check("employmentStems", strings.TrimSuffix(e.stem, "$"))
	}
}

// A normal form is one line, folded, and its own normal form.
func TestNormalFormsAreStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.StringMatching(`[A-Za-zäéłЖ (),./&-]{0,40}( GmbH| \(m/w/d\)| S\.A\.| Ltd)?`)).Draw(t, "s")
		for name, normal := range map[string]func(string) string{"title": NormalTitle, "company": NormalCompany, "place": NormalLocation} {
			got := normal(s)
			if !utf8.ValidString(got) || strings.TrimSpace(got) != got || strings.Contains(got, "  ") || strings.ContainsAny(got, "\n\t\r") {
				t.Fatalf("%s of %q is %q", name, s, got)
			}
		}
	})
}

// The normal forms of real ads are rarely empty, and few distinct names become one.
func TestNormalFormsOfRealAds(t *testing.T) {
	dir := testdata.Jobs(t)
	for _, name := range []string{"nhs", "weiqi_global_arbeitnow", "clean_tw_govjobs", "ru_spassk", "pl_olx2025", "et_afriworket"} {
		file, err := os.Open(filepath.Join(dir, name+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		in := bufio.NewScanner(file)
		in.Buffer(nil, 1<<22)
		lines, empty := 0, 0
		titles, normal := map[string]bool{}, map[string]bool{}
		for in.Scan() {
			var ad struct{ Title, Company string }
			if err := json.Unmarshal(in.Bytes(), &ad); err != nil {
				continue
			}
			lines++
			title, company := NormalTitle(ad.Title), NormalCompany(ad.Company)
			if title == "" && ad.Title != "" || company == "" && strings.Trim(ad.Company, `"`) != "" {
				empty++
			}
			titles[ad.Title], normal[title] = true, true
		}
		file.Close()
		t.Logf("%s: %d ads, %d distinct titles, %d normal, %d empty", name, lines, len(titles), len(normal), empty)
		if empty*200 > lines {
			t.Errorf("%s: %d of %d normal forms are empty", name, empty, lines)
		}
	}
}

func BenchmarkNormal(b *testing.B) {
	for _, bench := range []struct {
		name, text string
		normal     func(string) string
	}{
		{"Title", "Senior Software Engineer (m/w/d) - Ref. 12345", NormalTitle}, {"TitleCyrillic", "Ведущий специалист отдела продаж", NormalTitle},
		{"Company", "Acorn Logistics GmbH & Co. KG", NormalCompany}, {"Place", "10115 Berlin, Berlin, Germany", NormalLocation},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				bench.normal(bench.text)
			}
		})
	}
}

// FuzzNormal takes the normal form of arbitrary bytes: no panic, and valid UTF-8.
func FuzzNormal(f *testing.F) {
	for _, s := range []string{"0\xcf", "a.\xffb", "\xe2\x80", "R.\u00adN. (m/w/d) #1", "株式会社あ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, normal := range []string{NormalTitle(s), NormalCompany(s), NormalLocation(s)} {
			if !utf8.ValidString(normal) {
				t.Fatalf("%q becomes %q", s, normal)
			}
		}
	})
}

func TestOrdinaryWordsAreNoDates(t *testing.T) {
	for _, s := range []string{"no", "most", "ora", "no date at all"} {
		if d, ok := ParseDate(s, "", time.Now()); ok {
			t.Errorf("%q is %v", s, d)
		}
	}
}
