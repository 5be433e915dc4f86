package io.github.godotvariant.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.kafka.GodotVariantSerializer;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.RecordCodec;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Streams a topic of a real broker to Parquet with a program that is killed twice. {@code
 * -Dstream.values} sets the number of values.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the test detects values that were not sent
class StreamTest {
  @GodotRecord
  record PlayerUpdate(long id, int hp, Vector3 pos, String state) {
    /** Returns the same value for each call with the same number. */
    static PlayerUpdate of(long id) {
      SplittableRandom random = new SplittableRandom(id);
      Vector3 pos =
          new Vector3((float) random.nextDouble(-1e6, 1e6), (float) random.nextDouble(), -0f);
      String state = List.of("", "idle", "run", "\u00FCber \uD83D\uDE00").get(random.nextInt(4));
      return new PlayerUpdate(id, random.nextInt(), pos, state + random.nextInt(100));
    }
  }

  /** The kind of a message, which depends on its number. */
  private enum Kind {
    VALUE,
    GODOT_3,
    WITHOUT_HEADER,
    TOMBSTONE,
    CUT,
    OF_ANOTHER_TYPE,
    OF_UNKNOWN_DIALECT;

    static Kind of(int number) {
      return switch (number % 100) {
        case 7 -> GODOT_3;
        case 13 -> WITHOUT_HEADER;
        case 23 -> TOMBSTONE;
        case 31 -> CUT;
        case 47 -> OF_ANOTHER_TYPE;
        case 59 -> OF_UNKNOWN_DIALECT;
        default -> VALUE;
      };
    }
  }

  private static final int VALUES = Integer.getInteger("stream.values", 20_000);
  private static final int BATCHES = 4;
  private static final RecordCodec<PlayerUpdate> CODEC = RecordCodec.of(PlayerUpdate.class);
  private static final RecordCodec<PlayerUpdate> OLD = CODEC.with(VariantCodec.GODOT_3);

  @TempDir Path folder;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void stopSession() throws Exception {
    for (Process process : started) {
      process.destroyForcibly().waitFor();
    }
  }

  private BufferedReader start(String name, String classPath, List<String> arguments)
      throws IOException {
    ProcessBuilder builder =
        Program.of(
                List.of("-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                classPath,
                arguments)
            .directory(Files.createDirectories(folder.resolve(name)).toFile())
            .redirectError(folder.resolve(name + ".log").toFile());
    Process process = builder.start();
    started.add(process);
    return process.inputReader(StandardCharsets.UTF_8);
  }

  /** Starts a broker with its own class path, because Spark has another version of Kafka. */
  private String startBroker() throws IOException {
    Path module = Path.of(System.getProperty("kafka"));
    String classPath =
        Files.readString(module.resolve("broker.classpath")).trim()
            + File.pathSeparator
            + module.resolve("test-classes");
    BufferedReader lines =
        start(
            "broker",
            classPath,
            List.of(
                "io.github.godotvariant.kafka.KafkaBroker",
                Files.createDirectories(folder.resolve("log")).toString()));
    String line = lines.readLine();
    assertThat(line).as("see broker.log").startsWith("broker at ");
    return line.substring("broker at ".length());
  }

  private static byte[] damaged(int number) {
    byte[] bytes = CODEC.encode(PlayerUpdate.of(number));
    return Arrays.copyOf(bytes, bytes.length - 4);
  }

  private static byte[] withWrongType() {
    return VariantCodec.GODOT_4.encode(
        io.github.godotvariant.VariantDictionary.of("id", 5, "hp", "five"));
  }

  private void send(String broker) throws Exception {
    Map<String, Object> properties = Map.of("bootstrap.servers", broker);
    try (Admin admin = Admin.create(properties)) {
      admin.createTopics(List.of(new NewTopic("updates", 2, (short) 1))).all().get();
    }
    GodotVariantSerializer<PlayerUpdate> serializer = new GodotVariantSerializer<>(CODEC);
    GodotVariantSerializer<PlayerUpdate> old = new GodotVariantSerializer<>(OLD);
    try (Producer<String, byte[]> producer =
        new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer())) {
      for (int i = 0; i < VALUES; i++) {
        PlayerUpdate update = PlayerUpdate.of(i);
        RecordHeaders headers = new RecordHeaders();
        headers.add("trace", new byte[] {1});
        byte[] value =
            switch (Kind.of(i)) {
              case VALUE -> serializer.serialize("updates", headers, update);
              case GODOT_3 -> old.serialize("updates", headers, update);
              case WITHOUT_HEADER -> serializer.serialize("updates", update);
              case TOMBSTONE -> serializer.serialize("updates", headers, null);
              case CUT -> damaged(i);
              case OF_ANOTHER_TYPE -> withWrongType();
              case OF_UNKNOWN_DIALECT -> serializer.serialize("updates", update);
            };
        if (Kind.of(i) == Kind.OF_UNKNOWN_DIALECT) {
          headers.add("godot-dialect", "godot-99".getBytes(StandardCharsets.UTF_8));
        }
        producer.send(new ProducerRecord<>("updates", null, "" + i, value, headers));
      }
    }
  }

