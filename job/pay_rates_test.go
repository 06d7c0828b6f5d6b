package job

import "testing"

// Several rates in one text are one range. What is paid besides, or is the same pay in another view, is none of them.
func TestSeveralRates(t *testing.T) {
	for text, want := range map[string]Pay{
		"£12.50 per hour (day), £14.00 per hour (night)":                     {Min: 12.5, Max: 14, Currency: "GBP", Unit: "HOUR"},
		"Senior $120,000 - $140,000; Junior $80,000 - $95,000":               {Min: 80000, Max: 140000, Currency: "USD"},
		"$45/hour on our books or $55/hour on yours":                         {Min: 45, Max: 55, Currency: "USD", Unit: "HOUR"},
		"The hourly rate is $18 for weekdays and $20 for weekends.":          {Min: 18, Max: 20, Currency: "USD", Unit: "HOUR"},
		"25,00 € pro Stunde am Tag, 29,00 € pro Stunde in der Nacht":         {Min: 25, Max: 29, Currency: "EUR", Unit: "HOUR"},
		"$25.00/hr plus $20/hr for each call":                                {Min: 25, Max: 25, Currency: "USD", Unit: "HOUR"},
		"£28,000 for full hours (£19,000 for yours)":                         {Min: 28000, Max: 28000, Currency: "GBP"},
		"Salary: 15,000 birr Commission: 4.5%":                               {Min: 15000, Max: 15000, Currency: "ETB"},
		"$60 per hour or $480 per day":                                       {Min: 60, Max: 60, Currency: "USD", Unit: "HOUR"},
		"Gross £45,000, net £33,000 per year":                                {Min: 45000, Max: 45000, Currency: "GBP", Basis: "GROSS"},
		"6000 zł netto, 5500 zł brutto":                                      {Min: 6000, Max: 6000, Currency: "PLN", Basis: "NET"},
		"$54.00/HrDuration: 6 months":                                        {Min: 54, Max: 54, Currency: "USD", Unit: "HOUR"},
		"$20 per hour, and weavers of the old looms earn up to $90 per hour": {Min: 20, Max: 20, Currency: "USD", Unit: "HOUR"},
	} {
		got := PayText{Text: text}.Read()
		if got.Raw = ""; got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}
