package io.github.godotvariant.jackson;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.VariantKey;
import io.github.godotvariant.codec.VariantWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.Base64Variant;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.SerializableString;
import tools.jackson.core.StreamWriteCapability;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.Version;
import tools.jackson.core.base.GeneratorBase;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamWriteException;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.json.DupDetector;
import tools.jackson.core.util.JacksonFeatureSet;
import tools.jackson.core.util.SimpleStreamWriteContext;

/**
 * Writes Godot's binary format. Jackson's objects become Dictionaries, arrays become Arrays,
 * integers int, floating-point numbers float, strings String, and binary data PackedByteArray.
 * {@link #writePOJO} and {@link #writeEmbeddedObject} write a {@link Variant} unchanged. Values
 * that are copied from a {@link GodotParser} keep their element types, StringNames and keys of any
 * type.
 *
 * <p>The generator writes each root value to the target when the value is complete. On close,
 * {@link StreamWriteFeature#AUTO_CLOSE_CONTENT} completes an incomplete value. Without this
 * feature, the generator discards the value. Methods for raw content throw {@link
 * UnsupportedOperationException}. All other exceptions of the generator are {@link
 * JacksonException}s. If the dialect cannot represent a value, the cause of the exception is a
 * {@link VariantException}.
 *
 * <p>A call can fail inside a container, for example because of a wrong order of calls. Then no
 * part of the root value reaches the target, not even on close. If the target itself throws an
 * exception, the target may have received a part of the value. In both cases, each further call
 * that writes throws the same exception. The generator cannot detect exceptions of other code, such
 * as a class that is being serialized. To discard the value on close in that case, disable {@link
 * StreamWriteFeature#AUTO_CLOSE_CONTENT}.
 *
 * <p>The class has more than 500 lines because Jackson's generator has a method for each kind and
 * source of a value. All methods share the state of the current value.
 */
public final class GodotGenerator extends GeneratorBase {
  private final boolean isFramed;
  private final boolean writesStringNames;
  private final boolean writesIntKeys;
  private final VariantWriter writer;

  /**
   * The pool to which the writer is returned; null if the caller provided the writer for a single
   * value.
   */
  private final @Nullable WriterPool writers;

  /** The target of all root values; null if the caller provided the writer for a single value. */
  private final @Nullable OutputStream out;

  /**
   * The largest number of bytes that the writer contained. The pool keeps the buffer only if this
   * number is not too large.
   */
  private int maxLength;

  private SimpleStreamWriteContext context;

  private final int features;

  /**
   * The generator whose {@link #forWriter} created this generator, or null. A failure is recorded
   * in both generators.
   */
  private @Nullable GodotGenerator outer;

  /** The exception that each further call that writes throws; null before a failure. */
  private @Nullable RuntimeException failure;

  GodotGenerator(
      ObjectWriteContext writeContext,
      IOContext ioContext,
      int streamFeatures,
      int features,
      WriterPool writers,
      OutputStream out) {
    this(writeContext, ioContext, streamFeatures, features, writers.acquire(), writers, out);
  }

  /** Creates a generator that writes a single value at the position of a writer. */
  GodotGenerator(
      ObjectWriteContext writeContext,
      IOContext ioContext,
      int streamFeatures,
      int features,
      VariantWriter writer) {
    this(writeContext, ioContext, streamFeatures, features, writer, null, null);
  }

  private GodotGenerator(
      ObjectWriteContext writeContext,
      IOContext ioContext,
      int streamFeatures,
      int features,
      VariantWriter writer,
      @Nullable WriterPool writers,
      @Nullable OutputStream out) {
    super(writeContext, ioContext, streamFeatures);
    this.writer = writer;
    this.writers = writers;
    this.out = out;
    this.features = features;
    isFramed = GodotWriteFeature.LENGTH_FRAMED.enabledIn(features);
    writesStringNames = GodotWriteFeature.STRING_NAME_KEYS.enabledIn(features);
    writesIntKeys = GodotWriteFeature.INT_KEYS.enabledIn(features);
    context =
        SimpleStreamWriteContext.createRootContext(
            StreamWriteFeature.STRICT_DUPLICATE_DETECTION.enabledIn(streamFeatures)
                ? DupDetector.rootDetector(this)
                : null);
  }

