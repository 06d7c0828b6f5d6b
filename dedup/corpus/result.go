package corpus

import "gannet/dedup"

// Ad is the decision on one ad of a batch. The embedded Decision has the numbers of ads; ID, OriginalID and OfID are the ids from the ads'
// lines.
type Ad struct {
	ID         string
	OriginalID string // of the cluster
	OfID       string // of the ad it was compared with; empty: none
	dedup.Decision
}

// Each calls use with the decision on every ad, in the order in which the ads were added. Call Decide before Each.
func (b *Batch) Each(use func(*Ad) error) error {
	for i, number := range b.order.Numbers {
		ad, err := b.ad(i, number)
		if err != nil {
			return err
		}
		if err := use(ad); err != nil {
			return err
		}
	}
	return nil
}

// ad returns the ad at a position, with its number.
func (b *Batch) ad(position int, number uint64) (*Ad, error) {
	made, err := b.made.read(number)
	if err != nil {
		return nil, err
	}
	original, cluster := b.d.Original(number)
	made.Cluster, made.Original = cluster, original == number
	a := &Ad{Decision: made}
	for _, name := range []struct {
		to     *string
		number uint64
	}{{&a.ID, number}, {&a.OriginalID, original}, {&a.OfID, made.Of}} {
		if name.number == 0 {
			continue
		}
		if *name.to, err = b.ids.name(b.order.Order[name.number-1]); err != nil {
			return nil, err
		}
	}
	return a, nil
}
