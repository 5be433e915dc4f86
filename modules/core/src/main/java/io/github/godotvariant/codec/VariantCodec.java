package io.github.godotvariant.codec;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.internal.Access;
import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.internal.Reusable;
import io.github.godotvariant.internal.Reusable.Slot;
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
 * Values from bytes and bytes from values, in one {@link Dialect}: what {@code var_to_bytes} and
 * {@code bytes_to_var} are in the engine.
 *
 * <pre>{@code
 * VariantDictionary message = VariantCodec.GODOT_4.decode(packet).asDictionary();
 * byte[] answer = VariantCodec.GODOT_4.encode(VariantDictionary.of("ok", true));
 * VariantCodec careful = VariantCodec.of(Dialect.GODOT_4).withLimits(ReadLimits.NETWORK);
 * }</pre>
 *
 * <p>Equal keys of values that are decoded one after the other are usually the same object. Code
 * that compares many keys can therefore compare identities before it calls {@code equals}. Keys are
 * the same object under these conditions, which also hold for the keys before them:
 *
 * <ul>
 *   <li>they are Strings or StringNames of 1 to 48 characters of ASCII without NUL;
 *   <li>their dictionary has at most 32 pairs, no text twice, and at most seven containers around
 *       it;
 *   <li>at most 64 different keys follow the same keys or start a dictionary;
 *   <li>there are fewer than 4,096 sequences of keys in all;
 *   <li>no other thread and no open reader uses the codec at the same time.
 * </ul>
 *
 * <p>Configuration and verbs in one immutable object, safe for use by many threads. Keep one and
 * use it again: it holds buffers, and remembers the key sequences of dictionaries it has seen,
 * which makes it fast.
 *
 * <p><b>Decoding</b> accepts what the engine accepts and loses nothing: element types and elements
 * are kept as the bytes say, also where an engine converts or drops an element that is not of the
 * declared type. Any input gives a value or a {@link io.github.godotvariant.VariantException}. A
 * dictionary key that comes twice keeps its place and takes the last value, as in the engine.
 *
 * <p><b>Encoding</b> writes the form the engine writes, byte for byte. What a dialect cannot
 * express is an {@link io.github.godotvariant.InexpressibleVariantException}, never left out. Real
 * components are rounded to 32 bits for engines of single precision, and colors for engines of
 * every precision. Where that makes two keys of a dictionary the same, encoding throws this
 * exception too: an engine would drop one of the values. A {@link
 * io.github.godotvariant.convert.Conversion} keeps the last value and lists the others as losses.
 *
 * <p>Byte buffers may be of any kind, at any position and of any byte order; values are always
 * little-endian. What remains of a direct or read-only buffer is copied once for each call.
 */
@CheckReturnValue
public final class VariantCodec implements ValueCodec<Variant> {
  /** For Godot 4, newest release known, with default limits and object ids only. */
  public static final VariantCodec GODOT_4 = of(Dialect.GODOT_4);

  /** For Godot 3, with default limits and object ids only. */
  public static final VariantCodec GODOT_3 = of(Dialect.GODOT_3);

  static {
    Access.provide(new CodecAccess());
  }

  private final Dialect dialect;
  private final ReadLimits limits;
  private final ObjectMode objects;
  final TypeCodecs types;
  private final EncodedText.Cache keys;
  final Reusable<TextCache> memories = new Reusable<>(TextCache::new);
  private final Reusable<ValueEncoder> encoders = new Reusable<>(this::encoder);

  private VariantCodec(TypeCodecs types, ReadLimits limits, ObjectMode objects) {
    this.dialect = types.dialect;
    this.limits = limits;
    this.objects = objects;
    this.types = types;
    keys = new EncodedText.Cache(types);
  }

  /**
   * A codec with {@link ReadLimits#DEFAULT} and {@link ObjectMode#IDS}.
   *
   * @param dialect what to read and write
   * @return the codec
   */
  public static VariantCodec of(Dialect dialect) {
    return new VariantCodec(
        new TypeCodecs(Objects.requireNonNull(dialect, "dialect")),
        ReadLimits.DEFAULT,
        ObjectMode.IDS);
  }

  /**
   * This codec with other limits for reading.
   *
   * @param newLimits the limits
   * @return a new codec
   */
  public VariantCodec withLimits(ReadLimits newLimits) {
    return new VariantCodec(types, Objects.requireNonNull(newLimits, "limits"), objects);
  }

  /**
   * This codec with another way with objects.
   *
   * @param mode whether full objects are read and written
   * @return a new codec
   */
  public VariantCodec withObjects(ObjectMode mode) {
    return new VariantCodec(types, limits, Objects.requireNonNull(mode, "mode"));
  }

  /**
   * What this codec reads and writes.
   *
   * @return the dialect
   */
  public Dialect dialect() {
    return dialect;
  }

  /**
   * What reading may cost.
   *
   * @return the limits
   */
  public ReadLimits limits() {
    return limits;
  }

  /**
   * Whether full objects are read and written.
   *
   * @return the mode
   */
  public ObjectMode objects() {
    return objects;
  }

