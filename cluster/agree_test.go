package cluster_test

import (
	"errors"
	"testing"
	"testing/synctest"

	"gannet/cluster"
	"gannet/cluster/clustertest"
)

// TestAgreeNamesTheVersionFirst: of machines of two versions other terms differ, too, and only the version tells a user what to do.
func TestAgreeNamesTheVersionFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := clustertest.New(1, ttl, clustertest.Faults{}).Engine("m")
		first := cluster.Terms{cluster.VersionTerm: "1", "budget": "10", "model": "a"}
		for range 2 { // of a machine that begins again, too
			if err := cluster.Agree(t.Context(), e, first); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range []struct {
			terms cluster.Terms
			want  string
		}{
			{cluster.Terms{cluster.VersionTerm: "2", "budget": "20", "model": "b", "added": "x"}, cluster.VersionTerm},
			{cluster.Terms{cluster.VersionTerm: "1", "budget": "10", "model": "b"}, "model"},
			{cluster.Terms{cluster.VersionTerm: "1", "budget": "20", "model": "b"}, "budget"},
		} {
			err := cluster.Agree(t.Context(), e, c.terms)
			if differs, ok := errors.AsType[*cluster.TermError](err); !ok || differs.Name != c.want {
				t.Errorf("%v: %v, want a difference of %s", c.terms, err, c.want)
			}
		}
	})
}
