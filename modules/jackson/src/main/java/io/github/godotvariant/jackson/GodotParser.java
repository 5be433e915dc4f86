package io.github.godotvariant.jackson;

import static io.github.godotvariant.internal.codec.CodecOperations.CODEC;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Shape;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.internal.Reals;
import io.github.godotvariant.internal.values.ReadBudget;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
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
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.Version;
import tools.jackson.core.base.ParserMinimalBase;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.json.DupDetector;
import tools.jackson.core.sym.PropertyNameMatcher;
import tools.jackson.core.util.ByteArrayBuilder;
import tools.jackson.core.util.JacksonFeatureSet;

/**
 * Godot's bytes as tokens of Jackson.
 *
 * <table>
 * <caption>What becomes what</caption>
 * <tr><th>Godot</th><th>token</th></tr>
 * <tr><td>null, and the null object</td><td>{@code VALUE_NULL}</td></tr>
 * <tr><td>bool</td><td>{@code VALUE_TRUE}, {@code VALUE_FALSE}</td></tr>
 * <tr><td>int</td><td>{@code VALUE_NUMBER_INT}, which fits in 64 bits</td></tr>
 * <tr><td>float</td><td>{@code VALUE_NUMBER_FLOAT}, a {@code double}</td></tr>
 * <tr><td>String, StringName</td><td>{@code VALUE_STRING}</td></tr>
 * <tr><td>Array</td><td>{@code START_ARRAY}, its elements, {@code END_ARRAY}</td></tr>
 * <tr><td>Dictionary</td><td>{@code START_OBJECT}, names and values, {@code END_OBJECT}; for keys that
 * are no text see {@link GodotReadFeature}</td></tr>
 * <tr><td>PackedByteArray</td><td>{@code VALUE_EMBEDDED_OBJECT}, which is binary: a {@code byte[]}</td></tr>
 * <tr><td>all others</td><td>{@code VALUE_EMBEDDED_OBJECT}, which is a {@link Variant}</td></tr>
 * </table>
 *
 * <p>{@link #readVariant} gives any of them as the value it is, with element types and StringNames.
 *
 * <p>Whatever the input is, what is thrown is a {@link JacksonException}; if it is because of the
 * input, its cause is a {@link VariantException}, whose offset counts from the start of the value,
 * and nothing but the same can come afterwards, nor after what Jackson's own limits refuse. The
 * limits of the factory's codec hold, for each value of a sequence anew, and Jackson's {@code
 * StreamReadConstraints} as well.
 */
public final class GodotParser extends ParserMinimalBase {
  private static final JacksonFeatureSet<StreamReadCapability> CAPABILITIES =
      JacksonFeatureSet.fromDefaults(StreamReadCapability.values())
          .with(StreamReadCapability.EXACT_FLOATS);

  /** Memory for an object with the members of a shape, and for what makes it, in bytes. */
  private static final long SHAPE_AS_OBJECT = 128;

  /** What has to be done before the next token. */
  private enum Pending {
    NOTHING,
    /** The container that starts here is not opened. */
    CONTAINER,
    /** The embedded value is not read. */
    VALUE,
    /** The container that starts here is there already. */
    HELD,
    /** Reading has failed. */
    BROKEN,
    /** This is closed. */
    CLOSED
  }

  /** Null if a single value is read that somebody else's reader stands before. */
  private final @Nullable Source source;

  private final int features;

  /** What any text may be as long as, be it a name or not. */
  private final int shortestText;

  private @Nullable VariantReader reader;
  private GodotReadContext context;
  private Pending pending = Pending.NOTHING;

  private String string = "";

  /** Whether the string, or the name, is a StringName. */
  private boolean isStringName;

  /** Whether the last name is a StringName. */
  private boolean isNameOfStringName;

  private long integer;
  private double real;

  /** The embedded value, or the container that starts here, if it is there already. */
  private @Nullable Variant value;

  private VariantType embedded = VariantType.NIL;

  /** The name that is no text. */
  private @Nullable Variant otherKey;

