package io.github.godotvariant.jackson;

import static io.github.godotvariant.internal.codec.CodecOperations.CODEC;

import io.github.godotvariant.NodePath;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.Shape;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.internal.values.ReadBudget;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.base.ParserMinimalBase;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.json.DupDetector;

/**
 * Reads Godot's binary format as Jackson's tokens. The tokens come from a {@link VariantReader}, or
 * from a value in memory that was read completely before. {@link GodotParser} describes the tokens
 * and has the methods that return their content. The class has more than 500 lines because all
 * tokens change the same state.
 */
abstract class GodotTokens extends ParserMinimalBase {

  /**
   * The number of bytes that a math type counts against the memory limit if it is read as an object
   * with members.
   */
  static final long SHAPE_AS_OBJECT = 128;

  /** The action that the parser must do before it reads the next token. */
  enum Pending {
    NOTHING,
    /** Open the current container. */
    CONTAINER,
    /** Skip the current embedded object, which was not read. */
    VALUE,
    /**
     * No action. The current token starts a container in memory, which can still be returned as a
     * whole.
     */
    IN_MEMORY,
    /** Throw the exception of an earlier call. */
    FAILED,
    /** Return no token, because the parser is closed. */
    CLOSED
  }

  /** The input with all root values; null if the parser reads only the next value of a reader. */
  private final @Nullable ValueInput source;

  final int features;

  /**
   * The lower one of Jackson's limits for names and for strings, in characters. Shorter text needs
   * no check.
   */
  private final int minTextLimit;

  @Nullable VariantReader reader;
  GodotReadContext context;
  Pending pending = Pending.NOTHING;

  String string = "";

  /** Whether the current string or name is a StringName. */
  boolean isStringName;

  /** Whether the property name that was read last is a StringName in Godot's format. */
  boolean isNameOfStringName;

  long integer;
  double real;

  /** The current embedded object or container, if it is in memory; otherwise null. */
  @Nullable Variant value;

  /**
   * The current key if it is not a string, otherwise null. The property name is then the text of
   * this key.
   */
  @Nullable Variant otherKey;

  /** The exception that each further call that reads throws; null before a failure. */
  @Nullable JacksonException failure;

  private boolean isStarted;

  /**
   * The estimated size in bytes of all tokens that were returned from values in memory. This size
   * is added to the reader's offset, because the offset does not change while these tokens are
   * returned.
   */
  private long inMemoryBytes;

  /** Creates a parser for all values of a source, or for the next value of a reader. */
  GodotTokens(
      ObjectReadContext readContext,
      IOContext ioContext,
      int streamFeatures,
      int features,
      @Nullable ValueInput source,
      @Nullable VariantReader reader) {
    super(readContext, ioContext, streamFeatures);
    this.features = features;
    this.source = source;
    this.reader = reader;
    minTextLimit = TokenConstraints.minTextLimit(_streamReadConstraints);
    context =
        new GodotReadContext(
            StreamReadFeature.STRICT_DUPLICATE_DETECTION.enabledIn(streamFeatures)
                ? DupDetector.rootDetector(this)
                : null);
  }

