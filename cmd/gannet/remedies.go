package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"gannet/cluster/natslog"
	"gannet/crawldir"
	"gannet/crawldir/api"
	"gannet/crawldir/teaching"
	"gannet/dedup"
	"gannet/dedup/index"
	"gannet/dedup/verdict"
	"gannet/features"
	"gannet/feed"
	"gannet/feed/dataset"
	"gannet/feed/folder"
	"gannet/feed/kafka"
	"gannet/feed/opensearch"
	"gannet/feed/postgres"
	"gannet/feed/sqlite"
	"gannet/feed/webhook"
	"gannet/frontier/pebblestore"
	"gannet/internal/cli"
	"gannet/job/kind"
	"gannet/ranker"
	"gannet/ranker/gbdt"
	"gannet/store"
	"gannet/store/postings"
	"gannet/topic"
	"gannet/topic/label"
	"gannet/web"
)

const (
	learnAgain   = "take the file from its source again, or learn it again (a topic with `gannet topic learn`)"
	makeModels   = "take the file from its source again, or `make models`"
	freeSpace    = "make room there, then run the same command again"
	raiseFiles   = "allow more with `ulimit -n`, or give fewer --workers"
	remakeIndex  = "the next run makes it again"
	otherFolder  = "name another directory or prefix with -o"
	choosePlace  = "choose another place, or see to the rights there"
	trainRanking = "train it again with `gannet train`, or `make models`"
)

// remedies says what a user can do about an error of a lower package or of the system. The first that fits counts.
var remedies = []struct {
	of     error
	remedy string
}{
	{crawldir.ErrNoCrawl, "give the --out directory of `gannet crawl`"},
	{crawldir.ErrNotEmpty, "name a new directory"},
	{teaching.ErrNoAnswers, "`gannet serve` asks in its view Label"},
	{teaching.ErrTooFew, "let the crawl go on first"},
	{label.ErrDamaged, "`gannet check DIR --repair` keeps the whole lines"},
	{crawldir.ErrNoCopy, "put it back, or begin in another directory"},
	{crawldir.ErrNoStrategy, "give --strategy"},
	{crawldir.ErrOtherTopic, "choose another --out"},
	{crawldir.ErrOtherStrategy, "leave --strategy out, or choose another --out"},
	{crawldir.ErrOtherSeed, "leave --seed out, or choose another --out"},
	{crawldir.ErrUnusedSeed, "leave --seed out, or choose --strategy random or sample"},
	{crawldir.ErrOtherKeywords, "leave --keywords out, or choose another --out"},
	{crawldir.ErrOtherModel, "leave --model out, or choose another --out"},
	{crawldir.ErrOtherWeb, "give the same --web, or choose another --out"},
	{crawldir.ErrFrozenWeb, "give the same --web, or choose another --out"},
	{crawldir.ErrNetwork, "leave --web out, or choose another --out"},
	{crawldir.ErrPrecise, "leave --precise out, and give a higher --threshold"},
	{crawldir.ErrUnusedModel, "leave --model out"},
	{crawldir.ErrWrongModel, "choose the --strategy that it was trained for"},
	{crawldir.ErrNoSeeds, "give --seeds"},
	{crawldir.ErrEmployersCluster, "leave out --employers or --cluster"}, {crawldir.ErrEmployersJobs, "leave out --jobs=false"},
	{crawldir.ErrNoStore, "put it back, or have `gannet check DIR --repair` remove what is left so that the crawl starts over"},
	{crawldir.ErrOutOfScope, "give other --seeds, or change the rule"},
	{syscall.ENOSPC, freeSpace}, {syscall.EDQUOT, freeSpace},
	{syscall.EMFILE, raiseFiles}, {syscall.ENFILE, raiseFiles},
	{syscall.ENOTDIR, "name a directory"}, {syscall.EISDIR, "name a file"},
	{syscall.EROFS, choosePlace}, {syscall.EACCES, choosePlace}, {syscall.EPERM, choosePlace},
	{crawldir.ErrFewFiles, raiseFiles},
	{pebblestore.ErrWrite, "make room on the disk or see to its rights, then run the same command again"},
	{store.ErrDamaged, "`gannet check DIR --salvage NEWDIR` gets the pages out that can still be read"},
	{store.ErrEntry, "`gannet check DIR --repair` takes it out, and the crawl fetches it again"},
	{web.ErrShortToken, "`openssl rand -hex 32 >FILE` makes a good one"},
	{api.ErrAtRest, "give the flags to `gannet crawl --out DIR`, which goes on with it"},
	{store.ErrInUse, "wait for it, or stop it"},
	{api.ErrOtherUser, "run the command as that user"},
	{api.ErrEnded, "run the same command again"},
	{api.ErrVersion, "wait for it, or use its version"},
	{store.ErrFormat, "name another directory, or use the version of gannet that wrote it"},
	{store.ErrNothing, "put back a copy of it, or crawl again in another directory"},
	{postings.ErrNoCluster, "remove the directory `index` of the crawl: the next run makes it again"},
	{postings.ErrOldCursor, "run it without --since: a snapshot of all postings comes first"},
	{postings.ErrNoCursor, "give one that this crawl has written, or run it without --since"},
	{index.ErrDamaged, remakeIndex}, {dedup.ErrStale, remakeIndex},
	{pebblestore.ErrDamaged, "`gannet check DIR --repair` has it made again from the pages kept"},
	{ranker.ErrNoModel, "train one with `gannet train` and give it with --model"},
	{gbdt.ErrModel, trainRanking},
	{verdict.ErrSchema, "train it again with `gannet dedup train`"},
	{feed.ErrCursorFile, "name another file, or remove it to start over"}, {feed.ErrOtherCrawl, "name another, or remove it to start over"},
	{feed.ErrOtherFeed, "name another file"},
	{errCommand, "see to it, then run the same command again: nothing is lost"},
	{webhook.ErrRefused, "see to the receiver, then run the same command again: nothing is lost"},
	{sqlite.ErrForeign, "name another file"},
	{feed.ErrUnavailable, "see to the server, then run the same command again: nothing is lost"}, {postgres.ErrForeign, "name another with --db-schema"},
	{opensearch.ErrForeign, "name another"}, {opensearch.ErrRefused, "see to the server and the rights there, then run the same command again"},
	{kafka.ErrDivided, "make it again with one partition, or name another topic"}, // before ErrForeign, which it is, too
	{kafka.ErrProgram, "build it with `make build`, and keep it beside gannet"},
	{kafka.ErrRefused, "see to the broker and the rights there, then run the same command again"}, {kafka.ErrForeign, "name another topic, or use a newer gannet"},
	{feed.ErrMoved, "run the same command again"},
	{feed.ErrOtherRelease, "give the same ones, or name another place"}, {feed.ErrUnrecorded, "name another place, or remove it to start over"},
	{dataset.ErrManifest, otherFolder}, {dataset.ErrDivided, "give the same --partition, or another -o"},
	{feed.ErrAhead, "name another place, or remove what is there to start over"}, {folder.ErrInUse, "wait for it"}, {folder.ErrChanged, "run the same command again"},
	{folder.ErrNoBucket, "make it first, or name another"}, {folder.ErrAccess, "see to AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"},
	{folder.ErrNoCredentials, "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or write ~/.aws/credentials"},
	{topic.ErrNoArchive, "give one with --web"},
	{topic.ErrDamaged, learnAgain}, {topic.ErrVersion, learnAgain},
	{kind.ErrDamaged, makeModels}, {kind.ErrVersion, makeModels},
	{features.ErrLanguages, makeModels},
	{natslog.ErrNoServer, "start `gannet-cluster` there, or correct the address"},
}

