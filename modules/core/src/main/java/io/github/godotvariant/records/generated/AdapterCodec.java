package io.github.godotvariant.records.generated;

import static io.github.godotvariant.internal.codec.CodecOperations.CODEC;

import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.internal.InstancePool;
import io.github.godotvariant.internal.InstancePool.Slot;
import io.github.godotvariant.internal.tree.ValueDecoder;
import io.github.godotvariant.internal.type.TypeCodecs;
import io.github.godotvariant.internal.wire.EncodedText;
import io.github.godotvariant.internal.wire.TextCache;
import io.github.godotvariant.internal.wire.WireReader;
import io.github.godotvariant.internal.wire.WireWriter;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Reads and writes whole values of an adapter in a dialect. Safe for use by many threads.
 *
 * @hidden
 */
public final class AdapterCodec {
  private final ComponentAdapter adapter;
  private final VariantCodec codec;
  private final TypeCodecs types;
  private final boolean fullObjects;
  private final boolean acceptsWholeFloats;
  private final InstancePool<TextCache> caches = new InstancePool<>(TextCache::new);
  private final InstancePool<RecordWriter> writers;

  /**
   * Creates a codec.
   *
   * @param adapter the adapter of the values
   * @param codec the dialect, the limits and the mode of objects
   * @param acceptsWholeFloats whether floats without a fraction are read as ints
   */
  public AdapterCodec(ComponentAdapter adapter, VariantCodec codec, boolean acceptsWholeFloats) {
    this.adapter = adapter;
    this.codec = codec;
    this.acceptsWholeFloats = acceptsWholeFloats;
    types = CODEC.types(codec);
    fullObjects = codec.objects() == ObjectMode.FULL;
    EncodedText.Cache keys = new EncodedText.Cache(types);
    writers = new InstancePool<>(() -> new RecordWriter(types, fullObjects, keys));
  }

  /**
   * Decodes a value that is a part of an array.
   *
   * @param bytes the array
   * @param start index of the first byte
   * @param end index after the last byte
   * @return the value
   */
  public Object decode(byte[] bytes, int start, int end) {
    Slot<TextCache> slot = caches.acquire();
    try {
      TextCache cache = caches.get(slot);
      return Objects.requireNonNull(
          RecordReader.decode(
              adapter,
              types,
              fullObjects,
              codec.limits(),
              cache,
              bytes,
              start,
              end,
              acceptsWholeFloats));
    } finally {
      caches.release(slot);
    }
  }

  /**
   * Decodes the remaining bytes of a buffer.
   *
   * @param bytes the buffer, whose position moves to its limit; after an exception it stays
   * @return the value
   */
  public Object decode(ByteBuffer bytes) {
    Object value;
    if (bytes.hasArray()) {
      int start = bytes.arrayOffset() + bytes.position();
      value = decode(bytes.array(), start, start + bytes.remaining());
    } else {
      WireReader.checkLength(bytes.remaining(), codec.limits());
      byte[] copy = new byte[bytes.remaining()];
      bytes.duplicate().get(copy);
      value = decode(copy, 0, copy.length);
    }
    bytes.position(bytes.limit());
    return value;
  }

  /**
   * Reads the next value of a reader.
   *
   * @param reader the reader
   * @return the value
   */
  public Object read(VariantReader reader) {
    ValueDecoder decoder = CODEC.decoder(reader);
    if (!decoder.isValueNext()) {
      reader.skipValue(); // throws
    }
    return Objects.requireNonNull(RecordReader.read(adapter, decoder, acceptsWholeFloats));
  }

  /**
   * Encodes a value.
   *
   * @param value the value
   * @return its bytes
   */
  public byte[] encode(Object value) {
    Slot<RecordWriter> slot = writers.acquire();
    try {
      return writers.get(slot).encode(adapter, value);
    } finally {
      writers.release(slot);
    }
  }

  /**
   * Writes the bytes of a value to a buffer.
   *
   * @param value the value
   * @param target the buffer, which does not change if an exception is thrown
   * @throws java.nio.BufferOverflowException if the value does not fit in the buffer
   */
  public void encodeTo(Object value, ByteBuffer target) {
    Slot<RecordWriter> slot = writers.acquire();
    try {
      writers.get(slot).encodeTo(adapter, value, target);
    } finally {
      writers.release(slot);
    }
  }

  /**
   * Writes the next value of a writer.
   *
   * @param writer the writer, which does not change if an exception is thrown
   * @param value the value
   */
  public void write(VariantWriter writer, Object value) {
    WireWriter out = CODEC.begin(writer);
    RecordWriter own = new RecordWriter(out);
    own.write(adapter, value);
    out.follow(own);
    CODEC.end(writer);
  }
}
