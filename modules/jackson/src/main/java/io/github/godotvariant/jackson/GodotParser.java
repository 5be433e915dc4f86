package io.github.godotvariant.jackson;

import static io.github.godotvariant.internal.codec.CodecOperations.CODEC;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Shape;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.internal.Reals;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.Base64Variant;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadCapability;
import tools.jackson.core.Version;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.util.ByteArrayBuilder;
import tools.jackson.core.util.JacksonFeatureSet;

/**
 * Parses Godot's binary format into Jackson's tokens.
 *
 * <table>
 * <caption>Tokens for Godot's types</caption>
 * <tr><th>Godot</th><th>token</th></tr>
 * <tr><td>null, and the null object</td><td>{@code VALUE_NULL}</td></tr>
 * <tr><td>bool</td><td>{@code VALUE_TRUE}, {@code VALUE_FALSE}</td></tr>
 * <tr><td>int</td><td>{@code VALUE_NUMBER_INT} of up to 64 bits</td></tr>
 * <tr><td>float</td><td>{@code VALUE_NUMBER_FLOAT}, a {@code double}</td></tr>
 * <tr><td>String, StringName</td><td>{@code VALUE_STRING}</td></tr>
 * <tr><td>Array</td><td>{@code START_ARRAY}, its elements, {@code END_ARRAY}</td></tr>
 * <tr><td>Dictionary</td><td>{@code START_OBJECT}, names and values, {@code END_OBJECT}; for keys
 * that are not strings see {@link GodotReadFeature}</td></tr>
 * <tr><td>PackedByteArray</td><td>{@code VALUE_EMBEDDED_OBJECT}, a {@code byte[]}</td></tr>
 * <tr><td>all others</td><td>{@code VALUE_EMBEDDED_OBJECT}, a {@link Variant}</td></tr>
 * </table>
 *
 * <p>{@link #readVariant} returns each of these values as a {@link Variant}, with element types and
 * StringNames.
 *
 * <p>All exceptions are {@link JacksonException}s. If the reason is in the input, the cause is a
 * {@link VariantException}. The offset in that exception counts from the start of the root value.
 * After malformed input or an exceeded limit, each further call that reads throws the same
 * exception. If a number does not fit the requested type, you can continue to read after the
 * exception. The limits of the factory's codec apply to each value of a sequence. Jackson's {@code
 * StreamReadConstraints} apply as well.
 *
 * <p>The class has more than 500 lines because Jackson's parser returns the content of a token as
 * many Java types.
 */
public final class GodotParser extends GodotTokens {
  private static final JacksonFeatureSet<StreamReadCapability> CAPABILITIES =
      JacksonFeatureSet.fromDefaults(StreamReadCapability.values())
          .with(StreamReadCapability.EXACT_FLOATS);

  GodotParser(
      ObjectReadContext readContext,
      IOContext ioContext,
      int streamFeatures,
      int features,
      ValueInput source) {
    super(readContext, ioContext, streamFeatures, features, source, null);
  }

  /** Creates a parser for only the next value of a reader. */
  GodotParser(
      ObjectReadContext readContext,
      IOContext ioContext,
      int streamFeatures,
      int features,
      VariantReader reader) {
    super(readContext, ioContext, streamFeatures, features, null, reader);
  }

  @Override
  public Version version() {
    return GodotFactory.VERSION;
  }

  @Override
  public JacksonFeatureSet<StreamReadCapability> streamReadCapabilities() {
    return CAPABILITIES;
  }

  /**
   * Returns the path of the current value or key.
   *
   * @return a path such as {@code $.player.items[3]}. For a token inside an expanded value, this is
   *     the path of the expanded value. With {@link GodotReadFeature#KEYS_AS_PAIRS}, this is {@code
   *     $} for every token inside a container
   */
  @Override
  public String path() {
    List<Variant> steps = new ArrayList<>();
    for (GodotReadContext ancestor = context; ancestor != null; ancestor = ancestor.getParent()) {
      Variant step = ancestor.step();
      if (ancestor.kind == GodotReadContext.Kind.ELEMENTS
          || ancestor.kind == GodotReadContext.Kind.MEMBERS) {
        steps.clear();
      } else if (step != null) {
        steps.add(step);
      }
    }
    Collections.reverse(steps);
    return VariantPath.of(steps).shown();
  }

