package pagetext

import (
	"strings"
	"unicode/utf8"

	"gannet/internal/letters"
)

// wideForms are the ends of names of employers in Chinese and Japanese, and wideHeads the beginnings of Japanese ones.
var (
	wideForms = []string{"公司", "集团", "集團", "工厂", "厂", "医院", "醫院", "大学", "大學", "学校", "學校", "银行", "銀行", "研究院", "研究所", "中心", "酒店", "事务所", "事務所", "有限会社", "株式会社", "合同会社", "法人", "病院", "協会", "基金會", "門市", "店", "局", "社", "工坊", "工房", "学院", "幼儿园", "廠", "院", "館", "處", "署", "部", "會", "協會", "协会", "機構", "机构", "商行", "农场", "酒楼", "餐厅", "诊所", "診所", "주식회사", "회사", "병원", "학교", "은행", "그룹", "센터"}
	wideHeads = []string{"株式会社", "有限会社", "合同会社", "医療法人", "社会福祉法人", "一般社団法人", "주식회사"}
)

// wideAfter reads a name in Chinese or Japanese at the beginning of s. The name ends with a form of company, or before a punctuation mark or a
// particle.
func wideAfter(s string) (name, rest string) {
	end := len(s)
	for i, r := range s {
		if !letters.IsLetter(r) && !letters.IsDigit(r) && r != '·' && r != '（' && r != '）' || strings.ContainsRune("的，。；"+wideEnds, r) {
			end = i
			break
		}
	}
	name = s[:end]
	best := 0
	for _, form := range wideForms {
		if i := strings.LastIndex(name, form); i > 0 && utf8.RuneCountInString(form) > 1 {
			best = max(best, i+len(form))
		}
	}
	if best > 0 {
		end = best
	}
	return withoutWideLead(s[:end]), s[end:]
}

// wideLeads are what sentences say before the name of an employer.
var wideLeads = []string{"现在", "目前", "我们", "現在", "今回", "这里是", "因业务发展需要", "由", "现", "加入", "欢迎加入", "我公司", "本公司", "我司", "敝公司", "雇主", "受", "在", "为", "与", "来"}

// wideEnds are particles behind a name in Japanese.
const wideEnds = "はがをにでのもと"

// withoutWideLead removes one of wideLeads from the beginning of a name.
func withoutWideLead(name string) string {
	for _, lead := range wideLeads {
		if rest := strings.TrimPrefix(name, lead); rest != "" {
			name = rest
		}
	}
	return name
}

// wideBefore reads a name in Chinese or Japanese at the end of a clause. It must have the form of an employer.
func wideBefore(s string) string {
	start := 0
	for i, r := range s {
		if !letters.IsLetter(r) && !letters.IsDigit(r) && !strings.ContainsRune("（）()·-&", r) {
			start = i + utf8.RuneLen(r)
		}
	}
	name := strings.Trim(s[start:], "（(")
	name = withoutWideLead(name)
	for _, head := range wideHeads {
		if i := strings.Index(name, head); i >= 0 {
			if end := strings.IndexAny(name[i+len(head):], wideEnds); end > 0 {
				return name[i : i+len(head)+end]
			}
			return name[i:]
		}
	}
	for _, form := range wideForms {
		if bare := strings.TrimRight(name, ")）"); strings.HasSuffix(bare, form) && utf8.RuneCountInString(name) > utf8.RuneCountInString(form)+1 {
			return name
		}
	}
	return ""
}

// fullPlace reports whether a name in Chinese or Japanese ends like a town or a region.
func fullPlace(s string) bool {
	last, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune("市省区县區縣州都府道町村镇鎮", last)
}

// widePlace cuts a place in Chinese or Japanese before the words that follow it, such as 工作. If the phrase before the place is not sure, the place
// must be followed by such words or must end like a place.
func widePlace(name, rest string, of *sayings, sure bool) string {
	low := lower(name + rest)
	cut := false
	for i := range low {
		if i > 0 && i <= len(name) && of.placeAfter.at(low[i:]) != nil && !strings.HasPrefix(low[i:], "市") {
			name, cut = name[:i], true
			break
		}
	}
	if utf8.RuneCountInString(name) > 12 || !cut && !sure && !fullPlace(name) {
		return ""
	}
	return name
}
