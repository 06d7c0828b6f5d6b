package job

import "testing"

func TestPartsOfLocations(t *testing.T) {
	for text, want := range map[string]Place{
		"Leeds":                          {Town: "Leeds"},
		"Oslo, Norway":                   {Town: "Oslo", Country: "Norway", CountryCode: "NO"},
		"Leeds, West Yorkshire, UK":      {Town: "Leeds", Region: "West Yorkshire", Country: "UK", CountryCode: "GB"},
		"Macon, GA":                      {Town: "Macon", Region: "GA"},
		"Macon, GA, US":                  {Town: "Macon", Region: "GA", Country: "US", CountryCode: "US"},
		"Deutschland":                    {Country: "Deutschland", CountryCode: "DE"},
		"12345 Musterstadt":              {Postcode: "12345", Town: "Musterstadt"},
		"Musterweg 12/1, 12345 Irgendwo": {Street: "Musterweg 12/1", Postcode: "12345", Town: "Irgendwo"},
		"12345 Irgendwo, Österreich":     {Postcode: "12345", Town: "Irgendwo", Country: "Österreich", CountryCode: "AT"},
		"1 Mill Lane, Leeds, Yorkshire":  {Street: "1 Mill Lane", Town: "Leeds", Region: "Yorkshire"},
	} {
		if got, remote := SplitLocation(text); len(got) != 1 || got[0] != want || remote {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"US-IL-Yorkville": "yorkville il us", "US-CA-Federal Way": "federal way ca us", "GB-London": "london gb", "UK-Stoke-on-Trent": "stoke on trent gb",
		"CA-Fremont": "ca fremont", "St-Denis": "st denis", "D-10115 Berlin": "berlin",
	} {
		if got := NormalLocation(text); got != want {
			t.Errorf("NormalLocation(%q) = %q, want %q", text, got, want)
		}
	}
	if got, _ := SplitLocation("US-IL-Yorkville"); len(got) != 1 || got[0] != (Place{Town: "Yorkville", Region: "IL", Country: "US", CountryCode: "US"}) || CountryOf("US-IL-Yorkville") != "us" {
		t.Errorf("%+v", got)
	}
	if got, remote := SplitLocation("Remote; Leeds; York, UK"); len(got) != 2 || !remote || got[1].CountryCode != "GB" {
		t.Errorf("%+v %t", got, remote)
	}
	for text, want := range map[string]string{"Leeds (Remote)": "Leeds", "Remote - Spain": "", "Leeds - remote": "Leeds", "Wien / Homeoffice": "Wien", "Leeds (North)": "Leeds (North)", "Stratford - London": "Stratford - London"} {
		got, remote := SplitLocation(text)
		if isRemote := text != "Leeds (North)" && text != "Stratford - London"; len(got) != 1 || got[0].Town != want || remote != isRemote {
			t.Errorf("%q: %+v, remote %t", text, got, remote)
		}
	}
	for text, want := range map[string]string{"GB": "GB", "uk": "GB", "United Kingdom": "GB", "NOR": "NO", "Österreich": "AT", "日本": "JP", "Leeds": "", "": "", "XX": "", "Česko": "CZ"} {
		if got := CountryCode(text); got != want {
			t.Errorf("CountryCode(%q) = %q, want %q", text, got, want)
		}
	}
}
