package contact

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gannet/internal/lazyregexp"
	"gannet/job/contact/persons"
)

// findNames returns the names of persons: those that the model finds in scripts with capitals, and those that stand behind a label or before a title in
// Chinese texts, at all places where the text has them. found are the text's addresses and numbers, known are names that are contacts wherever they stand.
func findNames(text string, found []span, known []string, model *persons.Model) (list []span) {
	for _, n := range model.Names(text, contactsOf(found), known) {
		list = append(list, span{n[0], n[1], name})
	}
	var han []string
	for _, n := range known {
		if isHan(n) {
			han = append(han, n)
		}
	}
	for _, of := range []struct {
		parts   windows
		pattern *lazyregexp.Regexp
	}{
		{around(text, places(text, "联系人", "聯絡人", "聯繫人", "联络人", "招聘者", "承辦人"), 1, chineseLabel), chinese},
		{around(text, places(text, "先生", "小姐", "女士", "主任", "教授"), chineseLabel, chineseLabel), polite},
		{around(text, starts(found), chineseLabel, 0), called},
	} {
		for _, at := range of.parts.find(text, of.pattern) {
			if n := at[len(at)-2:]; n[0] >= 0 { // the second of two alternatives
				at = append(at[:2], n...)
			}
			one := text[at[2]:at[3]]
			if !slices.ContainsFunc(noSurnames, func(word string) bool { return strings.HasPrefix(one, word) }) {
				list = append(list, span{at[2], at[3], name})
				if isHan(one) {
					han = append(han, one)
				}
			}
		}
	}
	slices.Sort(han)
	for _, n := range slices.Compact(han) {
		if utf8.RuneCountInString(n) > 2 {
			for _, at := range places(text, n) {
				list = append(list, span{at, at + len(n), name})
			}
		}
	}
	return list
}

func isHan(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return unicode.Is(unicode.Han, first)
}

func contactsOf(found []span) []persons.Contact {
	list := make([]persons.Contact, len(found))
	for i, s := range found {
		list[i] = persons.Contact{Start: s.start, End: s.end, Mail: s.kind == mail}
	}
	return list
}

func starts(found []span) []int {
	list := make([]int, len(found))
	for i, s := range found {
		list[i] = s.start
	}
	return list
}

// chineseLabel is how many bytes of a text around the label of a name, or around a title, may belong to it.
const chineseLabel = 60

var (
	// chinese is a name of two to four letters, or one in Latin letters, behind a label, which nothing but a title or the next label follows, and which does not end as the names of
	// departments do. polite is a family name before a title, and called is one before a position and a telephone number.
	chinese = lazyregexp.New(`(?:联系人|聯絡人|聯繫人|联络人|招聘者|承辦人)\s*[:：]?\s*(\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?|\p{Han}{1,3}[^部处處室科所局司院校门門组組\P{Han}])(?:先生|小姐|女士|老师|老師|` + nextLabels + `|\P{Han}|$)`)
	polite  = lazyregexp.New(`(?:(?:^|[^\p{Han}]|[洽找系係络絡请請])([` + surnames + `])(?:先生|小姐|女士)|[（(：:]([` + surnames + `]\p{Han}{1,2})(?:先生|小姐|女士|主任|教授))`)
	called  = lazyregexp.New(`(?:[^\p{Han}]|[洽找系係络絡请請人部])([` + surnames + `])(?:经理|經理|副理|主管|老师|老師|店长|店長)[：:\s]*$`)
)

// nextLabels are words that a name runs into in Chinese texts, which have no spaces. surnames are the most frequent Chinese family names.
const (
	nextLabels = `联系|联络|聯絡|聯繫|电话|電話|手机|手機|邮箱|郵箱|信箱|微信|传真|傳真|地址|工作|职位|職位`
	surnames   = `王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何林高罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖蕭田董潘袁蔡蒋蔣余于杜叶葉程魏苏蘇吕呂丁沈任姚卢盧傅钟鍾姜崔谭譚廖范汪陆陸金石戴贾賈韦韋夏邱方侯邹鄒熊孟秦白江阎閻薛尹段雷黎史龙龍陶贺賀顾顧毛郝龚龔邵万萬钱錢严嚴洪莊庄`
)

// noSurnames are words that begin as a family name and stand before the titles of positions.
var noSurnames = strings.Fields(`高级 高級 高等 高中 高校 高职 高層 高层 高管 高端 高新 金融 金属 金屬 金工 金牌 黄金 黃金 周末 周日 周一 周二 周三 周四 周五 周六 白天 白班 白领 石油 石化 石材
	江苏 江蘇 江西 江南 顾问 顧問 顾客 顧客 曾任 任课 任課 任职 任職 董事 陈列 陳列 林业 林業 林学 田径 田徑 程序 史学 史學 夏季 万能 萬能 方案 何时 郑州 鄭州 徐州 苏州 蘇州 沈阳 瀋陽 范围 王牌 龙头 雷达 雷達
	马来 馬來 罗马 羅馬 钱币 錢幣 严格 嚴格 陆运 陸運 毛利 宋代 唐代 秦代 金相 金石 石家 郝家`)