  /** This codec. */
  @Override
  public VariantCodec variantCodec() {
    return this;
  }

  /** {@link VariantReader#nextValue()}. */
  @Override
  public Variant read(VariantReader reader) {
    return reader.nextValue();
  }

  /** {@link VariantWriter#value(Variant)}. */
  @Override
  public void write(VariantWriter writer, Variant value) {
    writer.value(value);
  }

  /**
   * The value that the bytes are.
   *
   * @param bytes one encoded value and nothing else; not kept
   * @return the value
   * @throws MalformedVariantException if the bytes are no value of this dialect, or if bytes follow
   *     it
   * @throws VariantLimitException if a limit is exceeded
   * @throws io.github.godotvariant.ForbiddenVariantException if there is a full object in it that
   *     {@link #objects()} does not allow
   */
  @Override
  public Variant decode(byte[] bytes) {
    Objects.requireNonNull(bytes, "bytes");
    Slot<TextCache> memory = memories.take();
    try {
      return whole(decoder(memory, bytes, 0, bytes.length));
    } finally {
      memories.giveBack(memory);
    }
  }

  /**
   * The value that the remaining bytes of a buffer are.
   *
   * @param bytes one encoded value and nothing else; the position moves to the limit, or stays
   *     where it is if an exception is thrown
   * @return the value
   * @throws MalformedVariantException as {@link #decode(byte[])}
   * @throws VariantLimitException as {@link #decode(byte[])}
   */
  @Override
  public Variant decode(ByteBuffer bytes) {
    Slot<TextCache> memory = memories.take();
    try {
      Variant value = whole(decoder(memory, bytes));
      bytes.position(bytes.limit());
      return value;
    } finally {
      memories.giveBack(memory);
    }
  }

  /**
   * The value at a buffer's position, as {@link #decodePrefix(ByteBuffer)} finds it.
   *
   * @param bytes an encoded value, perhaps with more behind it; the position moves behind the
   *     value, or stays where it is if an exception is thrown
   * @return the value
   * @throws MalformedVariantException if the bytes do not start with a value of this dialect
   * @throws VariantLimitException as {@link #decode(byte[])}
   */
  @Override
  public Variant decodeFrom(ByteBuffer bytes) {
    return decodePrefix(bytes).value();
  }

  /**
   * The value at the start of the bytes; what follows is ignored, as engines do.
   *
   * @param bytes an encoded value, perhaps with more behind it; not kept
   * @return the value, its length and its precision
   * @throws MalformedVariantException if the bytes do not start with a value of this dialect
   * @throws VariantLimitException as {@link #decode(byte[])}
   */
  public Decoded decodePrefix(byte[] bytes) {
    return decodePrefix(ByteBuffer.wrap(bytes));
  }

  /**
   * The value at a buffer's position; what follows is left in the buffer.
   *
   * @param bytes an encoded value, perhaps with more behind it; the position moves behind the
   *     value, or stays where it is if an exception is thrown
   * @return the value, its length and its precision
   * @throws MalformedVariantException if the bytes do not start with a value of this dialect
   * @throws VariantLimitException as {@link #decode(byte[])}
   */
  public Decoded decodePrefix(ByteBuffer bytes) {
    Slot<TextCache> memory = memories.take();
    try {
      ValueDecoder decoder = decoder(memory, bytes);
      Decoded decoded = prefix(decoder, decoder.read());
      bytes.position(bytes.position() + decoded.length());
      return decoded;
    } finally {
      memories.giveBack(memory);
    }
  }

  /**
   * The bytes of a value.
   *
   * @param value the value
   * @return a new array of exactly the encoding's length, always a multiple of 4
   * @throws io.github.godotvariant.InexpressibleVariantException if the dialect or the object mode
   *     has no form for the value or one inside it, or if rounding to 32 bits makes two keys of a
   *     dictionary the same
   * @throws VariantLimitException if the value is nested deeper than engines read, or longer than 2
   *     GiB
   */
  @Override
  public byte[] encode(Variant value) {
    Objects.requireNonNull(value, "value");
    Slot<ValueEncoder> encoder = encoders.take();
    try {
      return encoders.in(encoder).encode(value);
    } finally {
      encoders.giveBack(encoder);
    }
  }

  /**
   * Writes the bytes of a value at a buffer's position.
   *
   * @param value the value
   * @param target where to write; the position moves after the encoding. After an exception the
   *     buffer has not changed
   * @throws BufferOverflowException if there is not enough room
   * @throws java.nio.ReadOnlyBufferException if the buffer is read-only
   * @throws io.github.godotvariant.InexpressibleVariantException as {@link #encode}
   * @throws VariantLimitException as {@link #encode}
   */
  @Override
  public void encodeTo(Variant value, ByteBuffer target) {
    Objects.requireNonNull(value, "value");
    Slot<ValueEncoder> encoder = encoders.take();
    try {
      encoders.in(encoder).encodeTo(value, target);
    } finally {
      encoders.giveBack(encoder);
    }
  }