  private byte @Nullable [] binary;
  private char @Nullable [] characters;

  /** Why nothing can be read any more. */
  private @Nullable JacksonException failure;

  private boolean started;

  /** Bytes that tokens from values that are there already would take. */
  private long heldBytes;

  GodotParser(
      ObjectReadContext readContext,
      IOContext ioContext,
      int streamFeatures,
      int features,
      Source source) {
    this(readContext, ioContext, streamFeatures, features, source, null);
  }

  /** Reads the value that a reader stands before, and nothing else. */
  GodotParser(
      ObjectReadContext readContext,
      IOContext ioContext,
      int streamFeatures,
      int features,
      VariantReader reader) {
    this(readContext, ioContext, streamFeatures, features, null, reader);
  }

  private GodotParser(
      ObjectReadContext readContext,
      IOContext ioContext,
      int streamFeatures,
      int features,
      @Nullable Source source,
      @Nullable VariantReader reader) {
    super(readContext, ioContext, streamFeatures);
    this.features = features;
    this.source = source;
    this.reader = reader;
    shortestText = Constraints.shortestText(_streamReadConstraints);
    context =
        GodotReadContext.root(
            StreamReadFeature.STRICT_DUPLICATE_DETECTION.enabledIn(streamFeatures)
                ? DupDetector.rootDetector(this)
                : null);
  }

  @Override
  public Version version() {
    return GodotFactory.VERSION;
  }

  @Override
  public JacksonFeatureSet<StreamReadCapability> streamReadCapabilities() {
    return CAPABILITIES;
  }

  @Override
  public @Nullable Object streamReadInputSource() {
    return _ioContext.contentReference().getRawContent();
  }

  // Where this is.

  @Override
  public TokenStreamContext streamReadContext() {
    return context;
  }

  @Override
  public @Nullable Object currentValue() {
    return context.currentValue();
  }

  @Override
  public void assignCurrentValue(@Nullable Object newValue) {
    context.assignCurrentValue(newValue);
  }

  @Override
  public TokenStreamLocation currentTokenLocation() {
    return location(tokenOffset());
  }

  @Override
  public TokenStreamLocation currentLocation() {
    VariantReader at = reader;
    return location(at == null || _closed ? 0 : at.byteOffset());
  }

  /** {@return the number of bytes read; only differences within a value have a meaning} */
  long readBytes() {
    VariantReader at = reader;
    return at == null || _closed ? 0 : at.byteOffset() + heldBytes;
  }

  /** Where the current token starts, in bytes from the start of the value. */
  private long tokenOffset() {
    VariantReader at = reader;
    return at == null || _closed ? 0 : at.lastByteOffset();
  }

  private GodotLocation location(long at) {
    return location(at, path());
  }

  private GodotLocation location(long at, String path) {
    return new GodotLocation(
        _ioContext.contentReference(), source == null ? 0 : source.start(), at, path);
  }

  /**
   * Returns the place of the value, or of the key, that this parser is at.
   *
   * @return a path such as {@code $.player.items[3]}. Inside a value that is expanded or given as
   *     pairs it is the path of that value
   */
  public String path() {
    List<Variant> steps = new ArrayList<>();
    for (GodotReadContext at = context; at != null; at = at.getParent()) {
      Variant step = at.step();
      if (at.form == GodotReadContext.Form.ELEMENTS || at.form == GodotReadContext.Form.MEMBERS) {
        steps.clear();
      } else if (step != null) {
        steps.add(step);
      }
    }
    Collections.reverse(steps);
    return VariantPath.of(steps).shown();
  }

  // The next token.