  /** Creates a generator with the same settings for another writer. Do not close the result. */
  GodotGenerator forWriter(VariantWriter other) {
    GodotGenerator part =
        new GodotGenerator(objectWriteContext(), _ioContext, _streamWriteFeatures, features, other);
    part.outer = this;
    return part;
  }

  @Override
  public Version version() {
    return GodotFactory.VERSION;
  }

  @Override
  public JacksonFeatureSet<StreamWriteCapability> streamWriteCapabilities() {
    return DEFAULT_BINARY_WRITE_CAPABILITIES;
  }

  @Override
  public @Nullable Object streamWriteOutputTarget() {
    return out;
  }

  @Override
  public int streamWriteOutputBuffered() {
    return -1;
  }

  @Override
  public TokenStreamContext streamWriteContext() {
    return context;
  }

  @Override
  public @Nullable Object currentValue() {
    return context.currentValue();
  }

  @Override
  public void assignCurrentValue(@Nullable Object value) {
    context.assignCurrentValue(value);
  }

  // Containers.

  @Override
  public JsonGenerator writeStartArray() {
    return writeStartArray(null);
  }

  @Override
  public JsonGenerator writeStartArray(@Nullable Object value) {
    startArray(value, ElementType.UNTYPED);
    return this;
  }

  void startArray(@Nullable Object value, ElementType type) {
    startContainer("start an array");
    encode(() -> writer.beginArray(type));
    context = context.createChildArrayContext(value);
  }

  @Override
  public JsonGenerator writeEndArray() {
    if (!context.inArray()) {
      return _reportError("Current context not Array but " + context.typeDesc());
    }
    writer.endArray();
    return endContainer();
  }

  @Override
  public JsonGenerator writeStartObject() {
    return writeStartObject(null);
  }

  @Override
  public JsonGenerator writeStartObject(@Nullable Object value) {
    startObject(value, ElementType.UNTYPED, ElementType.UNTYPED);
    return this;
  }

  void startObject(@Nullable Object value, ElementType keys, ElementType values) {
    startContainer("start an object");
    encode(() -> writer.beginDictionary(keys, values));
    context = context.createChildObjectContext(value);
  }

  @Override
  public JsonGenerator writeEndObject() {
    if (!context.inObject()) {
      return _reportError("Current context not Object but " + context.typeDesc());
    }
    if (context.hasCurrentName()) {
      return _reportError("Cannot end an object, a value is missing");
    }
    encode(writer::endDictionary);
    return endContainer();
  }

  private void startContainer(String noun) {
    _verifyValueWrite(noun);
    try {
      streamWriteConstraints().validateNestingDepth(context.getNestingDepth() + 1);
    } catch (StreamConstraintsException e) {
      throw recordFailure(e);
    }
  }

  private JsonGenerator endContainer() {
    context = context.clearAndGetParent();
    return endValue();
  }

  /**
   * Ends the current value. If it is a root value, writes the value to the target, if there is one.
   */
  private JsonGenerator endValue() {
    if (context.inRoot() && out != null) {
      emit(out);
    }
    return this;
  }

  private void emit(OutputStream target) {
    int length = writer.size();
    maxLength = Math.max(maxLength, length);
    try {
      if (isFramed) {
        for (int i = 0; i < Integer.BYTES; i++) {
          target.write(length >> 8 * i);
        }
      }
      writer.writeTo(target);
    } catch (IOException e) {
      throw abandonValue(_wrapIOFailure(e)); // a part of the value may have been written
    } catch (RuntimeException e) {
      throw abandonValue(e);
    }
    writer.reset();
  }

  @Override
  protected void _verifyValueWrite(String description) {
    if (context.inRoot() && isEnded()) {
      _reportError("Cannot " + description + ", only one value can be written");
    }
    if (!context.writeValue()) {
      _reportError("Cannot " + description + ", expecting a property name");
    }
  }

