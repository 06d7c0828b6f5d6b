package main

import (
	"gannet/feed"
	"gannet/store/postings"
)

var postingColumns = sinkColumns[jobRow]()

// postingsTable is the table of postings in a sink.
func postingsTable() feed.Table { return postingColumns().table(feed.PostingsTable) }

func feedRow(k *postings.Posting) feed.Row {
	return feed.Row{Number: k.Number, Places: k.Job.Places, Values: postingColumns().values(rowOf(k))}
}
