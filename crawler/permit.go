package crawler

import (
	"context"

	"gannet/crawler/fetch"
	"gannet/crawler/reason"
	"gannet/crawler/robots"
	"gannet/features/permission"
	"gannet/frontier"
	"gannet/internal/weburl"
)

// permit lets the visit go on unless the owner of the site refuses what the crawl is for. It requests the files with the owner's
// statements first, one at each turn of the host.
func (v *visit) permit(ctx context.Context, rules *robots.Rules) outcome {
	v.says = rules.Uses(v.lease.URL)
	for _, path := range useFilesFor(v.purpose) {
		url := weburl.Origin(v.lease.URL) + path
		file, known := v.robots.UseFile(v.clock.Now(), url)
		switch {
		case !known && v.robots.Judge(rules, url).Allowed:
			return v.fetchUseFile(ctx, url, path)
		case known:
			v.says = v.says.Join(file.Uses(v.lease.URL))
		}
	}
	if v.refusesUse() {
		v.countRefusedUse()
		return endWith(frontier.Outcome{Result: frontier.Drop, Unasked: true})
	}
	return next
}

// useFilesFor returns the paths of files that may refuse a purpose. Others are not requested, so that no server gets requests without need.
func useFilesFor(p permission.Purpose) []string {
	switch p {
	case permission.Train:
		return []string{robots.TDMFile, robots.AIFile}
	case permission.Mine, permission.Input:
		return []string{robots.TDMFile}
	}
	return nil
}

// fetchUseFile uses the host's turn for a file with its owner's statements, and the link waits for the next turn. A file that is not there,
// or is elsewhere, says nothing. While the server fails, nothing of it is requested.
func (v *visit) fetchUseFile(ctx context.Context, url, path string) outcome {
	if !v.askedRobots.add(url) {
		return endWith(frontier.Outcome{Result: frontier.Requeue, Rest: robotsPause, Unasked: true})
	}
	defer v.askedRobots.remove(url)
	resp, err := v.request(ctx, false, func(ctx context.Context) (*fetch.Response, error) {
		return v.fetcher.File(ctx, url, robotsBytes)
	})
	if err != nil || resp.Redirect == "" && mayRecover(resp) {
		return v.noPage(ctx, resp, err)
	}
	file := &robots.UseFile{}
	if isPage(resp, nil) {
		file = robots.ParseUseFile(path, resp.Body)
	}
	v.robots.KeepUseFile(v.clock.Now(), url, file)
	return endWith(frontier.Outcome{Result: frontier.Requeue})
}

// refusesUse reports whether the owner refuses what the crawl is for, as far as statements were read.
func (v *visit) refusesUse() bool {
	_, refused := v.says.Refuses(v.purpose)
	return refused
}

// countRefusedUse refuses the visit's link by the statement of its owner.
func (v *visit) countRefusedUse() {
	statement, _ := v.says.Refuses(v.purpose)
	v.refuse(reason.UseRefused + reason.Reason(v.purpose))
	v.noteFailure(statement.String())
}

// countReservedUses counts a page that is kept by each purpose that its owner refuses.
func (v *visit) countReservedUses() {
	for _, p := range v.says.Refused() {
		v.tally.countReason(reason.UseReserved + reason.Reason(p))
	}
}
