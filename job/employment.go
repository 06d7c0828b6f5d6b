package job

import (
	"slices"
	"strings"
	"sync"
)

// employmentStems are beginnings of words, in normal form, with schema.org's types of employment. "$" ends a stem that is a whole
// word.
var employmentStems = []struct{ stem, means string }{
	{"full time", "FULL_TIME"}, {"fulltime", "FULL_TIME"}, {"vollzeit", "FULL_TIME"}, {"temps plein", "FULL_TIME"}, {"temps complet", "FULL_TIME"},
	{"jornada completa", "FULL_TIME"}, {"tiempo completo", "FULL_TIME"}, {"tempo pieno", "FULL_TIME"}, {"full$", "FULL_TIME"},
	{"tempo integral", "FULL_TIME"}, {"tempo completo", "FULL_TIME"}, {"voltijd", "FULL_TIME"}, {"pelny etat", "FULL_TIME"}, {"pelen etat", "FULL_TIME"},
	{"полныи день", "FULL_TIME"}, {"полная занятость", "FULL_TIME"}, {"повна заинятість", "FULL_TIME"}, {"повна заинятіст", "FULL_TIME"},
	{"plny uvazek", "FULL_TIME"}, {"heltid", "FULL_TIME"}, {"tam zamanl", "FULL_TIME"}, {"kokoaika", "FULL_TIME"}, {"teljes munkaido", "FULL_TIME"},
	{"norma intreaga", "FULL_TIME"}, {"全职", "FULL_TIME"}, {"全職", "FULL_TIME"}, {"正社員", "FULL_TIME"}, {"フルタイム", "FULL_TIME"}, {"정규직", "FULL_TIME"}, {"全日制", "FULL_TIME"},
	{"دوام كامل", "FULL_TIME"}, {"plny", "FULL_TIME"}, {"uplny uvazek", "FULL_TIME"}, {"hlavni pracovni pomer", "FULL_TIME"}, {"hlavny pracovny pomer", "FULL_TIME"}, {"hpp$", "FULL_TIME"},
	{"periodo integral", "FULL_TIME"}, {"integral$", "FULL_TIME"}, {"полныи рабочии день", "FULL_TIME"}, {"повнии робочии день", "FULL_TIME"}, {"fuldtid", "FULL_TIME"},
	{"part time", "PART_TIME"}, {"parttime", "PART_TIME"}, {"teilzeit", "PART_TIME"}, {"minijob", "PART_TIME"}, {"temps partiel", "PART_TIME"},
	{"media jornada", "PART_TIME"}, {"tiempo parcial", "PART_TIME"}, {"jornada parcial", "PART_TIME"}, {"tempo parziale", "PART_TIME"}, {"meio periodo", "PART_TIME"},
	{"tempo parcial", "PART_TIME"}, {"deeltijd", "PART_TIME"}, {"niepelny etat", "PART_TIME"}, {"czesc etatu", "PART_TIME"}, {"неполныи", "PART_TIME"},
	{"частичная занятость", "PART_TIME"}, {"неповна", "PART_TIME"}, {"zkraceny uvazek", "PART_TIME"}, {"castecny uvazek", "PART_TIME"}, {"deltid", "PART_TIME"},
	{"yari zamanl", "PART_TIME"}, {"osa aika", "PART_TIME"}, {"parziale", "PART_TIME"}, {"parcial$", "PART_TIME"}, {"niepelny wymiar", "PART_TIME"}, {"kratsi uvazek", "PART_TIME"}, {"brigada", "PART_TIME"}, {"werkstudent", "PART_TIME"}, {"reszmunkaido", "PART_TIME"}, {"兼职", "PART_TIME"}, {"兼職", "PART_TIME"}, {"パート", "PART_TIME"},
	{"アルバイト", "PART_TIME"}, {"파트타임", "PART_TIME"}, {"아르바이트", "PART_TIME"}, {"دوام جزيي", "PART_TIME"},
	{"contractor", "CONTRACTOR"}, {"contract$", "CONTRACTOR"}, {"freelance", "CONTRACTOR"}, {"freiberuf", "CONTRACTOR"}, {"independant", "CONTRACTOR"}, {"autonomo", "CONTRACTOR"},
	{"b2b", "CONTRACTOR"}, {"業務委託", "CONTRACTOR"}, {"프리랜서", "CONTRACTOR"}, {"corp to corp", "CONTRACTOR"}, {"prestador", "CONTRACTOR"}, {"osvc$", "CONTRACTOR"}, {"zivnost", "CONTRACTOR"}, {"honorarkraft", "CONTRACTOR"}, {"zzp$", "CONTRACTOR"},
	{"temporary", "TEMPORARY"}, {"temporaer", "TEMPORARY"}, {"temporar", "TEMPORARY"}, {"temporaire", "TEMPORARY"}, {"temporal", "TEMPORARY"}, {"temp$", "TEMPORARY"},
	{"befristet", "TEMPORARY"}, {"fixed term", "TEMPORARY"}, {"seasonal", "TEMPORARY"}, {"interim", "TEMPORARY"}, {"cdd", "TEMPORARY"}, {"saisonnier", "TEMPORARY"},
	{"tijdelijk", "TEMPORARY"}, {"временная", "TEMPORARY"}, {"вахт", "TEMPORARY"}, {"tymczasow", "TEMPORARY"}, {"tempo determinato", "TEMPORARY"}, {"vikariat", "TEMPORARY"},
	{"契約社員", "TEMPORARY"}, {"派遣", "TEMPORARY"}, {"계약직", "TEMPORARY"}, {"临时", "TEMPORARY"}, {"locum", "TEMPORARY"}, {"eventual$", "TEMPORARY"}, {"dpp$", "TEMPORARY"}, {"dpc$", "TEMPORARY"}, {"на определенныи срок", "TEMPORARY"},
	{"internship", "INTERN"}, {"intern$", "INTERN"}, {"interns$", "INTERN"}, {"praktik", "INTERN"}, {"stage$", "INTERN"}, {"stages$", "INTERN"}, {"stagiaire", "INTERN"}, {"practicas", "INTERN"}, {"becari", "INTERN"},
	{"tirocinio", "INTERN"}, {"estagio", "INTERN"}, {"staz$", "INTERN"}, {"стажировк", "INTERN"}, {"стажер", "INTERN"}, {"trainee", "INTERN"}, {"实习", "INTERN"}, {"實習", "INTERN"},
	{"インターン", "INTERN"}, {"인턴", "INTERN"}, {"apprentice", "INTERN"}, {"ausbildung", "INTERN"}, {"alternance", "INTERN"}, {"apprentissage", "INTERN"},
	{"volunteer", "VOLUNTEER"}, {"ehrenamt", "VOLUNTEER"}, {"benevol", "VOLUNTEER"}, {"voluntari", "VOLUNTEER"}, {"volontari", "VOLUNTEER"}, {"волонтер", "VOLUNTEER"},
	{"wolontariat", "VOLUNTEER"}, {"志愿", "VOLUNTEER"}, {"ボランティア", "VOLUNTEER"},
	{"per diem", "PER_DIEM"}, {"perdiem", "PER_DIEM"}, {"zero hours", "PER_DIEM"}, {"casual$", "PER_DIEM"}, {"other$", "OTHER"},
}

