package io.github.godotvariant.codec;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.internal.Access;
import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.internal.InstancePool;
import io.github.godotvariant.internal.InstancePool.Slot;
import io.github.godotvariant.internal.tree.ValueDecoder;
import io.github.godotvariant.internal.tree.ValueEncoder;
import io.github.godotvariant.internal.type.TypeCodecs;
import io.github.godotvariant.internal.wire.EncodedText;
import io.github.godotvariant.internal.wire.TextCache;
import io.github.godotvariant.internal.wire.WireWriter;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Encodes and decodes values in one {@link Dialect}, as {@code var_to_bytes} and {@code
 * bytes_to_var} do in the engine.
 *
 * <pre>{@code
 * VariantDictionary message = VariantCodec.GODOT_4.decode(packet).asDictionary();
 * byte[] answer = VariantCodec.GODOT_4.encode(VariantDictionary.of("ok", true));
 * VariantCodec careful = VariantCodec.of(Dialect.GODOT_4).withLimits(ReadLimits.NETWORK);
 * }</pre>
 *
 * <p>If one codec decodes several values one after the other, equal keys in these values are
 * usually the same object. Code that compares many keys can therefore compare identities before it
 * calls {@code equals}. A key of a decoded dictionary is such a shared object if this key, and all
 * keys before it in the dictionary, meet these conditions:
 *
 * <ul>
 *   <li>the keys are Strings or StringNames of 1 to 48 characters of ASCII without NUL;
 *   <li>the dictionary has at most 32 pairs, contains no text twice as a key, and is inside at most
 *       seven containers;
 *   <li>at most 64 different keys follow the same sequence of earlier keys, and at most 64
 *       different keys are the first key of a dictionary;
 *   <li>the key sequences of all decoded dictionaries have fewer than 4,096 different beginnings;
 *   <li>no other thread and no open reader uses the codec at the same time.
 * </ul>
 *
 * <p>A codec is immutable and safe for use by many threads. Reuse a codec for speed: it caches
 * buffers and the key sequences of decoded dictionaries.
 *
 * <p><b>Decoding</b> accepts the same input as the engine and keeps all data. If an element does
 * not have the declared element type, an engine converts or drops the element. This codec returns
 * the element and the declared type unchanged. For every input, decoding returns a value or throws
 * a {@link io.github.godotvariant.VariantException}. A repeated dictionary key keeps its first
 * position and gets the last value, as in the engine.
 *
 * <p><b>Encoding</b> writes the same bytes as the engine. If the dialect cannot express a value,
 * encoding throws an {@link io.github.godotvariant.InexpressibleVariantException} and never omits
 * the value. For engines of single precision, floating-point components of math types are rounded
 * to 32 bits. Components of colors are rounded to 32 bits for engines of both precisions. If
 * rounding makes two keys of a dictionary equal, encoding also throws an {@code
 * InexpressibleVariantException}, because an engine would drop one of the values. To encode such a
 * dictionary, convert it first with a {@link io.github.godotvariant.convert.Conversion}. The
 * conversion keeps the last of these values and lists the other values as losses.
 *
 * <p>Byte buffers can be of any kind and have any position and byte order. Encoded values are
 * always little-endian. If a buffer is direct or read-only, each call copies the remaining bytes of
 * the buffer once.
 */
@CheckReturnValue
public final class VariantCodec implements ValueCodec<Variant> {
  /**
   * The codec for the newest known release of Godot 4, with {@link ReadLimits#DEFAULT} and {@link
   * ObjectMode#IDS}.
   */
  public static final VariantCodec GODOT_4 = of(Dialect.GODOT_4);

  /** The codec for Godot 3, with {@link ReadLimits#DEFAULT} and {@link ObjectMode#IDS}. */
  public static final VariantCodec GODOT_3 = of(Dialect.GODOT_3);

  static {
    Access.provide(new CodecAccess());
  }

  private final Dialect dialect;
  private final ReadLimits limits;
  private final ObjectMode objects;
  final TypeCodecs types;
  private final EncodedText.Cache keys;
  private final InstancePool<TextCache> textCaches = new InstancePool<>(TextCache::new);
  private final InstancePool<ValueEncoder> encoders = new InstancePool<>(this::encoder);

  private VariantCodec(TypeCodecs types, ReadLimits limits, ObjectMode objects) {
    this.dialect = types.dialect;
    this.limits = limits;
    this.objects = objects;
    this.types = types;
    keys = new EncodedText.Cache(types);
  }

