package contact

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gannet/internal/lazyregexp"
	"gannet/internal/letters"
	"gannet/job/gazetteer"
)

// personal matches words with capitals, which may be a name with a title before it, labels and a position.
const personal = `(?:(?:Mrs?|Ms|Miss|Dr|Prof|Frau|Herrn?|Mme|Mlle|Madame|Monsieur|Sra?|Dott|Pan|Pani)\.?[ \x{a0}]+)*` +
	`\p{Lu}[` + nameLetter + `]*\.?(?:[ \x{a0}]\p{Lu}\.)?(?:[ \x{a0}](?:(?:van|von|de|der|den|da|di|del|la|le|el|al|bin)[ \x{a0}])*\p{Lu}[` + nameLetter + `]+){1,6}`

// nameLetter are the letters of scripts that have capitals.
const nameLetter = `\p{Latin}\p{Cyrillic}\p{Greek}\p{Armenian}\p{M}'’-`

var (
	// signature is a name that is a whole line.
	signature = lazyregexp.New(`^` + personal + `$`)
	// introduced is a name, which may be the first one alone, by which a person introduces himself. The first one alone ends a clause.
	introduced = lazyregexp.New(`\b(?:I['’]m|[Mm]y name is|[Mm]ein Name ist|[Jj]e m['’]appelle|[Mm]e llamo|[Mm]i chiamo|[Nn]azywam się)[ \x{a0}]` +
		`(?:(\p{Lu}\p{Ll}+[ \x{a0}]\p{Lu}\p{Ll}+)(?:,| and | from )|(\p{Lu}\p{Ll}+)(?:,? and (?:I|you|we|my)\b|,\s*(?:[^a\s]|a[^n]|an[^d]|$)| from ))`)
	// signed is a first name under a letter: behind a comma, or at the end of the text or before a bar if the greeting is no heading. here is one that begins a
	// sentence as "Jane from Acme Tools here."
	signed = lazyregexp.New(`(?:(?:[Rr]egards|[Ss]incerely|Best|Cheers|Thanks|Grüße|Gruß|Cordialement|Pozdrawiam) ?[,!][ ,!]?\s?(\p{Lu}\p{Ll}+)[ \x{a0}]*(?:[|\n]|$)` +
		`|(?:[Rr]egards|[Ss]incerely|Grüße|Gruß|Cordialement|Pozdrawiam)\s{1,2}(\p{Lu}\p{Ll}+)[ \x{a0}]*(?:\||\s*$))`)
	here = lazyregexp.New(`(?:^|[.!?•]\s{1,2}|\n)(\p{Lu}\p{Ll}+) (?:from|at)(?: (?:\p{Lu}[^\s.!?]*|&|and|of|the)){1,5} here\s?[.!]`)
	// conjunction matches what stands between two names of a list.
	conjunction = lazyregexp.New(`^[ \x{a0}]*(?:\([^()\n]{2,60}\)|,[^.,\n]{2,60})?[ \x{a0}]*(?:,|&|/|and|or|und|oder|et|ou|y|o|i|lub|oraz)[ \x{a0}]+$`)
	// chinese is a name of two to four letters behind a label, which nothing but a title or the next label follows, and which does not end as the names of
	// departments do. polite is a family name before a title.
	chinese  = lazyregexp.New(`(?:联系人|聯絡人|聯繫人|联络人|招聘者|承辦人)\s*[:：]?\s*(\p{Han}{1,3}[^部处處室科所局司院校门門组組\P{Han}])(?:先生|小姐|女士|老师|老師|` + nextLabels + `|\P{Han}|$)`)
	polite   = lazyregexp.New(`(?:(?:^|[^\p{Han}]|[洽找系係络絡请請])([` + surnames + `])(?:先生|小姐|女士)|[（(：:]([` + surnames + `]\p{Han}{1,2})(?:先生|小姐|女士|主任|教授))`)
	capitals = lazyregexp.New(personal)
	// reached matches what stands between a name and an address or a number by which it is reached.
	reached = lazyregexp.New(`^[ \x{a0}](?:on|unter|au|via|pod|под)[ \x{a0}:]{0,3}(?:Tel\.?:? |nr )?$`)
	// leads matches what stands before a name that an address or a number follows.
	leads = lazyregexp.New(`(?i)\b(?:contact\p{L}*|e-?mail|call|joindre|ask|to|with|from|by|to:|name|attention|attn|an|bei|von|à|auprès de|con|z|till)\b[\s:,-]*$`)
	// itemStart and role match what stands before a name and behind it in "Jane Doe, Ward Manager on ...", an item of a list. listed matches what of it is no position.
	itemStart = lazyregexp.New(`(?i)(?:^|\n|[•*·–]|\b(?:contact|and|or|und|oder|et|ou|oraz|lub))[ \x{a0}]*$`)
	listed    = lazyregexp.New(`^,[ \x{a0}]?\p{Ll}|[,/]\s?[^,/]+ (?:and|or|und|oder|et|ou|y|lub|oraz) |/[^/]*/`)
	role      = lazyregexp.New(`(?i)^[ \x{a0}]?([,(–-][^\n.!?;@]{2,90})[ )](?:on|at|under|unter|au|via|by|pod|tel|phone|[–:-])[ \x{a0}.:]*$`)
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

// nationalities are words by which a person says in English where he comes from, as he says his name.
var nationalities = strings.Fields(`afghan african albanian algerian american arab argentinian argentine armenian asian australian austrian azerbaijani bangladeshi basque belarusian belgian bolivian
	bosnian brazilian british bulgarian cambodian canadian catalan catholic chilean chinese christian colombian croatian cuban cypriot czech danish dutch ecuadorian egyptian english estonian
	ethiopian european filipino finnish flemish french georgian german ghanaian greek hungarian icelandic indian indonesian iranian iraqi irish israeli italian jamaican japanese jewish jordanian
	kazakh kenyan korean kurdish kuwaiti latvian lebanese libyan lithuanian macedonian malaysian maltese mexican moldovan mongolian moroccan muslim nepali nigerian norwegian pakistani palestinian
	peruvian polish portuguese romanian russian scottish serbian singaporean slovak slovenian somali spanish sudanese swedish swiss syrian taiwanese thai tunisian turkish ukrainian uruguayan
	venezuelan vietnamese welsh`)

// headings are words that stand alone on a line where a letter's signature could, or begin a sentence about many people.
var headings = strings.Fields(`benefits location salary pay requirements responsibilities duties qualifications skills experience about overview summary description perks compensation hours
	schedule shift date deadline note notes apply details type industry website social share similar related home back next privacy cookies terms everyone everybody someone anyone nobody
	employees engineers nurses people staff students graduates applicants candidates members lunch life work working training`)

// positions are words of what a position is about, which stand behind the word of a position.
var positions = strings.Fields(`key account accounts global regional national international local supply chain backend frontend back front end full stack data cloud product project projects
	programme program business customer client quality digital media brand content risk legal people culture learning security network mobile web platform software hardware test production
	process logistics retail store area branch site plant field account care home day night shift strategic development growth revenue financial commercial industrial mechanical electrical
	civil structural chemical dach emea apac latam nordics uk usa us eu europe germany france north south east west java python php devops machine it hse ehs qa ux ui seo crm erp sap`)

// noNames are words of departments and places in addresses, which stand where names do.
var noNames = strings.Fields(`hr human resources team department recruitment recruiting office personal abteilung us our the career careers jobs job
	support service services info information admin sales marketing center centre company inc ltd gmbh llc limited university hospital
	school college nhs trust street road avenue apply please for corp ag sa practice clinical general group hello work talent people hiring clinic care
	health hotel bank council unit therapy psychology wellbeing surgery medicine nursing education research science engineering technology technologies solutions
	systems software consulting partners operations finance accounts administration community emergency house excel qualifications skills requirements`)

// posts are words of positions. roles are these and words of labels; at both a name ends.
var (
	posts = strings.Fields(`manager director consultant nurse doctor officer assistant asst engineer developer ward matron sister practitioner lead senior head deputy
	president recruiter ceo cto coo founder therapist advisor adviser coordinator administrator supervisor specialist analyst secretary midwife physiotherapist
	psychologist pharmacist technician accountant principal chief executive associate representative scientist architect designer`)
	roles = append(strings.Fields(`contact email phone telephone tel mobile fax direct position title number address name job ext`), posts...)
)

// findNames returns the names of contacts: those that are known, those that addresses are made of, and those that a label or an address near
// them tells.
func findNames(text string, found []span, known []string) (list []span) {
	for _, n := range known {
		if strings.Contains(strings.TrimSpace(n), " ") || len(n) > 5 {
			list = append(list, occurrences(text, n)...)
		}
	}
	runs := nameWindows(text).find(text, capitals)
	if slices.ContainsFunc(found, func(s span) bool { return s.kind == mail }) {
		of := runsOfWords(text, runs)
		for _, s := range found {
			if s.kind == mail {
				list = append(list, namesOfMail(text, s, runs, of)...)
			}
		}
	}
	last := 0 // the end of the last name
	for _, run := range runs {
		for i, n := range namesWithin(text, run[0], run[1]) {
			also := last > 0 && last < n.start && conjunction.MatchString(text[last:n.start]) && !n.doubtful
			if also || n.titled && !n.doubtful || isLabelled(text, n.start) || i == 0 && isLabelled(text, run[0]) || n.words > 1 && !n.doubtful && leadsToContact(text, run[0], n.start, n.end, found) {
				list = append(list, span{n.start, n.end, name})
				last = n.end
			}
		}
	}
	for _, of := range []struct {
		parts   windows
		pattern *lazyregexp.Regexp
	}{
		{around(text, places(text, "'m ", "’m ", "ame is ", "Name ist ", "appelle ", "llamo ", "chiamo ", "azywam "), longestLabel, longestLabel), introduced},
		{around(text, places(text, "egards", "incerely", "Best,", "Best!", "Cheers", "Thanks", "Grüße", "Gruß", "Cordialement", "Pozdrawiam"), 2, longestLabel), signed},
		{around(text, places(text, " here"), longestLabel, 8), here},
		{around(text, places(text, "联系人", "聯絡人", "聯繫人", "联络人", "招聘者", "承辦人"), 1, longestLabel), chinese},
		{around(text, places(text, "先生", "小姐", "女士", "主任", "教授"), longestLabel, longestLabel), polite},
	} {
		for _, at := range of.parts.find(text, of.pattern) {
			if n := at[len(at)-2:]; n[0] >= 0 { // the second of two alternatives
				at = append(at[:2], n...)
			}
			if one := text[at[2]:at[3]]; isName(one) && !isCommon(one) {
				list = append(list, span{at[2], at[3], name})
			}
		}
	}
	if len(found) > 0 {
		list = append(list, signatures(text, found)...)
	}
	if len(list) > 0 {
		lower := lowerWords(text, found)
		list = slices.DeleteFunc(list, func(s span) bool { return isOrdinary(text[s.start:s.end], lower) })
	}
	for _, again := range namesIn(text, list) {
		list = append(list, occurrences(text, again)...)
	}
	return list
}

// isCommon reports whether what stands in the place of a first name is a heading, a nationality or another word.
func isCommon(s string) bool {
	first, _, _ := strings.Cut(s, " ")
	return isIn(headings, first) || isIn(nationalities, first) || slices.ContainsFunc(noSurnames, func(word string) bool { return strings.HasPrefix(s, word) })
}

// label is a kind of words that stand before a name that is a contact's.
type label struct {
	words      []string // in lower case
	separators string   // what may stand between the words and the name
	needs      string   // one of these separators must
}

const spaces = " \t\n\u00a0"

var labels = []label{
	{strings.Split("contact|contact me|contact person|contactperson|contact name|contact:\nname|ansprechpartner|ansprechpartnerin|ansprechperson|kontakt|kontaktperson|contacto|"+
		"persona de contacto|interlocuteur|interlocutrice|contactpersoon|osoba kontaktowa|yhteyshenkilö|kapcsolattartó|контактное лицо|контакт|ask for|speak to|speak with|"+
		"get in touch with|reach out to|wenden sie sich an|wenden sie sich bitte an|freut sich|contactez|contacter|auprès de|contattare|contactar con|contactar a|"+
		"neem contact op met|обращаться к", "|"), spaces + ",:：-", spaces + ":：-"},
	{strings.Split("name|recruiter|hiring manager|responsable|referente", "|"), spaces + ":：", ":：\n"},
	{strings.Split("ceo|cto|coo|founder", "|"), spaces + ",:", spaces + ",:"},
	// the end of a letter
	{strings.Split("regards|sincerely|mit freundlichen grüßen|grüße|gruß|cordialement|salutations|bien à vous|cordiali saluti|atentamente|saludos|z poważaniem|"+
		"pozdrawiam|pozdrawiam serdecznie|groet|groeten|hälsningar|с уважением", "|"), spaces + ",;:.!)", spaces + ",;:.!)"},
}

// lowerWords returns the words of a text that have no capital letters and are in none of the spans found, which are in order.
func lowerWords(text string, found []span) map[string]bool {
	words := make(map[string]bool)
	at := 0
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !isNameRune(r) }) {
		at += strings.Index(text[at:], word)
		end := at + len(word)
		for len(found) > 0 && found[0].end <= at {
			found = found[1:]
		}
		if (len(found) == 0 || found[0].start >= end) && strings.ToLower(word) == word {
			words[word] = true
		}
		at = end
	}
	return words
}

