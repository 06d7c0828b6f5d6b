package job

import (
	"bytes"
	"maps"
	"strings"
	"sync"
)

// NormalCompany returns a company's name in the form in which names are compared: words in lower case, without accents, punctuation and
// "and". It removes the legal forms of many countries, such as Ltd and GmbH, unless the name consists of them.
func NormalCompany(s string) string {
	w := cut(s, func(r rune) bool { return r == '+' })
	w.splitForms()
	start := 0
	if len(w.list) > 1 && string(w.at(0)) == "the" {
		w.drop(0, 1)
		start = 1
	}
	for i := range w.list {
		if has(conjunctions, w.at(i)) {
			w.drop(i, i+1)
		}
	}
	for i := start; i < len(w.list); {
		n := w.legalForm(i)
		w.drop(i, i+n)
		i += max(n, 1)
	}
	w.dropShortForms()
	if w.live() == 0 {
		w.restore()
	}
	return w.join()
}

// MayHaveForm reports whether NormalCompany may drop a word of a name. It returns false only for names of words of ASCII letters, which it keeps as
// they are but for their case.
func MayHaveForm(name string) bool {
	if !isPlain(name) {
		return true
	}
	for word := range strings.SplitSeq(name, " ") {
		var room [longestForm]byte
		if len(word) <= longestForm && has(droppedWords(), appendLower(room[:0], word)) {
			return true
		}
	}
	return false
}

func appendLower(b []byte, ascii string) []byte {
	for i := range len(ascii) {
		b = append(b, ascii[i]|0x20)
	}
	return b
}

// longestForm is the most bytes of a legal form's word in ASCII.
const longestForm = 24

// droppedWords are all words that NormalCompany drops, alone or with the words behind them.
var droppedWords = sync.OnceValue(func() map[string]struct{} {
	all := map[string]struct{}{"the": {}}
	for first := range formsAnywhere {
		all[first] = struct{}{}
	}
	for _, words := range []map[string]struct{}{conjunctions, formsAtEnds, formsAtStart} {
		maps.Copy(all, words)
	}
	return all
})

var conjunctions = set("and und et y e i en og och ja и та", struct{}{})

// formsAnywhere are legal forms that have no other meaning, so they are dropped anywhere in a name. "_" separates the words of
// a form.
var formsAnywhere = forms("gmbh ggmbh mbh ug_haftungsbeschrankt kgaa gesellschaft_mit_beschrankter_haftung aktiengesellschaft haftungsbeschrankt " +
	"co_kg co_kgaa co_ohg co_ltd co_limited company_limited " +
	"inc incorporated llc l_l_c llp corp corporation ltd limited plc pty_ltd pty_limited pvt_ltd pvt_limited private_limited pte_ltd sdn_bhd bhd pllc " +
	"sarl sasu eurl scop snc sca s_a_r_l societe_anonyme societe_par_actions_simplifiee societe_a_responsabilite_limitee " +
	"spa srl srls sapa soc_coop societa_per_azioni societa_a_responsabilita_limitata s_p_a s_r_l " +
	"sl_u slu sociedad_anonima sociedad_limitada sa_de_cv sapi_de_cv s_de_rl_de_cv s_a_de_c_v sas_de_cv ltda eireli sociedade_anonima lda unipessoal_lda " +
	"bvba besloten_vennootschap naamloze_vennootschap vzw aps " +
	"aktiebolag aksjeselskap aktieselskab osakeyhtio oyj asa abp hf_ehf ehf " +
	"sp_z_oo sp_zoo spzoo spolka_z_oo spolka_z_ograniczona_odpowiedzialnoscia spolka_akcyjna sp_k sp_j spolka_komandytowa sp_z_o_o sp_k_a " +
	"sro s_r_o spol_s_ro spol_s_r_o kft zrt nyrt bt_kft doo dd_doo d_o_o ood eood uab " +
	"ооо оао зао пао нао тоо чп фгуп фгбу мбу гбуз муп гуп тов оoo общество_с_ограниченнои_ответственностью акционерное_общество " +
	"публичное_акционерное_общество закрытое_акционерное_общество открытое_акционерное_общество индивидуальныи_предприниматель " +
	"товариство_з_обмеженою_відповідальністю еоод оод " +
	"as_sti a_s ltd_sti anonim_sirketi limited_sirketi sti " +
	"kabushiki_kaisha godo_kaisha tbk persero")

