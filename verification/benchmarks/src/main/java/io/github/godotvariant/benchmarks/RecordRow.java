package io.github.godotvariant.benchmarks;

import io.github.godotvariant.jackson.GodotMapper;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.cbor.CBORMapper;
import tools.jackson.dataformat.smile.SmileMapper;

/** The formats that are compared on every {@link Message}: the rows of those tables. */
public enum RecordRow {
  /** Ours, without a tree. */
  VARIANT(
      "godot-variant, reader and writer",
      VariantUpdate::new,
      VariantSmallEvents::new,
      VariantEvents::new),
  /** Ours, with generated code; every ratio is to it. */
  RECORDS("godot-variant, records", OwnRecords::new),
  /** Registered classes, no references. */
  FORY("Fory, records", ForyRecords::new),
  /** Registered classes, no references, buffers reused. */
  KRYO("Kryo 5, records", KryoRecords::new),
  /** Packer and unpacker, walked by hand. */
  MSGPACK("msgpack-java, by hand", MsgpackUpdate::new, MsgpackSmallEvents::new, MsgpackEvents::new),
  /** The runtime of protobuf, without the classes that its compiler generates. */
  PROTOBUF("protobuf, by hand", ProtobufUpdate::new, ProtobufSmallEvents::new, ProtobufEvents::new),
  /** The classes that its compiler generates, made of records and made into records. */
  PROTOBUF_GENERATED(
      "protobuf, generated", GeneratedUpdate::new, GeneratedSmallEvents::new, GeneratedEvents::new),
  /** Ours, as a data format of Jackson 3. */
  GODOT_MAPPER(
      "Jackson, Godot's bytes, records",
      message -> new JacksonRecords<>(GodotMapper.builder(), message)),
  /** Jackson 3. */
  CBOR("Jackson CBOR, records", message -> new JacksonRecords<>(CBORMapper.builder(), message)),
  /** Jackson 3. */
  SMILE("Jackson Smile, records", message -> new JacksonRecords<>(SmileMapper.builder(), message)),
  /** Jackson 3. */
  JSON("Jackson JSON, records", message -> new JacksonRecords<>(JsonMapper.builder(), message));

  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // Constructors, which keep nothing.
  private final Function<Message, RecordFormat<?>> maker;

  RecordRow(String title, Function<Message, RecordFormat<?>> maker) {
    this.title = title;
    this.maker = maker;
  }

  /** What is written by hand, for each message. */
  RecordRow(
      String title,
      Supplier<RecordFormat<Update>> update,
      Supplier<RecordFormat<List<SmallEvent>>> small,
      Supplier<RecordFormat<List<Event>>> events) {
    this(
        title,
        message ->
            switch (message) {
              case PLAYER_UPDATE -> update.get();
              case SMALL_EVENTS -> small.get();
              case TELEMETRY -> events.get();
            });
  }

  /** What it is called in tables. */
  String title() {
    return title;
  }

  /** A new instance, for one thread. */
  @SuppressWarnings("unchecked") // Each is given what it is for, and what it wrote itself.
  RecordFormat<Object> format(Message message) {
    return (RecordFormat<Object>) maker.apply(message);
  }
}
