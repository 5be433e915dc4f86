package io.github.godotvariant.codec;

import io.github.godotvariant.internal.Access;
import io.github.godotvariant.internal.wire.ValueDecoder;
import io.github.godotvariant.internal.wire.WireTable;
import io.github.godotvariant.internal.wire.WireWriter;

/** The operations that the codec provides to internal packages. */
final class CodecAccess
    implements Access.Codec<
        VariantReader, VariantWriter, VariantCodec, ValueDecoder, WireWriter, WireTable> {
  @Override
  public ValueDecoder decoder(VariantReader reader) {
    return reader.decoder();
  }

  @Override
  public VariantReader reader(ValueDecoder decoder) {
    return new VariantReader(decoder, () -> {});
  }

  @Override
  public void charge(VariantReader reader, long elements, long heapBytes) {
    reader.decoder().charge(elements, heapBytes);
  }

  @Override
  public VariantWriter writer(WireWriter out, int depth) {
    return new VariantWriter(out, depth);
  }

  @Override
  public int depth(VariantWriter writer) {
    return writer.depth();
  }

  @Override
  public WireTable table(VariantCodec codec) {
    return codec.table;
  }
}
