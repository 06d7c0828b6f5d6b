import java.io.*;
import java.util.*;
import org.apache.flink.api.common.functions.MapPartitionFunction;
import org.apache.flink.api.common.operators.Order;
import org.apache.flink.api.common.restartstrategy.RestartStrategies;
import org.apache.flink.api.java.*;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.util.Collector;

/** Writes the postings of WARC files as `gannet extract` does, on Flink. Arguments: gannet, the file to write, WARC files. */
public final class FlinkExtract {
  public static void main(String[] args) throws Exception {
    ExecutionEnvironment flink = ExecutionEnvironment.getExecutionEnvironment();
    flink.setRestartStrategy(RestartStrategies.fixedDelayRestart(3, 100));
    List<Tuple2<Long, String>> files = new ArrayList<>();
    for (int i = 2; i < args.length; i++) files.add(new Tuple2<>((long) i - 2, args[i]));
    flink.fromCollection(files).rebalance()
        .mapPartition(new Pages(args[0]))
        .rebalance()
        .mapPartition(new FlinkDedup.Step(args[0], "extract"))
        .partitionByHash(new FlinkDedup.One()).setParallelism(1).sortPartition(0, Order.ASCENDING).setParallelism(1)
        .output(new Postings(args[1])).setParallelism(1);
    flink.execute("gannet extract");
  }

  static final class Pages implements MapPartitionFunction<Tuple2<Long, String>, Tuple2<String, byte[]>> {
    final String gannet;

    Pages(String gannet) { this.gannet = gannet; }

    public void mapPartition(Iterable<Tuple2<Long, String>> files, Collector<Tuple2<String, byte[]>> out) throws Exception {
      for (Tuple2<Long, String> file : files) FlinkDedup.run(gannet, "pages", Worker.path(file.f0, file.f1), out);
    }
  }

  static final class Postings extends FlinkDedup.Output {
    Postings(String path) { super(path); }

    public void writeRecord(Tuple2<String, byte[]> frame) throws IOException { Worker.writePostings(out, frame.f1); }
  }
}