// isOrdinary reports whether a text has all words of a name in lower case outside of addresses, too, as it has those of positions and departments.
func isOrdinary(name string, lowerWords map[string]bool) bool {
	return !slices.ContainsFunc(strings.Fields(name), func(word string) bool {
		word = strings.Trim(word, ".,'’")
		lower := strings.ToLower(word)
		return lower == word || !lowerWords[lower]
	})
}

// isLabelled reports whether a label of a contact stands before a place in a text.
func isLabelled(text string, at int) bool {
	before := strings.ToLower(text[max(0, at-longestLabel):at])
	return slices.ContainsFunc(labels, func(l label) bool {
		rest := strings.TrimRight(before, l.separators)
		return strings.ContainsAny(before[len(rest):], l.needs) && slices.ContainsFunc(l.words, func(words string) bool {
			ahead, ok := strings.CutSuffix(rest, words)
			last, _ := utf8.DecodeLastRuneInString(ahead)
			return ok && !unicode.IsLetter(last)
		})
	})
}

// signatures returns the names that are lines of their own, if the next line has a position and an address or a number follows.
func signatures(text string, found []span) (list []span) {
	at := 0
	for line := range strings.Lines(text) {
		end := at + len(strings.TrimRight(line, " \r\n"))
		next, _, _ := strings.Cut(text[at+len(line):], "\n")
		near := slices.ContainsFunc(found, func(s span) bool { return s.start >= end && s.start-end <= longestRole })
		if near && len(next) <= longestLabel && hasRole(next) && signature.MatchString(text[at:end]) && isName(text[at:end]) {
			list = append(list, span{at, end, name})
		}
		at += len(line)
	}
	return list
}

