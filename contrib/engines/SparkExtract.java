import java.io.*;
import java.util.*;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.*;
import org.apache.spark.sql.SparkSession;
import scala.Tuple2;

/** Writes the postings of WARC files as `gannet extract` does, on Spark. Arguments: gannet, the file to write, WARC files. */
public final class SparkExtract {
  public static void main(String[] args) throws Exception {
    String gannet = args[0];
    SparkSession spark = SparkSession.builder().appName("gannet extract").getOrCreate();
    JavaSparkContext context = new JavaSparkContext(spark.sparkContext());
    List<Tuple2<Long, String>> files = SparkDedup.files(args);
    int parts = Math.max(2, context.defaultParallelism());
    JavaPairRDD<String, byte[]> postings = context.parallelize(files, files.size())
        .mapPartitions(part -> {
          Tuple2<Long, String> file = part.next(); // one a partition
          return SparkDedup.run(gannet, "pages", Worker.path(file._1, file._2));
        })
        .mapToPair(page -> new Tuple2<>(Worker.key(page), page)).partitionBy(new HashPartitioner(parts)).values()
        .mapPartitions(part -> SparkDedup.run(gannet, "extract", part))
        .mapToPair(frame -> new Tuple2<>(Worker.key(frame), frame));
    try (OutputStream out = new BufferedOutputStream(new FileOutputStream(args[1]))) {
      Iterator<Tuple2<String, byte[]>> sorted = postings.sortByKey(true, parts).toLocalIterator();
      while (sorted.hasNext()) Worker.writePostings(out, sorted.next()._2);
    }
    spark.stop();
  }
}
