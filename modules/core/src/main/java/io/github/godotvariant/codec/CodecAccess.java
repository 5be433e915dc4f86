package io.github.godotvariant.codec;

import io.github.godotvariant.internal.Access;
import io.github.godotvariant.internal.Reusable.Slot;
import io.github.godotvariant.internal.tree.ValueDecoder;
import io.github.godotvariant.internal.type.TypeCodecs;
import io.github.godotvariant.internal.wire.TextCache;
import io.github.godotvariant.internal.wire.WireWriter;

/** The operations that the codec provides to internal packages. */
final class CodecAccess
    implements Access.Codec<
        VariantReader, VariantWriter, VariantCodec, ValueDecoder, WireWriter, TypeCodecs, Decoded> {
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
  public Decoded decodeWithoutPath(VariantCodec codec, byte[] bytes) {
    Slot<TextCache> memory = codec.memories.take();
    try {
      ValueDecoder decoder = codec.decoder(memory, bytes, 0, bytes.length);
      return VariantCodec.prefix(decoder, decoder.readWithoutPath());
    } finally {
      codec.memories.giveBack(memory);
    }
  }
}
