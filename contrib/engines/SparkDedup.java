import java.io.*;
import java.util.*;
import org.apache.spark.HashPartitioner;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.*;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.TaskCompletionListener;
import scala.Tuple2;

/** Makes the sorted frames for `gannet batch dedup --frames` on Spark. Arguments: gannet, the file to write, files of ads. */
public final class SparkDedup {
  public static void main(String[] args) throws Exception {
    String gannet = args[0];
    SparkSession spark = SparkSession.builder().appName("gannet dedup").getOrCreate();
    JavaSparkContext context = new JavaSparkContext(spark.sparkContext());
    List<Tuple2<Long, String>> files = files(args);
    JavaPairRDD<String, byte[]> made = context.parallelize(files, files.size())
        .mapPartitions(part -> {
          Tuple2<Long, String> file = part.next(); // one a partition
          return run(gannet, "bands", Worker.lines(file._1, file._2));
        })
        .mapToPair(frame -> new Tuple2<>(Worker.key(frame), frame));
    int parts = Math.max(2, context.defaultParallelism());
    JavaPairRDD<String, byte[]> paired = made.repartitionAndSortWithinPartitions(new HashPartitioner(parts))
        .mapPartitions(part -> {
          Iterator<byte[]> frames = new Iterator<byte[]>() {
            public boolean hasNext() { return part.hasNext(); }
            public byte[] next() { return part.next()._2; }
          };
          return run(gannet, "pairs", frames);
        })
        .mapToPair(frame -> new Tuple2<>(Worker.key(frame), frame));
    try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(args[1])))) {
      Iterator<Tuple2<String, byte[]>> sorted = paired.sortByKey(true, parts).toLocalIterator();
      while (sorted.hasNext()) Worker.write(out, sorted.next()._2);
    }
    spark.stop();
  }

  /** Returns the files of a driver's arguments with their numbers. */
  static List<Tuple2<Long, String>> files(String[] args) {
    List<Tuple2<Long, String>> files = new ArrayList<>();
    for (int i = 2; i < args.length; i++) files.add(new Tuple2<>((long) i - 2, args[i]));
    return files;
  }

  static Iterator<byte[]> run(String gannet, String step, Iterator<byte[]> in) throws IOException {
    Worker worker = new Worker(gannet, step, in);
    TaskContext.get().addTaskCompletionListener((TaskCompletionListener) task -> worker.close());
    return worker;
  }
}
