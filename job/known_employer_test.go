package job_test

import (
	"testing"

	"gannet/job"
)

func TestKnownEmployer(t *testing.T) {
	for _, name := range []string{
		"", "-", "N/A", "n.a.", "k.A.", "None", "null", "Confidential", "CONFIDENTIAL COMPANY", "Company Confidential", "Undisclosed", "Not specified",
		"Our client", "Our Client Ltd.", "A leading international company", "Private Advertiser", "Various employers", "Anonymous",
		"vertraulich", "Unser Kunde", "keine Angabe", "Ein führendes Unternehmen", "Entreprise confidentielle", "Non précisé",
		"Empresa confidencial", "Empresa líder", "Azienda riservata", "Firma", "Nasz klient", "Bedrijf", "Компания", "наш клиент", "保密", "某知名公司", "非公開求人",
	} {
		if got := job.KnownEmployer(name); got != "" {
			t.Errorf("%q is taken for the employer %q", name, got)
		}
	}
	for name, want := range map[string]string{
		"Oat & Rye Bakeries Ltd.": "oat rye bakeries", "Company of Cooks": "company of cooks", "Client Earth Trust": "client earth trust",
		"Confidential Records Mill": "confidential records mill", "The Orchard Company": "orchard", "Firma Lindner": "firma lindner",
		"Global": "global", "Global Weirs": "global weirs", "A N Other": "a n other", "Unternehmensberatung Quell": "unternehmensberatung quell",
	} {
		if got := job.KnownEmployer(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
