package main

import (
	"context"
	"io"
)

func writeHarvest(ctx context.Context, w io.Writer, o *options) error { return nil }
