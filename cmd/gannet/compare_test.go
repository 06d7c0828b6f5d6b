package main

import (
	"testing"

	"gannet/features"
	"gannet/ranker/evidence"
)

func TestFamiliesKnowsEveryFeature(t *testing.T) {
	families := families()
	number := map[string]int{}
	for _, f := range append(features.LinkFeatures(), evidence.Features()...) {
		if f.Family == "" || families[f.Name] != f.Family {
			t.Errorf("%s is of family %q, not %q", f.Name, families[f.Name], f.Family)
		}
		number[families[f.Name]]++
	}
	for _, family := range []string{"link", "topic", evidence.FamilyPages, evidence.FamilyHarvest, evidence.FamilyTarget} {
		if number[family] == 0 {
			t.Errorf("no feature of family %s in %v", family, number)
		}
	}
}
