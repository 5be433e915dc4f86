package telemetry;

import io.github.godotvariant.Vector3;
import io.github.godotvariant.kafka.GodotVariantSerializer;
import io.github.godotvariant.records.RecordCodec;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Simulates a game. Each of eight players sends 20 updates a second. Some packets are damaged. */
public final class Producer {
  private static final List<String> PLAYERS =
      List.of("ada", "bob", "cyd", "dan", "eve", "fay", "gus", "hal");
  private static final int DAMAGED = 4_001;

  private Producer() {}

  public static void main(String[] arguments) throws Exception {
    int updates = Integer.parseInt(arguments[1]);
    Map<String, Object> broker = Map.of("bootstrap.servers", arguments[0]);
    // Keep all updates, because their timestamps are old.
    NewTopic topic = new NewTopic("updates", 2, (short) 1).configs(Map.of("retention.ms", "-1"));
    try (Admin admin = Admin.create(broker)) {
      if (!admin.listTopics().names().get().contains("updates")) {
        admin.createTopics(List.of(topic)).all().get();
      }
    }
    Random random = new Random(1);
    int[] hp = new int[PLAYERS.size()];
    long start = Instant.parse("2026-01-01T18:00:00Z").toEpochMilli();
    AtomicReference<Exception> failure = new AtomicReference<>();
    GodotVariantSerializer<PlayerUpdate> serializer =
        new GodotVariantSerializer<>(RecordCodec.of(PlayerUpdate.class));
    try (var producer =
        new KafkaProducer<>(broker, new StringSerializer(), new ByteArraySerializer())) {
      for (int i = 0; i < updates; i++) {
        int player = i % PLAYERS.size();
        long time = start + i / PLAYERS.size() * 50L;
        // Players recover slowly and are hit at random, some players more often than others.
        hp[player] = Math.min(100, hp[player] + random.nextInt(2));
        if (random.nextInt(40 + 30 * player) == 0) {
          hp[player] = Math.max(0, hp[player] - 20 - random.nextInt(20));
        }
        String state = hp[player] == 0 ? "down" : random.nextBoolean() ? "run" : "idle";
        Vector3 pos = new Vector3(random.nextFloat() * 100, 0, random.nextFloat() * 100);
        RecordHeaders headers = new RecordHeaders();
        byte[] bytes =
            serializer.serialize(
                "updates", headers, new PlayerUpdate(PLAYERS.get(player), hp[player], pos, state));
        if (i % DAMAGED == DAMAGED - 1) {
          bytes = Arrays.copyOf(bytes, bytes.length / 2);
        }
        producer.send(
            new ProducerRecord<>("updates", null, time, PLAYERS.get(player), bytes, headers),
            (metadata, problem) -> failure.compareAndSet(null, problem));
        if ((i + 1) % 20_000 == 0 || i + 1 == updates) {
          System.out.println("sent " + (i + 1) + " of " + updates + " updates");
        }
      }
    }
    if (failure.get() != null) {
      throw failure.get();
    }
  }
}