  /** Returns whether no further root value can be written. */
  private boolean isEnded() {
    return _closed || failure != null || (out == null && context.hasCurrentIndex());
  }

  // Errors.

  @Override
  @SuppressWarnings("TypeParameterUnusedInFormals") // Jackson's signature
  protected <T> T _reportError(String message) {
    if (_closed) {
      throw _constructWriteException("The generator is closed");
    }
    throw failure == null ? recordFailure(_constructWriteException(message)) : failure;
  }

  @Override
  @SuppressWarnings("TypeParameterUnusedInFormals") // Jackson's signature
  protected <T> T _reportUnsupportedOperation() {
    throw recordFailure(new UnsupportedOperationException("Godot has no raw content"));
  }

  /** Converts an exception of the codec to an exception of Jackson, and records the failure. */
  private JacksonException recordFailure(VariantException e) {
    return recordFailure(
        e instanceof VariantLimitException limit
            ? new InputExceptions.LimitException(null, limit)
            : new StreamWriteException(this, e.getMessage(), e));
  }

  /**
   * Records that a call failed, and discards the root value if the call was inside a container.
   * Returns {@code e}, which the caller must throw.
   */
  private <E extends RuntimeException> E recordFailure(E e) {
    if (outer != null) {
      outer.recordFailure(e);
    }
    return context.inRoot() ? e : abandonValue(e);
  }

  /** Discards the current root value. Each further call that writes throws {@code e}. */
  private <E extends RuntimeException> E abandonValue(E e) {
    failure = e;
    context = SimpleStreamWriteContext.createRootContext(null);
    if (out != null) {
      maxLength = Math.max(maxLength, writer.size());
      writer.reset();
    }
    return e;
  }

  // Names.

  @Override
  public JsonGenerator writeName(String name) {
    if (writesStringNames) {
      return writeName(name, () -> writer.value(StringName.of(name)));
    }
    return writeName(name, () -> writer.value(name));
  }

  /** Writes a name whose bytes are already encoded. */
  void writeName(VariantKey key) {
    if (writesStringNames) {
      writeName(key.text());
      return;
    }
    verifyNameWrite(key.text());
    try { // Without a lambda, because these names are the most frequent ones.
      writer.key(key);
    } catch (VariantException e) {
      throw recordFailure(e);
    }
  }

  @Override
  public JsonGenerator writePropertyId(long id) {
    return writesIntKeys ? writeName(IntValue.of(id)) : writeName(Long.toString(id));
  }

  /**
   * Writes a key of any type instead of a property name.
   *
   * @param key the key, which is written unchanged
   * @return this generator
   * @throws JacksonException if a name is not allowed at the current position, if the name is a
   *     rejected duplicate, or if the dialect cannot represent the key
   */
  public JsonGenerator writeName(Variant key) {
    return writeName(GodotParser.nameOf(key), () -> writer.value(key));
  }

  private JsonGenerator writeName(String name, Runnable writing) {
    verifyNameWrite(name);
    encode(writing);
    return this;
  }

  private void verifyNameWrite(String name) {
    boolean isExpected;
    try {
      isExpected = context.writeName(name);
    } catch (StreamWriteException e) {
      throw recordFailure(e);
    }
    if (!isExpected) {
      _reportError("Cannot write a property name, expecting a value");
    }
  }

  // Strings.

  @Override
  public JsonGenerator writeString(@Nullable String value) {
    if (value == null) {
      return writeNull();
    }
    return write(WRITE_STRING, () -> writer.value(value));
  }

  @Override
  public JsonGenerator writeString(char[] text, int offset, int length) {
    return writeString(new String(text, offset, length));
  }