  @Override
  public @Nullable JsonToken nextToken() {
    try {
      if (pending != Pending.NOTHING && !pass()) {
        return _updateTokenToNull();
      }
      GodotReadContext at = context;
      switch (at.form) {
        case DICTIONARY:
          if (at.valueIsNext) {
            at.valueIsNext = false;
            return _updateToken(next());
          }
          if (--at.left < 0) {
            reader().endDictionary();
            return end(at, JsonToken.END_OBJECT);
          }
          key(at);
          return _updateToken(JsonToken.PROPERTY_NAME);
        case ARRAY:
          if (--at.left < 0) {
            reader().endArray();
            return end(at, JsonToken.END_ARRAY);
          }
          at.element();
          return _updateToken(next());
        case ROOT:
          return nextRoot() ? _updateToken(next()) : _updateTokenToNull();
        case ELEMENTS:
        case MEMBERS:
          return held(at);
      }
      throw new AssertionError(at.form);
    } catch (VariantException e) {
      throw failed(e);
    } catch (JacksonException e) {
      throw failed(e);
    }
  }

  private VariantReader reader() {
    return Objects.requireNonNull(reader);
  }

  private JsonToken end(GodotReadContext at, JsonToken token) {
    context = Objects.requireNonNull(at.getParent());
    return Objects.requireNonNull(_updateToken(token));
  }

  /**
   * Opens or steps over what the token before stands for.
   *
   * @return false if this is closed
   */
  private boolean pass() {
    Pending what = pending;
    pending = Pending.NOTHING;
    switch (what) {
      case CONTAINER:
        if (context.form == GodotReadContext.Form.ARRAY) {
          context.left = reader().beginArray();
        } else {
          context.left = reader().beginDictionary();
        }
        break;
      case VALUE:
        reader().skip();
        break;
      case BROKEN:
        throw Objects.requireNonNull(failure);
      case CLOSED:
        pending = what;
        return false;
      case HELD:
      case NOTHING:
        break;
    }
    return true;
  }

  /** Goes before the next whole value, if there is one. */
  private boolean nextRoot() {
    if (source == null) {
      if (started) {
        return false;
      }
    } else {
      reader = null; // is closed now
      try {
        reader = source.next();
      } catch (IOException e) {
        throw _wrapIOFailure(e);
      }
      if (reader == null) {
        close();
        return false;
      }
    }
    started = true;
    context.element();
    return true;
  }

  /** Reads the value that is next, or as much as its token needs. */
  private JsonToken next() {
    VariantReader at = reader();
    VariantType type = at.peek();
    switch (type) {
      case NIL:
        at.nextNil();
        return JsonToken.VALUE_NULL;
      case BOOL:
        return at.nextBool() ? JsonToken.VALUE_TRUE : JsonToken.VALUE_FALSE;
      case INT:
        integer = at.nextInt();
        return JsonToken.VALUE_NUMBER_INT;
      case FLOAT:
        real = at.nextFloat();
        return JsonToken.VALUE_NUMBER_FLOAT;
      case STRING:
        return string(at.nextString(), false);
      case STRING_NAME:
        return string(at.nextString(), true);
      case ARRAY:
      case DICTIONARY:
        if (GodotReadFeature.KEYS_AS_PAIRS.enabledIn(features)) {
          return hold(readWhole());
        }
        return start(type == VariantType.ARRAY);
      case OBJECT:
        return hold(readWhole()); // may be null
      default:
        if (isExpanded(type)) {
          return hold(readWhole());
        }
        embed(type, null);
        pending = Pending.VALUE;
        return JsonToken.VALUE_EMBEDDED_OBJECT;
    }
  }

  /** Reads the value that is next with all that is in it, as far as Jackson allows that. */
  private Variant readWhole() {
    VariantReader in = reader();
    long from = in.byteOffset();
    Variant read = in.nextValue();
    if (in.byteOffset() - from > shortestText) { // each character takes a byte at least
      try {
        Constraints.check(_streamReadConstraints, read);
      } catch (StreamConstraintsException e) {
        throw failed(e);
      }
    }
    return read;
  }

  /** Counts the tokens that a value would have been, but for those that were given for it. */
  private Variant counted(Variant read, int given) {
    if (_trackMaxTokenCount) {
      count(Constraints.check(_streamReadConstraints, read) - given);
    }
    return read;
  }