  /**
   * Reads the current value completely, as the codec reads it: with element types, StringNames, and
   * keys of any type. Afterwards, the current token is the last token of the value.
   *
   * @return the value, or the key if the current token is a property name
   * @throws StreamReadException if there is no value at the current token, or if the parser has
   *     already entered the container at this token
   * @throws JacksonException if the input is malformed or exceeds a limit
   */
  public Variant readVariant() {
    JsonToken token = _currToken;
    if (pending == Pending.FAILED) {
      throw Objects.requireNonNull(failure);
    }
    if (token == null) {
      throw new StreamReadException(this, "No current token to read a value from");
    }
    switch (token) {
      case VALUE_NULL:
        return Variant.NIL;
      case VALUE_TRUE:
        return BoolValue.of(true);
      case VALUE_FALSE:
        return BoolValue.of(false);
      case VALUE_NUMBER_INT:
        return IntValue.of(integer);
      case VALUE_NUMBER_FLOAT:
        return FloatValue.of(real);
      case VALUE_STRING:
        return isStringName ? StringName.of(string) : StringValue.of(string);
      case VALUE_EMBEDDED_OBJECT:
        return readEmbedded();
      case PROPERTY_NAME:
        return currentKey();
      case START_ARRAY:
      case START_OBJECT:
        Variant result = value;
        if (pending == Pending.CONTAINER) {
          result = readPending();
        } else if (pending == Pending.IN_MEMORY && result != null) {
          pending = Pending.NOTHING;
        } else {
          throw new StreamReadException(this, "The container has been entered");
        }
        countTokens(result, 2);
        leave();
        return result;
      default:
        throw new StreamReadException(this, "No value to read at " + token);
    }
  }

  /** Returns the key of the current property name, or of the current value. */
  Variant currentKey() {
    Variant other = otherKey;
    if (other != null) {
      return other;
    }
    String name = Objects.requireNonNull(currentName());
    return isNameOfStringName ? StringName.of(name) : StringValue.of(name);
  }

  /** Returns whether the length of each value precedes the value. */
  boolean isFramed() {
    return GodotReadFeature.LENGTH_FRAMED.enabledIn(features);
  }

  /**
   * Makes a parser accept keys of any type in the current dictionary. Has no effect on parsers of
   * other formats, or if the current token is not the start or a key of a dictionary.
   */
  static void acceptAnyKey(JsonParser in) {
    if (in instanceof GodotParser godot
        && (in.currentToken() == JsonToken.START_OBJECT
            || in.currentToken() == JsonToken.PROPERTY_NAME)) {
      godot.context.acceptsAnyKey = true;
    }
  }

  /** Enters the current container in order to copy its keys and values unchanged. */
  void startCopy() {
    context.isCopied = true;
    openContainer();
  }

  /** Returns whether the current string or property name is not a Godot String. */
  boolean isOtherThanString() {
    return isStringName || (_currToken == JsonToken.PROPERTY_NAME && otherKey != null);
  }

  /** Returns whether the current token starts a container that is already in memory. */
  boolean isInMemory() {
    return pending == Pending.IN_MEMORY;
  }

  /** Returns the declared type of the current array's elements, or of the current object's keys. */
  ElementType elementType() {
    if (pending == Pending.CONTAINER) {
      openContainer();
      return _currToken == JsonToken.START_OBJECT
          ? reader().elementType()
          : readDeclaredType(reader().elementType());
    }
    if (_currToken == JsonToken.START_OBJECT) {
      return value instanceof VariantDictionary pairs ? pairs.keyType() : ElementType.UNTYPED;
    }
    return value instanceof VariantArray array
        ? readDeclaredType(array.elementType())
        : ElementType.UNTYPED; // the pairs of a dictionary
  }