  /**
   * Creates a codec with {@link ReadLimits#DEFAULT} and {@link ObjectMode#IDS}.
   *
   * @param dialect the dialect to read and write
   * @return the codec
   */
  public static VariantCodec of(Dialect dialect) {
    return new VariantCodec(
        new TypeCodecs(Objects.requireNonNull(dialect, "dialect")),
        ReadLimits.DEFAULT,
        ObjectMode.IDS);
  }

  /**
   * Returns a copy of this codec with other read limits.
   *
   * @param newLimits the limits
   * @return a new codec
   */
  public VariantCodec withLimits(ReadLimits newLimits) {
    return new VariantCodec(types, Objects.requireNonNull(newLimits, "limits"), objects);
  }

  /**
   * Returns a copy of this codec with another object mode.
   *
   * @param mode the forms of objects that the codec reads and writes
   * @return a new codec
   */
  public VariantCodec withObjects(ObjectMode mode) {
    return new VariantCodec(types, limits, Objects.requireNonNull(mode, "mode"));
  }

  /** {@return the dialect that this codec reads and writes} */
  public Dialect dialect() {
    return dialect;
  }

  /** {@return the limits for reading} */
  public ReadLimits limits() {
    return limits;
  }

  /** {@return the forms of objects that this codec reads and writes} */
  public ObjectMode objects() {
    return objects;
  }

  /** {@return this codec} */
  @Override
  public VariantCodec variantCodec() {
    return this;
  }

  /**
   * Reads the next value with {@link VariantReader#nextValue()}.
   *
   * @param reader the reader, which is before the value
   * @return the value
   */
  @Override
  public Variant read(VariantReader reader) {
    return reader.nextValue();
  }

  /**
   * Writes a value with {@link VariantWriter#value(Variant)}.
   *
   * @param writer the writer, in a state in which a value is allowed
   * @param value the value to write
   */
  @Override
  public void write(VariantWriter writer, Variant value) {
    writer.value(value);
  }

  /**
   * Decodes a value from an array.
   *
   * @param bytes one encoded value and nothing else; not kept
   * @return the value
   * @throws MalformedVariantException if the bytes are not a value of this dialect, or if bytes
   *     follow the value
   * @throws VariantLimitException if a limit is exceeded
   * @throws io.github.godotvariant.ForbiddenVariantException if the value contains a full object
   *     that {@link #objects()} does not allow
   */
  @Override
  public Variant decode(byte[] bytes) {
    Objects.requireNonNull(bytes, "bytes");
    Slot<TextCache> slot = textCaches.acquire();
    try {
      return whole(decoder(slot, bytes, 0, bytes.length));
    } finally {
      textCaches.release(slot);
    }
  }

  /**
   * Decodes a value from the remaining bytes of a buffer.
   *
   * @param bytes one encoded value and nothing else. The position moves to the limit. If an
   *     exception is thrown, the position does not change
   * @return the value
   * @throws MalformedVariantException as for {@link #decode(byte[])}
   * @throws VariantLimitException as for {@link #decode(byte[])}
   * @throws io.github.godotvariant.ForbiddenVariantException as for {@link #decode(byte[])}
   */
  @Override
  public Variant decode(ByteBuffer bytes) {
    Slot<TextCache> slot = textCaches.acquire();
    try {
      Variant value = whole(decoder(slot, bytes));
      bytes.position(bytes.limit());
      return value;
    } finally {
      textCaches.release(slot);
    }
  }

  /**
   * Decodes the value at the position of a buffer, like {@link #decodePrefix(ByteBuffer)}.
   *
   * @param bytes an encoded value, which other bytes may follow. The position moves to the end of
   *     the value. If an exception is thrown, the position does not change
   * @return the value
   * @throws MalformedVariantException if the bytes do not start with a value of this dialect
   * @throws VariantLimitException as for {@link #decode(byte[])}
   * @throws io.github.godotvariant.ForbiddenVariantException as for {@link #decode(byte[])}
   */
  @Override
  public Variant decodeFrom(ByteBuffer bytes) {
    return decodePrefix(bytes).value();
  }

