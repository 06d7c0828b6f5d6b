package dedup_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gannet/dedup"
)

// decideBatch decides on a batch, and returns the cluster and the original of each posting.
func decideBatch(t *testing.T, profiles dedup.Profiles) (found [][2]uint64, made []dedup.Decision) {
	t.Helper()
	d, err := dedup.NewDeduper(dedup.BatchOptions(shippedModel(t)))
	if err != nil {
		t.Fatal(err)
	}
	d.LimitProfiles(8)
	made = make([]dedup.Decision, profiles.Len())
	batch, err := d.DecideBatch(profiles, func(i int, x dedup.Decision) error {
		made[i] = x
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, number := range batch.Numbers {
		original, cluster := d.Original(number)
		found = append(found, [2]uint64{original, cluster})
	}
	return found, made
}

// TestABatchOnDiskIsDecidedAsOneInMemory holds few profiles in memory. There are more than one write has.
func TestABatchOnDiskIsDecidedAsOneInMemory(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "profiles"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	d := newDeduper(t)
	var list dedup.ProfileList
	onDisk := dedup.NewProfileStore(30, file)
	for _, p := range mixed(2200) {
		r := d.Prepare(p)
		list = append(list, r)
		if err := onDisk.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	if info, err := file.Stat(); err != nil || info.Size() < 1<<19 {
		t.Fatalf("nothing is on disk: %v, %v", info.Size(), err)
	}
	found, made := decideBatch(t, onDisk)
	wantFound, wantMade := decideBatch(t, list)
	if !reflect.DeepEqual(found, wantFound) || !reflect.DeepEqual(made, wantMade) {
		t.Error("profiles on disk give other decisions than those in memory")
	}
	if err := file.Truncate(1000); err != nil {
		t.Fatal(err)
	}
	if _, err := d.DecideBatch(onDisk, nil); err == nil || !strings.Contains(err.Error(), "of the batch") {
		t.Errorf("a file that was cut: %v", err)
	}
}
