package io.github.godotvariant.internal.wire;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What codec, reader and writer keep to themselves and hand to the records alone. They are in
 * another package, above this one, hence the objects.
 */
public abstract class CodecAccess {
  private static @Nullable CodecAccess access;

  /** Only the codec is to make one. */
  protected CodecAccess() {}

  /** Hands over, when the codec is loaded. */
  public static void handOver(CodecAccess handedOver) {
    access = handedOver;
  }

  /** Where a VariantReader is. */
  public static Cursor of(Object reader) {
    return get().cursor(reader);
  }

  /** A VariantReader from a place on. */
  public static Object readerFrom(Cursor at) {
    return get().reader(at);
  }

  /** A VariantWriter of values that stand at a depth. */
  public static Object writerTo(WireWriter out, int depth) {
    return get().writer(out, depth);
  }

  /** How deep the value stands that a VariantWriter writes next. */
  public static int depthOf(Object writer) {
    return get().depth(writer);
  }

  /** What a VariantCodec reads with, from one index of an array up to another. */
  public static ValueDecoder decoderOf(
      Object codec, DecoderCache memory, byte[] bytes, int from, int to) {
    return get().decoder(codec, memory, bytes, from, to);
  }

  /** What a VariantCodec writes with, into a part of an array. */
  public static WireWriter wireWriterOf(Object codec, byte[] bytes, int from, int to) {
    return get().wireWriter(codec, bytes, from, to);
  }

  private static CodecAccess get() {
    return Objects.requireNonNull(access, "the codec is not loaded");
  }

  /** Where a VariantReader is. */
  protected abstract Cursor cursor(Object reader);

  /** A VariantReader from a place on. */
  protected abstract Object reader(Cursor at);

  /** A VariantWriter of values that stand at a depth. */
  protected abstract Object writer(WireWriter out, int depth);

  /** How deep the value stands that a VariantWriter writes next. */
  protected abstract int depth(Object writer);

  /** What a VariantCodec reads with, from one index of an array up to another. */
  protected abstract ValueDecoder decoder(
      Object codec, DecoderCache memory, byte[] bytes, int from, int to);

  /** What a VariantCodec writes with, into a part of an array. */
  protected abstract WireWriter wireWriter(Object codec, byte[] bytes, int from, int to);
}
