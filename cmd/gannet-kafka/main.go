// Command gannet-kafka writes into topics of Kafka for gannet, which starts it. Nobody needs to start it by hand.
package main

import (
	"os"

	"gannet/feed/kafka/program"
)

func main() { os.Exit(program.Run(os.Stdin, os.Stdout, os.Stderr)) }
