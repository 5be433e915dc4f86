package io.github.godotvariant.internal.codec;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.internal.Access;
import io.github.godotvariant.internal.tree.ValueDecoder;
import io.github.godotvariant.internal.type.TypeCodecs;
import io.github.godotvariant.internal.wire.WireWriter;
import java.util.Objects;

/** Gives internal packages access to the internal state of codecs, readers and writers. */
public final class CodecOperations {
  /** The operations, with the public types as type arguments. */
  public static final Access.Codec<
          VariantReader, VariantWriter, VariantCodec, ValueDecoder, WireWriter, TypeCodecs, Variant>
      CODEC;

  static {
    Objects.requireNonNull(VariantCodec.GODOT_4); // loads the class that provides the operations
    CODEC = Access.codec();
  }

  private CodecOperations() {}
}