  private void count(long tokens) {
    if (_trackMaxTokenCount) {
      _tokenCount += tokens;
      try {
        _streamReadConstraints.validateTokenCount(_tokenCount);
      } catch (StreamConstraintsException e) {
        throw failed(e);
      }
    }
  }

  private JsonToken string(String text, boolean isName) {
    _streamReadConstraints.validateStringLength(text.length());
    string = text;
    isStringName = isName;
    characters = null;
    return JsonToken.VALUE_STRING;
  }

  private void embed(VariantType type, @Nullable Variant read) {
    embedded = type;
    value = read;
    binary = null;
  }

  private boolean isExpanded(VariantType type) {
    return type.component().isPresent()
        ? GodotReadFeature.EXPAND_MATH_TYPES.enabledIn(features)
        : type.elementType().isPresent()
            && type != VariantType.PACKED_BYTE_ARRAY
            && GodotReadFeature.EXPAND_PACKED_ARRAYS.enabledIn(features);
  }

  private JsonToken start(boolean array) {
    push(array ? GodotReadContext.Form.ARRAY : GodotReadContext.Form.DICTIONARY, null);
    pending = Pending.CONTAINER;
    value = null;
    return array ? JsonToken.START_ARRAY : JsonToken.START_OBJECT;
  }

  private void push(GodotReadContext.Form form, @Nullable Held rest) {
    context = context.child(form, rest);
    _streamReadConstraints.validateNestingDepth(context.getNestingDepth());
  }

  /**
   * Reads the key that is next, as far as Jackson allows it as a name or, if it is none, a value.
   */
  private Variant readKey() {
    Variant key = reader().nextValue();
    try {
      if (Held.isText(key)) {
        _streamReadConstraints.validateNameLength(key.asString().length());
      } else {
        count(Constraints.check(_streamReadConstraints, key) - 1);
      }
    } catch (StreamConstraintsException e) {
      throw failed(e);
    }
    return key;
  }

  private void key(GodotReadContext at) {
    Variant key = readKey();
    String name;
    if (key instanceof StringValue text) {
      name = text.value();
      isStringName = false;
      otherKey = null;
    } else if (key instanceof StringName text) {
      name = text.value();
      isStringName = true;
      otherKey = null;
    } else if (at.takesAnyKey || stringifiesKeys()) {
      // Printing a container allocates memory for each value in it.
      CODEC.charge(reader(), 0, ReadBudget.STRING * Constraints.check(_streamReadConstraints, key));
      name = nameOf(key);
      _streamReadConstraints.validateNameLength(name.length());
      CODEC.charge(reader(), 0, (long) Character.BYTES * name.length());
      isStringName = false;
      otherKey = key;
    } else {
      throw reader().refusal("a key of type " + key.type() + " is no name; see GodotReadFeature");
    }
    isNameOfStringName = isStringName;
    named(at, name);
  }

  private void named(GodotReadContext at, String name) {
    if (!at.named(name, otherKey)) {
      throw new InputExceptions.Read(
          this,
          currentTokenLocation(),
          new VariantTypeException(
              "Duplicate Object property " + StringValue.of(name).toShortString(),
              tokenOffset(),
              path()));
    }
  }

  /** A key as a name. */
  static String nameOf(Variant key) {
    return switch (key.type()) {
      case STRING, STRING_NAME -> key.asString();
      case NODE_PATH -> ((NodePath) key).path();
      case NIL -> "null";
      case INT -> Long.toString(key.asInt());
      default -> key.toString();
    };
  }

  // Values that are there already.

  /** The token of a value that is there. */
  private JsonToken hold(Variant held) {
    switch (held.type()) {
      case NIL:
        return JsonToken.VALUE_NULL;
      case BOOL:
        return held.asBool() ? JsonToken.VALUE_TRUE : JsonToken.VALUE_FALSE;
      case INT:
        integer = held.asInt();
        return JsonToken.VALUE_NUMBER_INT;
      case FLOAT:
        real = held.asFloat();
        return JsonToken.VALUE_NUMBER_FLOAT;
      case STRING:
      case STRING_NAME:
        heldBytes += held.asString().length();
        return string(held.asString(), held.type() == VariantType.STRING_NAME);
      case ARRAY:
      case DICTIONARY:
        return startHeld(held);
      default:
        if (isExpanded(held.type())) {
          return startHeld(held);
        }
        embed(held.type(), counted(held, 1));
        return JsonToken.VALUE_EMBEDDED_OBJECT;
    }
  }

