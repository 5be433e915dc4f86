package io.github.godotvariant.internal.records;

import static io.github.godotvariant.internal.codec.CodecOperations.CODEC;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.internal.tree.ValueDecoder;
import org.jspecify.annotations.Nullable;

/** A component that has a value if there is none for it. It is written all the same. */
public final class DefaultKind extends Kind {
  private final Kind kind;

  /** Read again each time: it may be an array, which its owner may change. */
  private final byte[] value;

  private final long elements;
  private final long heap;

  /**
   * With a default.
   *
   * @throws io.github.godotvariant.VariantTypeException if it is of another type
   */
  public DefaultKind(Kind kind, Variant value) {
    super(kind.owner);
    this.kind = kind;
    this.value = VariantCodec.GODOT_4.encode(value);
    try (VariantReader in = VariantCodec.GODOT_4.reader(this.value)) {
      ValueDecoder decoder = CODEC.decoder(in);
      long elementsBefore = decoder.elementsLeft;
      long heapBefore = decoder.heapLeft;
      kind.read(in);
      elements = elementsBefore - decoder.elementsLeft;
      heap = heapBefore - decoder.heapLeft;
    }
  }

  @Override
  public @Nullable Object read(VariantReader in) {
    return kind.read(in);
  }

  @Override
  public void write(VariantWriter out, @Nullable Object value) {
    kind.write(out, value);
  }

  @Override
  public @Nullable Object absent() {
    try (VariantReader in = VariantCodec.GODOT_4.reader(value)) {
      return kind.read(in);
    }
  }

  @Override
  public long absentElements() {
    return elements;
  }

  @Override
  public long absentHeap() {
    return heap;
  }

  @Override
  @Nullable VariantType type() {
    return kind.type();
  }
}
