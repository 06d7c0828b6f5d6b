package adpages

import (
	"reflect"
	"strings"
	"testing"

	"gannet/internal/testdata"
	"gannet/internal/testweb/jobweb"
	"gannet/job/template"
)

func TestNearDuplicateAds(t *testing.T) {
	known := nearDuplicates{}
	text := "we are looking for a cook who likes fish and works on three evenings of every week in our house by the sea"
	for _, c := range []struct {
		text string
		want bool
	}{
		{text, true}, {text, false}, {"now " + text + " and more", false}, {strings.Repeat("other words entirely are in this one ", 3), true},
	} {
		if got := known.addNew(&jobweb.Ad{Description: c.text, Language: "en"}); got != c.want {
			t.Errorf("%.30q: new %v, want %v", c.text, got, c.want)
		}
	}
}

func TestLinesOfAdsAreCleaned(t *testing.T) {
	raw := rawAd{Title: "['Cook - Leeds, UK']", HTML: "<p>First &amp; last</p><ul><li>one<li>two</ul>---"}
	want := jobweb.Ad{Title: "Cook", Place: "Leeds, UK", Description: "First & last\n- one\n- two\n---"}
	got := raw.ad()
	if !strings.HasPrefix(got.Description, "First & last\n- one") || got.Title != want.Title || got.Place != want.Place {
		t.Errorf("%+v, want %+v", got, want)
	}
	raw = rawAd{Title: "Cook", Company: "{'nom': 'Chez Anne'}", Text: "Cook\n\n ==== \nSoups   daily"}
	raw.Raw.JobLocation.Address.AddressLocality = "Lyon"
	if got, want := raw.ad(), (jobweb.Ad{Title: "Cook", Company: "Chez Anne", Place: "Lyon", Description: "Soups daily"}); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestFamiliesAreDrawnBySeed holds every way of marking up to the posting that its pages are made of.
func TestFamiliesAreDrawnBySeed(t *testing.T) {
	ads := []jobweb.Ad{
		{Title: "Koch (m/w/d)", Language: "de", Description: "Wir kochen.\nJeden Tag."},
		{Title: "Cook & baker", Company: "Inn <Sea>", Place: "Leeds", Language: "en", Description: "We cook.\nEvery day."},
	}
	for _, f := range Families {
		one, err := f.Pages(ads, 1, 50)
		if err != nil || len(one) != 50 {
			t.Fatalf("%s: %d pages, %v", f.Name, len(one), err)
		}
		same, _ := f.Pages(ads, 1, 50)
		other, _ := f.Pages(ads, 2, 50)
		differ := false
		for i, e := range one {
			if !reflect.DeepEqual(e.Want, same[i].Want) {
				t.Fatalf("%s: the same seed gives other pages", f.Name)
			}
			differ = differ || !reflect.DeepEqual(e.Want, other[i].Want)
			if text := template.Text(e.Doc, false); !strings.Contains(text, e.Want.Title) {
				t.Fatalf("%s: no title %q in %q", f.Name, e.Want.Title, text)
			}
		}
		if !differ {
			t.Errorf("%s: another seed gives the same pages", f.Name)
		}
	}
}

// TestRealAdsAreApart compares every 29th ad with all others: none are near-duplicates.
func TestRealAdsAreApart(t *testing.T) {
	dir := testdata.Jobs(t)
	ads, about, err := Read(dir, 1)
	if err != nil {
		t.Fatal(err)
	}
	langs := map[string]int{}
	shingles := make([]map[string]bool, len(ads))
	for i, ad := range ads {
		langs[ad.Language]++
		tokens := strings.Fields(strings.ToLower(ad.Description))
		if ad.Language == "zh" {
			tokens = strings.Split(ad.Description, "")
		}
		shingles[i] = map[string]bool{}
		for k := 5; k <= len(tokens); k++ {
			shingles[i][strings.Join(tokens[k-5:k], " ")] = true
		}
	}
	if len(ads) < 3000 || len(langs) != 6 || len(about["en"]) < 20 || len(about["de"]) < 20 {
		t.Errorf("%d ads in %v, %d and %d paragraphs", len(ads), langs, len(about["en"]), len(about["de"]))
	}
	for i := 0; i < len(ads); i += 29 {
		for k := range ads {
			both := 0
			for s := range shingles[i] {
				if shingles[k][s] {
					both++
				}
			}
			if i != k && 5*both > 3*min(len(shingles[i]), len(shingles[k])) {
				t.Errorf("ads %d and %d share %d shingles of %d and %d", i, k, both, len(shingles[i]), len(shingles[k]))
			}
		}
	}
}
