package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.json.NativeJson;
import io.github.godotvariant.text.VariantText;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.cbor.CBORMapper;
import tools.jackson.dataformat.smile.SmileMapper;

/** The formats that are compared: a row of each table. */
public enum Row {
  /** Ours; every ratio is to it. */
  VARIANT(
      "godot-variant, tree",
      () -> new OwnFormat<>(VariantCodec.GODOT_4::encode, VariantCodec.GODOT_4::decode)),
  /** Ours, {@code var_to_str}. */
  TEXT(
      "godot-variant, engine's text",
      () -> new OwnFormat<>(VariantText.GODOT_4::print, VariantText.GODOT_4::parse)),
  /** Ours, {@code JSON.from_native}. */
  NATIVE_JSON(
      "godot-variant, engine's lossless JSON",
      () -> new OwnFormat<>(NativeJson.GODOT_4::write, NativeJson.GODOT_4::read)),
  /** A tree of its own, whose strings stay undecoded bytes until asked for. */
  MSGPACK_VALUE("msgpack-java, Value", MsgpackValueFormat::new),
  /** Packer and unpacker, walked by hand. */
  MSGPACK_MAP("msgpack-java, Map and List", MsgpackMapFormat::new),
  /** Jackson 3. */
  CBOR_NODE("Jackson CBOR, JsonNode", () -> new JacksonNodeFormat(new CBORMapper())),
  /** Jackson 3. */
  CBOR_MAP("Jackson CBOR, Map and List", () -> new JacksonMapFormat(new CBORMapper())),
  /** Jackson 3. */
  SMILE_NODE("Jackson Smile, JsonNode", () -> new JacksonNodeFormat(new SmileMapper())),
  /** Jackson 3. */
  SMILE_MAP("Jackson Smile, Map and List", () -> new JacksonMapFormat(new SmileMapper())),
  /** Jackson 3. */
  JSON("Jackson JSON, JsonNode", () -> new JacksonNodeFormat(new JsonMapper())),
  /** Registered classes, no references, buffers reused. */
  KRYO("Kryo 5, Map and List", KryoFormat::new),
  /** Registered classes, no references. */
  FORY("Fory, Map and List", ForyFormat::new),
  /** What protobuf has for values without a schema. */
  PROTOBUF("protobuf, Value", ProtobufFormat::new);

  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // Constructors, which keep nothing.
  private final Supplier<Format<?, ?>> maker;

  Row(String title, Supplier<Format<?, ?>> maker) {
    this.title = title;
    this.maker = maker;
  }

  /** What it is called in tables. */
  String title() {
    return title;
  }

  /** A new instance, for one thread. */
  @SuppressWarnings("unchecked") // Nobody looks at trees and bytes but the format that made them.
  Format<Object, Object> format() {
    return (Format<Object, Object>) maker.get();
  }

  /** The library itself, whose tree is the value. */
  private record OwnFormat<E>(Function<Variant, E> encoder, Function<E, Variant> decoder)
      implements Format<Variant, E> {
    @Override
    public Variant tree(Variant value) {
      return value;
    }

    @Override
    public E encode(Variant tree) {
      return encoder.apply(tree);
    }

    @Override
    public Variant decode(E encoded) {
      return decoder.apply(encoded);
    }

    @Override
    public Object content(Variant tree) {
      return Plain.of(tree);
    }
  }
}