func hasRole(line string) bool {
	return slices.ContainsFunc(strings.Fields(line), func(word string) bool { return isIn(roles, strings.Trim(word, ",/()")) })
}

// isRole reports whether what stands between a name and an address or a number may be a position or a place: it has a word of a position, or it is neither a list,
// of which the name may be an item, nor a clause.
func isRole(between string) bool {
	at := role.FindStringSubmatch(between)
	return at != nil && (!listed.MatchString(at[1]) || slices.ContainsFunc(strings.Fields(at[1]), func(word string) bool {
		plain := strings.TrimSuffix(strings.Trim(word, ",/()"), "s")
		return isIn(posts, plain) || isIn(morePosts, plain)
	}))
}

// morePosts are words of positions that are family names or parts of names, too.
var morePosts = strings.Fields("broker teacher lecturer professor chair partner clerk cook baker chef dean surgeon counsel agent buyer planner trainer owner leader leitung leiter leiterin kierownik responsable directeur directrice")

// mostRepeated is the number of different names of a text that are looked for a second time. Each costs a search of the whole text.
const mostRepeated = 200

// namesIn returns the names of two words and more, or of three Chinese letters and more, that spans of a text have, each once.
func namesIn(text string, list []span) (names []string) {
	seen := make(map[string]bool)
	for _, s := range list {
		one := strings.Join(strings.Fields(text[s.start:s.end]), " ")
		if first, _ := utf8.DecodeRuneInString(one); seen[one] || len(names) == mostRepeated ||
			!strings.Contains(one, " ") && !(unicode.Is(unicode.Han, first) && utf8.RuneCountInString(one) > 2) {
			continue
		}
		seen[one] = true
		names = append(names, one)
	}
	return names
}