  /**
   * How many bytes {@link #encode} would return. It takes somewhat less time than encoding, next to
   * none for packed arrays of numbers, and no memory that grows with the value but for its longest
   * text.
   *
   * @param value the value
   * @return the length in bytes
   * @throws io.github.godotvariant.InexpressibleVariantException as {@link #encode}
   * @throws VariantLimitException as {@link #encode}
   */
  public int encodedSize(Variant value) {
    WireWriter counting = WireWriter.counting(types, objects == ObjectMode.FULL, keys);
    new ValueEncoder(types, counting).write(Objects.requireNonNull(value, "value"));
    return counting.size();
  }

  /**
   * What each byte of an encoded value means, also of one that cannot be read to its end: for tools
   * and for people. Takes many times the memory that {@link #decode} does.
   *
   * @param bytes an encoded value, perhaps with more behind it
   * @return the value's tree as far as it could be read, and what was wrong then
   */
  public Inspection inspect(byte[] bytes) {
    return inspect(bytes, Integer.MAX_VALUE, Integer.MAX_VALUE);
  }

  /**
   * The same for the first entries of each container; all others are read and counted, and take no
   * memory. If a value cannot be read to its end, the last entries up to there are in the tree too.
   *
   * @param bytes an encoded value, perhaps with more behind it
   * @param mostElements so many elements of each array
   * @param mostEntries so many pairs of each dictionary, or properties of each object
   * @return the value's tree as far as it could be read, and what was wrong then
   * @throws IllegalArgumentException if a number is negative
   */
  public Inspection inspect(byte[] bytes, int mostElements, int mostEntries) {
    if (mostElements < 0 || mostEntries < 0) {
      throw new IllegalArgumentException(mostElements + " elements, " + mostEntries + " entries");
    }
    ValueDecoder decoder =
        new ValueDecoder(
            types, objects == ObjectMode.FULL, limits, new TextCache(), bytes, 0, bytes.length);
    return new WireInspector(decoder, mostElements, mostEntries).inspect();
  }

  /**
   * Reads a value piece by piece.
   *
   * @param bytes an encoded value, perhaps with more behind it; not copied, and must not change
   *     while it is read
   * @return a reader, to be closed
   * @throws VariantLimitException if the input is too long
   */
  public VariantReader reader(byte[] bytes) {
    return reader(bytes, 0, bytes.length);
  }

  /**
   * Reads a value piece by piece.
   *
   * @param bytes an encoded value from the position on, perhaps with more behind it; must not
   *     change while it is read. The position stays
   * @return a reader, to be closed
   * @throws VariantLimitException if the input is too long
   */
  public VariantReader reader(ByteBuffer bytes) {
    if (bytes.hasArray()) {
      int from = bytes.arrayOffset() + bytes.position();
      return reader(bytes.array(), from, from + bytes.remaining());
    }
    byte[] copy = copy(bytes);
    return reader(copy, 0, copy.length);
  }

  private VariantReader reader(byte[] bytes, int from, int to) {
    ValueDecoder.checkLength(to - from, limits); // before the memory is taken
    Slot<TextCache> memory = memories.take();
    return new VariantReader(decoder(memory, bytes, from, to), () -> memories.giveBack(memory));
  }

  /**
   * Writes a value piece by piece.
   *
   * @return a writer without a value
   */
  public VariantWriter writer() {
    return new VariantWriter(types, writer(new byte[0]));
  }

  /**
   * Writes a value piece by piece, into the memory of a writer that has done its work.
   *
   * @param before any writer; forgets what was written, and starts again without that memory
   * @return a writer without a value
   */
  public VariantWriter writer(VariantWriter before) {
    return new VariantWriter(types, writer(before.takeBuffer()));
  }

  private ValueEncoder encoder() {
    return new ValueEncoder(types, writer(new byte[0]));
  }

  private WireWriter writer(byte[] out) {
    return WireWriter.growing(types, objects == ObjectMode.FULL, keys, out);
  }

  private ValueDecoder decoder(Slot<TextCache> memory, ByteBuffer bytes) {
    if (bytes.hasArray()) {
      int from = bytes.arrayOffset() + bytes.position();
      return decoder(memory, bytes.array(), from, from + bytes.remaining());
    }
    byte[] copy = copy(bytes);
    return decoder(memory, copy, 0, copy.length);
  }

  private byte[] copy(ByteBuffer bytes) {
    ValueDecoder.checkLength(bytes.remaining(), limits);
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return copy;
  }

  ValueDecoder decoder(Slot<TextCache> memory, byte[] bytes, int from, int to) {
    return new ValueDecoder(
        types, objects == ObjectMode.FULL, limits, memories.in(memory), bytes, from, to);
  }

  /** Returns the value that a decoder read from the start of its bytes. */
  static Decoded prefix(ValueDecoder decoder, Variant value) {
    RealPrecision precision = decoder.sawDoubles ? RealPrecision.DOUBLE : RealPrecision.SINGLE;
    return new Decoded(value, decoder.position(), precision);
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
   * What the codec is for.
   *
   * @return for example {@code VariantCodec[godot-4]}
   */
  @Override
  public String toString() {
    return "VariantCodec[" + dialect + "]";
  }
}
