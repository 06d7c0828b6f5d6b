// Command gannet-cluster is the server of crawls on several machines. A crawl on one machine needs none.
package main

import (
	"os"

	"gannet/cluster/natsserver/program"
	"gannet/crawler/fetch"
)

func main() { os.Exit(program.Run(fetch.Version, os.Args[1:], os.Stdout, os.Stderr)) }