// nearContact is how many bytes may lie between a name and the address or the number behind it.
const nearContact = 40

// longestRole is how many bytes may lie between them if they are a position.
const longestRole = 110

// leadsToContact reports whether words that begin at run have a name from start to end that is a contact's, by what stands before and behind it. found is in order.
func leadsToContact(text string, run, start, end int, found []span) bool {
	next, _ := slices.BinarySearchFunc(found, end, func(s span, at int) int { return s.start - at })
	if next == len(found) || found[next].start-end > longestRole {
		return false
	}
	before := lastBytes(text[:run])
	between := text[end:found[next].start]
	switch {
	case itemStart.MatchString(before) && role.MatchString(between) && (run < start || isRole(between)):
		return true
	case len(between) > nearContact:
		return false
	case run < start && strings.TrimLeft(between, " \u00a0,(:-") == "" && isShortName(text[start:end]): // a position stands before the name
		return true
	}
	return leads.MatchString(before) && !strings.Contains(between, "\n\n") || reached.MatchString(between)
}

// isShortName reports whether words have at most a first and a last name, besides initials, and neither a town behind them nor what a position is about.
func isShortName(s string) bool {
	words := slices.DeleteFunc(strings.Fields(s), func(word string) bool {
		return utf8.RuneCountInString(strings.TrimSuffix(word, ".")) < 2 || isTitle(word)
	})
	return len(words) > 0 && len(words) <= 2 && !gazetteer.IsTown(words[len(words)-1]) && !gazetteer.IsTown(strings.Join(words, " ")) &&
		!slices.ContainsFunc(words, func(word string) bool { return isIn(positions, strings.Trim(word, ".,'’")) })
}

