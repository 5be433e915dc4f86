package io.github.godotvariant.benchmarks;

import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.cbor.CBORMapper;
import tools.jackson.dataformat.smile.SmileMapper;

/** The formats that are compared on {@link Event}: the rows of that table. */
public enum EventRow {
  /** Ours, without a tree. */
  VARIANT("godot-variant, reader and writer", VariantEvents::new),
  /** Ours, with generated code. */
  RECORDS("godot-variant, records", RecordEvents::new),
  /** Registered classes, no references. */
  FORY("Fory, records", ForyEvents::new),
  /** Registered classes, no references, buffers reused. */
  KRYO("Kryo 5, records", KryoEvents::new),
  /** Packer and unpacker, walked by hand. */
  MSGPACK("msgpack-java, by hand", MsgpackEvents::new),
  /** The runtime of protobuf, without the classes that its compiler generates. */
  PROTOBUF("protobuf, by hand", ProtobufEvents::new),
  /** Jackson 3. */
  CBOR("Jackson CBOR, records", () -> new JacksonEvents(CBORMapper.builder())),
  /** Jackson 3. */
  SMILE("Jackson Smile, records", () -> new JacksonEvents(SmileMapper.builder())),
  /** Jackson 3. */
  JSON("Jackson JSON, records", () -> new JacksonEvents(JsonMapper.builder()));

  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // Constructors, which keep nothing.
  private final Supplier<EventFormat> maker;

  EventRow(String title, Supplier<EventFormat> maker) {
    this.title = title;
    this.maker = maker;
  }

  /** What it is called in tables. */
  String title() {
    return title;
  }

  /** A new instance, for one thread. */
  EventFormat format() {
    return maker.get();
  }
}
