import java.io.*;
import java.nio.ByteBuffer;
import java.nio.file.*;
import java.util.*;

/** A process of `gannet worker`, for one task of an engine. docs/guide/16-batches.md describes the frames. */
final class Worker implements Iterator<byte[]>, Closeable {
  private final Process process;
  private final String step;
  private final Thread feeder;
  private final DataInputStream out;
  private byte[] next;

  /** Has a worker read frames. The iterator gives those that it writes. A worker that fails is an error, so that the engine tries again. */
  Worker(String gannet, String step, Iterator<byte[]> in) throws IOException {
    this.step = step;
    process = new ProcessBuilder(gannet, "worker", step).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    out = new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16));
    feeder = new Thread(() -> feed(in));
    feeder.start();
    next = read();
  }

  private void feed(Iterator<byte[]> in) {
    try (DataOutputStream to = new DataOutputStream(new BufferedOutputStream(process.getOutputStream(), 1 << 16))) {
      while (in.hasNext()) write(to, in.next());
    } catch (Throwable broken) {
      process.destroyForcibly(); // what the worker has read is not all
    }
  }

  private byte[] read() {
    try {
      byte[] frame = new byte[out.readInt()];
      out.readFully(frame);
      return frame;
    } catch (EOFException end) {
      return end();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private byte[] end() {
    try {
      feeder.join();
      int status = process.waitFor();
      if (status != 0) throw new IllegalStateException("gannet worker " + step + " ended with status " + status);
      return null;
    } catch (InterruptedException stopped) {
      close();
      throw new IllegalStateException(stopped);
    }
  }

  public boolean hasNext() { return next != null; }

  public byte[] next() {
    byte[] frame = next;
    next = read();
    return frame;
  }

  /** Ends the process of a task that is given up. */
  public void close() { process.destroyForcibly(); }

  /** Returns frames of the lines of a file. Files with smaller numbers come first. */
  static Iterator<byte[]> lines(long file, String path) throws IOException {
    BufferedInputStream in = new BufferedInputStream(Files.newInputStream(Path.of(path)), 1 << 16);
    return new Iterator<byte[]>() {
      long number = 0;
      byte[] next = read();

      byte[] read() {
        try {
          ByteArrayOutputStream line = new ByteArrayOutputStream();
          int b;
          while ((b = in.read()) >= 0 && b != '\n') line.write(b);
          if (b < 0 && line.size() == 0) return null;
          byte[] name = (path + ":" + ++number).getBytes("UTF-8");
          return ByteBuffer.allocate(11 + name.length + line.size()).put((byte) 'L').putLong(file << 40 | number)
              .putShort((short) name.length).put(name).put(line.toByteArray()).array();
        } catch (IOException broken) {
          throw new UncheckedIOException(broken);
        }
      }

      public boolean hasNext() { return next != null; }

      public byte[] next() {
        byte[] frame = next;
        next = read();
        return frame;
      }
    };
  }

  /** Returns the frame of a WARC file. */
  static Iterator<byte[]> path(long file, String path) {
    byte[] name = path.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    return List.of(ByteBuffer.allocate(9 + name.length).put((byte) 'F').putLong(file).put(name).array()).iterator();
  }

  /** Returns the first nine bytes of a frame: kind and key, in an order that strings have, too. */
  static String key(byte[] frame) { return new String(frame, 0, 9, java.nio.charset.StandardCharsets.ISO_8859_1); }

  /** Writes a frame to a stream. */
  static void write(DataOutputStream out, byte[] frame) throws IOException {
    out.writeInt(frame.length);
    out.write(frame);
  }

  /** Writes the lines of a frame with postings. A page that cannot be read is named on the standard error. */
  static void writePostings(OutputStream out, byte[] frame) throws IOException {
    if (frame[0] == 'J') out.write(frame, 9, frame.length - 9);
    else System.err.println(new String(frame, 9, frame.length - 9, java.nio.charset.StandardCharsets.UTF_8));
  }
}