  /** Returns the declared type of the values of the current object. */
  ElementType valueType() {
    return value == null
        ? readDeclaredType(reader().valueType())
        : value instanceof VariantDictionary pairs
            ? readDeclaredType(pairs.valueType())
            : ElementType.UNTYPED;
  }

  /**
   * Returns the declared type of elements, keys or values. Returns untyped if a read feature makes
   * the parser represent this type as an array or object instead.
   */
  private ElementType readDeclaredType(ElementType declared) {
    VariantType type = declared.builtin();
    return isExpanded(type)
            || (type == VariantType.DICTIONARY
                && GodotReadFeature.KEYS_AS_PAIRS.enabledIn(features))
        ? ElementType.UNTYPED
        : declared;
  }

  /**
   * Expands an embedded packed array or math type. The current token becomes the start of an array
   * with the elements, or of an object with the components.
   *
   * @return false if the current token is not an embedded packed array or math type
   */
  boolean expand() {
    if (_currToken == JsonToken.VALUE_EMBEDDED_OBJECT
        && (readEmbedded() instanceof Shape || readEmbedded() instanceof PackedArray)) {
      run(() -> _updateToken(startContent(readEmbedded())));
      return true;
    }
    return false;
  }

  /** Counts the memory of an object that is created from a math type against the memory limit. */
  void chargeShape() {
    charge(SHAPE_AS_OBJECT);
  }

  /**
   * Counts bytes of memory against the memory limit, for objects that are created from the current
   * value.
   */
  void charge(long heapBytes) {
    try { // a lambda would be created for each record
      CODEC.charge(reader(), 0, heapBytes);
    } catch (VariantException e) {
      throw recordFailure(e);
    }
  }

  // Names.

  @Override
  public @Nullable String currentName() {
    if (_currToken == JsonToken.START_OBJECT || _currToken == JsonToken.START_ARRAY) {
      return Objects.requireNonNull(context.getParent()).currentName();
    }
    return context.currentName();
  }

  // Strings.

  @Override
  public @Nullable String getString() {
    JsonToken token = _currToken;
    if (token == JsonToken.VALUE_STRING) {
      return string;
    }
    if (token == null) {
      return null;
    }
    return switch (token) {
      case PROPERTY_NAME -> context.currentName();
      case VALUE_NUMBER_INT -> Long.toString(integer);
      case VALUE_NUMBER_FLOAT -> Double.toString(real);
      default -> token.asString();
    };
  }

  @Override
  public @Nullable String getValueAsString(@Nullable String missing) {
    return _currToken == JsonToken.VALUE_EMBEDDED_OBJECT
        ? missing
        : super.getValueAsString(missing);
  }

  @Override
  public char @Nullable [] getStringCharacters() {
    String text = getString();
    return text == null ? null : text.toCharArray();
  }

  @Override
  public int getStringLength() {
    String text = getString();
    return text == null ? 0 : text.length();
  }

  @Override
  public int getStringOffset() {
    return 0;
  }

  @Override
  public boolean hasStringCharacters() {
    return false;
  }

  // Numbers.

  @Override
  public boolean isNaN() {
    return _currToken == JsonToken.VALUE_NUMBER_FLOAT && !Double.isFinite(real);
  }

  @Override
  public NumberType getNumberType() {
    if (isInteger()) {
      return integer == (int) integer ? NumberType.INT : NumberType.LONG;
    }
    return NumberType.DOUBLE;
  }

  @Override
  public NumberTypeFP getNumberTypeFP() {
    return _currToken == JsonToken.VALUE_NUMBER_FLOAT
        ? NumberTypeFP.DOUBLE64
        : NumberTypeFP.UNKNOWN;
  }

  /** Returns whether the current number is an integer; throws if the token is not a number. */
  private boolean isInteger() {
    if (_currToken == JsonToken.VALUE_NUMBER_INT) {
      return true;
    }
    if (_currToken == JsonToken.VALUE_NUMBER_FLOAT) {
      return false;
    }
    throw _constructNotNumericType(_currToken, NR_UNKNOWN);
  }

  @Override
  public Number getNumberValue() {
    if (isInteger()) {
      return integer == (int) integer ? (Number) (int) integer : (Number) integer;
    }
    return real;
  }

