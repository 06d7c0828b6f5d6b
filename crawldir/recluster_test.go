package crawldir

import (
	"reflect"
	"testing"

	"gannet/job"
)

func TestClustersKeepTheirNumbers(t *testing.T) {
	b := &keptBatch{ // the number of posting 1 is not in use any more, and its cluster is
		numbers: []uint64{2, 3, 4, 5, 6, 7},
		old:     []uint64{1, 1, 4, 5, 4, 7},
		decisions: []job.Decision{
			{Cluster: 10}, {Cluster: 11}, // 1 is split
			{Cluster: 12}, {Cluster: 12}, // 4 and 5 are one
			{Cluster: 13}, {Cluster: 14}, // 6 has left 4; 7 is as before
		},
	}
	b.numberClusters()
	var got []uint64
	for _, d := range b.decisions {
		got = append(got, d.Cluster)
	}
	if want := []uint64{1, 3, 4, 4, 6, 7}; !reflect.DeepEqual(got, want) {
		t.Errorf("clusters %v, want %v", got, want)
	}
	parts := b.parts()
	if len(parts) != 1 || len(parts[0]) != 6 {
		t.Errorf("%d parts, %v", len(parts), parts)
	}
}

func TestRegroupings(t *testing.T) {
	before := clusterOf{1: 1, 2: 1, 3: 3, 4: 4, 5: 5, 6: 5, 9: 9}
	after := clusterOf{1: 1, 2: 2, 3: 3, 4: 3, 5: 5, 6: 5, 10: 10}
	want := []Regrouping{{[]uint64{1}, []uint64{1, 2}}, {[]uint64{3, 4}, []uint64{3}}}
	if got := regroupings(before, after); !reflect.DeepEqual(got, want) {
		t.Errorf("regrouped %v, want %v", got, want)
	}
}