  /**
   * Decodes the value at the start of an array. Bytes after the value are ignored, as in the
   * engine.
   *
   * @param bytes an encoded value, which other bytes may follow; not kept
   * @return the value and its length
   * @throws MalformedVariantException if the bytes do not start with a value of this dialect
   * @throws VariantLimitException as for {@link #decode(byte[])}
   * @throws io.github.godotvariant.ForbiddenVariantException as for {@link #decode(byte[])}
   */
  public Decoded decodePrefix(byte[] bytes) {
    return decodePrefix(ByteBuffer.wrap(bytes));
  }

  /**
   * Decodes the value at the position of a buffer. Bytes after the value stay in the buffer.
   *
   * @param bytes an encoded value, which other bytes may follow. The position moves to the end of
   *     the value. If an exception is thrown, the position does not change
   * @return the value and its length
   * @throws MalformedVariantException if the bytes do not start with a value of this dialect
   * @throws VariantLimitException as for {@link #decode(byte[])}
   * @throws io.github.godotvariant.ForbiddenVariantException as for {@link #decode(byte[])}
   */
  public Decoded decodePrefix(ByteBuffer bytes) {
    Slot<TextCache> slot = textCaches.acquire();
    try {
      ValueDecoder decoder = decoder(slot, bytes);
      Decoded decoded = new Decoded(decoder.read(), decoder.position());
      bytes.position(bytes.position() + decoded.length());
      return decoded;
    } finally {
      textCaches.release(slot);
    }
  }

  /**
   * Encodes a value.
   *
   * @param value the value
   * @return a new array with exactly the length of the encoding, always a multiple of 4
   * @throws io.github.godotvariant.InexpressibleVariantException if the dialect or the object mode
   *     cannot express the value or a value inside it, or if rounding to 32 bits makes two keys of
   *     a dictionary equal
   * @throws VariantLimitException if the value is nested deeper than engines read, or its encoding
   *     is longer than 2 GiB
   */
  @Override
  public byte[] encode(Variant value) {
    Objects.requireNonNull(value, "value");
    Slot<ValueEncoder> slot = encoders.acquire();
    try {
      return encoders.get(slot).encode(value);
    } finally {
      encoders.release(slot);
    }
  }

  /**
   * Encodes a value into a buffer, from the position of the buffer on.
   *
   * @param value the value
   * @param target the buffer. The position moves to the end of the encoding. If an exception is
   *     thrown, the buffer does not change
   * @throws BufferOverflowException if the encoding is longer than the rest of the buffer
   * @throws java.nio.ReadOnlyBufferException if the buffer is read-only
   * @throws io.github.godotvariant.InexpressibleVariantException as for {@link #encode}
   * @throws VariantLimitException as for {@link #encode}
   */
  @Override
  public void encodeTo(Variant value, ByteBuffer target) {
    Objects.requireNonNull(value, "value");
    Slot<ValueEncoder> slot = encoders.acquire();
    try {
      encoders.get(slot).encodeTo(value, target);
    } finally {
      encoders.release(slot);
    }
  }

  /**
   * Returns the length of the encoding that {@link #encode} would return. The calculation takes
   * slightly less time than encoding, and almost no time for packed arrays of numbers. It needs
   * memory for the longest text, but no other memory that grows with the value.
   *
   * @param value the value
   * @return the length in bytes
   * @throws io.github.godotvariant.InexpressibleVariantException as for {@link #encode}
   * @throws VariantLimitException as for {@link #encode}
   */
  public int encodedSize(Variant value) {
    WireWriter counting = WireWriter.counting(types, objects == ObjectMode.FULL, keys);
    new ValueEncoder(types, counting).write(Objects.requireNonNull(value, "value"));
    return counting.size();
  }

  /**
   * Returns whether {@link #encode} would return exactly the expected bytes. Compares the bytes in
   * pieces, without an array for the whole encoding.
   */
  boolean encodesTo(Variant value, byte[] expected) {
    WireWriter comparing = WireWriter.comparing(types, objects == ObjectMode.FULL, keys, expected);
    new ValueEncoder(types, comparing).write(value);
    return comparing.isAsExpected();
  }

  /**
   * Describes each byte of an encoded value, also of an incomplete or malformed value. This method
   * is for tools and needs many times the memory of {@link #decode}.
   *
   * @param bytes an encoded value, which other bytes may follow
   * @return the nodes of the value up to the first error, and the error
   */
  public Inspection inspect(byte[] bytes) {
    return inspect(bytes, Integer.MAX_VALUE, Integer.MAX_VALUE);
  }

