#!/bin/sh
# Runs the drivers of an engine, spark or flink, with two workers on loopback, and compares the results with those of gannet dedup and gannet
# extract. The first process of each step is killed in the middle of its output. `make spark` and `make flink` call it. It needs a JDK 17.
set -eu
engine=$1
ADS=${ADS:-20000}
PAGES=${PAGES:-10000}
root=$PWD
home=$root/.lib/engines/$engine
work=$(mktemp -d)
pids=
trap 'test -z "$pids" || kill $pids 2>/dev/null; rm -rf "$work"' EXIT
test -n "${GANNET:-}" || { GANNET=$work/gannet && ${GO:-go} build -o "$GANNET" ./cmd/gannet; }
cpu() { /usr/bin/time -f "$1: %U s of CPU, %e s, %M kB" "$GANNET" "$@"; }
sh lab/run.sh makeads -n "$ADS" -seed 5 | split -d -l $(((ADS + 3) / 4)) --additional-suffix=.jsonl - "$work/ads"
echo 'no ad' >>"$work/ads02.jsonl"
cpu dedup --json --skip-bad "$work"/ads*.jsonl >"$work/dedup.plain"
sh lab/run.sh makewarc -pages "$PAGES" -seed 5 -files 4 -dir "$work"
cpu extract --quiet -o "$work/extract.plain" "$work"/pages*.warc.gz

# The engine starts this in place of gannet.
cat >"$work/fragile" <<END
#!/bin/sh
if mkdir "$work/killed-\$2" 2>/dev/null; then
	"$GANNET" "\$@" | head -c 100000
	kill -9 \$\$
fi
exec "$GANNET" "\$@"
END
chmod +x "$work/fragile"

opens=
for package in java.lang java.lang.invoke java.lang.reflect java.util java.util.concurrent java.util.concurrent.atomic java.net java.io java.nio java.time sun.nio.ch; do
	opens="$opens --add-opens=java.base/$package=ALL-UNNAMED"
done
mkdir "$work/classes"

# Each of these runs the driver of one job, such as SparkDedup, with the files that it reads. It writes $work/out.
on_spark() {
	driver=$1
	shift
	(
		cd "$work" # Spark keeps the logs of its workers here
		SPARK_HOME=$home SPARK_LOCAL_IP=127.0.0.1 SPARK_LOCAL_DIRS=$work bash "$home/bin/spark-submit" --class "Spark$driver" --master 'local-cluster[2,1,1024]' \
			--conf spark.ui.enabled=false --conf spark.driver.host=127.0.0.1 --conf spark.executor.memory=700m "$work/driver.jar" "$work/fragile" "$work/out" "$@"
	)
}

on_flink() {
	driver=$1
	shift
	FLINK_CONF_DIR=$work/conf $run org.apache.flink.client.cli.CliFrontend run -m 127.0.0.1:18091 -p 2 -c "Flink$driver" "$work/driver.jar" \
		"$work/fragile" "$work/out" "$@"
}

start_spark() {
	javac -nowarn -d "$work/classes" -cp "$home/jars/*" contrib/engines/Worker.java contrib/engines/Spark*.java
	jar cf "$work/driver.jar" -C "$work/classes" .
}

start_flink() {
	javac -nowarn -d "$work/classes" -cp "$home/lib/*" contrib/engines/Worker.java contrib/engines/Flink*.java 2>&1 | grep -v '^Note' || true
	jar cf "$work/driver.jar" -C "$work/classes" .
	mkdir "$work/conf"
	cat >"$work/conf/config.yaml" <<END
jobmanager: {rpc: {address: 127.0.0.1, port: 17123}, memory: {heap: {size: 256m}}}
rest: {address: 127.0.0.1, port: 18091, bind-address: 127.0.0.1}
taskmanager:
  host: 127.0.0.1
  cpu: {cores: 1.0}
  numberOfTaskSlots: 1
  memory:
    task: {heap: {size: 384m}, off-heap: {size: 0m}}
    framework: {heap: {size: 128m}, off-heap: {size: 128m}}
    network: {min: 64m, max: 64m}
    managed: {size: 256m}
    jvm-metaspace: {size: 192m}
    jvm-overhead: {min: 192m, max: 192m}
parallelism: {default: 2}
io: {tmp: {dirs: $work}}
END
	export CLASSPATH="$home/lib/*"
	run="java $opens"
	$run -Xmx400m org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint --configDir "$work/conf" >"$work/log" 2>&1 &
	pids="$pids $!"
	for n in 1 2; do
		$run -Xmx800m -XX:MaxDirectMemorySize=300m org.apache.flink.runtime.taskexecutor.TaskManagerRunner --configDir "$work/conf" >"$work/log$n" 2>&1 &
		pids="$pids $!"
	done
}

failed() {
	for log in "$work"/said "$work"/log*; do tail -n 30 "$log" >&2; done
	exit 1
}

# on JOB FILE… runs a job and says how long it took.
on() {
	job=$1
	shift
	began=$(date +%s)
	"on_$engine" "$job" "$@" >"$work/said" 2>&1 || failed
	echo "$engine $job: $(($(date +%s) - began)) s, $(ls -d "$work"/killed-* | wc -l) workers killed, $(wc -c <"$work/out") bytes written"
}

began=$(date +%s)
"start_$engine" >"$work/said" 2>&1 || failed
echo "$engine starts: $(($(date +%s) - began)) s"

on Dedup "$work"/ads*.jsonl
test -d "$work/killed-bands" && test -d "$work/killed-pairs"
"$GANNET" batch dedup --frames --json --skip-bad "$work/out" >"$work/dedup"
cmp "$work/dedup.plain" "$work/dedup"
echo "$engine: $(wc -l <"$work/dedup") ads, the bytes of gannet dedup"

on Extract "$work"/pages*.warc.gz
test -d "$work/killed-pages" && test -d "$work/killed-extract"
cmp "$work/extract.plain" "$work/out"
echo "$engine: $(wc -l <"$work/out") postings of $PAGES pages, the bytes of gannet extract"