  /** Runs the job until it ends, or kills it after it prints a line. */
  private List<String> run(String broker, String last) throws Exception {
    BufferedReader lines =
        start(
            "job",
            System.getProperty("java.class.path"),
            List.of(
                StreamJob.class.getName(),
                broker,
                "updates",
                folder.resolve("out").toString(),
                "" + VALUES / BATCHES,
                last));
    Process job = started.get(started.size() - 1);
    List<String> output = new ArrayList<>();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      output.add(line);
      if (line.equals(last)) {
        job.destroyForcibly();
        break;
      }
    }
    assertThat(job.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(job.exitValue() == 0)
        .as("%s %s", output, Files.readString(folder.resolve("job.log")))
        .isEqualTo(last.isEmpty());
    return output;
  }

  @Test
  void writesEachValueExactlyOnceAcrossRestarts() throws Exception {
    String broker = startBroker();
    send(broker);
    // Kills the job between its two tables, then before the checkpoint of a batch.
    assertThat(run(broker, "values 0")).containsExactly("values 0");
    assertThat(run(broker, "dead 1")).containsExactly("values 0", "dead 0", "values 1", "dead 1");
    assertThat(run(broker, "")).startsWith("values 1", "dead 1", "values 2", "dead 2");

    Dataset<Row> values = table("values");
    Dataset<Row> dead = table("dead");
    assertThat(values.count() + dead.count()).isEqualTo(VALUES);
    BitSet seen = new BitSet();
    for (Iterator<Row> rows = values.toLocalIterator(); rows.hasNext(); ) {
      assertValue(rows.next(), seen);
    }
    for (Iterator<Row> rows = dead.toLocalIterator(); rows.hasNext(); ) {
      assertDead(rows.next(), seen);
    }
    assertThat(seen.cardinality()).isEqualTo(VALUES);
    String columns = StreamJob.COLUMNS.replaceAll("(\\w+) (\\w)", "$1: $2");
    assertThat(
            values
                .where(
                    "NOT variant_get(variant, '$', 'STRUCT<"
                        + columns
                        + ">') <=> named_struct('id', id, 'hp', hp, 'pos', pos, 'state', state)"
                        + " AND value IS NOT NULL")
                .count())
        .isZero();
    assertThat(
            values
                .selectExpr("partition", "offset")
                .union(dead.selectExpr("partition", "offset"))
                .groupBy("partition")
                .agg(Map.of("offset", "max"))
                .selectExpr("sum(`max(offset)` + 1)")
                .first()
                .getLong(0))
        .isEqualTo(VALUES);
  }

  private Dataset<Row> table(String name) {
    return Session.SPARK.read().parquet(folder.resolve("out").resolve(name).toString());
  }

  private static int number(Row row, BitSet seen) {
    int number = Integer.parseInt(row.getAs("key"));
    assertThat(seen.get(number)).as("%s occurs twice", number).isFalse();
    seen.set(number);
    return number;
  }

  private static void assertValue(Row row, BitSet seen) {
    int number = number(row, seen);
    PlayerUpdate update = PlayerUpdate.of(number);
    Kind kind = Kind.of(number);
    byte[] bytes = row.getAs("value");
    if (kind == Kind.TOMBSTONE) {
      assertThat(bytes).isNull();
      assertThat(row.isNullAt(row.fieldIndex("id"))).isTrue();
      assertThat(row.isNullAt(row.fieldIndex("variant"))).isTrue();
      return;
    }
    assertThat(kind).isIn(Kind.VALUE, Kind.GODOT_3, Kind.WITHOUT_HEADER);
    if (!Arrays.equals(bytes, (kind == Kind.GODOT_3 ? OLD : CODEC).encode(update))) {
      assertThat(bytes).isEqualTo((kind == Kind.GODOT_3 ? OLD : CODEC).encode(update));
    }
    Row pos = row.getAs("pos");
    PlayerUpdate read =
        new PlayerUpdate(
            row.<Long>getAs("id"),
            row.<Integer>getAs("hp"),
            new Vector3(pos.getFloat(0), pos.getFloat(1), pos.getFloat(2)),
            row.getAs("state"));
    assertThat(read).isEqualTo(update);
  }

  private static void assertDead(Row row, BitSet seen) {
    int number = number(row, seen);
    assertThat(row.<String>getAs("topic")).isEqualTo("updates");
    byte[] bytes = row.getAs("value");
    String problem = row.getAs("problem");
    Long at = row.getAs("byte");
    String path = row.getAs("path");
    switch (Kind.of(number)) {
      case CUT -> {
        assertThat(bytes).isEqualTo(damaged(number));
        assertThat(path).as(problem).isEqualTo("$.state");
        assertThat(at).isEqualTo(problemOffset(bytes));
      }
      case OF_ANOTHER_TYPE -> {
        assertThat(bytes).isEqualTo(withWrongType());
        assertThat(problem).isEqualTo("wanted INT but found String, at byte 40, $.hp");
        assertThat(at).isEqualTo(40);
        assertThat(path).isEqualTo("$.hp");
      }
      case OF_UNKNOWN_DIALECT -> {
        assertThat(bytes).isEqualTo(CODEC.encode(PlayerUpdate.of(number)));
        assertThat(problem).isEqualTo("unknown dialect godot-99");
        assertThat(at).isNull();
        assertThat(path).isEmpty();
      }
      default -> throw new AssertionError(row);
    }
  }

  /** Returns the byte offset of the exception that the codec throws. */
  private static long problemOffset(byte[] bytes) {
    try {
      throw new AssertionError(VariantCodec.GODOT_4.decode(bytes));
    } catch (io.github.godotvariant.MalformedVariantException e) {
      return e.byteOffset();
    }
  }
}