  /** Returns the number as a {@code byte}; 128 to 255 are rejected, unlike in other formats. */
  @Override
  public byte getByteValue() {
    return (byte) integerInRange(Byte.MIN_VALUE, Byte.MAX_VALUE, byte.class);
  }

  @Override
  public short getShortValue() {
    return (short) integerInRange(Short.MIN_VALUE, Short.MAX_VALUE, short.class);
  }

  @Override
  public int getIntValue() {
    return (int) integerInRange(Integer.MIN_VALUE, Integer.MAX_VALUE, int.class);
  }

  @Override
  public long getLongValue() {
    return isInteger() ? integer : integerInRange(Long.MIN_VALUE, Long.MAX_VALUE, long.class);
  }

  private long integerInRange(long min, long max, Class<?> target) {
    if (isInteger() ? integer < min || integer > max : !(real >= min && real <= max)) {
      throw coercion(Counts.outOfRange(min, max, getNumberValue()), target);
    }
    return isInteger() ? integer : (long) real;
  }

  private InputCoercionException coercion(String problem, Class<?> target) {
    return new InputExceptions.CoercionException(
        this,
        Objects.requireNonNull(_currToken),
        target,
        currentTokenLocation(),
        new VariantTypeException(problem, tokenOffset(), path()));
  }

  /** Returns the number as a {@code float}, with the checks of {@link CheckedParser}. */
  @Override
  public float getFloatValue() {
    boolean isInteger = isInteger();
    float value = isInteger ? (float) integer : (float) real;
    if (isInteger ? !Reals.isExact(value, integer) : Reals.overflows(real)) {
      checkLossy(float.class);
    }
    return value;
  }

  /** Returns the number as a {@code double}, with the checks of {@link CheckedParser}. */
  @Override
  public double getDoubleValue() {
    if (!isInteger()) {
      return real;
    }
    if (!Reals.isExact((double) integer, integer)) {
      checkLossy(double.class);
    }
    return (double) integer;
  }

  private void checkLossy(Class<?> target) {
    if (!CheckedParser.isLenient(objectReadContext())) {
      throw coercion(CheckedParser.problem(getNumberValue(), target), target);
    }
  }

  @Override
  public BigInteger getBigIntegerValue() {
    return isInteger() ? BigInteger.valueOf(integer) : decimal(BigInteger.class).toBigInteger();
  }

  @Override
  public BigDecimal getDecimalValue() {
    return isInteger() ? BigDecimal.valueOf(integer) : decimal(BigDecimal.class);
  }

  private BigDecimal decimal(Class<?> target) {
    if (!Double.isFinite(real)) {
      throw coercion("wanted a finite number but found " + real, target);
    }
    return BigDecimal.valueOf(real);
  }

  // Embedded values.

  /**
   * Returns the embedded object: a {@code byte[]} for a PackedByteArray, otherwise a {@link
   * Variant}.
   *
   * @return the object, or null if the current token is not an embedded object
   */
  @Override
  public @Nullable Object getEmbeddedObject() {
    if (_currToken != JsonToken.VALUE_EMBEDDED_OBJECT) {
      return null;
    }
    return readEmbedded() instanceof PackedByteArray bytes ? bytes.toArray() : readEmbedded();
  }

  @Override
  public byte[] getBinaryValue(Base64Variant base64) {
    if (getEmbeddedObject() instanceof byte[] bytes) {
      return bytes;
    }
    if (_currToken != JsonToken.VALUE_STRING) {
      throw new StreamReadException(
          this, "Current token (" + _currToken + ") is not a binary value");
    }
    try (ByteArrayBuilder builder = new ByteArrayBuilder()) {
      _decodeBase64(string, builder, base64);
      return builder.toByteArray();
    }
  }

  @Override
  public int readBinaryValue(Base64Variant base64, OutputStream out) {
    byte[] bytes = getBinaryValue(base64);
    try {
      out.write(bytes);
    } catch (IOException e) {
      throw _wrapIOFailure(e);
    }
    return bytes.length;
  }
}
