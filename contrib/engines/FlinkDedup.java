import java.io.*;
import java.util.*;
import org.apache.flink.api.common.functions.MapPartitionFunction;
import org.apache.flink.api.common.io.FileOutputFormat;
import org.apache.flink.api.common.operators.Order;
import org.apache.flink.api.common.restartstrategy.RestartStrategies;
import org.apache.flink.api.java.*;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;
import org.apache.flink.util.Collector;

/** Makes the sorted frames for `gannet batch dedup --frames` on Flink. Arguments: gannet, the file to write, files of ads. */
public final class FlinkDedup {
  public static void main(String[] args) throws Exception {
    ExecutionEnvironment flink = ExecutionEnvironment.getExecutionEnvironment();
    flink.setRestartStrategy(RestartStrategies.fixedDelayRestart(3, 100));
    flink.fromCollection(files(args)).rebalance()
        .mapPartition(new Files(args[0], "bands", Worker::lines))
        .partitionByHash(0).sortPartition(0, Order.ASCENDING)
        .mapPartition(new Step(args[0], "pairs"))
        .partitionByHash(new One()).setParallelism(1).sortPartition(0, Order.ASCENDING).setParallelism(1)
        .output(new Frames(args[1])).setParallelism(1);
    flink.execute("gannet dedup");
  }

  /** All frames go to one place, where they are sorted. */
  static final class One implements org.apache.flink.api.java.functions.KeySelector<Tuple2<String, byte[]>, Integer> {
    public Integer getKey(Tuple2<String, byte[]> frame) { return 0; }
  }

  static void run(String gannet, String step, Iterator<byte[]> in, Collector<Tuple2<String, byte[]>> out) throws IOException {
    try (Worker worker = new Worker(gannet, step, in)) {
      while (worker.hasNext()) {
        byte[] frame = worker.next();
        out.collect(new Tuple2<>(Worker.key(frame), frame));
      }
    }
  }

  /** Returns the files of a driver's arguments with their numbers. */
  static List<Tuple2<Long, String>> files(String[] args) {
    List<Tuple2<Long, String>> files = new ArrayList<>();
    for (int i = 2; i < args.length; i++) files.add(new Tuple2<>((long) i - 2, args[i]));
    return files;
  }

  /** Makes the frames of a file, which has a number. */
  interface Framing extends Serializable {
    Iterator<byte[]> of(long file, String path) throws IOException;
  }

  /** Has workers read files. */
  static final class Files implements MapPartitionFunction<Tuple2<Long, String>, Tuple2<String, byte[]>> {
    final String gannet, step;
    final Framing frames;

    Files(String gannet, String step, Framing frames) {
      this.gannet = gannet;
      this.step = step;
      this.frames = frames;
    }

    public void mapPartition(Iterable<Tuple2<Long, String>> files, Collector<Tuple2<String, byte[]>> out) throws Exception {
      for (Tuple2<Long, String> file : files) run(gannet, step, frames.of(file.f0, file.f1), out);
    }
  }

  /** Has a worker read what has come to a partition. */
  static final class Step implements MapPartitionFunction<Tuple2<String, byte[]>, Tuple2<String, byte[]>> {
    final String gannet, step;

    Step(String gannet, String step) {
      this.gannet = gannet;
      this.step = step;
    }

    public void mapPartition(Iterable<Tuple2<String, byte[]>> frames, Collector<Tuple2<String, byte[]>> out) throws Exception {
      Iterator<Tuple2<String, byte[]>> all = frames.iterator();
      run(gannet, step, new Iterator<byte[]>() {
        public boolean hasNext() { return all.hasNext(); }
        public byte[] next() { return all.next().f1; }
      }, out);
    }
  }

  /** One file, which each try begins anew. */
  abstract static class Output extends FileOutputFormat<Tuple2<String, byte[]>> {
    protected transient DataOutputStream out;

    Output(String path) {
      super(new Path(path));
      setWriteMode(WriteMode.OVERWRITE);
    }

    public void open(int task, int tasks) throws IOException {
      super.open(task, tasks);
      out = new DataOutputStream(new BufferedOutputStream(stream));
    }

    public void close() throws IOException {
      if (out != null) out.flush();
      super.close();
    }
  }

  static final class Frames extends Output {
    Frames(String path) { super(path); }

    public void writeRecord(Tuple2<String, byte[]> frame) throws IOException { Worker.write(out, frame.f1); }
  }
}
