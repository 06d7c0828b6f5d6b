#!/bin/sh
# Gets Spark 3.5.7 or Flink 1.19.3 from its Python package into .lib/engines: 317 and 230 MB, once. The argument is spark or flink.
set -eu
case $1 in
spark) package=pyspark==3.5.7 ;;
flink) package=apache-flink-libraries==1.19.3 ;;
*) echo "get.sh: the argument is spark or flink" >&2 && exit 2 ;;
esac
mkdir -p .lib/engines
test -d ".lib/engines/$1" && exit 0
cd .lib/engines
set -- "$1" "$(echo "$package" | tr _ - | sed 's/==/-/').tar.gz"
test -f "$2" || python3 -m pip download --quiet --no-deps -d . "$package"
rm -rf "$1.part" && mkdir "$1.part"
tar -xzf "$2" -C "$1.part" --strip-components=2 --wildcards '*/deps/*'
mv "$1.part" "$1"
