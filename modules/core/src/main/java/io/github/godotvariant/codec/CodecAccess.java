package io.github.godotvariant.codec;

import io.github.godotvariant.Variant;
import io.github.godotvariant.internal.Access;
import io.github.godotvariant.internal.tree.ValueDecoder;
import io.github.godotvariant.internal.type.TypeCodecs;
import io.github.godotvariant.internal.wire.WireWriter;

/** Gives internal packages access to the internal state of codecs, readers and writers. */
final class CodecAccess
    implements Access.Codec<
        VariantReader, VariantWriter, VariantCodec, ValueDecoder, WireWriter, TypeCodecs, Variant> {
  @Override
  public ValueDecoder decoder(VariantReader reader) {
    return reader.decoder();
  }

  @Override
  public void charge(VariantReader reader, long elements, long heapBytes) {
    reader.decoder().charge(elements, heapBytes);
  }

  @Override
  public WireWriter begin(VariantWriter writer) {
    return writer.beginContainer();
  }

  @Override
  public void end(VariantWriter writer) {
    writer.endContainer();
  }

  @Override
  public TypeCodecs types(VariantCodec codec) {
    return codec.types;
  }

  @Override
  public Variant readWithoutPath(VariantReader reader) {
    return reader.decoder().readWithoutPath();
  }

  @Override
  public boolean encodesTo(VariantCodec codec, Variant value, byte[] expected) {
    return codec.encodesTo(value, expected);
  }

  @Override
  public boolean hasReadDoubles(VariantReader reader) {
    return reader.decoder().hasReadDoubles;
  }

  @Override
  public VariantWriter writer(VariantCodec codec, VariantWriter old) {
    return codec.writer(old);
  }
}