  private JsonToken startHeld(Variant held) {
    if (held instanceof PackedArray packed) {
      // It was charged as a packed array; now each element is an object.
      CODEC.charge(reader(), 0, (long) packed.size() * (ReadBudget.ELEMENT + ReadBudget.OBJECT));
    } else if (held instanceof Shape) {
      CODEC.charge(reader(), 0, SHAPE_AS_OBJECT);
    }
    Held rest = Held.of(held);
    push(rest.hasNames() ? GodotReadContext.Form.MEMBERS : GodotReadContext.Form.ELEMENTS, rest);
    pending = Pending.HELD;
    value = held;
    return rest.hasNames() ? JsonToken.START_OBJECT : JsonToken.START_ARRAY;
  }

  private JsonToken held(GodotReadContext at) {
    heldBytes += CountingParser.TOKEN_BYTES;
    Held rest = Objects.requireNonNull(at.rest);
    if (at.valueIsNext) {
      at.valueIsNext = false;
      return Objects.requireNonNull(_updateToken(heldValue(rest)));
    }
    if (!rest.next()) {
      at.rest = null;
      return end(at, rest.hasNames() ? JsonToken.END_OBJECT : JsonToken.END_ARRAY);
    }
    if (!rest.hasNames()) {
      at.element();
      return Objects.requireNonNull(_updateToken(heldValue(rest)));
    }
    String name = rest.name();
    _streamReadConstraints.validateNameLength(name.length());
    otherKey = null;
    isStringName = rest.isNameOfStringName();
    isNameOfStringName = isStringName;
    named(at, name);
    return Objects.requireNonNull(_updateToken(JsonToken.PROPERTY_NAME));
  }

  private JsonToken heldValue(Held rest) {
    if (rest.isReal()) {
      real = rest.real();
      return JsonToken.VALUE_NUMBER_FLOAT;
    }
    return hold(rest.value());
  }

  /** Charges the memory for an object that is made of the shape that this parser is at. */
  void chargeShape() {
    charge(SHAPE_AS_OBJECT);
  }

  /** Charges memory for objects that are made of the value that this parser is at. */
  void charge(long heapBytes) {
    try {
      CODEC.charge(reader(), 0, heapBytes);
    } catch (VariantException e) {
      throw failed(e);
    }
  }

  /**
   * Makes of the embedded value that this stands at the start of its elements or members.
   *
   * @return false if this stands at none that has any
   */
  boolean expand() {
    if (_currToken == JsonToken.VALUE_EMBEDDED_OBJECT
        && (embedded() instanceof Shape || embedded() instanceof PackedArray)) {
      try {
        _updateToken(startHeld(embedded()));
        return true;
      } catch (VariantException e) {
        throw failed(e);
      } catch (StreamConstraintsException e) {
        throw failed(e);
      }
    }
    return false;
  }

  // Several steps at once.

  @Override
  public JsonParser skipChildren() {
    if (pending == Pending.CONTAINER && !_trackMaxTokenCount) {
      try {
        pending = Pending.NOTHING;
        reader().skip();
      } catch (VariantException e) {
        throw failed(e);
      }
      leave();
      return this;
    }
    return super.skipChildren();
  }

  /** Goes to the end of the container that starts here and was read. */
  private void leave() {
    boolean array = _currToken == JsonToken.START_ARRAY;
    end(context, array ? JsonToken.END_ARRAY : JsonToken.END_OBJECT);
  }