// advised is an error that already says what to do about it.
type advised struct{ error }

func (e advised) Unwrap() error { return e.error }

// advise adds a remedy that depends on more than the error.
func advise(err error, format string, args ...any) error {
	return advised{fmt.Errorf("%w: %s", err, fmt.Sprintf(format, args...))}
}

// dirOf returns the directory of the crawl that a command line names, "" if it names none.
func dirOf(c *cobra.Command) string {
	if out := c.Flags().Lookup("out"); c.Name() == "crawl" && out != nil {
		return out.Value.String()
	}
	if names := cli.ArgNames(c); len(names) > 0 && names[0] == "DIR" && c.Flags().NArg() > 0 {
		return c.Flags().Arg(0)
	}
	return ""
}

// remedied adds to an error what a user can do about it. dir is the directory of the crawl, "" if it is not known.
func remedied(err error, dir string) error {
	if _, ok := errors.AsType[advised](err); ok {
		return err
	}
	if file, ok := errors.AsType[*crawldir.FileError](err); ok {
		return advise(err, "`gannet check %s --repair` puts it back as it was", file.Dir)
	}
	for _, r := range remedies {
		if errors.Is(err, r.of) {
			return fmt.Errorf("%w: %s", err, strings.ReplaceAll(r.remedy, " DIR ", " "+cmp.Or(dir, "DIR")+" "))
		}
	}
	return err
}

// inWords returns the text of an error. Failures of the system name the file first and then what is wrong, and not the call
// that failed.
func inWords(err error) string {
	text := err.Error()
	eachError(err, func(err error) {
		if socket, ok := err.(*net.OpError); ok {
			text = strings.Replace(text, socket.Error(), withoutCall(socket.Err), 1)
		}
		file, ok := err.(*fs.PathError)
		if !ok {
			return
		}
		why := file.Err.Error()
		if errors.Is(file, fs.ErrNotExist) {
			why = "there is no such file or directory"
		}
		before, after, found := strings.Cut(text, file.Error())
		if found && !strings.Contains(before, file.Path) {
			why = file.Path + ": " + why
		}
		if found {
			text = before + why + after
		}
	})
	return text
}

// withoutCall returns the text of an error without the name of the system call that failed.
func withoutCall(err error) string {
	if call, ok := errors.AsType[*os.SyscallError](err); ok {
		err = call.Err
	}
	return err.Error()
}

// eachError calls use for an error and all that it wraps.
func eachError(err error, use func(error)) {
	use(err)
	switch wrapper := err.(type) {
	case interface{ Unwrap() error }:
		if inner := wrapper.Unwrap(); inner != nil {
			eachError(inner, use)
		}
	case interface{ Unwrap() []error }:
		for _, inner := range wrapper.Unwrap() {
			eachError(inner, use)
		}
	}
}
