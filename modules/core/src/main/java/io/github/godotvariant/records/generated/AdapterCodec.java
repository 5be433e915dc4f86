package io.github.godotvariant.records.generated;

import static io.github.godotvariant.internal.codec.CodecOperations.CODEC;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.internal.Counts;
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
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes values with an adapter, in the dialect of a {@link VariantCodec}. Safe for
 * use by many threads.
 *
 * <p>Reading has up to two passes. The first pass is fast because it does not record the open
 * containers or the positions of values. It counts the keys of a record against the memory limit
 * only when the record ends. If the first pass fails, the same adapter reads the input again in the
 * exact pass. The exact pass knows the path of every value and counts the memory in the order of
 * the input. Therefore, all exceptions that a caller gets come from the exact pass. The first pass
 * may use only a part of the memory limit, so that it ends early for hostile input that exceeds the
 * limit.
 *
 * @hidden
 */
public final class AdapterCodec {
  /** The number by which the memory limit is divided to get the limit of the first pass. */
  private static final int FIRST_PASS_DIVISOR = 4;

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
   * @param acceptsWholeFloats whether floats without a fraction are accepted for integer types such
   *     as {@code int}
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
   * Decodes a value from a range of an array.
   *
   * @param bytes the array
   * @param start index of the first byte
   * @param end index after the last byte
   * @return the value
   */
  public Object decode(byte[] bytes, int start, int end) {
    Slot<TextCache> slot = caches.acquire();
    try {
      return Objects.requireNonNull(decode(caches.get(slot), bytes, start, end));
    } finally {
      caches.release(slot);
    }
  }

  private @Nullable Object decode(TextCache cache, byte[] bytes, int start, int end) {
    RecordReader first = reader(cache, bytes, start, end, false);
    first.heapLeft /= FIRST_PASS_DIVISOR;
    try {
      Object value = adapter.read(first);
      if (first.pos == end) {
        return value;
      }
    } catch (RuntimeException e) {
      // The exact pass throws this exception with a path, throws the one of an earlier error, or
      // succeeds because it may use more memory.
    }
    RecordReader exact = reader(cache, bytes, start, end, true);
    Object value = adapter.read(exact);
    if (exact.remaining() > 0) {
      throw new MalformedVariantException(
          Counts.bytesFollow(exact.remaining()) + " the value", exact.position(), "$");
    }
    return value;
  }

  private RecordReader reader(TextCache cache, byte[] bytes, int start, int end, boolean isExact) {
    return new RecordReader(
        types, fullObjects, codec.limits(), cache, bytes, start, end, acceptsWholeFloats, isExact);
  }

  /**
   * Decodes the remaining bytes of a buffer.
   *
   * @param bytes the buffer. Its position moves to its limit; after an exception, the position is
   *     unchanged
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
    return Objects.requireNonNull(read(decoder));
  }

  private @Nullable Object read(ValueDecoder decoder) {
    RecordReader first = new RecordReader(decoder, acceptsWholeFloats, false);
    long heap = decoder.heapLeft / FIRST_PASS_DIVISOR;
    first.heapLeft = heap;
    try {
      Object value = adapter.read(first);
      // The first pass does not know how many bytes the outer containers still need.
      if (first.remaining() >= decoder.pendingAfter()) {
        decoder.restore(first.elementsLeft, decoder.heapLeft - heap + first.heapLeft);
        decoder.doneAt(first.pos);
        return value;
      }
    } catch (RuntimeException e) {
      // The exact pass throws this exception with a path, throws the one of an earlier error, or
      // succeeds because it may use more memory.
    }
    RecordReader exact = new RecordReader(decoder, acceptsWholeFloats, true);
    try {
      return adapter.read(exact);
    } finally {
      decoder.follow(exact);
    }
  }

  /**
   * Encodes a value.
   *
   * @param value the value
   * @return the encoded bytes
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