// formsAtEnds are short legal forms that may also be words or parts of names. They are dropped only at the ends.
var formsAtEnds = set("ag se kg ug ev eg ek ohg gbr kgaa sa sas sc sci nv bv vof cv ab as oy ou ky ry hb da ans ba is kb co company cie "+
	"sl pt sp lp pc pa na ao ао ип ад ат dd ad jsc ojsc cjsc pjsc tov kk gk as bt rt nyrt vos ks ks gie scrl sprl srl scs cia "+
	"αε επε εε oe ike ae epe me mb sia dba", struct{}{})

// formsOfSigns are legal forms written without a space before or after the name, longest first.
var formsOfSigns = []string{
	"股份有限责任公司", "股份有限公司", "有限责任公司", "集团有限公司", "股份公司", "有限公司", "有限責任公司",
	"株式会社", "合同会社", "有限会社", "合資会社", "合名会社", "一般社団法人", "公益社団法人", "一般財団法人", "医療法人", "社会福祉法人", "学校法人",
	"주식회사", "유한회사", "유한책임회사", "재단법인", "사단법인", "公司",
}

// forms maps the first word of legal forms to the remaining words of each form.
func forms(list string) map[string][][]string {
	m := map[string][][]string{}
	for form := range strings.FieldsSeq(list) {
		parts := strings.Split(form, "_")
		m[parts[0]] = append(m[parts[0]], parts[1:])
	}
	return m
}

// legalForm returns the number of words of the longest legal form that starts at word i, or 0.
func (w *words) legalForm(i int) int {
	best := 0
	for _, rest := range formsAnywhere[string(w.at(i))] {
		if n := w.follow(i+1, rest); n >= 0 {
			best = max(best, n+1)
		}
	}
	return best
}

// follow returns how many words from i on match rest, counting conjunctions between them, or -1 if they do not match.
func (w *words) follow(i int, rest []string) int {
	start := i
	for _, part := range rest {
		for i < len(w.list) && has(conjunctions, w.at(i)) {
			i++
		}
		if i >= len(w.list) || string(w.at(i)) != part {
			return -1
		}
		i++
	}
	return i - start
}

// dropShortForms drops short forms at the ends, as long as a word remains.
func (w *words) dropShortForms() {
	left := w.live()
	for i := len(w.list) - 1; i >= 0 && left > 1; i-- {
		if w.list[i].gone {
			continue
		}
		if !has(formsAtEnds, w.at(i)) {
			break
		}
		w.drop(i, i+1)
		left--
	}
	for i := 0; i < len(w.list) && left > 1; i++ {
		if w.list[i].gone {
			continue
		}
		if !has(formsAtStart, w.at(i)) {
			break
		}
		w.drop(i, i+1)
		left--
	}
}

// formsAtStart are short forms that are written before the name.
var formsAtStart = set("pt ип ао ад sas sa sci cv ky as", struct{}{})

// splitForms cuts the forms of formsOfSigns off the words, and drops the one-letter abbreviations (株), (有), (주).
func (w *words) splitForms() {
	for i := range w.list {
		text := w.at(i)
		if len(text) == 3 && w.list[i].open > 0 {
			switch string(text) {
			case "株", "有", "同", "주", "유", "재":
				w.drop(i, i+1)
				continue
			}
		}
		if len(text) < 6 || text[0] < 0xe3 {
			continue
		}
		for _, form := range formsOfSigns {
			if rest, ok := bytes.CutSuffix(text, []byte(form)); ok && len(rest) > 0 {
				w.list[i].to -= int32(len(form))
				break
			}
			if rest, ok := bytes.CutPrefix(text, []byte(form)); ok && len(rest) > 0 {
				w.list[i].from += int32(len(form))
				break
			}
			if string(text) == form {
				w.list[i].gone = true
				break
			}
		}
	}
}
