package io.github.godotvariant.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.RecordCodec;
import io.github.godotvariant.testkit.RandomVariants;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests with a real broker. */
@SuppressWarnings("FutureReturnValueIgnored") // a closed producer has sent all records
class BrokerTest {
  @GodotRecord
  record PlayerUpdate(long id, Vector3 pos, String state) {}

  private static final int VALUES = 20_000 * Integer.getInteger("laws", 1);

  @TempDir static Path folder;
  private static KafkaBroker broker;

  private final PlayerUpdate update = new PlayerUpdate(7, new Vector3(1, 2, 3), "run");
  private final Properties properties = new Properties();
  private final List<PlayerUpdate> handled = new ArrayList<>();
  private final List<ByteBuffer> rejected = new ArrayList<>();
  private boolean isRunning = true;

  @BeforeAll
  static void start() {
    broker = new KafkaBroker(folder);
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  BrokerTest() {
    properties.put("bootstrap.servers", broker.address());
  }

  private Consumer<String, Variant> consumer(String topic) {
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    properties.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
    properties.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, GodotVariantDeserializer.class);
    Consumer<String, Variant> consumer = new KafkaConsumer<>(properties);
    TopicPartition partition = new TopicPartition(topic, 0);
    consumer.assign(List.of(partition));
    consumer.seekToBeginning(List.of(partition));
    return consumer;
  }

  private static <V> List<V> values(Consumer<String, V> consumer, int count) {
    List<V> values = new ArrayList<>();
    for (int empty = 0; values.size() < count && empty < 60; ) {
      ConsumerRecords<String, V> some = consumer.poll(Duration.ofSeconds(1));
      some.forEach(record -> values.add(record.value()));
      empty = some.isEmpty() ? empty + 1 : 0;
    }
    return values;
  }

  private void handle(PlayerUpdate received) {
    handled.add(received);
    isRunning = false;
  }

  private void reject(RecordDeserializationException e) {
    rejected.add(e.valueBuffer());
  }

  private void sendUpdate(String topic) throws Exception {
    broker.createTopic(topic, 1);
    try (Producer<String, PlayerUpdate> producer =
        new KafkaProducer<>(
            properties,
            new StringSerializer(),
            new GodotVariantSerializer<>(RecordCodec.of(PlayerUpdate.class)))) {
      producer.send(new ProducerRecord<>(topic, "ada", update));
    }
  }

