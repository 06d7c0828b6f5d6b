package eval

import (
	"reflect"
	"testing"
	"time"
)

func TestPatienceGivesAnOrderBackToHostsThatRest(t *testing.T) {
	site, labels := frozen(t, 1500)
	web, err := Load(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	area := func(delay, patience time.Duration) (area, hours float64) {
		o := beekeeping(1)
		o.Strategies, o.Delay, o.Workers, o.Patience = []string{PeekName}, delay, 200, patience
		r, err := Run(t.Context(), web, labels, o)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Run(t.Context(), web, labels, o)
		if err != nil || !reflect.DeepEqual(r.Results, again.Results) {
			t.Errorf("two runs with one seed differ, or fail: %v", err)
		}
		return r.Mean[PeekName].Area.Mean, r.Mean[PeekName].Hours
	}
	free, none := area(0, 0)
	eager, short := area(time.Second, 0)
	patient, long := area(time.Second, 10*time.Second)
	t.Logf("area %.3f without rests; %.3f in %.2f h; %.3f in %.2f h with patience", free, eager, short, patient, long)
	if none != 0 || short <= 0 || long < short {
		t.Errorf("the crawls took %v, %v and %v hours", none, short, long)
	}
	if eager >= free || patient-eager < (free-eager)/3 {
		t.Errorf("area %.3f without rests, %.3f with them, %.3f with patience", free, eager, patient)
	}
}
