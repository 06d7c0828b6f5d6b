package extract

import (
	"strings"
	"testing"

	"gannet/models/shipped"
)

// Scripts tell languages that the model of languages does not know, whatever the page states.
func TestLanguageByScript(t *testing.T) {
	languages, err := shipped.Languages()
	if err != nil {
		t.Fatal(err)
	}
	e := &Extractor{Languages: languages}
	japanese := "工房で織機を担当する職人を募集します。毎日の点検と修理、新人の指導をお願いします。勤務地は京都市内の本社工房です。"
	chinese := "本公司诚聘织布工人，负责织机的日常维护和修理，并培训新员工。工作地点为苏州市，要求两年以上工作经验，待遇从优。"
	for _, c := range []struct{ stated, text, want string }{
		{"", japanese, "ja"},
		{"zh-CN", japanese, "ja"},
		{"en", japanese + " Apply now with our online form", "ja"},
		{"ja", chinese, "zh"},
		{"", chinese, "zh"},
		{"", "직조 공방에서 베틀을 관리할 장인을 모집합니다. 매일 점검과 수리를 하고 신입을 가르칩니다.", "ko"},
		{"", "Ζητείται υφαντής για το εργαστήριό μας στη Θεσσαλονίκη, με πείρα στον αργαλειό.", "el"},
		{"", "نبحث عن نساج ماهر للعمل في ورشتنا في دمشق، مع خبرة في صيانة الأنوال.", "ar"},
		{"en", "به یک بافنده ماهر برای کارگاه پارچه در شیراز نیاز داریم که چرخ\u200cها را تعمیر کند و گروه را بچرخاند.", "fa"},
		{"", "ہمیں لاہور کے کارخانے کے لیے ایک ماہر جولاہے کی ضرورت ہے جو کپڑے بُنے۔", "ur"},
		{"", "Търсим тъкач за нашата работилница в Пловдив, който да поправя станове и да обучава нови хора при нас.", "bg"},
		{"en", strings.Repeat("We seek a weaver for our mill, who mends the looms every day. ", 3) + "織工 募集", "en"},
	} {
		page := read(t, "https://a.example/1", `<html lang="`+c.stated+`"><title>.</title><h1>1</h1><p>`+c.text)
		if got := e.Language(page); got != c.want {
			t.Errorf("lang=%q %.30q: %q, want %q", c.stated, c.text, got, c.want)
		}
	}
}