  @Override
  public @Nullable Object streamReadInputSource() {
    return _ioContext.contentReference().getRawContent();
  }

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
    VariantReader current = reader;
    return location(current == null || _closed ? 0 : current.byteOffset());
  }

  /** {@return the estimated number of bytes read; compare only results within the same value} */
  long readBytes() {
    VariantReader current = reader;
    return current == null || _closed ? 0 : current.byteOffset() + inMemoryBytes;
  }

  /** Returns the offset of the current token, in bytes from the start of the reader's input. */
  long tokenOffset() {
    VariantReader current = reader;
    return current == null || _closed ? 0 : current.lastByteOffset();
  }

  private GodotLocation location(long offset) {
    return location(offset, path());
  }

  private GodotLocation location(long offset, String path) {
    return new GodotLocation(
        _ioContext.contentReference(), source == null ? 0 : source.start(), offset, path);
  }

  /** {@return the path of the current value or key} */
  abstract String path();

  @Override
  public @Nullable JsonToken nextToken() {
    try {
      if (pending != Pending.NOTHING && !openOrSkip()) {
        return _updateTokenToNull();
      }
      GodotReadContext current = context;
      switch (current.kind) {
        case DICTIONARY:
          if (current.isValueNext) {
            current.isValueNext = false;
            return _updateToken(readNext());
          }
          if (--current.remaining < 0) {
            reader().endDictionary();
            return end(current, JsonToken.END_OBJECT);
          }
          readKey(current);
          return _updateToken(JsonToken.PROPERTY_NAME);
        case ARRAY:
          if (--current.remaining < 0) {
            reader().endArray();
            return end(current, JsonToken.END_ARRAY);
          }
          current.valueRead();
          return _updateToken(readNext());
        case ROOT:
          return nextRoot() ? _updateToken(readNext()) : _updateTokenToNull();
        case ELEMENTS:
        case MEMBERS:
          return nextInMemory(current);
      }
      throw new AssertionError(current.kind);
    } catch (VariantException e) {
      throw recordFailure(e);
    } catch (JacksonException e) {
      throw recordFailure(e);
    }
  }

  VariantReader reader() {
    return Objects.requireNonNull(reader);
  }

  JsonToken end(GodotReadContext parent, JsonToken token) {
    context = Objects.requireNonNull(parent.getParent());
    return Objects.requireNonNull(_updateToken(token));
  }

  /**
   * Performs the pending action for the previous token.
   *
   * @return false if this parser is closed
   */
  private boolean openOrSkip() {
    Pending action = pending;
    pending = Pending.NOTHING;
    switch (action) {
      case CONTAINER:
        if (context.kind == GodotReadContext.Kind.ARRAY) {
          context.remaining = reader().beginArray();
        } else {
          context.remaining = reader().beginDictionary();
        }
        break;
      case VALUE:
        reader().skipValue();
        break;
      case FAILED:
        throw Objects.requireNonNull(failure);
      case CLOSED:
        pending = action;
        return false;
      case IN_MEMORY:
      case NOTHING:
        break;
    }
    return true;
  }

  /** Moves to the next root value. Returns false if there is none. */
  private boolean nextRoot() {
    if (source == null) {
      if (isStarted) {
        return false;
      }
    } else {
      reader = null; // closed by the source
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
    isStarted = true;
    context.valueRead();
    return true;
  }

  /** Reads the next value. For a container or an embedded value, reads only the header. */
  private JsonToken readNext() {
    VariantReader current = reader();
    VariantType type = current.peek();
    switch (type) {
      case NIL:
        current.nextNil();
        return JsonToken.VALUE_NULL;
      case BOOL:
        return current.nextBoolean() ? JsonToken.VALUE_TRUE : JsonToken.VALUE_FALSE;
      case INT:
        integer = current.nextLong();
        return JsonToken.VALUE_NUMBER_INT;
      case FLOAT:
        real = current.nextDouble();
        return JsonToken.VALUE_NUMBER_FLOAT;
      case STRING:
        return setString(current.nextString(), false);
      case STRING_NAME:
        return setString(current.nextString(), true);
      case ARRAY:
      case DICTIONARY:
        if (GodotReadFeature.KEYS_AS_PAIRS.enabledIn(features)) {
          return startInMemory(readWhole());
        }
        return startContainer(type == VariantType.ARRAY);
      case OBJECT:
        return startInMemory(readWhole()); // can be the null object
      default:
        if (isExpanded(type) && !context.isCopied) {
          return startInMemory(readWhole());
        }
        value = null;
        pending = Pending.VALUE;
        return JsonToken.VALUE_EMBEDDED_OBJECT;
    }
  }

  /** Reads the next value completely and applies Jackson's constraints for strings and names. */
  private Variant readWhole() {
    VariantReader in = reader();
    long from = in.byteOffset();
    Variant read = in.nextValue();
    if (in.byteOffset() - from > minTextLimit) { // a character has at least one byte
      TokenConstraints.checkAndCount(_streamReadConstraints, read);
    }
    return read;
  }

  /**
   * Counts the tokens of a value against Jackson's limit for tokens, except {@code returned} tokens
   * that Jackson counts itself. Returns the value.
   */
  Variant countTokens(Variant read, int returned) {
    if (_trackMaxTokenCount) {
      run(() -> count(TokenConstraints.checkAndCount(_streamReadConstraints, read) - returned));
    }
    return read;
  }

  private void count(long tokens) {
    if (_trackMaxTokenCount) {
      _tokenCount += tokens;
      _streamReadConstraints.validateTokenCount(_tokenCount);
    }
  }

  JsonToken setString(String text, boolean isName) {
    _streamReadConstraints.validateStringLength(text.length());
    string = text;
    isStringName = isName;
    return JsonToken.VALUE_STRING;
  }

  boolean isExpanded(VariantType type) {
    return type.component().isPresent()
        ? GodotReadFeature.EXPAND_MATH_TYPES.enabledIn(features)
        : type.elementType().isPresent()
            && type != VariantType.PACKED_BYTE_ARRAY
            && GodotReadFeature.EXPAND_PACKED_ARRAYS.enabledIn(features);
  }

  private JsonToken startContainer(boolean isArray) {
    push(isArray ? GodotReadContext.Kind.ARRAY : GodotReadContext.Kind.DICTIONARY, null);
    pending = Pending.CONTAINER;
    value = null;
    return isArray ? JsonToken.START_ARRAY : JsonToken.START_OBJECT;
  }

  private void push(GodotReadContext.Kind kind, @Nullable UnreadContents rest) {
    context = context.child(kind, rest);
    _streamReadConstraints.validateNestingDepth(context.getNestingDepth());
  }

  private void readKey(GodotReadContext parent) {
    Variant key = reader().nextValue();
    if (UnreadContents.isText(key)) {
      _streamReadConstraints.validateNameLength(key.asString().length());
    } else {
      count(TokenConstraints.checkAndCount(_streamReadConstraints, key) - 1);
    }
    String name;
    if (key instanceof StringValue text) {
      name = text.value();
      isStringName = false;
      otherKey = null;
    } else if (key instanceof StringName text) {
      name = text.value();
      isStringName = true;
      otherKey = null;
    } else if (parent.isCopied) {
      name = nameOf(key);
      isStringName = false;
      otherKey = key;
    } else if (parent.acceptsAnyKey || stringifiesKeys()) {
      // Printing a container allocates memory for each value in it.
      CODEC.charge(
          reader(),
          0,
          ReadBudget.STRING * TokenConstraints.checkAndCount(_streamReadConstraints, key));
      name = nameOf(key);
      _streamReadConstraints.validateNameLength(name.length());
      CODEC.charge(reader(), 0, (long) Character.BYTES * name.length());
      isStringName = false;
      otherKey = key;
    } else {
      throw reader()
          .refusal("a key of type " + key.type() + " cannot be a name; see GodotReadFeature");
    }
    isNameOfStringName = isStringName;
    setName(parent, name);
  }

  private void setName(GodotReadContext parent, String name) {
    if (!parent.setName(name, otherKey)) {
      throw new InputExceptions.ReadException(
          this,
          currentTokenLocation(),
          new VariantTypeException(
              "Duplicate Object property " + StringValue.of(name).toShortString(),
              tokenOffset(),
              path()));
    }
  }

  /** Converts a key to a property name. */
  static String nameOf(Variant key) {
    return switch (key.type()) {
      case STRING, STRING_NAME -> key.asString();
      case NODE_PATH -> ((NodePath) key).path();
      case NIL -> "null";
      case INT -> Long.toString(key.asLong());
      default -> key.toString();
    };
  }

  // Values in memory.

  /** Returns the first token of a value in memory. */
  private JsonToken startInMemory(Variant content) {
    switch (content.type()) {
      case NIL:
        return JsonToken.VALUE_NULL;
      case BOOL:
        return content.asBoolean() ? JsonToken.VALUE_TRUE : JsonToken.VALUE_FALSE;
      case INT:
        integer = content.asLong();
        return JsonToken.VALUE_NUMBER_INT;
      case FLOAT:
        real = content.asDouble();
        return JsonToken.VALUE_NUMBER_FLOAT;
      case STRING:
      case STRING_NAME:
        inMemoryBytes += content.asString().length();
        return setString(content.asString(), content.type() == VariantType.STRING_NAME);
      case ARRAY:
      case DICTIONARY:
        return startContent(content);
      default:
        if (isExpanded(content.type())) {
          return startContent(content);
        }
        value = countTokens(content, 1);
        return JsonToken.VALUE_EMBEDDED_OBJECT;
    }
  }

  JsonToken startContent(Variant content) {
    if (content instanceof PackedArray packed) {
      // The memory limit counted only the packed array. Now each element becomes an object.
      CODEC.charge(reader(), 0, (long) packed.size() * (ReadBudget.ELEMENT + ReadBudget.OBJECT));
    } else if (content instanceof Shape) {
      CODEC.charge(reader(), 0, SHAPE_AS_OBJECT);
    }
    UnreadContents rest = UnreadContents.of(content);
    boolean isObject = rest.names() != null;
    push(isObject ? GodotReadContext.Kind.MEMBERS : GodotReadContext.Kind.ELEMENTS, rest);
    pending = Pending.IN_MEMORY;
    value = content;
    return isObject ? JsonToken.START_OBJECT : JsonToken.START_ARRAY;
  }

  private JsonToken nextInMemory(GodotReadContext parent) {
    inMemoryBytes += CountingParser.TOKEN_BYTES;
    UnreadContents rest = Objects.requireNonNull(parent.rest);
    Iterator<Variant> names = rest.names();
    if (parent.isValueNext) {
      parent.isValueNext = false;
    } else if (!(names == null ? rest.values() : names).hasNext()) {
      parent.rest = null;
      return end(parent, names == null ? JsonToken.END_ARRAY : JsonToken.END_OBJECT);
    } else if (names == null) {
      parent.valueRead();
    } else {
      Variant name = names.next();
      _streamReadConstraints.validateNameLength(name.asString().length());
      otherKey = null;
      isStringName = name instanceof StringName;
      isNameOfStringName = isStringName;
      setName(parent, name.asString());
      return Objects.requireNonNull(_updateToken(JsonToken.PROPERTY_NAME));
    }
    return Objects.requireNonNull(_updateToken(startInMemory(rest.values().next())));
  }

  @Override
  public JsonParser skipChildren() {
    if (pending == Pending.CONTAINER && !_trackMaxTokenCount) {
      pending = Pending.NOTHING;
      run(reader()::skipValue);
      leave();
      return this;
    }
    return super.skipChildren();
  }

  /**
   * Ends the current container after its contents were read or skipped. The current token becomes
   * the end of the array or object.
   */
  void leave() {
    boolean isArray = _currToken == JsonToken.START_ARRAY;
    end(context, isArray ? JsonToken.END_ARRAY : JsonToken.END_OBJECT);
  }

  Variant readPending() {
    pending = Pending.NOTHING;
    try {
      return readWhole();
    } catch (VariantException e) {
      throw recordFailure(e);
    } catch (StreamConstraintsException e) {
      throw recordFailure(e);
    }
  }

  Variant readEmbedded() {
    Variant read = value;
    if (read == null) {
      if (pending != Pending.VALUE) {
        throw new StreamReadException(this, "The embedded value was not read before closing");
      }
      read = countTokens(readPending(), 1);
      value = read;
    }
    return read;
  }

  /** Returns whether keys that are not strings become names in all dictionaries. */
  boolean stringifiesKeys() {
    return GodotReadFeature.STRINGIFY_KEYS.enabledIn(features);
  }

  void openContainer() {
    run(this::openOrSkip);
  }

  /** Runs an action that reads. Converts and records its exceptions. */
  void run(Runnable reading) {
    try {
      reading.run();
    } catch (VariantException e) {
      throw recordFailure(e);
    } catch (StreamConstraintsException e) {
      throw recordFailure(e);
    }
  }

  @Override
  public int releaseBuffered(OutputStream out) {
    if (source == null || !context.inRoot() || pending != Pending.NOTHING) {
      return 0;
    }
    try {
      return source.release(out);
    } catch (VariantException e) {
      throw recordFailure(e);
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

  /**
   * Converts an exception of the codec to an exception of Jackson. Each further call that reads
   * throws the result.
   */
  JacksonException recordFailure(VariantException e) {
    GodotLocation location = location(Math.max(0, e.byteOffset()), e.shortPath());
    return recordFailure(
        e instanceof VariantLimitException limit
            ? new InputExceptions.LimitException(location, limit)
            : new InputExceptions.ReadException(this, location, e));
  }

  /**
   * Replaces an exception with {@link InputExceptions#replace}. Each further call that reads throws
   * the result.
   */
  JacksonException recordFailure(JacksonException e) {
    JacksonException replaced = InputExceptions.replace(e, this);
    pending = Pending.FAILED;
    failure = replaced;
    return replaced;
  }
}