  /**
   * Reads the value that this stands at with all that is in it, as its codec reads it: with element
   * types, StringNames, and keys of any type. Afterwards this stands at the last token of it.
   *
   * @return the value; of a property name, the key
   * @throws StreamReadException if this stands at no value, or if the container that starts here
   *     has been entered
   */
  public Variant readVariant() {
    JsonToken token = _currToken;
    if (pending == Pending.BROKEN) {
      throw Objects.requireNonNull(failure);
    }
    if (token == null) {
      throw new StreamReadException(this, "No current token to read a value from");
    }
    switch (token) {
      case VALUE_NULL:
        return NilValue.NIL;
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
        return embedded();
      case PROPERTY_NAME:
        return currentKey();
      case START_ARRAY:
      case START_OBJECT:
        Variant held = value;
        if (pending == Pending.CONTAINER) {
          held = read();
        } else if (pending == Pending.HELD && held != null) {
          pending = Pending.NOTHING;
        } else {
          throw new StreamReadException(this, "The container has been entered");
        }
        counted(held, 2);
        leave();
        return held;
      default:
        throw new StreamReadException(this, "No value to read at " + token);
    }
  }

  private Variant read() {
    try {
      pending = Pending.NOTHING;
      return readWhole();
    } catch (VariantException e) {
      throw failed(e);
    }
  }

  private Variant embedded() {
    Variant read = value;
    if (read == null) {
      if (pending != Pending.VALUE) {
        throw new StreamReadException(this, "The embedded value was not read before closing");
      }
      read = counted(read(), 1);
      value = read;
    }
    return read;
  }

  /** The name that this stands at, or at whose value, as the key it is. */
  Variant currentKey() {
    Variant other = otherKey;
    if (other != null) {
      return other;
    }
    String name = Objects.requireNonNull(currentName());
    return isNameOfStringName ? StringName.of(name) : StringValue.of(name);
  }

  /** Whether each value stands behind its length. */
  boolean isFramed() {
    return GodotReadFeature.LENGTH_FRAMED.enabledIn(features);
  }

  /** Whether keys that are no texts are names wherever they are. */
  boolean stringifiesKeys() {
    return GodotReadFeature.STRINGIFY_KEYS.enabledIn(features);
  }

  /** Lets keys of the dictionary that this is in be of any type. */
  void takeAnyKey() {
    context.takesAnyKey = true;
  }

  /** Whether the string, or the name, that this stands at is no String. */
  boolean isOtherThanString() {
    return isStringName || (_currToken == JsonToken.PROPERTY_NAME && otherKey != null);
  }

  /** Whether what starts here is on the wire, and {@link #copy} can take it. */
  boolean isBeforeContainer() {
    return pending == Pending.CONTAINER;
  }

  /** Whether what starts here is there already, and {@link #readVariant} gives it. */
  boolean isHeld() {
    return pending == Pending.HELD;
  }

  /** What the elements of the array that starts here, or the object's keys, are declared to be. */
  ElementType elementType() {
    if (pending == Pending.CONTAINER) {
      enter();
      return _currToken == JsonToken.START_OBJECT
          ? reader().elementType()
          : given(reader().elementType());
    }
    if (_currToken == JsonToken.START_OBJECT) {
      return value instanceof VariantDictionary pairs ? pairs.keyType() : ElementType.UNTYPED;
    }
    return value instanceof VariantArray array
        ? given(array.elementType())
        : ElementType.UNTYPED; // of a dictionary, the pairs
  }

  /** What the values of the object that starts here are declared to be. */
  ElementType valueType() {
    return value == null
        ? given(reader().valueType())
        : value instanceof VariantDictionary pairs ? given(pairs.valueType()) : ElementType.UNTYPED;
  }

  /** What is declared, unless what is of that type is given as something else. */
  private ElementType given(ElementType declared) {
    VariantType type = declared.builtin();
    return isExpanded(type)
            || (type == VariantType.DICTIONARY
                && GodotReadFeature.KEYS_AS_PAIRS.enabledIn(features))
        ? ElementType.UNTYPED
        : declared;
  }

  private void enter() {
    try {
      pass();
    } catch (VariantException e) {
      throw failed(e);
    }
  }