func isTitle(word string) bool { return slices.Contains(titles, strings.Trim(word, ".,'’")) }

// candidate is a part of a text that may be a name.
type candidate struct {
	start, end int
	words      int  // without titles
	titled     bool // by a title of courtesy
	doubtful   bool // since a word of a department or an organisation stands in the same words
}

// mostWords is the number of words of the longest names, without titles.
const mostWords = 4

// namesWithin returns the names within words that may have labels before them and positions behind them, such as "Dr Jane Doe Ward Manager". A name has two words, or a title of courtesy and one.
func namesWithin(text string, start, end int) (list []candidate) {
	var c candidate
	at, doubtful := start, false
	finish := func() {
		if c.words > 1 || c.titled && c.words > 0 {
			list = append(list, c)
		}
		c = candidate{}
	}
	for word := range strings.FieldsSeq(text[start:end]) {
		at += strings.Index(text[at:end], word)
		switch plain := strings.Trim(word, ".,'’"); {
		case isIn(noNames, plain):
			doubtful = true
			finish()
		case isIn(roles, plain) || isIn(roles, strings.TrimSuffix(plain, "s")):
			finish()
		case c.words == mostWords:
		case c.words == 0 && slices.Contains(titles, plain):
			if c.end == 0 {
				c.start = at
			}
			c.end, c.titled = at+len(word), c.titled || slices.Contains(courtesy, plain)
		default:
			if c.end == 0 {
				c.start = at
			}
			c.words, c.end = c.words+1, at+len(word)
		}
		at += len(word)
	}
	finish()
	for i := range list {
		list[i].doubtful = doubtful
	}
	return list
}

// isIn reports whether a list of words in lower case has a word.
func isIn(list []string, word string) bool { return slices.Contains(list, strings.ToLower(word)) }

// isName reports whether none of the words is a department's, a position's or an organisation's.
func isName(s string) bool {
	return s != "" && !slices.ContainsFunc(strings.Fields(s), func(word string) bool {
		plain := strings.Trim(word, ".,'’")
		return isIn(noNames, plain) || isIn(roles, plain)
	})
}

// titles stand before names. Those of courtesy stand before nothing else.
var (
	courtesy = strings.Fields("Mr Mrs Ms Miss Frau Herr Herrn Mme Mlle Madame Monsieur Sra")
	titles   = append(strings.Fields("Dr Prof Sr Dott Pan Pani M"), courtesy...)
)

// occurrences returns where a text has a name, which begins with a capital letter.
func occurrences(text, n string) (list []span) {
	n = strings.Join(strings.Fields(n), " ")
	if n == "" || !isName(n) {
		return nil
	}
	pattern := regexp.MustCompile(`(?i)` + strings.ReplaceAll(regexp.QuoteMeta(n), " ", `[\s\x{a0}]+`))
	for _, at := range pattern.FindAllStringIndex(text, -1) {
		if first, _ := utf8.DecodeRuneInString(text[at[0]:]); unicode.Is(unicode.Han, first) || !unicode.IsLower(first) && !isPartOfWord(text, at[0], at[1]) {
			list = append(list, span{at[0], at[1], name})
		}
	}
	return list
}