  @Test
  @Timeout(120)
  void writesAndReadsTopicAsInGuide() throws Exception {
    broker.createTopic("updates", 1);
    byte[] malformed = {1, 2, 3};
    try (Producer<String, byte[]> other =
        new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer())) {
      other.send(new ProducerRecord<>("updates", "eve", malformed));
    }
    GodotVariantSerde<PlayerUpdate> updates =
        new GodotVariantSerde<>(RecordCodec.of(PlayerUpdate.class));
    Producer<String, PlayerUpdate> producer =
        new KafkaProducer<>(properties, new StringSerializer(), updates.serializer());
    producer.send(new ProducerRecord<>("updates", "ada", update));
    producer.close();
    properties.put(ConsumerConfig.GROUP_ID_CONFIG, "game");
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    VariantCodec careful = VariantCodec.GODOT_4.withLimits(ReadLimits.NETWORK);
    Consumer<String, PlayerUpdate> consumer =
        new KafkaConsumer<>(
            properties,
            new StringDeserializer(),
            new GodotVariantDeserializer<>(RecordCodec.of(PlayerUpdate.class).with(careful)));
    consumer.subscribe(List.of("updates"));
    while (isRunning) {
      try {
        for (ConsumerRecord<String, PlayerUpdate> record : consumer.poll(Duration.ofSeconds(1))) {
          handle(record.value());
        }
      } catch (RecordDeserializationException e) {
        reject(e); // for example, send e.valueBuffer() to a dead-letter topic
        consumer.seek(e.topicPartition(), e.offset() + 1);
      }
    }
    consumer.close();
    assertThat(handled).containsExactly(update);
    assertThat(rejected).containsExactly(ByteBuffer.wrap(malformed));
  }

  @Test
  void readsTopicWithPropertiesOfGuide() throws Exception {
    String guide = Files.readString(Path.of("../../docs/guide/kafka.md"));
    String block = guide.split("```properties\n", 2)[1].split("```", 2)[0];
    properties.load(
        new StringReader(block.replace("game.PlayerUpdate", PlayerUpdate.class.getName())));
    properties.put("bootstrap.servers", broker.address());
    for (String name : properties.stringPropertyNames()) {
      if (name.startsWith("godot.")) {
        assertThat(GodotVariantSerdeConfig.definition().names()).contains(name);
      }
    }
    sendUpdate("statistics");
    try (Consumer<String, PlayerUpdate> consumer = new KafkaConsumer<>(properties)) {
      consumer.subscribe(List.of("statistics"));
      assertThat(values(consumer, 1)).containsExactly(update);
    }
  }

  /** Random values in order, with tombstones and Nil between them. */
  @Test
  void transfersAllValuesThroughBroker() throws Exception {
    broker.createTopic("values", 1);
    properties.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class);
    properties.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, GodotVariantSerializer.class);
    List<Variant> sent = new ArrayList<>();
    RandomVariants values = RandomVariants.of(Dialect.GODOT_4, 20);
    for (int i = 0; i < VALUES; i++) {
      sent.add(i % 1_000 == 0 ? null : i % 1_000 == 1 ? Variant.NIL : values.next());
    }
    List<Future<RecordMetadata>> acknowledged = new ArrayList<>();
    try (Producer<String, Variant> producer = new KafkaProducer<>(properties)) {
      for (Variant value : sent) {
        acknowledged.add(producer.send(new ProducerRecord<>("values", "key", value)));
      }
    }
    for (Future<RecordMetadata> each : acknowledged) {
      assertThat(each.get().hasOffset()).isTrue();
    }
    try (Consumer<String, Variant> consumer = consumer("values")) {
      assertThat(values(consumer, sent.size())).isEqualTo(sent);
    }
  }

  /** A damaged value stops a consumer, which can seek to the record after it. */
  @Test
  void continuesAfterDamagedValue() throws Exception {
    broker.createTopic("damaged", 1);
    byte[] good = VariantCodec.GODOT_4.encode(Variant.of("good"));
    byte[] cut = java.util.Arrays.copyOf(good, good.length - 4);
    try (Producer<String, byte[]> producer =
        new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer())) {
      for (byte[] value : List.of(good, cut, good)) {
        producer.send(new ProducerRecord<>("damaged", "key", value));
      }
    }
    try (Consumer<String, Variant> consumer = consumer("damaged")) {
      List<Variant> values = new ArrayList<>();
      Optional<RecordDeserializationException> failure = Optional.empty();
      for (int polls = 0; values.size() < 2 && polls < 300; polls++) {
        try {
          for (ConsumerRecord<String, Variant> record : consumer.poll(Duration.ofSeconds(1))) {
            values.add(record.value());
          }
        } catch (RecordDeserializationException e) {
          failure = Optional.of(e);
          consumer.seek(e.topicPartition(), e.offset() + 1);
        }
      }
      assertThat(values).containsExactly(Variant.of("good"), Variant.of("good"));
      RecordDeserializationException thrown = failure.orElseThrow();
      assertThat(thrown.offset()).isEqualTo(1);
      assertThat(thrown.valueBuffer().remaining()).isEqualTo(cut.length);
      assertThat(thrown)
          .rootCause()
          .isInstanceOfSatisfying(
              MalformedVariantException.class, cause -> assertThat(cause.path()).isEqualTo("$"));
    }
  }

  @Test
  void rejectsValuesThatDialectCannotExpress() throws Exception {
    broker.createTopic("old", 1);
    properties.put(GodotVariantSerdeConfig.DIALECT, "godot-3");
    properties.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class);
    properties.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, GodotVariantSerializer.class);
    try (Producer<String, Variant> producer = new KafkaProducer<>(properties)) {
      assertThatThrownBy(
              () ->
                  producer.send(
                      new ProducerRecord<>(
                          "old", "key", new io.github.godotvariant.Vector2i(1, 2))))
          .hasRootCauseInstanceOf(VariantException.class);
    }
  }
}