  /**
   * Describes an encoded value like {@link #inspect(byte[])}, but creates nodes only for the first
   * entries of each container. Later entries are read and counted, but have no nodes. If an entry
   * cannot be read, the result also has nodes for this entry and the entry before it.
   *
   * @param bytes an encoded value, which other bytes may follow
   * @param maxElements maximum number of elements of each array for which nodes are created
   * @param maxEntries maximum number of pairs of each dictionary, or of properties of each object,
   *     for which nodes are created
   * @return the nodes of the value up to the first error, and the error
   * @throws IllegalArgumentException if a maximum is negative
   */
  public Inspection inspect(byte[] bytes, int maxElements, int maxEntries) {
    if (maxElements < 0 || maxEntries < 0) {
      throw new IllegalArgumentException(maxElements + " elements, " + maxEntries + " entries");
    }
    ValueDecoder decoder =
        new ValueDecoder(
            types, objects == ObjectMode.FULL, limits, new TextCache(), bytes, 0, bytes.length);
    return new WireInspector(decoder, maxElements, maxEntries).inspect();
  }

  /**
   * Creates a reader that reads a value element by element.
   *
   * @param bytes an encoded value, which other bytes may follow; not copied. The array must not
   *     change while the reader is open
   * @return the reader, which the caller closes
   * @throws VariantLimitException if the input is too long
   */
  public VariantReader reader(byte[] bytes) {
    return reader(bytes, 0, bytes.length);
  }

  /**
   * Creates a reader that reads a value element by element.
   *
   * @param bytes a buffer with an encoded value at its position, which other bytes may follow. The
   *     bytes must not change while the reader is open. The position of the buffer does not change
   * @return the reader, which the caller closes
   * @throws VariantLimitException if the input is too long
   */
  public VariantReader reader(ByteBuffer bytes) {
    ByteBuffer in = withArray(bytes);
    int from = in.arrayOffset() + in.position();
    return reader(in.array(), from, from + in.remaining());
  }

  private VariantReader reader(byte[] bytes, int from, int to) {
    ValueDecoder.checkLength(to - from, limits); // throws before a slot of the pool is acquired
    Slot<TextCache> slot = textCaches.acquire();
    return new VariantReader(decoder(slot, bytes, from, to), () -> textCaches.release(slot));
  }

  /** {@return a new writer that writes a value element by element} */
  public VariantWriter writer() {
    return new VariantWriter(types, writer(new byte[0]));
  }

  /**
   * Creates a writer that uses the buffer of an existing writer.
   *
   * @param old a writer that gives its buffer to the new writer. The old writer discards its value;
   *     if it is used again, it starts with an empty buffer
   * @return a new writer that writes a value element by element
   */
  VariantWriter writer(VariantWriter old) {
    return new VariantWriter(types, writer(old.takeBuffer()));
  }

  private ValueEncoder encoder() {
    return new ValueEncoder(types, writer(new byte[0]));
  }

  private WireWriter writer(byte[] out) {
    return WireWriter.growing(types, objects == ObjectMode.FULL, keys, out);
  }

  private ValueDecoder decoder(Slot<TextCache> slot, ByteBuffer bytes) {
    ByteBuffer in = withArray(bytes);
    int from = in.arrayOffset() + in.position();
    return decoder(slot, in.array(), from, from + in.remaining());
  }

  /** Returns the buffer if its array is accessible, otherwise a copy of the remaining bytes. */
  private ByteBuffer withArray(ByteBuffer bytes) {
    if (bytes.hasArray()) {
      return bytes;
    }
    ValueDecoder.checkLength(bytes.remaining(), limits);
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return ByteBuffer.wrap(copy);
  }

  private ValueDecoder decoder(Slot<TextCache> slot, byte[] bytes, int from, int to) {
    return new ValueDecoder(
        types, objects == ObjectMode.FULL, limits, textCaches.get(slot), bytes, from, to);
  }

  private static Variant whole(ValueDecoder decoder) {
    Variant value = decoder.read();
    if (decoder.remaining() > 0) {
      throw new MalformedVariantException(
          Counts.bytesFollow(decoder.remaining()) + " the value", decoder.position(), "$");
    }
    return value;
  }

  /**
   * Returns a description for messages.
   *
   * @return for example {@code VariantCodec[godot-4]}
   */
  @Override
  public String toString() {
    return "VariantCodec[" + dialect + "]";
  }
}