  /**
   * Writes the container that starts here with all that is in it, and goes to its end, even if
   * something of it cannot be written.
   */
  void copy(GodotGenerator out) {
    VariantReader in = reader();
    pending = Pending.NOTHING;
    BitSet arrays = new BitSet(); // of those that are open
    int depth = 0;
    try {
      try {
        do {
          if (!in.hasNext()) {
            count(depth > 1 ? 1 : 0); // as of the outermost both ends are tokens
            if (arrays.get(--depth)) {
              in.endArray();
              out.writeEndArray();
            } else {
              in.endDictionary();
              out.writeEndObject();
            }
            continue;
          }
          VariantType type = in.peek();
          if (out.isNameNext()) {
            count(1);
            out.writeName(readKey());
          } else if (type == VariantType.ARRAY) {
            count(depth > 0 ? 1 : 0);
            in.beginArray();
            arrays.set(depth++);
            out.startArray(null, in.elementType());
          } else if (type == VariantType.DICTIONARY) {
            count(depth > 0 ? 1 : 0);
            in.beginDictionary();
            arrays.clear(depth++);
            out.startObject(null, in.elementType(), in.valueType());
          } else {
            out.writePOJO(counted(readWhole(), 0));
          }
        } while (depth > 0);
      } catch (JacksonException e) {
        if (pending == Pending.BROKEN) {
          throw e;
        }
        // It is the target that refused.
        while (depth > 0) {
          if (in.hasNext()) {
            in.skip();
          } else if (arrays.get(--depth)) {
            in.endArray();
          } else {
            in.endDictionary();
          }
        }
        leave();
        throw e;
      }
    } catch (VariantException e) {
      throw failed(e);
    }
    leave();
  }

  // Names.

  @Override
  public @Nullable String currentName() {
    if (_currToken == JsonToken.START_OBJECT || _currToken == JsonToken.START_ARRAY) {
      return Objects.requireNonNull(context.getParent()).currentName();
    }
    return context.currentName();
  }

  @Override
  public @Nullable String nextName() {
    return nextToken() == JsonToken.PROPERTY_NAME ? context.currentName() : null;
  }

  @Override
  public int nextNameMatch(PropertyNameMatcher matcher) {
    JsonToken token = nextToken();
    if (token == JsonToken.PROPERTY_NAME) {
      return matcher.matchName(context.currentName());
    }
    return token == JsonToken.END_OBJECT
        ? PropertyNameMatcher.MATCH_END_OBJECT
        : PropertyNameMatcher.MATCH_ODD_TOKEN;
  }

  // Texts.

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
  public @Nullable String getValueAsString() {
    return getValueAsString(null);
  }

  @Override
  public @Nullable String getValueAsString(@Nullable String missing) {
    JsonToken token = _currToken;
    return token == null || token == JsonToken.VALUE_NULL || !token.isScalarValue()
        ? token == JsonToken.PROPERTY_NAME ? context.currentName() : missing
        : token == JsonToken.VALUE_EMBEDDED_OBJECT ? missing : getString();
  }

  @Override
  public int getString(Writer writer) {
    String text = getString();
    if (text == null) {
      return 0;
    }
    try {
      writer.write(text);
    } catch (IOException e) {
      throw _wrapIOFailure(e);
    }
    return text.length();
  }

