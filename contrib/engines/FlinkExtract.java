import java.io.*;
import org.apache.flink.api.common.operators.Order;
import org.apache.flink.api.common.restartstrategy.RestartStrategies;
import org.apache.flink.api.java.*;
import org.apache.flink.api.java.tuple.Tuple2;

/** Writes the postings of WARC files as `gannet extract` does, on Flink. Arguments: gannet, the file to write, WARC files. */
public final class FlinkExtract {
  public static void main(String[] args) throws Exception {
    ExecutionEnvironment flink = ExecutionEnvironment.getExecutionEnvironment();
    flink.setRestartStrategy(RestartStrategies.fixedDelayRestart(3, 100));
    flink.fromCollection(FlinkDedup.files(args)).rebalance()
        .mapPartition(new FlinkDedup.Files(args[0], "pages", Worker::path))
        .rebalance()
        .mapPartition(new FlinkDedup.Step(args[0], "extract"))
        .partitionByHash(new FlinkDedup.One()).setParallelism(1).sortPartition(0, Order.ASCENDING).setParallelism(1)
        .output(new Postings(args[1])).setParallelism(1);
    flink.execute("gannet extract");
  }

  static final class Postings extends FlinkDedup.Output {
    Postings(String path) { super(path); }

    public void writeRecord(Tuple2<String, byte[]> frame) throws IOException { Worker.writePostings(out, frame.f1); }
  }
}
