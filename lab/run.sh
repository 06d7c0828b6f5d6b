#!/bin/sh
# Builds a command of lab, a module of its own, and runs it in this directory: sh lab/run.sh evaljobs verdict
set -eu
name=$1
shift
mkdir -p "${OUT:-out}/lab"
built=$(cd "${OUT:-out}/lab" && pwd)
(cd "$(dirname "$0")" && "${GO:-go}" build -o "$built/$name" "./$name")
exec "$built/$name" "$@"