// ParseEmployment returns the types of employment that s names, as schema.org writes them and in the order of employmentStems.
// "Vollzeit oder Teilzeit" gives FULL_TIME and PART_TIME. The result is nil if s names none. A permanent contract alone says
// nothing about the hours.
func ParseEmployment(s string) []string {
	w := cut(s, nil)
	found := stemsIn(" " + w.join() + " ")
	if len(found) == 0 {
		return nil
	}
	slices.Sort(found)
	var types []string
	for _, i := range found {
		e := &employmentStems[i]
		if slices.Contains(types, e.means) {
			continue
		}
		// A contract of full-time or temporary work is employment, not contracting, unless both stand in a list.
		if e.stem == "contract$" && len(found) > 1 && !listsContract(s) {
			continue
		}
		types = append(types, e.means)
	}
	return types
}

// listsContract reports whether contracting is a part of its own in a list of types, as in "Full-time, Contract".
func listsContract(s string) bool {
	for part := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return strings.ContainsRune(",;/|•·&+\n", r) }) {
		for choice := range strings.SplitSeq(part, " or ") {
			for item := range strings.SplitSeq(choice, " and ") {
				if item = strings.TrimSpace(item); item == "contract" || item == "contract work" || item == "contract to hire" {
					return true
				}
			}
		}
	}
	return false
}

// stemsByStart maps their first two bytes to the indices of employmentStems.
var stemsByStart = sync.OnceValue(func() map[[2]byte][]int {
	by := map[[2]byte][]int{}
	for i, e := range employmentStems {
		start := [2]byte{e.stem[0], e.stem[1]}
		by[start] = append(by[start], i)
	}
	return by
})

// stemsIn returns the indices of the stems with which words of text begin, or that a word equals if "$" ends the stem. text starts and
// ends with a space. In scripts without spaces a stem may occur anywhere.
func stemsIn(text string) (found []int) {
	by := stemsByStart()
	for i := 1; i < len(text)-1; i++ {
		if text[i-1] != ' ' && text[i] < 0xe3 {
			continue
		}
		for _, k := range by[[2]byte{text[i], text[i+1]}] {
			stem, whole := strings.CutSuffix(employmentStems[k].stem, "$")
			if strings.HasPrefix(text[i:], stem) && (!whole || text[i+len(stem)] == ' ') {
				found = append(found, k)
			}
		}
	}
	return found
}