func isPartOfWord(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, _ := utf8.DecodeRuneInString(text[end:])
	return start > 0 && isNamePart(string(before)) || end < len(text) && isNamePart(string(after))
}

// runsOfWords returns the runs of words in order that have a word, by the word's letters without case and accents.
func runsOfWords(text string, runs [][]int) map[string][][]int {
	of := make(map[string][][]int)
	for _, run := range runs {
		for word := range strings.FieldsSeq(text[run[0]:run[1]]) {
			folded := letters.Fold(word)
			if all := of[folded]; len(all) == 0 || all[len(all)-1][0] != run[0] {
				of[folded] = append(all, run)
			}
		}
	}
	return of
}

// namesOfMail returns where a text has the name that an address is made of: "jane.smith@" or "j.smith@" is Jane Smith's wherever her name stands, and
// "jane@", "janesmith@" or "jsmith@" is hers if her name stands near. Accents do not count. runs are the words with capitals of the text, and of those
// that have a word. If very many have all words of the address, those count that are nearest to it.
func namesOfMail(text string, address span, runs [][]int, of map[string][][]int) (list []span) {
	local, domain, _ := strings.Cut(letters.Fold(plainMail(text[address.start:address.end])), "@")
	parts := strings.FieldsFunc(local, func(r rune) bool { return !unicode.IsLetter(r) })
	if !slices.ContainsFunc(parts, func(p string) bool { return len(p) > 2 }) || !isName(strings.Join(parts, " ")) {
		return nil
	}
	before := func(run []int, at int) int { return run[0] - at }
	if len(parts) > 1 {
		rarest, known := [][]int(nil), false
		for _, p := range parts {
			if all := of[p]; len(p) > 1 && (!known || len(all) < len(rarest)) {
				rarest, known = all, true
			}
		}
		if len(rarest) > mostRepeated {
			at, _ := slices.BinarySearchFunc(rarest, address.start, before)
			from := min(max(0, at-mostRepeated/2), len(rarest)-mostRepeated)
			rarest = rarest[from : from+mostRepeated]
		}
		for _, run := range rarest {
			if start, end, ok := cutToParts(text, run[0], run[1], parts); ok {
				list = append(list, span{start, end, name})
			}
		}
		return list
	}
	first, _ := slices.BinarySearchFunc(runs, address.start-nearMail, func(run []int, at int) int { return run[1] - at })
	for _, run := range runs[first:] {
		if run[0] > address.end+nearMail {
			break
		}
		for _, n := range namesWithin(text, run[0], run[1]) {
			if n.words > 1 && makes(letters.Fold(text[n.start:n.end]), parts[0], domain) {
				list = append(list, span{n.start, n.end, name})
			}
		}
	}
	return list
}

// nearMail is how many bytes may lie between an address and a name of which one part of it is made.
const nearMail = 60

// makes reports whether the local part of an address is made of a name: of its first or last word, or of both, one of which may be its first letter. It is not
// if the domain has a word of the name, since an organisation's address is made so.
func makes(folded, local, domain string) bool {
	words := strings.Fields(strings.NewReplacer("'", "", "’", "", "-", "").Replace(folded))
	first, last := words[0], words[len(words)-1]
	made := []string{first, last, first + last, last + first, first[:1] + last, first + last[:1], last + first[:1]}
	return slices.Contains(made, local) && !slices.ContainsFunc(words, func(w string) bool { return strings.Contains(domain, w) })
}

// cutToParts returns the place of the words of a name that correspond to the parts of an address. ok is false if a part corresponds to no word.
func cutToParts(text string, start, end int, parts []string) (from, to int, ok bool) {
	matched := make(map[string]bool)
	at := start
	for word := range strings.FieldsSeq(text[start:end]) {
		at += strings.Index(text[at:end], word)
		folded := letters.Fold(word)
		for _, p := range parts {
			if folded == p || len(p) == 1 && strings.HasPrefix(folded, p) {
				if len(matched) == 0 {
					from = at
				}
				matched[p], to = true, at+len(word)
			}
		}
		at += len(word)
	}
	return from, to, len(matched) == len(parts)
}
