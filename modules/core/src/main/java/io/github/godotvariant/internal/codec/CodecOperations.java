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

/** The operations that the codec provides to internal packages. */
public final class CodecOperations {
  /** Gives access to the state of codecs, readers and writers. */
  public static final Access.Codec<
          VariantReader, VariantWriter, VariantCodec, ValueDecoder, WireWriter, TypeCodecs, Variant>
      CODEC;

  static {
    Objects.requireNonNull(VariantCodec.GODOT_4); // Loads the provider.
    CODEC = Access.codec();
  }

  private CodecOperations() {}
}
