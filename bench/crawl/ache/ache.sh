#!/bin/sh
# ACHE on all seeds. If examples of a topic lie beside them, it learns a page classifier and crawls in its order. It starts over each time.
#
#     sh ache.sh PROXY SEEDS
set -eu
here=$(dirname "$0")
proxy=${1#http://} seeds=$2
examples=$(dirname "$seeds")/examples
java="java --add-opens java.base/java.util=ALL-UNNAMED -cp $here/target/classes:$(cat "$here/classpath") achecrawler.Main"
rm -rf "$here/conf" "$here/data"
mkdir "$here/conf"
cat "$here/ache.yml" "$here/$(test -d "$examples" && echo focused.yml || echo all.yml)" |
	sed -e "s/HOST/${proxy%:*}/" -e "s/PORT/${proxy#*:}/" >"$here/conf/ache.yml"
set -- -c "$here/conf" -o "$here/data" -s "$seeds"
if test -d "$examples"; then
	test -d "$examples/model" || $java buildModel -t "$examples" -o "$examples/model"
	set -- "$@" -m "$examples/model"
fi
exec $java startCrawl "$@"