  @Override
  public char @Nullable [] getStringCharacters() {
    String text = getString();
    if (text == null) {
      return null;
    }
    if (_currToken != JsonToken.VALUE_STRING) {
      return text.toCharArray();
    }
    char[] made = characters;
    if (made == null) {
      made = text.toCharArray();
      characters = made;
    }
    return made;
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

  /** Whether the number that this stands at is an integer; it must be at a number. */
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

  @Override
  public Object getNumberValueDeferred() {
    return getNumberValue();
  }

  /** The number as a {@code byte}; other than in Jackson's formats, 128 to 255 do not fit. */
  @Override
  public byte getByteValue() {
    return (byte) ranged(Byte.MIN_VALUE, Byte.MAX_VALUE, byte.class);
  }

  @Override
  public short getShortValue() {
    return (short) ranged(Short.MIN_VALUE, Short.MAX_VALUE, short.class);
  }

  @Override
  public int getIntValue() {
    return (int) ranged(Integer.MIN_VALUE, Integer.MAX_VALUE, int.class);
  }

  @Override
  public long getLongValue() {
    return isInteger() ? integer : ranged(Long.MIN_VALUE, Long.MAX_VALUE, long.class);
  }

  private long ranged(long least, long most, Class<?> target) {
    if (isInteger() ? integer < least || integer > most : !(real >= least && real <= most)) {
      throw coercion(
          "wanted an int from "
              + least
              + " to "
              + most
              + " but found "
              + (isInteger() ? Long.toString(integer) : Double.toString(real)),
          target);
    }
    return isInteger() ? integer : (long) real;
  }

  private InputCoercionException coercion(String problem, Class<?> target) {
    return new InputExceptions.Coercion(
        this,
        Objects.requireNonNull(_currToken),
        target,
        currentTokenLocation(),
        new VariantTypeException(problem, tokenOffset(), path()));
  }

  /** The number as a {@code float}, which is checked as by {@link CheckedParser}. */
  @Override
  public float getFloatValue() {
    boolean isInteger = isInteger();
    float value = isInteger ? (float) integer : (float) real;
    if (isInteger ? !Reals.isExact(value, integer) : Reals.overflows(real)) {
      checkLossy(float.class);
    }
    return value;
  }

  /** The number as a {@code double}, which is checked as by {@link CheckedParser}. */
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
   * The embedded value: a {@link Variant}, but for a PackedByteArray a {@code byte[]}.
   *
   * @return null if this stands at no embedded value
   */
  @Override
  public @Nullable Object getEmbeddedObject() {
    if (_currToken != JsonToken.VALUE_EMBEDDED_OBJECT) {
      return null;
    }
    return embedded == VariantType.PACKED_BYTE_ARRAY ? binary() : embedded();
  }

  private byte[] binary() {
    byte[] bytes = binary;
    if (bytes == null) {
      bytes = ((PackedByteArray) embedded()).toArray();
      binary = bytes;
    }
    return bytes;
  }

  @Override
  public byte[] getBinaryValue(Base64Variant base64) {
    if (_currToken == JsonToken.VALUE_EMBEDDED_OBJECT
        && embedded == VariantType.PACKED_BYTE_ARRAY) {
      return binary();
    }
    if (_currToken != JsonToken.VALUE_STRING) {
      throw new StreamReadException(this, "Current token (" + _currToken + ") is no binary value");
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

  // The end.

  @Override
  public int releaseBuffered(OutputStream out) {
    if (source == null || !context.inRoot() || pending != Pending.NOTHING) {
      return 0;
    }
    try {
      return source.release(out);
    } catch (VariantException e) {
      throw failed(e);
    } catch (IOException e) {
      throw _wrapIOFailure(e);
    }
  }

  @Override
  protected void _closeInput() throws IOException {
    if (source != null
        && (_ioContext.isResourceManaged() || isEnabled(StreamReadFeature.AUTO_CLOSE_SOURCE))) {
      source.close();
    }
  }

  @Override
  protected void _releaseBuffers() {
    pending = Pending.CLOSED;
    if (source != null) {
      source.release();
    }
  }

  @Override
  protected void _handleEOF() {
    if (!context.inRoot()) {
      _reportInvalidEOF();
    }
  }

  /** Jackson's exception for one of ours, after which nothing can be read. */
  private JacksonException failed(VariantException e) {
    GodotLocation place = location(Math.max(0, e.byteOffset()), e.shortPath());
    return failed(
        e instanceof VariantLimitException limit
            ? new InputExceptions.Limit(place, limit)
            : new InputExceptions.Read(this, place, e));
  }

  /** Says that nothing can be read any more. */
  private JacksonException failed(JacksonException e) {
    JacksonException replaced = InputExceptions.of(e, this);
    pending = Pending.BROKEN;
    failure = replaced;
    return replaced;
  }
}