  @Override
  public JsonGenerator writeString(@Nullable Reader reader, int length) {
    if (reader == null) {
      return _reportError("null reader");
    }
    StringBuilder text = new StringBuilder();
    char[] buffer = new char[1 << 12];
    int remaining = length < 0 ? Integer.MAX_VALUE : length;
    try {
      int read = 0;
      while (remaining > 0 && read >= 0) {
        read = reader.read(buffer, 0, Math.min(buffer.length, remaining));
        text.append(buffer, 0, Math.max(0, read));
        remaining -= read;
      }
    } catch (IOException e) {
      throw recordFailure(_wrapIOFailure(e));
    }
    if (text.length() < length) {
      return _reportError(
          "The reader ends after " + text.length() + " of " + length + " characters");
    }
    return writeString(text.toString());
  }

  @Override
  public JsonGenerator writeRawUTF8String(byte[] text, int offset, int length) {
    return writeUTF8String(text, offset, length);
  }

  @Override
  public JsonGenerator writeUTF8String(byte[] text, int offset, int length) {
    try {
      return writeString(
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(text, offset, length))
              .toString());
    } catch (CharacterCodingException e) {
      throw recordFailure(_wrapIOFailure(e));
    }
  }

  @Override
  public JsonGenerator writeRaw(String text) {
    return _reportUnsupportedOperation();
  }

  @Override
  public JsonGenerator writeRaw(String text, int offset, int length) {
    return _reportUnsupportedOperation();
  }

  @Override
  public JsonGenerator writeRaw(char[] text, int offset, int length) {
    return _reportUnsupportedOperation();
  }

  @Override
  public JsonGenerator writeRaw(char c) {
    return _reportUnsupportedOperation();
  }

  @Override
  public JsonGenerator writeRawValue(String text) {
    return _reportUnsupportedOperation();
  }

  @Override
  public JsonGenerator writeRawValue(String text, int offset, int length) {
    return _reportUnsupportedOperation();
  }

  @Override
  public JsonGenerator writeRawValue(char[] text, int offset, int length) {
    return _reportUnsupportedOperation();
  }

  @Override
  public JsonGenerator writeRawValue(SerializableString text) {
    return _reportUnsupportedOperation();
  }

  // Binary.

  @Override
  public JsonGenerator writeBinary(
      Base64Variant base64, byte @Nullable [] data, int offset, int length) {
    return data == null
        ? writeNull()
        : write(
            WRITE_BINARY,
            PackedByteArray.unsafeWrap(Arrays.copyOfRange(data, offset, offset + length)));
  }

  @Override
  public int writeBinary(Base64Variant base64, InputStream data, int length) {
    byte[] bytes;
    try {
      bytes = length < 0 ? data.readAllBytes() : data.readNBytes(length);
    } catch (IOException e) {
      throw recordFailure(_wrapIOFailure(e));
    }
    if (bytes.length < length) {
      return _reportError("The stream ends after " + bytes.length + " of " + length + " bytes");
    }
    write(WRITE_BINARY, PackedByteArray.unsafeWrap(bytes));
    return bytes.length;
  }

  // Numbers.

  @Override
  public JsonGenerator writeNumber(short value) {
    return writeNumber((long) value);
  }

  @Override
  public JsonGenerator writeNumber(int value) {
    return writeNumber((long) value);
  }

  @Override
  public JsonGenerator writeNumber(long value) {
    _verifyValueWrite(WRITE_NUMBER);
    try { // Without a lambda, because numbers are the most frequent values.
      writer.value(value);
    } catch (VariantException e) {
      throw recordFailure(e);
    }
    return endValue();
  }

  /**
   * {@inheritDoc}
   *
   * @throws StreamWriteException if the value does not fit in Godot's int, which has 64 bits
   */
  @Override
  public JsonGenerator writeNumber(@Nullable BigInteger value) {
    if (value == null) {
      return writeNull();
    }
    if (value.bitLength() >= Long.SIZE) {
      throw inexpressible("an integer of " + (value.bitLength() + 1) + " bits");
    }
    return writeNumber(value.longValue());
  }

  @Override
  public JsonGenerator writeNumber(float value) {
    return writeNumber((double) value);
  }

  @Override
  public JsonGenerator writeNumber(double value) {
    _verifyValueWrite(WRITE_NUMBER);
    try { // Without a lambda, because numbers are the most frequent values.
      writer.value(value);
    } catch (VariantException e) {
      throw recordFailure(e);
    }
    return endValue();
  }

  /**
   * {@inheritDoc}
   *
   * @throws StreamWriteException if no finite {@code double} is printed as this decimal number, so
   *     that digits would be lost
   */
  @Override
  public JsonGenerator writeNumber(@Nullable BigDecimal value) {
    if (value == null) {
      return writeNull();
    }
    double number = value.doubleValue();
    if (!Double.isFinite(number) || BigDecimal.valueOf(number).compareTo(value) != 0) {
      throw inexpressible("a decimal of " + value.precision() + " digits");
    }
    return writeNumber(number);
  }

  @Override
  public JsonGenerator writeNumber(@Nullable String digits) {
    if (digits == null) {
      return writeNull();
    }
    BigDecimal number;
    try {
      number = new BigDecimal(digits);
    } catch (NumberFormatException e) {
      throw recordFailure(new StreamWriteException(this, "No number", e));
    }
    boolean isInteger = digits.chars().noneMatch(c -> c == '.' || c == 'e' || c == 'E');
    return isInteger ? writeNumber(number.unscaledValue()) : writeNumber(number);
  }

  private StreamWriteException inexpressible(String description) {
    InexpressibleVariantException cause =
        new InexpressibleVariantException(
            description + " has no form in Godot", VariantException.NO_OFFSET, writer.path());
    return recordFailure(new StreamWriteException(this, cause.getMessage(), cause));
  }

  // Other values.

  @Override
  public JsonGenerator writeBoolean(boolean value) {
    return write(WRITE_BOOLEAN, () -> writer.value(value));
  }

  @Override
  public JsonGenerator writeNull() {
    return write(WRITE_NULL, writer::nil);
  }

  /**
   * Writes a {@link Variant} unchanged and a {@code byte[]} as a PackedByteArray.
   *
   * @param value the value
   * @return this generator
   * @throws JacksonException if a value is not allowed at the current position, if the value has
   *     another class, or if the dialect cannot represent it
   */
  @Override
  public JsonGenerator writeEmbeddedObject(@Nullable Object value) {
    if (value instanceof Variant variant) {
      return write("write an embedded object", variant);
    }
    try {
      return super.writeEmbeddedObject(value);
    } catch (StreamWriteException e) {
      throw recordFailure(e);
    }
  }

  /**
   * Writes a {@link Variant} unchanged and any other value as the mapper does.
   *
   * @param value the value
   * @return this generator
   * @throws JacksonException if a value is not allowed at the current position, if the mapper
   *     cannot write the value, or if the dialect cannot represent it
   */
  @Override
  public JsonGenerator writePOJO(@Nullable Object value) {
    if (value instanceof Variant variant) {
      return write("write an object", variant);
    }
    try {
      return super.writePOJO(value);
    } catch (RuntimeException e) {
      throw recordFailure(e);
    }
  }

  private JsonGenerator write(String description, Variant value) {
    return write(description, () -> writer.value(value));
  }

  private JsonGenerator write(String description, Runnable writing) {
    _verifyValueWrite(description);
    encode(writing);
    return endValue();
  }

  /** Runs an action that uses the writer. Converts and records exceptions of the codec. */
  private void encode(Runnable writing) {
    try {
      writing.run();
    } catch (VariantException e) {
      throw recordFailure(e);
    }
  }

  // Copying.

  @Override
  public void copyCurrentEvent(JsonParser parser) {
    if (!(parser instanceof GodotParser godot && copyUnchanged(godot))) {
      super.copyCurrentEvent(parser);
    }
  }

  @Override
  public void copyCurrentEventExact(JsonParser parser) {
    if (!(parser instanceof GodotParser godot && copyUnchanged(godot))) {
      super.copyCurrentEventExact(parser);
    }
  }

  /**
   * Copies the current token if Jackson's default implementation would lose information.
   *
   * @return false if the token was not copied
   */
  private boolean copyUnchanged(GodotParser parser) {
    JsonToken token = parser.currentToken();
    if (token == null) {
      return false;
    }
    switch (token) {
      case START_ARRAY:
        startArray(null, parser.elementType());
        return true;
      case START_OBJECT:
        startObject(null, parser.elementType(), parser.valueType());
        return true;
      case PROPERTY_NAME:
        if (parser.isOtherThanString()) {
          writeName(parser.readVariant());
          return true;
        }
        return false;
      case VALUE_STRING:
        if (parser.isOtherThanString()) {
          write(WRITE_STRING, parser.readVariant());
          return true;
        }
        return false;
      case VALUE_EMBEDDED_OBJECT:
        write("write an embedded object", parser.readVariant());
        return true;
      default:
        return false;
    }
  }

  @Override
  public void copyCurrentStructure(JsonParser parser) {
    if (!(parser instanceof GodotParser godot && copyWhole(godot))) {
      super.copyCurrentStructure(parser);
    }
  }

  @Override
  public void copyCurrentStructureExact(JsonParser parser) {
    if (!(parser instanceof GodotParser godot && copyWhole(godot))) {
      super.copyCurrentStructureExact(parser);
    }
  }

  private boolean copyWhole(GodotParser parser) {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.PROPERTY_NAME) {
      copyCurrentEvent(parser);
      token = parser.nextToken();
    }
    if (token == null) {
      return false;
    }
    if (!token.isStructStart()) {
      copyCurrentEvent(parser);
      return true;
    }
    int depth = parser.streamReadContext().getNestingDepth();
    try {
      do {
        copyUnexpanded(parser);
      } while (parser.streamReadContext().getNestingDepth() >= depth && parser.nextToken() != null);
    } catch (JacksonException e) {
      try { // Skip the rest of the container.
        while (parser.streamReadContext().getNestingDepth() >= depth
            && parser.nextToken() != null) {}
      } catch (JacksonException inRest) {
        // The caller needs the first exception. The parser throws this one again on the next call.
      }
      throw e;
    }
    return true;
  }

  /**
   * Copies the current token. Keeps the declared types of containers, and keys of any type. If the
   * token starts a container in memory, such as an expanded value, copies the whole container.
   */
  private void copyUnexpanded(GodotParser parser) {
    JsonToken token = parser.currentToken();
    if (token.isStructStart() && parser.isInMemory()) {
      write("copy a container", parser.readVariant());
    } else if (token == JsonToken.START_ARRAY) {
      parser.startCopy();
      startArray(null, parser.reader().elementType());
    } else if (token == JsonToken.START_OBJECT) {
      parser.startCopy();
      startObject(null, parser.reader().elementType(), parser.reader().valueType());
    } else if (token == JsonToken.PROPERTY_NAME) {
      writeName(parser.readVariant());
    } else {
      copyCurrentEvent(parser);
    }
  }

  @Override
  public void flush() {
    if (out != null && isEnabled(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)) {
      try {
        out.flush();
      } catch (IOException e) {
        throw _wrapIOFailure(e);
      }
    }
  }

  @Override
  public void close() {
    if (!_closed) {
      try {
        if (isEnabled(StreamWriteFeature.AUTO_CLOSE_CONTENT)) {
          while (!context.inRoot()) {
            if (context.inArray()) {
              writeEndArray();
            } else {
              writeEndObject();
            }
          }
        }
      } finally {
        maxLength = Math.max(maxLength, writer.size());
        context = SimpleStreamWriteContext.createRootContext(null);
        super.close();
      }
    }
  }

  @Override
  protected void _closeInput() throws IOException {
    if (out == null) {
      return;
    }
    if (_ioContext.isResourceManaged() || isEnabled(StreamWriteFeature.AUTO_CLOSE_TARGET)) {
      out.close();
    } else if (isEnabled(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)) {
      out.flush();
    }
  }

  @Override
  protected void _releaseBuffers() {
    if (writers != null && !_closed) {
      writers.release(writer, maxLength);
    }
  }
}
