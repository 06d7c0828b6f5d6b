package main

import (
	"context"
	"errors"
)

// mustRebuild says whether the frontier has to be made again from the pages kept: it was lost, or a run that began to do
// so did not end as it should. The store remembers it until the frontier is on the disk.
func (s *session) mustRebuild(held int) (bool, error) {
	var marked bool
	if _, err := s.db.Meta(rebuildKey, &marked); err != nil {
		return false, err
	}
	if held == 0 || !marked && s.front.Stats().Known > 0 {
		return false, nil
	}
	return true, s.db.SetMeta(rebuildKey, true)
}

// rebuild makes the frontier again.
func (s *session) rebuild(ctx context.Context, held int) error {
	s.out.log.Info("the frontier is made again from the pages kept", "pages", held)
	err := s.crawl.Rebuild(ctx, s.db, func(pages int) {
		if pages%64 == 0 && !s.out.quiet {
			s.out.step("frontier made again from %d of %d pages kept", pages, held)
		}
	})
	s.out.endLine()
	if errors.Is(err, context.Canceled) { // the next run begins anew
		return nil
	}
	s.rebuilt = err == nil
	return err
}
