#!/bin/sh
# Runs the driver of an engine, spark or flink, with two workers on loopback, and compares the result with that of gannet dedup. The first
# process of each step is killed in the middle of its output. `make spark` and `make flink` call it. It needs a JDK 17.
set -eu
engine=$1
ADS=${ADS:-20000}
root=$PWD
home=$root/.lib/engines/$engine
work=$(mktemp -d)
pids=
trap 'test -z "$pids" || kill $pids 2>/dev/null; rm -rf "$work"' EXIT
test -n "${GANNET:-}" || { GANNET=$work/gannet && ${GO:-go} build -o "$GANNET" ./cmd/gannet; }
${GO:-go} run ./lab/manyads/makeads -n "$ADS" -seed 5 | split -d -l $(((ADS + 3) / 4)) --additional-suffix=.jsonl - "$work/ads"
echo 'no ad' >>"$work/ads02.jsonl"
/usr/bin/time -f "plain: %U s of CPU, %e s, %M kB" "$GANNET" dedup --json --skip-bad "$work"/ads*.jsonl >"$work/plain.jsonl"

# The engine starts this in place of gannet.
cat >"$work/fragile" <<END
#!/bin/sh
if mkdir "$work/killed-\$2" 2>/dev/null; then
	"$GANNET" "\$@" | head -c 300000
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

on_spark() {
	javac -nowarn -d "$work/classes" -cp "$home/jars/*" contrib/engines/Worker.java contrib/engines/SparkDedup.java
	jar cf "$work/driver.jar" -C "$work/classes" .
	cd "$work" # Spark keeps the logs of its workers here
	SPARK_HOME=$home SPARK_LOCAL_IP=127.0.0.1 SPARK_LOCAL_DIRS=$work bash "$home/bin/spark-submit" --class SparkDedup --master 'local-cluster[2,1,1024]' \
		--conf spark.ui.enabled=false --conf spark.driver.host=127.0.0.1 --conf spark.executor.memory=700m "$work/driver.jar" "$work/fragile" "$work/frames" "$work"/ads*.jsonl
}

on_flink() {
	javac -nowarn -d "$work/classes" -cp "$home/lib/*" contrib/engines/Worker.java contrib/engines/FlinkDedup.java 2>&1 | grep -v '^Note' || true
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
	FLINK_CONF_DIR=$work/conf $run org.apache.flink.client.cli.CliFrontend run -m 127.0.0.1:18091 -p 2 -c FlinkDedup "$work/driver.jar" \
		"$work/fragile" "$work/frames" "$work"/ads*.jsonl
}

began=$(date +%s)
"on_$engine" >"$work/said" 2>&1 || { for log in "$work"/said "$work"/log*; do tail -n 30 "$log" >&2; done; exit 1; }
echo "$engine: $(($(date +%s) - began)) s, $(ls -d "$work"/killed-* | wc -l) workers killed, $(wc -c <"$work/frames") bytes of frames"
test -d "$work/killed-bands" && test -d "$work/killed-pairs"
"$GANNET" batch dedup --frames --json --skip-bad "$work/frames" >"$work/batch.jsonl"
cmp "$work/plain.jsonl" "$work/batch.jsonl"
echo "$engine: $(wc -l <"$work/batch.jsonl") ads, the bytes of gannet dedup"
