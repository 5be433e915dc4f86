package io.github.godotvariant.records.generated;

import static io.github.godotvariant.internal.codec.CodecOperations.CODEC;

import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.internal.Reusable;
import io.github.godotvariant.internal.Reusable.Slot;
import io.github.godotvariant.internal.tree.ValueDecoder;
import io.github.godotvariant.internal.wire.TextCache;
import io.github.godotvariant.internal.wire.UsualIds;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Generated code at work for a codec. All of it may fail, and has then done nothing: the general
 * way has the last word, and all messages. Safe for use by many threads.
 *
 * @param <T> the record
 */
public final class FastWay<T> {
  /** A buffer is kept up to this size; the engine's default packet is as large. */
  private static final int KEPT_BUFFER = 8 << 20;

  private static final int LARGEST_BUFFER = Integer.MAX_VALUE - 8;

  /** What encoding writes into before it is copied. */
  private static final class Buffer {
    private byte[] bytes = new byte[512];
  }

  private final FastCodec<T> fast;
  private final VariantCodec codec;
  private final RecordOutput output;
  private final Reusable<TextCache> memories = new Reusable<>(TextCache::new);
  private final Reusable<Buffer> buffers = new Reusable<>(Buffer::new);

  private FastWay(FastCodec<T> fast, VariantCodec codec) {
    this.fast = fast;
    this.codec = codec;
    output = new RecordOutput(codec);
  }

  /**
   * Generated code with a codec.
   *
   * @param <T> the record
   * @param fast the code
   * @param codec with its dialect
   * @return null if the dialect has other forms
   */
  public static <T> @Nullable FastWay<T> of(FastCodec<T> fast, VariantCodec codec) {
    return UsualIds.areOf(codec.dialect()) ? new FastWay<>(fast, codec) : null;
  }

  /**
   * Reads a record.
   *
   * @param bytes an encoded record and nothing else
   * @param from where it starts
   * @param to where it ends
   * @return the record, or null
   * @throws io.github.godotvariant.VariantLimitException if the input is too long
   */
  public @Nullable T decode(byte[] bytes, int from, int to) {
    Slot<TextCache> memory = memories.take();
    try {
      ValueDecoder.checkLength(to - from, codec.limits());
      RecordInput in = new RecordInput(codec, memories.in(memory), bytes, from, to);
      T record = read(in, 1);
      return record != null && in.at == to ? record : null;
    } finally {
      memories.giveBack(memory);
    }
  }

  /**
   * Reads the record that is next.
   *
   * @param reader where a value is next; moves behind it, or stays
   * @return the record, or null
   */
  public @Nullable T read(VariantReader reader) {
    if (!reader.hasNext()) {
      return null; // which says more
    }
    ValueDecoder decoder = CODEC.decoder(reader);
    if (!decoder.isValueNext()) {
      return null;
    }
    RecordInput in = new RecordInput(codec, decoder);
    T record = read(in, decoder.depth() + 1);
    if (record == null || in.end - in.at < decoder.pendingAfter()) {
      return null;
    }
    decoder.restore(in.elementsLeft(), in.heapLeft());
    decoder.doneAt(in.at);
    return record;
  }

  /** Records may refuse what they are made of, and components what they are read from. */
  private @Nullable T read(RecordInput in, int depth) {
    try {
      return fast.read(in, depth);
    } catch (RuntimeException e) {
      return null;
    }
  }

  /**
   * Writes a record.
   *
   * @param record the record
   * @return its bytes, or null
   */
  public byte @Nullable [] encode(T record) {
    Slot<Buffer> slot = buffers.take();
    try {
      Buffer buffer = buffers.in(slot);
      byte[] bytes = buffer.bytes;
      int end = write(bytes, 0, bytes.length, record);
      while (end == RecordOutput.FULL && bytes.length < LARGEST_BUFFER) {
        bytes = new byte[(int) Math.min(LARGEST_BUFFER, 2L * bytes.length)];
        end = write(bytes, 0, bytes.length, record);
      }
      if (bytes != buffer.bytes && bytes.length <= KEPT_BUFFER) {
        buffer.bytes = bytes;
      }
      return end < 0 ? null : Arrays.copyOf(bytes, end);
    } finally {
      buffers.giveBack(slot);
    }
  }

  /**
   * Writes a record into a buffer.
   *
   * @param record the record
   * @param target where to write; the position moves behind the encoding, or stays
   * @return false if it was not written
   */
  public boolean encodeTo(T record, ByteBuffer target) {
    if (!target.hasArray()) {
      return false;
    }
    int from = target.arrayOffset() + target.position();
    int end = write(target.array(), from, from + target.remaining(), record);
    if (end < 0) {
      return false;
    }
    target.position(end - target.arrayOffset());
    return true;
  }

  /** Accessors may throw what they like; the general way calls them again. */
  private int write(byte[] bytes, int from, int to, T record) {
    try {
      return fast.write(output, bytes, from, to, record, 1);
    } catch (RuntimeException e) {
      return RecordOutput.OTHERWISE;
    }
  }
}
